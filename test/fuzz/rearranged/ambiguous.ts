import type { FuzzCell } from '../list.ts'

const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/
const DECIMAL = /[.,]\d{1,2}$|^0[.,]\d{3}$|\d{4,}[.,]\d{3}$|[.,]\d{4,}$|[.,].*[.,]/
const SHORT_WHOLE = /^\d{1,3}$/

/**
 * Whether prices like '12,500' stay ambiguous: no other cell of the column decides the mark, neither a
 * decimal nor a whole number under a thousand (docs/price-lists.md).
 */
export function ambiguityOf(
  grid: readonly (readonly FuzzCell[])[],
  lines: readonly number[],
  columns: readonly number[],
): 'open' | 'told' | 'none' {
  const verdicts = columns.map((c) => {
    const cells = lines.flatMap((line) => {
      const cell = grid[line - 1]?.[c]
      return cell === undefined || cell.stored?.t === 'n' ? [] : [numberIn(cell.text)]
    })
    if (!cells.some((text) => AMBIGUOUS.test(text))) return 'none'
    return cells.some((text) => DECIMAL.test(text) || SHORT_WHOLE.test(text)) ? 'told' : 'open'
  })
  return verdicts.includes('open') ? 'open' : verdicts.includes('told') ? 'told' : 'none'
}

/** The digits and marks of a text, without the point of 'лв.'. */
const numberIn = (text: string): string => text.replace(/[^\d.,]+/g, '').replace(/^[.,]+|[.,]+$/g, '')
