import type { Currency } from '#money/amount.ts'

export type Format = 'csv' | 'xlsx' | 'xls' | 'xlsm' | 'xlsb' | 'json'

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'windows-1252',
  'ibm866',
  'x-mac-cyrillic',
  'koi8-r',
  'iso-8859-5',
] as const

export type Encoding = (typeof ENCODINGS)[number]

/** In the order in which a tie between them is decided. */
export const DELIMITERS = ['\t', ';', '|', ','] as const

export type Delimiter = (typeof DELIMITERS)[number]

/**
 * One cell as the file has it. Text from delimited files and text cells; workbooks also give numbers, dates, booleans
 * and error values, kept apart because a date is no price and an error is invalid.
 * `text` is what a person would read in the cell; for numbers it is the exact plain decimal.
 */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly currency?: Currency }
  | { readonly kind: 'other'; readonly text: string; readonly what: OtherValue }

/**
 * What is in a cell that is neither text nor a plain number, or in a row whose cells cannot stand where they belong.
 */
export type OtherValue =
  | 'date'
  | 'boolean'
  | 'error'
  | 'percent'
  | 'other-currency'
  | 'value'
  | 'out-of-place'

/** The cells of a row; a string stands for a text cell, undefined for a blank one. */
export type TableRow = readonly (string | Cell | undefined)[]

/**
 * Rows of cells, which may be ragged. An array of rows is one; rows of a large text are made only when they are asked for,
 * so that single cells are better taken by `cellAt`. `at` counts from the start alone.
 */
export type Table = Iterable<TableRow> & {
  readonly length: number
  at(r: number): TableRow | undefined
  slice(from?: number, end?: number): readonly TableRow[]
  map<T>(of: (row: TableRow, r: number) => T): T[]
  some(test: (row: TableRow, r: number) => boolean): boolean
}

export type Sheet = { readonly name: string; readonly hidden: boolean; readonly hasData: boolean }

/** A file that was opened: what it is, and its cells. Nothing of columns or prices is decided yet. */
export type OpenedFile = {
  readonly format: Format
  /** Delimited text only. */
  readonly encoding?: Encoding
  readonly hasBom?: boolean
  readonly delimiter?: Delimiter
  /** Workbooks only: every sheet, and the name of the one in `table`. */
  readonly sheets?: readonly Sheet[]
  readonly sheet?: string
  readonly table: Table
  /** Delimited text only: the cells before numbers that cannot stand under their titles were marked in `table`. */
  readonly cells?: Table
  readonly warnings: readonly Warning[]
}

/** What a person should know about the file before using the result. */
export type Warning =
  | { code: 'extension-differs'; extension: string; format: Format }
  | { code: 'rows-cut'; limit: number }
  | { code: 'undecodable-bytes'; count: number; rows: DamagedRows }
  /** UTF-16 in which bytes were missing or added: read as if they were not, and given back so. */
  | { code: 'realigned-bytes'; count: number; rows: DamagedRows }

/** How many rows of the table are damaged, and the first of them; they count from 1. */
export type DamagedRows = { readonly count: number; readonly first: readonly number[] }

/** Choices of the person; what is absent is detected. */
export type OpenOptions = {
  readonly fileName: string
  readonly encoding?: Encoding
  readonly delimiter?: Delimiter
  readonly sheet?: string
  /** Other limits than the product's own for the web: bytes of the file, rows of data. */
  readonly limits?: { readonly bytes?: number; readonly rows?: number }
  /** The other keys of a JSON catalogue's items as columns too, behind those that are needed. */
  readonly allKeys?: boolean
  /** From 0 to 1, called a few times a second at most. */
  readonly onProgress?: (done: number) => void
}

export type UnreadableReason = 'broken' | 'encrypted' | 'bomb' | 'not-a-workbook' | 'not-json' | 'too-wide'

/** Kinds of files that hold no price list as it is read here, and that are named to the person. */
export type OtherKind =
  | 'zip'
  | 'archive'
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
 * What a file really is. `format` is the name of the format within its kind, the same in all languages; of XML it is the root
 * element, of a misnamed file the extension under which it is read. `files` are those in a ZIP archive: how many, and the
 * names of a few.
 */
export type OtherFile = {
  readonly kind: OtherKind
  readonly format: string
  readonly files?: { readonly count: number; readonly names: readonly string[] }
}

/**
 * Why a file cannot be read. `unreadable` is everything broken or hostile; the others say more.
 * Nothing in this layer throws for what a file holds.
 */
export type ReadError =
  | { code: 'unsupported-type'; file?: OtherFile }
  | { code: 'too-big'; limitBytes: number }
  | { code: 'unreadable'; reason: UnreadableReason }
  | { code: 'other-file'; file: OtherFile }
  /** The workbook lacks the sheet that was asked for; `sheets` are those it has. */
  | { code: 'unknown-sheet'; sheets: readonly Sheet[] }
  /** `lists`: the keys of a JSON object under which arrays of objects stand. */
  | { code: 'no-rows'; isEmpty?: true; lists?: readonly string[] }
  | { code: 'json-items'; errors: readonly JsonItemError[]; more: number }

/** An item of a JSON catalogue that fails the strict check; `item` counts from 1. */
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
