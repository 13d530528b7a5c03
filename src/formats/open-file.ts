import { LIMITS } from '#product/limits.ts'
import type {
  FormatId,
  OpenOptions,
  OpenResult,
  OpenedFile,
  OtherFile,
  OtherKind,
  ReadError,
  UnreadableReason,
  Warning,
} from './format.ts'
import { LazyTable, type Table, isBlankAt } from '#table/table.ts'
import { HEADER_ROWS, findHeaderRow } from '#pricelist/headers/header-row.ts'
import { CsvOffsets, CsvTable } from './csv/table.ts'
import { detectDelimiter, readSeparatorLine } from './csv/delimiter.ts'
import { type DecodedText, decodeText, isBinary } from './bytes/encoding.ts'
import { type TextKind, extensionOf, formatOfName, kindOfBytes, textKind } from './detect.ts'
import { kindOfSignature } from './unsupported/file-signatures.ts'
import { isProse, otherText } from './unsupported/unsupported-text.ts'
import { withoutMisalignedRows } from './csv/misaligned-rows.ts'
import type { WorkbookTable, WorkbookData } from './spreadsheet/library.ts'
import type { ExtractedEntry } from './zip/read.ts'

/** A file as one of the readers gives it, before rows are counted and warnings made. */
type RawFile = Omit<OpenedFile, 'warnings'> & { readonly isCut: boolean }

type RawResult =
  | { readonly ok: true; readonly file: RawFile; readonly decoded?: DecodedText }
  | { readonly ok: false; readonly error: ReadError }

type Job = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly named: FormatId
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
  if (named === undefined) return await unsupported(bytes, options.fileName)
  const limitBytes = options.limits?.bytes ?? LIMITS.fileBytes
  if (bytes.length > limitBytes) return failure({ code: 'too-big', limitBytes })
  if (bytes.length === 0) return failure({ code: 'no-rows', isEmpty: true })
  const dataRows = options.limits?.rows ?? LIMITS.bulkRows
  const result = await readRaw({ bytes, named, options, limit: dataRows + HEADER_ROWS })
  if (!result.ok) return result
  return await finish(result, options.fileName, dataRows)
}

const failure = (error: ReadError): { ok: false; error: ReadError } => ({ ok: false, error })

const unreadable = (reason: Extract<ReadError, { code: 'unreadable' }>['reason']) =>
  failure({ code: 'unreadable', reason })

const other = (file: OtherFile) => failure({ code: 'other-file', file })

async function unsupported(bytes: Uint8Array<ArrayBuffer>, fileName: string) {
  const { otherFile } = await import('./unsupported/unsupported-file.ts')
  const file = otherFile(bytes, fileName, () => decodeText(bytes).text)
  return failure({ code: 'unsupported-type', ...(file && { file }) })
}

async function readRaw(job: Job): Promise<RawResult> {
  switch (kindOfBytes(job.bytes)) {
    case 'zip':
      return readArchive(job)
    case 'ole':
      return readOle(job)
    case 'old-xls':
      return readBook(job, { kind: 'xls', bytes: job.bytes }, 'xls')
    case 'text':
    default:
      return readText(job)
  }
}

async function readArchive(job: Job): Promise<RawResult> {
  const { zipFile } = await import('./unsupported/unsupported-file.ts')
  const what = zipFile(job.bytes)
  if (what?.mayBeBook === false) return other(what.file)
  const { readZip } = await import('./zip/read.ts')
  const unpacked = await readZip(job.bytes)
  if (!unpacked.ok) return unreadable(unpacked.reason)
  const format = formatOfParts(unpacked.entries)
  if (format === undefined) return what === undefined ? unreadable('broken') : other(what.file)
  job.options.onProgress?.(0.3)
  const { entries } = unpacked
  const plain = await readPlain(job, entries, format)
  if (plain !== undefined) return openedBook(plain, format)
  const { storeZip } = await import('./zip/write.ts')
  return readBook(job, { kind: 'zip', bytes: storeZip(entries) }, format)
}

