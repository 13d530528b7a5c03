import type { Currency } from '#money/currency.ts'
import { seededDice } from '../dice.ts'
import type { FuzzCell } from '../list.ts'
import { type Amount, type Hand, plain, written } from '../price-hand.ts'
import type { Title } from './price-titles.ts'
import type { ListSpec } from './spec.ts'

const FORMATS: Record<Currency, readonly string[]> = {
  BGN: ['#,##0.00" лв."', '#,##0.00\\ "лв"', '[$лв-402]\\ #,##0.00', '0.00 [$BGN]'],
  EUR: ['[$€-2] #,##0.00', '#,##0.00\\ [$€-407]', '#,##0.00" €"', '"EUR" 0.00'],
}

const SIGNED: Record<Currency, readonly string[]> = {
  BGN: ['# лв.', '#лв', '# BGN', '# лева'],
  EUR: ['# €', '€ #', '€#', '# EUR', '# евро'],
}

type Write = (amount: Amount, currency: Currency | undefined, i: number) => FuzzCell

/** Writes the prices of a column as the list does: a text, or a number with a format. */
export function cellWriter(spec: ListSpec, title: Title): Write {
  const { money, hand, head, tail } = spec
  const isOwn = title.currency === undefined
  const isBook = spec.format !== 'csv' && spec.format !== 'html'
  return (amount, currency, i) => {
    const unpriced = noPrice(spec, i)
    if (unpriced !== undefined) return { text: unpriced }
    if (money.where === 'both' && isOwn && currency !== undefined) return { text: inBoth(hand, amount) }
    const isSigned = money.where === 'cells' && isOwn && currency !== undefined
    const number = written(hand, amount)
    if (isSigned) return { text: head + signed(spec, currency).replace('#', number) + tail }
    const text = head + number + tail
    if (!isBook || spec.isText) return { text }
    const shown = shownCurrency(spec, title, currency)
    const formats = shown === undefined ? ['General', '0.00'] : FORMATS[shown]
    const z = formats[spec.seed % formats.length]!
    return { text, stored: { t: 'n', v: Number(plain(amount)), z } }
  }
}

/** The currency that the format of a number names. */
function shownCurrency(
  { money }: ListSpec,
  title: Title,
  currency: Currency | undefined,
): Currency | undefined {
  if (currency === undefined) return undefined
  if (money.conflictIn === 'format') return currency === 'BGN' ? 'EUR' : 'BGN'
  return money.where === 'format' && title.currency === undefined ? currency : undefined
}

const RATE = 1.95583

const inBoth = (hand: Hand, amount: Amount): string =>
  `${written(hand, amount)} лв. / ${written(hand, Math.round(amount / RATE / 1000) * 1000)} €`

function signed({ money, seed }: ListSpec, currency: Currency): string {
  if (currency === money.currency && money.text !== '') return money.text
  const signs = SIGNED[currency]
  return signs[seed % signs.length]!
}

export const signPatterns = (currency: Currency): readonly string[] => SIGNED[currency]

function noPrice({ unpriced, seed, hand }: ListSpec, i: number): string | undefined {
  if (unpriced === undefined) return undefined
  const dice = seededDice(seed + i)
  const number = `${dice.from(1, 99)}${hand.mark}${dice.from(10, 99)}`
  switch (unpriced) {
    case 'dollars':
      return `$${number}`
    case 'percent':
      return `${number} %`
    case 'dates':
      return `${dice.from(10, 28)}.05.2026`
    case 'words':
      return dice.pick(['по договаряне', 'при запитване', 'call'])
  }
}
