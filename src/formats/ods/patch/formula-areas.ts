import { MAX_SHEET_COLUMNS, columnIndex } from '#table/column-name.ts'

/** Columns of a sheet that a formula reads, both included. */
export type Area = { readonly sheet: string; readonly left: number; readonly right: number }

/** Longer ones are not judged: no program lets one write them. */
const MAX_LENGTH = 8192

const TEXT = /"[^"]*"/g
/** A reference in brackets; a quoted name of a sheet can have brackets too. */
const REFERENCE = /\[((?:'[^']*'|[^'[\]])*)\]/g
const SHEET = String.raw`(\$?(?:'(?:[^']|'')*'|[^'.:#]+))?`
const CELL = String.raw`\.\$?([A-Z]{1,3})?\$?\d*`
const ONE = new RegExp(`^${SHEET}${CELL}(?::${SHEET}${CELL})?$`)
const FUNCTION = /[A-Z_][A-Z0-9._]*\(/gi
/** Anything but numbers and operators: names, and ranges that are computed. */
const OTHER = /[^-+*/^&=<>%;|(){}!~\s\d.]/
/** Functions that read cells that are no argument of theirs. */
const ANYWHERE = /(?:^|[^A-Z0-9._])(?:INDIRECT|OFFSET)\s*\(/i

/**
 * The columns that a formula reads; undefined where they are not sure.
 * @param formula of OpenFormula or OpenOffice, with its prefix
 * @param own the sheet that it is on
 */
export function areasOf(formula: string, own: string): Area[] | undefined {
  const [, body] = /^(?:of|oooc):(.*)$/s.exec(formula) ?? []
  if (body === undefined || body.length > MAX_LENGTH) return undefined
  const areas: (Area | undefined)[] = []
  const rest = body.replace(TEXT, '0').replace(REFERENCE, (_, reference: string) => {
    areas.push(areaOf(reference, own))
    return '0'
  })
  const isOther = OTHER.test(rest.replace(FUNCTION, '(')) || ANYWHERE.test(rest)
  if (isOther || areas.includes(undefined)) return undefined
  return areas as Area[]
}

const CELLS = new RegExp(String.raw`^${SHEET}\.(\$?[A-Z]{1,3}\$?\d+)(?::\.(\$?[A-Z]{1,3}\$?\d+))?$`)

/**
 * A formula with its references as Excel has them: `B2*C2`, and `Лист!B2` of another sheet.
 * @param formula with its prefix
 * @param own the sheet that it is on
 */
export function excelFormula(formula: string, own: string): string {
  const [, prefix = '', body = formula] = /^([a-z]+):=?(.*)$/s.exec(formula) ?? []
  if (prefix === 'msoxl') return body
  return body
    .replace(REFERENCE, (whole, reference: string) => {
      const [, sheet, first, last] = CELLS.exec(reference) ?? []
      if (first === undefined) return whole
      const named = sheet === undefined || unquoted(sheet) === own ? '' : `${sheet}!`
      return named + first + (last === undefined ? '' : `:${last}`)
    })
    .replaceAll(';', ',')
}

function areaOf(reference: string, own: string): Area | undefined {
  const match = ONE.exec(reference)
  if (match === null) return undefined
  const [, from, left, to, right] = match
  const sheet = from === undefined ? own : unquoted(from)
  if (to !== undefined && unquoted(to) !== sheet) return undefined
  // Whole rows have no columns.
  if (left === undefined) return { sheet, left: 0, right: MAX_SHEET_COLUMNS }
  const [first, last] = [columnIndex(left), columnIndex(right ?? left)]
  return { sheet, left: Math.min(first, last), right: Math.max(first, last) }
}

/** The name of a sheet in a reference, without its signs. */
export const unquoted = (named: string): string => {
  const name = named.replace(/^\$/, '')
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name
}
