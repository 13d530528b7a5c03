import type { WriteBackPlan, WriteBackWarning } from '#writeback/plan.ts'
import type { Table } from '#table/table.ts'
import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { DecodedText } from './bytes/encoding.ts'
import type { ZipPart } from './zip/read.ts'

type FormatTraits = {
  /** Of file names, in lower case and without the dot; the usual one first. */
  readonly extensions: readonly string[]
  /**
   * The format of the user's own file with new prices in it. Binary workbooks come back as XLSX. A `FormatId`, as the type
   * of {@link writeBackFormat} requires; not declared so, because those ids are the keys of this table.
   */
  readonly patchedAs: string
}

/**
 * What pages show of each format and names are compared with: no code of a format is loaded for it. The order is that of
 * lists shown to users. The reader of a format is listed in `registry.ts`, its patcher
 * in `write-back.ts`.
 */
const TRAITS = {
  csv: { extensions: ['csv', 'tsv', 'txt', 'tab', 'dat'], patchedAs: 'csv' },
  xlsx: { extensions: ['xlsx'], patchedAs: 'xlsx' },
  xls: { extensions: ['xls'], patchedAs: 'xlsx' },
  xlsm: { extensions: ['xlsm'], patchedAs: 'xlsm' },
  xlsb: { extensions: ['xlsb'], patchedAs: 'xlsx' },
  ods: { extensions: ['ods', 'ots'], patchedAs: 'ods' },
  fods: { extensions: ['fods'], patchedAs: 'fods' },
  json: { extensions: ['json', 'jsonl', 'ndjson'], patchedAs: 'json' },
  xml: { extensions: ['xml'], patchedAs: 'xml' },
  dbf: { extensions: ['dbf'], patchedAs: 'dbf' },
  html: { extensions: ['html', 'htm'], patchedAs: 'xlsx' },
} as const satisfies Record<string, FormatTraits>

export type FormatId = keyof typeof TRAITS

// Marked as pure: without it the bundler loads this module with pages that use nothing of it.
export const FORMAT_IDS = /* @__PURE__ */ Object.keys(TRAITS) as readonly FormatId[]

/** Of files that a price list is packed in. */
const PACKED_EXTENSIONS = { gzip: 'gz', zip: 'zip' } as const satisfies Record<Packing['kind'], string>

/** The extensions of all formats and of what they can be packed in, in lower case and without the dot. */
export const EXTENSIONS: readonly string[] = /* @__PURE__ */ listExtensions()

function listExtensions(): string[] {
  return [
    ...FORMAT_IDS.flatMap((format) => [...TRAITS[format].extensions]),
    ...Object.values(PACKED_EXTENSIONS),
  ]
}

/** They name text, or nothing: what is in such a file is no surprise. */
const VAGUE_EXTENSIONS: readonly string[] = ['txt', 'dat']

/** The extension of a file name in lower case and without its dot; an empty string where there is none. */
export const extensionOf = (fileName: string): string =>
  /\.([^./\\]*)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? ''

/** The format that the extension of a file name stands for, or undefined. */
export function formatOfName(fileName: string): FormatId | undefined {
  const extension = extensionOf(fileName)
  return FORMAT_IDS.find((format) => hasExtension(format, extension))
}

/** Whether the extension of a file name is one of those that are accepted whatever the content is (BULK-02, FILE-01). */
export const isAcceptedName = (fileName: string): boolean => EXTENSIONS.includes(extensionOf(fileName))

/** The format that a file name promises, or undefined. */
export const promisedFormat = (fileName: string): FormatId | undefined =>
  VAGUE_EXTENSIONS.includes(extensionOf(fileName)) ? undefined : formatOfName(fileName)

/** @param extension as {@link extensionOf} gives it */
export const hasExtension = (format: FormatId, extension: string): boolean =>
  (TRAITS[format].extensions as readonly string[]).includes(extension)

export const writeBackFormat = (format: FormatId): FormatId => TRAITS[format].patchedAs

/** What a price list is packed in. It is given back packed in the same way. */
export type Packing =
  | { readonly kind: 'gzip' }
  | {
      readonly kind: 'zip'
      /** The path of the list in the archive. */
      readonly entry: string
      /** Its index among all entries, where another one has the same path. */
      readonly index?: number
      /** The sheet that was read, where the list is a workbook, as the workbook names it. */
      readonly sheet?: string
    }

/** The name of a file without the extension of what it is packed in: `a.csv.gz` → `a.csv`. */
export const unpackedName = (fileName: string): string => fileName.replace(/\.gz\s*$/i, '')

