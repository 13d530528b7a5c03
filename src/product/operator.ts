import type { Lang } from '#i18n/language.ts'

/** Who runs this site and sells the packs, as the operator has set it. */
export type Operator = {
  name: string | undefined
  /** In the company register: ЕИК in Bulgaria. */
  number: string | undefined
  address: string | undefined
}

const LABEL = {
  bg: { seller: 'Доставчик', number: 'ЕИК' },
  en: { seller: 'Provided by', number: 'company number' },
} satisfies Record<Lang, { seller: string; number: string }>

/** The operator in one line, for pages and receipts; empty when nothing is set. */
export function operatorLine({ name, number, address }: Operator, lang: Lang): string {
  const { seller, number: numberLabel } = LABEL[lang]
  const parts = [name, number && `${numberLabel} ${number}`, address].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : `${seller}: ${parts.join(', ')}`
}

/** Attribute of the elements that the server fills with that line: pages are rendered before it is known. */
export const OPERATOR_ATTRIBUTE = 'data-operator'
