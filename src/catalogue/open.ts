import { LIMITS } from '#domain/limits.ts'
import type { Format, OpenedFile, OpenOptions, OpenResult, ReadError, Table, Warning } from './catalogue.ts'
import { findHeaderRow, HEADER_ROWS } from './header-row.ts'
import { isBlankRow } from './cells.ts'
import { DelimitedLayout } from './delimited-layout.ts'
import { DelimitedTable } from './delimited-table.ts'
import { detectDelimiter, readSeparatorLine } from './delimiter.ts'
import { decodeText, isBinary, type DecodedText } from './encoding.ts'
import { extensionOf, formatOfName, kindOfBytes, textKind } from './file-kind.ts'
import { readHtmlTable } from './html-table.ts'
import { readJsonCatalogue } from './json-catalogue.ts'
import { withoutShiftedRows } from './shifted-rows.ts'
import { type ReadBook, readWorkbook, type WorkbookData } from './workbook.ts'
import { unpackZip, type UnpackedEntry } from './zip-guard.ts'
import { storeZip } from './zip-store.ts'

/** A file as one of the readers gives it, before rows are counted and warnings made. */
type RawFile = Omit<OpenedFile, 'warnings'> & { readonly isCut: boolean; readonly undecodable?: number }

type RawResult =
  | { readonly ok: true; readonly file: RawFile }
  | { readonly ok: false; readonly error: ReadError }

type Job = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly named: Format
  readonly options: OpenOptions
  /** Rows of data and, before them, of titles and header. */
  readonly limit: number
}

/**
 * Opens a catalogue file: what it is by its bytes before its name, decoded, unpacked and guarded, as a table of cells.
 * Nothing a file holds makes it throw; it reads at most `options.limits` (by default 20 MB and 100,000 rows of data).
 */
export async function openFile(bytes: Uint8Array<ArrayBuffer>, options: OpenOptions): Promise<OpenResult> {
  const named = formatOfName(options.fileName)
  if (named === undefined) return failure({ code: 'unsupported-type' })
  const limitBytes = options.limits?.bytes ?? LIMITS.fileBytes
  if (bytes.length > limitBytes) return failure({ code: 'too-big', limitBytes })
  if (bytes.length === 0) return failure({ code: 'no-rows' })
  const dataRows = options.limits?.rows ?? LIMITS.bulkRows
  const result = await readRaw({ bytes, named, options, limit: dataRows + HEADER_ROWS })
  if (!result.ok) return result
  return finish(result.file, options.fileName, dataRows)
}

const failure = (error: ReadError): { ok: false; error: ReadError } => ({ ok: false, error })

const unreadable = (reason: Extract<ReadError, { code: 'unreadable' }>['reason']) =>
  failure({ code: 'unreadable', reason })

async function readRaw(job: Job): Promise<RawResult> {
  switch (kindOfBytes(job.bytes)) {
    case 'zip':
      return readZip(job)
    case 'ole':
    case 'old-xls':
      return readBook(job, { kind: 'xls', bytes: job.bytes }, 'xls')
    case 'text':
    default:
      return readText(job)
  }
}

async function readZip(job: Job): Promise<RawResult> {
  const unpacked = await unpackZip(job.bytes)
  if (!unpacked.ok) return unreadable(unpacked.reason)
  const format = formatOfParts(unpacked.entries)
  if (format === undefined) return unreadable('not-a-workbook')
  job.options.onProgress?.(0.3)
  const { entries } = unpacked
  const plain = format === 'xlsb' ? undefined : await readPlain(job, entries)
  if (plain !== undefined) return openedBook(plain, format)
  return readBook(job, { kind: 'zip', bytes: storeZip(entries) }, format)
}

/** Undefined for what only the library understands. */
async function readPlain(job: Job, entries: readonly UnpackedEntry[]): Promise<ReadBook | undefined> {
  const { readPlainWorkbook } = await import('./xlsx-reader/plain-workbook.ts')
  return readPlainWorkbook(entries, job.limit, job.options.sheet)
}

/** Content types of the main part, as the archive's table of contents gives them (ECMA-376 part 2, 10.1.2). */
const MAIN_PARTS: readonly (readonly [Format, RegExp])[] = [
  ['xlsm', /^application\/vnd\.ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml$/i],
  ['xlsx', /spreadsheetml\.(?:sheet|template)\.main\+xml$/i],
  ['xlsb', /^application\/vnd\.ms-excel\.sheet\.binary\.macroEnabled\.main$/i],
]

