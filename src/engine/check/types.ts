import type { AmbiguousReading } from '#pricelist/types.ts'
import type { ReadError } from '#formats/format.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { CheckSummary, Mismatch } from '#pricelist/pairs/check-pairs.ts'
import type { MissingReason } from '#pricelist/pairs/read-pairs.ts'
import type { Lang } from '#i18n/language.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { ComparedColumns, FileChoices, FileSummary, MismatchFile } from '#reports/types.ts'
import type { Strip } from './strip.ts'

/** Rows listed for each reason. */
export const MAX_SAMPLE_ROWS = 5

/** The first rows of one reason, each once, and whether there are more. */
export type RowSample = { readonly rows: readonly number[]; readonly hasMore: boolean }

/** The result of a check. */
export type CheckedFile = {
  readonly file: FileSummary
  readonly columns: ComparedColumns
  readonly direction: PairDirection
  readonly summary: CheckSummary
  readonly strip: Strip
  /** For each reason why a pair was not checked. */
  readonly firstRows: Readonly<Record<MissingReason, RowSample>>
  /** An ambiguous price: nothing is checked before the user says how to read it. */
  readonly question: string | null
}

export type CheckSnapshot = {
  readonly phase: 'idle' | 'reading' | 'done' | 'error' | 'failed'
  readonly progress: number
  readonly fileName: string | null
  readonly error: ReadError | null
  readonly checked: CheckedFile | null
  /** Changes with the list of mismatches. */
  readonly revision: number
}

export const EMPTY_CHECK_SNAPSHOT: CheckSnapshot = {
  phase: 'idle',
  progress: 0,
  fileName: null,
  error: null,
  checked: null,
  revision: 0,
}

/** Requests of the page to the check's worker. */
export type CheckApi = {
  open(file: File, direction: PairDirection): Promise<void>
  /** Reads the file with other choices. Null, or why it cannot be read so; the last check then stays. */
  reopen(choices: FileChoices): Promise<ReadError | null>
  /** Compares these columns; null: those that the titles name. */
  compare(columns: PairColumns | null): Promise<void>
  answer(ambiguous: AmbiguousReading): Promise<void>
  /** Checks again with another direction. */
  setDirection(direction: PairDirection): Promise<void>
  page(offset: number, limit: number): Promise<Mismatch[]>
  exportMismatches(kind: MismatchFile, lang: Lang): Promise<Blob>
  /** The protocol of the check, as PDF. */
  exportProtocol(lang: Lang): Promise<Blob>
}