/** The extension of a file that is given back, without the first dot: its own one where it stands for the format. */
export function writtenExtension(
  { format, packing }: Pick<OpenedFile, 'format' | 'packing'>,
  fileName: string,
): string {
  if (packing?.kind === 'zip') return PACKED_EXTENSIONS.zip
  const own = extensionOf(unpackedName(fileName))
  const written = writeBackFormat(format)
  const extension = hasExtension(written, own) ? own : written
  return packing === undefined ? extension : `${extension}.${PACKED_EXTENSIONS[packing.kind]}`
}

/** The path of a list in the archive that is given back: of a workbook that comes back as XLSX with that extension. */
export const writtenEntry = (entry: string, format: FormatId): string =>
  writeBackFormat(format) === format ? entry : `${entry.replace(/\.[^./]*$/, '')}.${writeBackFormat(format)}`

/** How sure a format is that a file is its own. Every `yes` is tried before any `maybe`. */
export type Match = 'yes' | 'maybe' | 'no'

/** How the files of one format are detected and read. `read` loads its code when it is called. */
export type Format = {
  /** Why a binary file of this name cannot be read when its content is of no known kind. */
  readonly binaryError: UnreadableReason
  /** By the content alone, or by content and name. */
  detect(probe: Probe): Match
  /**
   * Reads at most `probe.limit` rows with content; more set `isCut`. CSV wider than `MAX_SHEET_COLUMNS` or with more than
   * `MAX_CELLS` cells is the error `too-wide`; of a workbook and of HTML the first `MAX_READ_COLUMNS` columns
   * are read, of a workbook's cell the first `MAX_CELL_LENGTH` code units. Row r of the table is line r + 1 of the file, or of the sheet, in messages. Never throws
   * for what the file contains. Undefined: the file is not of this format, and the next one is tried.
   */
  read(probe: Probe): Promise<ReadResult | undefined>
}

/**
 * Writes the user's own file with the planned changes, everything else in it unchanged (CONV-08), and loads its code when it
 * is called. It is no member of {@link Format}, so that what only reads files is bundled without it.
 * @param bytes the file as it was opened
 * @param plan rows and columns are those of `file.table`
 * @param onProgress called with 0 to 1
 * @throws {NoRoomError}
 */
export type Patcher = (
  bytes: Uint8Array<ArrayBuffer>,
  file: OpenedFile,
  plan: WriteBackPlan,
  onProgress: (done: number) => void,
) => Promise<WriteBackResult>

/** A file that is neither empty, too big nor of a known unsupported kind, opened or decoded once for all formats. */
export type Probe = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The format that the file name stands for; undefined for any other extension, and without one. */
  readonly named: FormatId | undefined
  readonly options: OpenOptions
  /** Rows to read: those of data, and titles and header before them. */
  readonly limit: number
} & (
  | {
      readonly container: 'zip'
      readonly parts: readonly ZipPart[]
      /** Of the parts of an Open Packaging archive (ECMA-376 part 2, 10.1.2); undefined for other archives. */
      readonly contentTypes: readonly string[] | undefined
    }
  /** `content`: what the names of its streams say. */
  | { readonly container: 'ole'; readonly content: UnsupportedFile }
  /** A BIFF stream of Excel 2 to 5 without a container. */
  | { readonly container: 'old-xls' }
  | { readonly container: 'dbf' }
  | { readonly container: 'text'; readonly decoded: DecodedText }
)

export type ReadResult = { readonly ok: true; readonly file: ReadFile } | ReadFailure

export type ReadFailure = { readonly ok: false; readonly error: ReadError }

/** A file as a format reads it, before its rows are counted and warnings are added. */
export type ReadFile = Omit<OpenedFile, 'warnings' | 'packing'> & {
  /** Whether there are more rows than the limit. */
  readonly isCut: boolean
  /** Warnings of the reader. */
  readonly found?: readonly Warning[]
}

export const failure = (error: ReadError): ReadFailure => ({ ok: false, error })

export type Sheet = { readonly name: string; readonly hidden: boolean; readonly hasData: boolean }

