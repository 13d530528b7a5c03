import type { CellObject, WorkBook } from '@e965/xlsx'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { type AnyBookType, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import type { FuzzCell } from '../list.ts'
import { type BuiltList, buildList, type Merge } from './build-list.ts'
import type { ListSpec } from './spec.ts'
import { FILE_NAMES, SHEET_NAMES } from './surroundings.ts'
import type { ProductLine, Truth } from './truth.ts'

export type ListFile = {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly truth: Truth
  /** The cells, as a report shows them. */
  readonly text: string
}

export function writeFile(spec: ListSpec): ListFile {
  const list = buildList(spec)
  const extension = spec.format === 'html' ? 'xls' : spec.format
  const names = FILE_NAMES[spec.money.currency]
  const opposite = FILE_NAMES[spec.money.currency === 'BGN' ? 'EUR' : 'BGN']
  const { where, conflictIn } = spec.money
  const stem = where === 'file' ? names : conflictIn === 'file' ? opposite : ['list']
  const fileName = `${stem[spec.seed % stem.length]!}.${extension}`
  const shown = shownText(list)
  if (spec.format === 'html')
    return { fileName, bytes: encode(htmlText(list), 'utf-8'), truth: list.truth, text: shown }
  if (spec.format !== 'csv')
    return { fileName, bytes: bookBytes(spec, spec.format, list), truth: list.truth, text: shown }
  return { fileName, ...delimited(spec, list) }
}

const shownText = ({ grid }: BuiltList): string =>
  grid
    .map((row) =>
      row
        .map(({ text, stored }) => JSON.stringify(text) + (stored?.z === undefined ? '' : `{${stored.z}}`))
        .join(' | '),
    )
    .join('\n')

const BOOK_TYPES: Record<Exclude<ListSpec['format'], 'csv' | 'html'>, AnyBookType> = {
  xlsx: 'xlsx',
  xlsm: 'xlsm',
  xlsb: 'xlsb',
  xls: 'biff8',
}

function bookBytes(
  { money, seed }: ListSpec,
  format: keyof typeof BOOK_TYPES,
  { grid, merges }: BuiltList,
): Uint8Array<ArrayBuffer> {
  const opposite = SHEET_NAMES[money.currency === 'BGN' ? 'EUR' : 'BGN']
  const names =
    money.where === 'sheet'
      ? SHEET_NAMES[money.currency]
      : money.conflictIn === 'sheet'
        ? opposite
        : (['Sheet1'] as const)
  const sheet = names[seed % names.length]!
  const rows = grid.map((row) => row.map(valueOf))
  return workbook({ [sheet]: rows }, BOOK_TYPES[format], (book: WorkBook) => {
    if (merges.length === 0) return
    book.Sheets[sheet]!['!merges'] = merges
      .filter(({ rows: down, columns }) => down > 1 || columns > 1)
      .map(({ row, column, rows: down, columns }) => ({
        s: { r: row, c: column },
        e: { r: row + down - 1, c: column + columns - 1 },
      }))
  })
}

const valueOf = ({ text, stored }: FuzzCell): CellObject | string | null =>
  stored ?? (text === '' ? null : text)

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\n', '<br>')

/** A page as shops save it, with cells that reach over others where the list has merged ones. */
function htmlText({ grid, merges }: BuiltList): string {
  const rows = grid.map((row, r) => {
    const cells = row.map(({ text }, c) => {
      const covering = merges.find((merge) => isIn(merge, r, c))
      if (covering === undefined) return `<td>${escaped(text)}</td>`
      const { row: top, column, rows: down, columns } = covering
      if (top !== r || column !== c) return ''
      return `<td colspan="${columns}" rowspan="${down}">${escaped(text)}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<html><head><meta charset="utf-8"></head><body><table border="1">${rows.join('\n')}</table></body></html>`
}

const isIn = ({ row, column, rows, columns }: Merge, r: number, c: number): boolean =>
  r >= row && r < row + rows && c >= column && c < column + columns

function delimited(spec: ListSpec, list: BuiltList): Omit<ListFile, 'fileName'> {
  const width = Math.max(...list.grid.map((row) => row.length))
  const odd = oddLine(spec, list)
  const lines = list.grid.map((row, r) => {
    const cells = Array.from({ length: width }, (_, c) => row[c]?.text ?? '')
    const isOdd = r + 1 === odd?.line
    const kept = isOdd && spec.oddity === 'short row' ? cells.slice(0, list.lastNeeded + 1) : cells
    const fields = kept.map((text, c) =>
      isOdd && spec.oddity === 'unquoted decimal comma' && c === list.priceAt ? text : field(text, spec),
    )
    if (isOdd && spec.oddity === 'over-long row') fields.push('', '')
    return fields.join(spec.delimiter)
  })
  const sep = spec.hasSepLine ? `sep=${spec.delimiter}${spec.lineEnd}` : ''
  const text = sep + lines.join(spec.lineEnd) + spec.lineEnd
  const encoded = bytesOf(spec, text)
  const damaged = odd === undefined ? encoded : damagedBytes(spec, text, encoded, odd.name)
  return { bytes: damaged, truth: movedBy(spec.hasSepLine ? 1 : 0, oddTruth(spec, list, odd)), text }
}

function field(text: string, { delimiter, quotes }: ListSpec): string {
  if (quotes === 'needed' && !text.includes(delimiter) && !/["\r\n]/.test(text)) return text
  const space = quotes === 'all, with a space before' ? ' ' : ''
  return `${space}"${text.replaceAll('"', '""')}"`
}

/** A letter that the encoding lacks makes the file UTF-8, as common programs do. */
function bytesOf({ encoding, isBom }: ListSpec, text: string): Uint8Array<ArrayBuffer> {
  if (encoding.startsWith('utf-')) return encode(isBom ? `\ufeff${text}` : text, encoding)
  try {
    return encode(text, encoding)
  } catch {
    return withBom(encode(text, 'utf-8'), 0xef, 0xbb, 0xbf)
  }
}

/** The row that is odd: one in the middle, or the last where the end is cut. */
function oddLine(spec: ListSpec, { truth }: BuiltList): ProductLine | undefined {
  if (spec.oddity === undefined) return undefined
  return spec.oddity === 'last row cut'
    ? truth.products.at(-1)
    : truth.products[Math.floor(truth.products.length / 2)]
}

function damagedBytes(
  spec: ListSpec,
  text: string,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Uint8Array<ArrayBuffer> {
  // With a quote of the first title its lines would be rows.
  if (spec.oddity === 'starts one byte off' && /^[^"]?"[^"]*[\r\n]/.test(text)) return bytes
  if (spec.oddity === 'starts one byte off')
    return spec.isBom
      ? Uint8Array.from([...bytes.subarray(0, 2), 0x20, ...bytes.subarray(2)])
      : bytes.slice(1)
  const isOne = spec.oddity === 'one byte too few' || spec.oddity === 'one byte too many'
  if (!isOne && spec.oddity !== 'last row cut') return bytes
  const at = text.lastIndexOf(field(name, spec))
  // A letter further down can make all of it UTF-8.
  const isFallback = !spec.encoding.startsWith('utf-') && bytes[0] === 0xef && bytes[1] === 0xbb
  const own: ListSpec = isFallback ? { ...spec, encoding: 'utf-8', isBom: true } : spec
  const offset = bytesOf(own, text.slice(0, Math.max(at, 0) + (isOne ? 2 : 1))).length
  if (spec.oddity === 'last row cut') return bytes.slice(0, offset)
  const added = spec.oddity === 'one byte too many' ? [0x20] : []
  const rest = bytes.subarray(offset + (spec.oddity === 'one byte too few' ? 1 : 0))
  return Uint8Array.from([...bytes.subarray(0, offset), ...added, ...rest])
}

function oddTruth(spec: ListSpec, { truth }: BuiltList, odd: ProductLine | undefined): Truth {
  if (odd === undefined) return truth
  const change = (line: ProductLine): ProductLine => {
    if (line.line !== odd.line) return line
    if (spec.oddity === 'unquoted decimal comma') return { ...line, isDoubtful: true }
    if (spec.oddity === 'starts one byte off' || spec.oddity === 'first title lost') return line
    return truth.isDamaged || spec.oddity === 'last row cut' ? { ...line, isUnknown: true } : line
  }
  const products = truth.products.map(change)
  if (spec.oddity !== 'last row cut') return { ...truth, products }
  // The rows below are lost.
  return {
    ...truth,
    products: products.filter(({ line }) => line <= odd.line),
    totals: truth.totals.filter((line) => line < odd.line),
  }
}

const movedBy = (lines: number, truth: Truth): Truth => ({
  ...truth,
  products: truth.products.map((product) => ({ ...product, line: product.line + lines })),
  totals: truth.totals.map((line) => line + lines),
})
