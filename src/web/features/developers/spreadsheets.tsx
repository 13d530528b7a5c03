import type { Lang } from '#i18n/language.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { Example, Heading, Marked } from './part.tsx'
import { FUNCTION_NAMES, cellFormula, lambdaFormula, sheetsScript } from './spreadsheet-formulas.ts'

type Texts = {
  readonly title: string
  readonly formula: readonly string[]
  readonly lambda: string
  readonly sheets: string
  readonly titles: Readonly<
    Record<'toEuro' | 'toNational' | 'withCommas' | 'lambdaToEuro' | 'lambdaToNational' | 'script', string>
  >
}

const TEXTS: Readonly<Record<Lang, Texts>> = {
  bg: {
    title: 'В електронна таблица',
    formula: [
      'Сумата е в клетка `A2`. Формулата закръгля веднъж и е точна за всяка сума с два знака след запетаята, по-малка от 1 000 000 000. За повече знаци или по-голяма сума дава `#N/A`, за празна клетка – празен текст. Отрицателна сума се преобразува като положителната, със знак минус.',
      'Проверена е в LibreOffice. Имената на функциите са английски и в българския Excel; между аргументите пишете точка и запетая, а при английски настройки – запетая.',
    ],
    lambda: `За Microsoft 365 и Excel 2024: във „Формули“ → „Диспечер на имената“ създайте име \`${FUNCTION_NAMES.toEuro}\` с този текст и пишете \`=${FUNCTION_NAMES.toEuro}(A2)\`. Не е изпробвана в Excel.`,
    sheets: `За Google Таблици: „Разширения“ → „Apps Script“, поставете кода, запазете и пишете \`=${FUNCTION_NAMES.toEuro}(A2:A100)\`. Взема и текст като „12,50“ и повече знаци след запетаята; за друго отговаря с изречение. Кодът е изпробван в Node, а не в Google Таблици.`,
    titles: {
      toEuro: 'Лев в евро',
      toNational: 'Евро в лев',
      withCommas: 'Лев в евро, с английски настройки',
      lambdaToEuro: `Име ${FUNCTION_NAMES.toEuro}`,
      lambdaToNational: `Име ${FUNCTION_NAMES.toNational}`,
      script: 'Код за Apps Script',
    },
  },
  en: {
    title: 'In a spreadsheet',
    formula: [
      'The amount is in cell `A2`. The formula rounds once and is exact for every amount of two decimals below 1,000,000,000. More decimals or a larger amount give `#N/A`, an empty cell gives an empty text. A negative amount is converted as the positive one, with a minus.',
      'It is tested in LibreOffice. Write semicolons between the arguments where the decimal mark is a comma and in LibreOffice, commas in Excel and Google Sheets with English settings. The names of the functions are English in the Bulgarian Excel too.',
    ],
    lambda: `For Microsoft 365 and Excel 2024: in Formulas → Name Manager make the name \`${FUNCTION_NAMES.toEuro}\` with this text, and write \`=${FUNCTION_NAMES.toEuro}(A2)\`. It is not tested in Excel.`,
    sheets: `For Google Sheets: Extensions → Apps Script, paste the code, save it and write \`=${FUNCTION_NAMES.toEuro}(A2:A100)\`. It also takes texts such as “12,50” and more decimals; anything else is answered by a sentence. The code is tested in Node, not in Google Sheets.`,
    titles: {
      toEuro: `${NATIONAL} to ${EURO}`,
      toNational: `${EURO} to ${NATIONAL}`,
      withCommas: `${NATIONAL} to ${EURO}, with English settings`,
      lambdaToEuro: `The name ${FUNCTION_NAMES.toEuro}`,
      lambdaToNational: `The name ${FUNCTION_NAMES.toNational}`,
      script: 'Code for Apps Script',
    },
  },
}

/** Between arguments in Excel, by the settings of the system. */
const SEPARATORS = { bg: ';', en: ',' } as const satisfies Record<Lang, string>

export const SPREADSHEETS_ID = 'spreadsheets'

export const spreadsheetsTitle = (lang: Lang): string => TEXTS[lang].title

/** The exact conversion as formulas and functions of spreadsheets. */
export function Spreadsheets({ lang }: { lang: Lang }) {
  const { title, formula, lambda, sheets, titles } = TEXTS[lang]
  return (
    <section aria-labelledby={SPREADSHEETS_ID} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Heading id={SPREADSHEETS_ID} title={title} />
      {formula.map((text) => (
        <p key={text} className="max-w-prose">
          <Marked text={text} />
        </p>
      ))}
      <Example title={titles.toEuro} text={cellFormula('toEuro', 'A2', ';')} />
      <Example title={titles.withCommas} text={cellFormula('toEuro', 'A2', ',')} />
      <Example title={titles.toNational} text={cellFormula('toNational', 'A2', ';')} />
      <p className="max-w-prose">
        <Marked text={lambda} />
      </p>
      <Example title={titles.lambdaToEuro} text={lambdaFormula('toEuro', SEPARATORS[lang])} />
      <Example title={titles.lambdaToNational} text={lambdaFormula('toNational', SEPARATORS[lang])} />
      <p className="max-w-prose">
        <Marked text={sheets} />
      </p>
      <Example title={titles.script} text={sheetsScript(lang)} />
    </section>
  )
}