/** An opened file and its cells, before columns and prices are detected. */
export type OpenedFile = {
  readonly format: FormatId
  /** Text whose encoding the user may choose. `delimiter`: CSV only. */
  readonly encoding?: Encoding
  /** DBF only: by the header, so it is no guess. */
  readonly isEncodingStated?: boolean
  readonly hasBom?: boolean
  readonly delimiter?: Delimiter
  /** JSON of the specified form (BULK-09): its first columns are name, price and currency, and no others are chosen. */
  readonly isStrict?: true
  /** The same form: the table with all keys of the items, where `table` has only those columns. */
  readonly withAllKeys?: () => Table
  /** JSON of any other form, and web pages: the texts outside the list, which can state its currency. */
  readonly notes?: readonly string[]
  /** Web pages: the texts between the tables of the list. */
  readonly notesBetween?: readonly string[]
  readonly packing?: Packing
  /**
   * Workbooks: every sheet, and the name of the one that `table` has. Archives of several lists: the path of each list, and of
   * a workbook with several sheets the path and the sheet. JSON and XML: every list with prices.
   */
  readonly sheets?: readonly Sheet[]
  readonly sheet?: string
  /** JSON, where no sheet was chosen: the names of other lists that are as good as the one that was read. */
  readonly equalSheets?: readonly string[]
  readonly table: Table
  /** CSV only: the fields as the file has them, before `table` joins and marks those of misaligned rows. */
  readonly cells?: Table
  readonly warnings: readonly Warning[]
}

/** What the user should know about the file before using the result. */
export type Warning =
  | { code: 'extension-differs'; extension: string; format: FormatId }
  | { code: 'rows-cut'; limit: number }
  | { code: 'undecodable-bytes'; count: number; rows: AffectedRows }
  /** UTF-16 with missing or extra bytes, which were repaired: the file is written back repaired. */
  | { code: 'realigned-bytes'; count: number; rows: AffectedRows }
  /** CSV only: rows with a cell that a spreadsheet program would compute as a formula. They are written back unchanged. */
  | { code: 'formula-cells'; rows: AffectedRows }
  /** DBF only: the header counts other records than the file has. `read`: how many were. */
  | { code: 'records-differ'; counted: number; present: number; read: number }
  /** DBF only: there is no room for another field, so that new prices can only be in place of the old ones. */
  | { code: 'no-room' }
  /** Archives only: files that may be or hold price lists, and are not read. */
  | { code: 'entries-unread'; entries: readonly UnreadEntry[] }

/** A file of an archive that is not read: its path may lead out of the archive, or it is an archive itself. */
export type UnreadEntry = { readonly path: string; readonly why: 'outside' | 'archive' }

/** How many rows of the table are affected, and the first of them, 1-based. */
export type AffectedRows = { readonly count: number; readonly first: readonly number[] }

/** The user's choices; what is absent is detected. */
export type OpenOptions = {
  readonly fileName: string
  readonly encoding?: Encoding
  readonly delimiter?: Delimiter
  readonly sheet?: string
  /**
   * Bytes of the file and rows of data; by default those of `LIMITS`. `isUnpackedLimited`: whether archives that unpack to very
   * much are rejected, as they are by default.
   */
  readonly limits?: { readonly bytes?: number; readonly rows?: number; readonly isUnpackedLimited?: boolean }
  /** JSON only: adds columns for the further keys of the items, after name, price and currency. */
  readonly allKeys?: boolean
  readonly onProgress?: ReadProgress
}

/** Called with 0 to 1, and with the number of rows read so far where it is known. */
export type ReadProgress = (done: number, rows?: number) => void

export type UnreadableReason =
  | 'broken'
  | 'encrypted'
  | 'bomb'
  | 'not-a-workbook'
  | 'not-json'
  | 'xml-entities'
  | 'json-comment'
  | 'json-comma'
  | 'too-wide'

/** Kinds of unsupported files that error messages name. */
export type UnsupportedKind =
  | 'zip'
  | 'archive'
  | 'nested-archive'
  | 'protected-archive'
  | 'pdf'
  | 'document'
  | 'presentation'
  | 'spreadsheet'
  | 'iwork'
  | 'dbf'
  | 'database'
  | 'ebook'
  | 'image'
  | 'audio'
  | 'video'
  | 'web-page'
  | 'web-archive'
  | 'xml'
  | 'json'
  | 'email'
  | 'encoded-text'
  | 'text'
  | 'program'
  | 'office'
  | 'protected-office'
  | 'shortcut'
  | 'google-sheet'
  | 'mac-companion'
  | 'lock-file'
  | 'misnamed'

/**
 * What an unsupported file is. `format` is the name of the format within its kind, the same in all languages; of XML it is
 * the root element, of a misnamed file the extension under which it can be read. `files` are those in a ZIP archive: how
 * many, and the names of a few.
 */
