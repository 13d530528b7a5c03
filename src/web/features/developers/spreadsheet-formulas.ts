import type { Lang } from '#i18n/language.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'

export type Direction = 'toEuro' | 'toNational'

const { numerator, scale } = BGN_EUR

/** Amounts below it, in whole units: of two decimals they have eleven digits. */
export const BELOW = 1_000_000_000

/**
 * Of `period` cents the other amount is `gain` cents exactly. Of n fewer it is n × gain / period, which rounded half up is
 * `floor((2n × gain + period) / (2 × period))`.
 */
const RULE: Readonly<Record<Direction, { period: number; gain: number }>> = {
  toEuro: { period: numerator, gain: scale },
  toNational: { period: scale, gain: numerator },
}

/**
 * A formula for LibreOffice, Excel and Google Sheets, exact for amounts of two decimals below {@link BELOW}; a negative one gives
 * the negative of the positive one. More decimals and larger amounts give #N/A, and an empty cell an empty text.
 *
 * Why it is exact: `ROUND(ABS(x)*100;0)` is the whole number n of cents, as a double of eleven digits is not wrong by half a cent.
 * All dividends and products are integers below 2^53, which have no rounding error. The arguments of INT are quotients of such
 * integers: those that are no integers are at least 1/391166 (0.0000025) below the next one, and have at most six digits before
 * the point. LibreOffice and Excel round to 15 significant digits before they cut, which leaves nine decimals: never the next integer.
 * @param cell such as `A2`
 * @param separator between arguments: a semicolon where the decimal mark is a comma, and in LibreOffice
 */
export const cellFormula = (direction: Direction, cell: string, separator: ';' | ','): string =>
  `=${expression(direction, cell, `ROUND(ABS(${cell})*100;0)`)}`.replaceAll(';', separator)

/** The same for Microsoft 365 and Excel 2024, which have LAMBDA, as a function for the name manager. */
export const lambdaFormula = (direction: Direction, separator: ';' | ','): string =>
  `=LAMBDA(x;LET(n;ROUND(ABS(x)*100;0);${expression(direction, 'x', 'n')}))`.replaceAll(';', separator)

function expression(direction: Direction, amount: string, cents: string): string {
  const { period, gain } = RULE[direction]
  const rest = `INT((MOD(${cents};${period})*${2 * gain}+${period})/${2 * period})`
  const converted = `SIGN(${amount})*(INT(${cents}/${period})*${gain}+${rest})/100`
  return `IF(${amount}="";"";IF(AND(ABS(${amount})<${BELOW};ROUND(${amount};2)=${amount});${converted};NA()))`
}

export const FUNCTION_NAMES: Readonly<Record<Direction, string>> = {
  toEuro: `${NATIONAL}_TO_${EURO}`,
  toNational: `${EURO}_TO_${NATIONAL}`,
}

type SheetsTexts = Readonly<Record<'about' | 'amounts' | 'notPrice' | 'unclear' | 'tooLarge', string>>

const SHEETS_TEXTS: Readonly<Record<Lang, SheetsTexts>> = {
  bg: {
    about: `Точно преобразуване по курса 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}, закръглено веднъж до цент.`,
    amounts: 'клетка или област със суми',
    notPrice: 'Не е цена: ',
    unclear: 'Запетая или точка за хиляди ли е: ',
    tooLarge: 'Сумата е над 999999999,99: ',
  },
  en: {
    about: `Exact conversion at 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}, rounded once to the cent.`,
    amounts: 'a cell or a range of amounts',
    notPrice: 'Not a price: ',
    unclear: 'Is this a decimal mark or a thousands separator: ',
    tooLarge: 'The amount is above 999999999.99: ',
  },
}

/**
 * Custom functions for Google Sheets (Apps Script), exact for amounts of any decimals, which are read as digits: numbers with the 15
 * that a sheet has, texts with a comma or a point. What is no amount gives a sentence: as the error of a single cell, and as the
 * text of a cell in a range, whose other cells are converted.
 */
export function sheetsScript(lang: Lang): string {
  const { about, amounts, notPrice, unclear, tooLarge } = SHEETS_TEXTS[lang]
  const define = (direction: Direction): string => {
    const [top, bottom] = direction === 'toEuro' ? [scale, numerator] : [numerator, scale]
    return `/**
 * ${about}
 * @param {A2:A100} amounts ${amounts}
 * @customfunction
 */
function ${FUNCTION_NAMES[direction]}(amounts) {
  return convertAmounts_(amounts, ${top}n, ${bottom}n)
}
`
  }
  return `${define('toEuro')}
${define('toNational')}
function convertAmounts_(amounts, top, bottom) {
  if (Array.isArray(amounts))
    return amounts.map((row) =>
      row.map((cell) => {
        const { value, problem } = convertAmount_(cell, top, bottom)
        return problem || value
      })
    )
  const { value, problem } = convertAmount_(amounts, top, bottom)
  if (problem) throw new Error(problem)
  return value
}

function convertAmount_(cell, top, bottom) {
  if (cell === '' || cell === null || cell === undefined) return { value: '' }
  const isNumber = typeof cell === 'number'
  const text = isNumber ? plainNumber_(cell) : String(cell).trim()
  const match = /^([-−]?)(\\d+)(?:[.,](\\d+))?$/.exec(text)
  if (!match || (!isNumber && typeof cell !== 'string')) return { problem: '${notPrice}' + text }
  const [, sign, whole, fraction = ''] = match
  if (!isNumber && fraction.length === 3 && !/^0/.test(whole)) return { problem: '${unclear}' + text }
  const digits = BigInt(whole + fraction)
  const unit = 10n ** BigInt(fraction.length)
  if (digits >= ${BELOW}n * unit) return { problem: '${tooLarge}' + text }
  const cents = (2n * digits * 100n * top + bottom * unit) / (2n * bottom * unit)
  return { value: ((sign ? -1 : 1) * Number(cents)) / 100 }
}

function plainNumber_(number) {
  const rounded = Number(number.toPrecision(15))
  const text = String(rounded)
  return text.includes('e-') ? rounded.toFixed(20).replace(/0+$/, '') : text
}
`
}
