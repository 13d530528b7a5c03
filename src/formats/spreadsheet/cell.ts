import type { CellObject } from '@e965/xlsx'
import { truncateCell } from '#table/cell-length.ts'
import type { Cell } from '#table/table.ts'
import { type FormatMeaning, meaningOfFormat } from './number-format.ts'

/**
 * Formats a stored number as the user entered it: plain decimal, no exponent. Rounds to 15 digits as Excel does,
 * which removes floating-point noise (12.299999999999999).
 */
export function plainNumber(value: number): string {
  const written = String(value)
  // The shortest form has at most 15 digits, so rounding would not change it.
  if (written.length <= 15 && !written.includes('e')) return written
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? withoutExponent(text) : text
}

function withoutExponent(text: string): string {
  const [mantissa, exponent] = text.split('e') as [string, string]
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  const zeros = Math.abs(Number(exponent))
  // The point is never among the digits: an exponent is below -6, or above 20.
  return exponent.startsWith('-')
    ? `${sign}0.${digits.padStart(digits.length + zeros - 1, '0')}`
    : sign + digits.padEnd(zeros + 1, '0')
}

const DAY_MS = 86_400_000

/**
 * Formats a serial date as `2026-05-14`, with ` 16:30` when it has a time; below one day the time alone. Never plain
 * digits, so that no date is read as a price.
 * @param is1904 whether day 0 is 1 January 1904 (workbooks of old Macs)
 */
export function dateText(serial: number, is1904: boolean): string {
  if (!(serial >= 0 && serial < 2_958_466)) return `#${plainNumber(serial)}`
  const minutes = Math.round((serial % 1) * 1440)
  const time = new Date(minutes * 60_000).toISOString().slice(11, 16)
  if (serial < 1) return time
  // Excel counts 29 February 1900, which did not exist.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * DAY_MS).toISOString().slice(0, 10)
  return minutes === 0 ? date : `${date} ${time}`
}

/** Error values of BIFF (BErr, MS-XLS 2.5.10). */
const ERROR_BY_CODE: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

export const ERROR_NAMES: ReadonlySet<string> = new Set(Object.values(ERROR_BY_CODE))

/**
 * Such as `#N/A`.
 * @param code BErr, MS-XLS 2.5.10
 */
export const errorName = (code: number): string | undefined => ERROR_BY_CODE[code]

/** The value of a cell of a binary format, with the types `t` of SheetJS; `z` for none. */
export type StoredValue =
  | { readonly t: 's'; readonly v: string }
  | { readonly t: 'n' | 'e'; readonly v: number }
  | { readonly t: 'b'; readonly v: boolean }
  | { readonly t: 'z' }

/** Converts a SheetJS cell: a string for text, undefined for a blank cell, the cached value for a formula. */
export function toCell(stored: CellObject | null | undefined, is1904: boolean): string | Cell | undefined {
  if (stored === null || stored === undefined || stored.v === undefined) return undefined
  switch (stored.t) {
    case 's':
      return truncateCell(String(stored.v))
    case 'n':
      return numberCell(Number(stored.v), meaningOfFormat(String(stored.z ?? 'General')), is1904)
    case 'b':
      return { kind: 'other', text: stored.v ? 'TRUE' : 'FALSE', what: 'boolean' }
    case 'e':
      return { kind: 'other', text: ERROR_BY_CODE[Number(stored.v)] ?? '#ERROR!', what: 'error' }
    case 'd':
      return { kind: 'other', text: String(stored.v), what: 'date' }
    case 'z':
    default:
      return undefined
  }
}

/** Converts a number by the meaning of its format. */
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