/** Undefined for what only the library understands. */
async function readPlain(
  job: Job,
  entries: readonly ExtractedEntry[],
  format: FormatId,
): Promise<WorkbookTable | undefined> {
  if (format === 'xlsb') {
    const { readXlsb: readBinaryWorkbook } = await import('./xlsb/read.ts')
    return readBinaryWorkbook(entries, job.limit, job.options.sheet)
  }
  const { readXlsx } = await import('./xlsx/read/read.ts')
  return readXlsx(entries, job.limit, job.options.sheet)
}

/** Content types of the main part, as the archive's table of contents gives them (ECMA-376 part 2, 10.1.2). */
const MAIN_PARTS: readonly (readonly [FormatId, RegExp])[] = [
  ['xlsm', /^application\/vnd\.ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml$/i],
  ['xlsx', /spreadsheetml\.(?:sheet|template)\.main\+xml$/i],
  ['xlsb', /^application\/vnd\.ms-excel\.sheet\.binary\.macroEnabled\.main$/i],
]

/** Which workbook the parts of an archive make. Defaults by extension are no sign: SheetJS writes one for `bin` always. */
function formatOfParts(entries: readonly ExtractedEntry[]): FormatId | undefined {
  const has = (part: string) => entries.some(({ name }) => name.toLowerCase() === part)
  const contents = entries.find(({ name }) => name === '[Content_Types].xml')
  if (contents === undefined) return undefined
  const xml = new TextDecoder().decode(contents.content)
  const types = [...xml.matchAll(/<(?:\w+:)?Override\s[^<>]*?ContentType\s*=\s*["']([^"']*)/g)].map(
    (match) => match[1]!,
  )
  const named = MAIN_PARTS.find(([, type]) => types.some((one) => type.test(one)))?.[0]
  if (named !== undefined) return named
  if (has('xl/workbook.bin')) return 'xlsb'
  return has('xl/workbook.xml') ? 'xlsx' : undefined
}

async function readOle(job: Job): Promise<RawResult> {
  const { oleFile } = await import('./unsupported/unsupported-file.ts')
  const { file, mayBeBook } = oleFile(job.bytes)
  if (!mayBeBook) return other(file)
  const { readXls } = await import('./xls/read.ts')
  const plain = readXls(job.bytes, job.limit, job.options.sheet)
  if (plain !== undefined) return openedBook(plain, 'xls')
  const result = await readBook(job, { kind: 'xls', bytes: job.bytes }, 'xls')
  const isNoBook =
    !result.ok && result.error.code === 'unreadable' && result.error.reason === 'not-a-workbook'
  return isNoBook && file.kind === 'office' ? other(file) : result
}

async function readBook(job: Job, data: WorkbookData, format: FormatId): Promise<RawResult> {
  const { readWorkbook } = await import('./spreadsheet/library.ts')
  const book = await readWorkbook(data, job.limit, job.options.sheet)
  if (book.ok) return openedBook(book, format)
  return book.reason === 'unknown-sheet'
    ? failure({ code: 'unknown-sheet', sheets: book.sheets })
    : unreadable(book.reason)
}

function openedBook({ sheets, sheet, table, isCut }: WorkbookTable, format: FormatId): RawResult {
  return { ok: true, file: { format, sheets, sheet, table, isCut } }
}

/** What a binary file is that is neither text nor a workbook, by the name under which it came. */
const BINARY = {
  csv: 'broken',
  json: 'not-json',
  xlsx: 'not-a-workbook',
  xls: 'not-a-workbook',
  xlsm: 'not-a-workbook',
  xlsb: 'not-a-workbook',
} as const satisfies Record<FormatId, UnreadableReason>

/** Kinds that the readers of text understand in part, or under another name. */
const READ_AS_TEXT: ReadonlySet<OtherKind> = new Set(['misnamed', 'web-page', 'json'])

async function readText(job: Job): Promise<RawResult> {
  if (job.options.fileName.startsWith('~$')) {
    const { isLockFile } = await import('./unsupported/unsupported-file.ts')
    if (isLockFile(job.bytes, job.options.fileName)) return other({ kind: 'lock-file', format: 'Excel' })
  }
  const binary = kindOfSignature(job.bytes)
  if (binary !== undefined) return other(binary)
  const decoded = decodeText(job.bytes, job.options.encoding)
  if (decoded.text.trim() === '') return failure({ code: 'no-rows' })
  if (isBinary(decoded.text)) return unreadable(BINARY[job.named])
  const kind = textKind(decoded.text, job.named)
  const what = kind === 'json' || kind === 'xml-workbook' ? undefined : otherText(decoded.text)
  if (what !== undefined && (kind === 'delimited' || !READ_AS_TEXT.has(what.kind))) return other(what)
  const result = await readDecoded(job, decoded, kind)
  return result.ok ? { ...result, decoded } : result
}

function readDecoded(job: Job, decoded: DecodedText, kind: TextKind): RawResult | Promise<RawResult> {
  switch (kind) {
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

async function readHtml(job: Job, decoded: DecodedText): Promise<RawResult> {
  const { readHtmlTable } = await import('./html/read.ts')
  const { rows, isCut } = readHtmlTable(decoded.text, job.limit)
  if (rows.length === 0) return other({ kind: 'web-page', format: 'HTML' })
  return { ok: true, file: { format: 'xls', table: rows, isCut } }
}

async function readJson(job: Job, decoded: DecodedText): Promise<RawResult> {
  const { readJsonPriceList } = await import('./json/read.ts')
  const result = readJsonPriceList(decoded.text, job.limit - HEADER_ROWS, job.options.allKeys)
  if (result.ok) return { ok: true, file: { format: 'json', table: result.table, isCut: result.isCut } }
  // Text that only began like JSON, in a file that does not claim to be.
  return job.named !== 'json' && result.error.code === 'unreadable' ? readDelimited(job, decoded) : result
}

function readDelimited(job: Job, decoded: DecodedText): RawResult {
  const line = readSeparatorLine(decoded.text)
  const detected = detectDelimiter(decoded.text.slice(line.length, line.length + 65_536 * 2))
  if (job.named === 'json' && !detected.isEven) return unreadable('not-json')
  const delimiter = job.options.delimiter ?? line.delimiter ?? detected.delimiter
  const { limit, options } = job
  const { onProgress } = options
  const layout = new CsvOffsets(decoded.text, delimiter, line.length, { limit, onProgress })
  if (layout.isTooWide) return unreadable('too-wide')
  const cells = new CsvTable(layout)
  const areChosen = options.encoding !== undefined || options.delimiter !== undefined
  if (!areChosen && isProse(decoded.text, cells)) return other({ kind: 'text', format: '' })
  const table = withoutMisalignedRows(cells, delimiter)
  const { encoding, hasBom } = decoded
  return {
    ok: true,
    file: { format: 'csv', encoding, hasBom, delimiter, table, cells, isCut: layout.isCut },
  }
}

async function finish(
  { file: { isCut, ...file }, decoded }: Extract<RawResult, { ok: true }>,
  fileName: string,
  dataRows: number,
): Promise<OpenResult> {
  const table = withoutBlankEnd(file.table)
  if (table.length === 0) return failure({ code: 'no-rows' })
  const end = (findHeaderRow(table) ?? -1) + 1 + dataRows
  const warnings: Warning[] = []
  const extension = extensionOf(fileName)
  if (file.format !== extension) warnings.push({ code: 'extension-differs', extension, format: file.format })
  if (isCut || table.length > end) warnings.push({ code: 'rows-cut', limit: dataRows })
  if (decoded !== undefined && (decoded.undecodable > 0 || decoded.realigned !== undefined)) {
    const { decodingWarnings } = await import('./csv/decoding-warnings.ts')
    warnings.push(...decodingWarnings(decoded, file))
  }
  const upTo = Math.min(table.length, end)
  const cells = file.cells && { cells: firstRows(file.cells, upTo) }
  return { ok: true, file: { ...file, table: firstRows(table, upTo), ...cells, warnings } }
}

function firstRows(table: Table, count: number): Table {
  if (table.length <= count) return table
  return table instanceof LazyTable ? table.first(count) : table.slice(0, count)
}

function withoutBlankEnd(table: Table): Table {
  let end = table.length
  while (end > 0 && isBlankAt(table, end - 1)) end--
  return firstRows(table, end)
}