export type UnsupportedFile = {
  readonly kind: UnsupportedKind
  readonly format: string
  readonly files?: { readonly count: number; readonly names: readonly string[] }
}

/** Why a file cannot be read. `unreadable` is anything broken or hostile. */
export type ReadError =
  | { code: 'unsupported-type'; file?: UnsupportedFile }
  | { code: 'too-big'; limitBytes: number }
  | { code: 'unreadable'; reason: UnreadableReason }
  /** XML with prices that is not well-formed; where it is not, 1-based. */
  | { code: 'xml-fault'; line: number; column: number }
  | { code: 'other-file'; file: UnsupportedFile }
  /** The file has no sheet of the chosen name; `sheets` are those it has. */
  | { code: 'unknown-sheet'; sheets: readonly Sheet[]; kind: SheetKind }
  /** `lists`: paths of the arrays of objects in a JSON object. */
  | { code: 'no-rows'; isEmpty?: true; lists?: readonly string[] }
  /** `isReadable`: as a list of any shape, which is the sheet `[]`, it would be read. */
  | { code: 'json-items'; errors: readonly JsonItemError[]; more: number; isReadable?: boolean }

/** An invalid item of a JSON price list; `item` is 1-based. */
export type JsonItemError = {
  item: number
  problem:
    | 'not-an-object'
    | 'currency-missing'
    | 'currency-unknown'
    | 'price-missing'
    | 'price-not-positive'
    | 'name-not-text'
    | 'name-too-long'
}

export type OpenResult = { ok: true; file: OpenedFile } | { ok: false; error: ReadError }

/** The form of a file has no room for the new prices of these columns. */
export class NoRoomError extends Error {
  /** Whether it has as many columns as it can have, or its records are as long as they can be. */
  readonly of: 'columns' | 'records'
  /** Of the table. */
  readonly columns: readonly number[]

  constructor(of: NoRoomError['of'], columns: readonly number[]) {
    super(`The file has no room for more ${of}.`)
    this.of = of
    this.columns = columns
  }
}

/** The file with the new prices, in parts to be concatenated. They can be views of the bytes that were given. */
export type WriteBackResult = {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly format: FormatId
  readonly warnings: readonly WriteBackWarning[]
  /** Workbooks only: references, such as `B2`, of cells that the plan changes and that keep their formula. */
  readonly lockedCells?: ReadonlySet<string>
  /** Workbooks only: columns whose amounts formulas work out from replaced prices, so that they do not stay as they are. */
  readonly computed?: ReadonlySet<number>
}

/** The sheet of the chosen name, else the first visible one with data, else the first with data, else the first. */
export function chooseSheet(sheets: readonly Sheet[], chosen: string | undefined): Sheet | undefined {
  if (chosen !== undefined) return sheets.find(({ name }) => name === chosen)
  return (
    sheets.find(({ hidden, hasData }) => hasData && !hidden) ??
    sheets.find(({ hasData }) => hasData) ??
    sheets[0]
  )
}

/** JSON: the name of a list that no key leads to. */
export const WHOLE_FILE = '[]'

/** What the sheets of a file are: those of a workbook, files of an archive, lists within JSON or XML. */
export type SheetKind = 'sheet' | 'file' | 'list'

export function sheetKindOf({
  format,
  packing,
  sheet,
}: Pick<OpenedFile, 'format' | 'packing' | 'sheet'>): SheetKind {
  if (packing?.kind === 'zip' && sheet?.startsWith(packing.entry) !== false) return 'file'
  return format === 'json' || format === 'xml' ? 'list' : 'sheet'
}

/** The part of a file that was read, and the names of the others with data, which were not. */
export type ReadPart = { readonly kind: SheetKind; readonly name: string; readonly others: readonly string[] }

/** Undefined for a file that has no parts, or only one. */
export function readPartOf(
  file: Pick<OpenedFile, 'format' | 'packing' | 'sheet' | 'sheets'>,
): ReadPart | undefined {
  const { packing, sheet, sheets = [] } = file
  const kind = sheetKindOf(file)
  if (sheet !== undefined && sheets.length > 1) return { kind, name: sheet, others: otherSheets(file) }
  return packing?.kind === 'zip' ? { kind: 'file', name: packing.entry, others: [] } : undefined
}

/** The names of the other visible sheets with data. */
export const otherSheets = ({ sheets = [], sheet }: Pick<OpenedFile, 'sheets' | 'sheet'>): string[] =>
  sheets.filter(({ name, hidden, hasData }) => hasData && !hidden && name !== sheet).map(({ name }) => name)
