import type { CellObject } from '@e965/xlsx'
import type { Cell } from '#pricelist/types.ts'
import { dateText, plainNumber } from './cell-text.ts'
import { type FormatMeaning, meaningOfFormat } from './number-format.ts'

/** Error values of BIFF and their names (MS-XLS 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

export const ERROR_NAMES: ReadonlySet<string> = new Set(Object.values(ERRORS))

/** The name of an error value of BIFF. */
export const errorName = (code: number): string | undefined => ERRORS[code]

/** A stored cell of a workbook; a string for text, undefined for a blank one. A formula is its stored value. */
export function cellOfStored(
  stored: CellObject | null | undefined,
  is1904: boolean,
): string | Cell | undefined {
  if (stored === null || stored === undefined || stored.v === undefined) return undefined
  switch (stored.t) {
    case 's':
      return String(stored.v)
    case 'n':
      return numberCell(Number(stored.v), meaningOfFormat(String(stored.z ?? 'General')), is1904)
    case 'b':
      return { kind: 'other', text: stored.v ? 'TRUE' : 'FALSE', what: 'boolean' }
    case 'e':
      return { kind: 'other', text: ERRORS[Number(stored.v)] ?? '#ERROR!', what: 'error' }
    case 'd':
      return { kind: 'other', text: String(stored.v), what: 'date' }
    case 'z':
    default:
      return undefined
  }
}

/** A number, by what its format says of it. */
export function numberCell(value: number, meaning: FormatMeaning, is1904: boolean): Cell {
  switch (meaning.kind) {
    case 'date':
      return { kind: 'other', text: dateText(value, is1904), what: 'date' }
    case 'percent':
      return { kind: 'other', text: `${plainNumber(value * 100)}%`, what: 'percent' }
    case 'unit':
      return { kind: 'other', text: `${plainNumber(value)} ${meaning.sign}`, what: meaning.what }
    case 'number':
    default: {
      const text = plainNumber(value)
      return meaning.currency === undefined
        ? { kind: 'number', text }
        : { kind: 'number', text, currency: meaning.currency }
    }
  }
}
