import type { Placement, WriteBackWarning } from '#writeback/plan.ts'
import type { Table } from '#table/table.ts'
import type { Delimiter, Encoding } from '#table/text-source.ts'

/** The format in which a file comes back: its own, but for workbooks of binary formats, which cannot be edited in place. */
export const writeBackFormat = (format: FormatId): FormatId =>
  format === 'xls' || format === 'xlsb' ? 'xlsx' : format

/** Where new prices stand unless somebody says otherwise: beside the price, and in a workbook where nothing has to move. */
export const usualPlacement = (format: FormatId): Placement =>
  format === 'csv' || format === 'json' ? 'after' : 'end'

export type FormatId = 'csv' | 'xlsx' | 'xls' | 'xlsm' | 'xlsb' | 'json'

export type Sheet = { readonly name: string; readonly hidden: boolean; readonly hasData: boolean }

/** A file that was opened: what it is, and its cells. Nothing of columns or prices is decided yet. */
export type OpenedFile = {
  readonly format: FormatId
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
  | { code: 'extension-differs'; extension: string; format: FormatId }
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

/** The returned file, in parts that follow each other. */
export type WriteBackResult = {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly format: FormatId
  readonly notes: readonly WriteBackWarning[]
}

/** The sheet asked for, else the first visible one with data, else any with data, else the first. */
export function chooseSheet(sheets: readonly Sheet[], chosen: string | undefined): Sheet | undefined {
  if (chosen !== undefined) return sheets.find(({ name }) => name === chosen)
  return (
    sheets.find(({ hidden, hasData }) => hasData && !hidden) ??
    sheets.find(({ hasData }) => hasData) ??
    sheets[0]
  )
}

/** The other visible sheets that have data, in which a price list can be that this one lacks. */
export const otherSheets = ({ sheets = [], sheet }: Pick<OpenedFile, 'sheets' | 'sheet'>): string[] =>
  sheets.filter(({ name, hidden, hasData }) => hasData && !hidden && name !== sheet).map(({ name }) => name)
