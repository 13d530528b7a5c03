import { decimalText, parseDecimal } from '#money/decimal.ts'
import type { CellContent } from '#writeback/plan.ts'
import { type DecimalMark, withMark, withSign } from '#writeback/price-style.ts'
import type { Encoder } from '../bytes/encoder.ts'

/**
 * A string literal.
 * @param isEscaped whether all non-ASCII characters are escaped, not only those that the encoding lacks
 */
export const stringLiteral = (text: string, encoder: Encoder, isEscaped: boolean): string =>
  JSON.stringify(text).replace(/[^\0-\x7f]/g, (unit) =>
    isEscaped || !encoder.canWrite(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
  )

/** The user's content of a cell as text, numbers with the decimal mark of the file. */
export function enteredText(content: CellContent, mark: DecimalMark): string {
  if (typeof content === 'string') return content
  const { number, currency } = content
  const written = withMark(number, mark)
  return currency === undefined ? written : withSign(written, currency)
}

/** A number literal; undefined for text and for a number that is written with its currency. */
export function numberLiteral(content: CellContent): string | undefined {
  if (typeof content === 'string' || content.currency !== undefined) return undefined
  const decimal = parseDecimal(content.number)
  return decimal && decimalText(decimal)
}