/** Which workbook the parts of an archive make. Defaults by extension are no sign: SheetJS writes one for `bin` always. */
function formatOfParts(entries: readonly UnpackedEntry[]): Format | undefined {
  const has = (part: string) => entries.some(({ name }) => name.toLowerCase() === part)
  const contents = entries.find(({ name }) => name === '[Content_Types].xml')
  if (contents === undefined) return undefined
  const xml = new TextDecoder().decode(contents.content)
  const types = [...xml.matchAll(/<(?:\w+:)?Override\s[^>]*?ContentType\s*=\s*["']([^"']*)/g)].map(
    (match) => match[1]!,
  )
  const named = MAIN_PARTS.find(([, type]) => types.some((one) => type.test(one)))?.[0]
  if (named !== undefined) return named
  if (has('xl/workbook.bin')) return 'xlsb'
  return has('xl/workbook.xml') ? 'xlsx' : undefined
}

async function readBook(job: Job, data: WorkbookData, format: Format): Promise<RawResult> {
  const book = await readWorkbook(data, job.limit, job.options.sheet)
  return book.ok ? openedBook(book, format) : unreadable(book.reason)
}

function openedBook({ sheets, sheet, table, isCut }: ReadBook, format: Format): RawResult {
  return { ok: true, file: { format, sheets, sheet, table, isCut } }
}

async function readText(job: Job): Promise<RawResult> {
  const decoded = decodeText(job.bytes, job.options.encoding)
  if (decoded.text.trim() === '') return failure({ code: 'no-rows' })
  if (isBinary(decoded.text)) return unreadable(job.named === 'csv' ? 'broken' : 'not-a-workbook')
  switch (textKind(decoded.text, job.named)) {
    case 'xml-workbook':
      return readBook(job, { kind: 'xml', text: decoded.text }, 'xls')
    case 'html':
      return readHtml(job, decoded)
    case 'json':
      return readJson(job, decoded)
    case 'delimited':
    default:
      return readDelimited(job, decoded)
  }
}

function readHtml(job: Job, decoded: DecodedText): RawResult {
  const { rows, isCut } = readHtmlTable(decoded.text, job.limit)
  if (rows.length === 0) return unreadable('not-a-workbook')
  return { ok: true, file: { format: 'xls', table: rows, isCut } }
}

function readJson(job: Job, decoded: DecodedText): RawResult {
  const result = readJsonCatalogue(decoded.text, job.limit - HEADER_ROWS, job.options.allKeys)
  if (result.ok) return { ok: true, file: { format: 'json', table: result.table, isCut: result.isCut } }
  // Text that only began like JSON, in a file that does not claim to be.
  return job.named === 'json' ? result : readDelimited(job, decoded)
}

function readDelimited(job: Job, decoded: DecodedText): RawResult {
  const line = readSeparatorLine(decoded.text)
  const detected = detectDelimiter(decoded.text.slice(line.length, line.length + 65_536 * 2))
  if (job.named === 'json' && !detected.isEven) return unreadable('not-json')
  const delimiter = job.options.delimiter ?? line.delimiter ?? detected.delimiter
  const { limit, options } = job
  const { onProgress } = options
  const layout = new DelimitedLayout(decoded.text, delimiter, line.length, { limit, onProgress })
  if (layout.isTooWide) return unreadable('too-wide')
  const cells = new DelimitedTable(layout)
  const table = withoutShiftedRows(cells, delimiter)
  const { encoding, hasBom, undecodable } = decoded
  return {
    ok: true,
    file: { format: 'csv', encoding, hasBom, delimiter, table, cells, isCut: layout.isCut, undecodable },
  }
}

function finish({ isCut, undecodable, ...file }: RawFile, fileName: string, dataRows: number): OpenResult {
  const table = withoutBlankEnd(file.table)
  if (table.length === 0) return failure({ code: 'no-rows' })
  const end = (findHeaderRow(table) ?? -1) + 1 + dataRows
  const warnings: Warning[] = []
  const extension = extensionOf(fileName)
  if (file.format !== extension) warnings.push({ code: 'extension-differs', extension, format: file.format })
  if (isCut || table.length > end) warnings.push({ code: 'rows-cut', limit: dataRows })
  if (undecodable) warnings.push({ code: 'undecodable-bytes', count: undecodable })
  const upTo = Math.min(table.length, end)
  const cells = file.cells && { cells: firstRows(file.cells, upTo) }
  return { ok: true, file: { ...file, table: firstRows(table, upTo), ...cells, warnings } }
}

function firstRows(table: Table, count: number): Table {
  if (table.length <= count) return table
  return table instanceof DelimitedTable ? table.first(count) : table.slice(0, count)
}

function withoutBlankEnd(table: Table): Table {
  let end = table.length
  while (end > 0 && isBlankRow(table.at(end - 1)!)) end--
  return firstRows(table, end)
}
