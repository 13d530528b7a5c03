import type { AmbiguousReading } from '#pricelist/types.ts'
import type { ReadError } from '#formats/format.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { CheckSummary, Mismatch } from '#pricelist/pairs/check-pairs.ts'
import type { MissingReason } from '#pricelist/pairs/read-pairs.ts'
import type { Lang } from '#i18n/language.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { ComparedColumns, FileChoices, FileFacts, MismatchFile } from '#reports/types.ts'

/** Rows of one reason that are named to the person. */
export const ROWS_NAMED = 5

/** The first rows with something that was not checked, each once, and whether there are more. */
export type NamedRows = { readonly rows: readonly number[]; readonly hasMore: boolean }

/** What has come of a file that was read. */
export type CheckedFile = {
  readonly file: FileFacts
  readonly columns: ComparedColumns
  readonly direction: PairDirection
  readonly summary: CheckSummary
  /** For each reason why a pair was not checked. */
  readonly firstRows: Readonly<Record<MissingReason, NamedRows>>
  /** A price that can be read in two ways: nothing is judged before the person has said how. */
  readonly question: string | null
}

export type CheckSnapshot = {
  readonly phase: 'idle' | 'reading' | 'done' | 'error' | 'failed'
  readonly progress: number
  readonly fileName: string | null
  readonly error: ReadError | null
  readonly checked: CheckedFile | null
  /** Changes with every other list of pairs that are off. */
  readonly revision: number
}

export const NOTHING_CHECKED: CheckSnapshot = {
  phase: 'idle',
  progress: 0,
  fileName: null,
  error: null,
  checked: null,
  revision: 0,
}

/** What the page may ask of the worker; each is answered over messages. */
export type CheckApi = {
  open(file: File, direction: PairDirection): Promise<void>
  /** Answers why the file cannot be read that way; what was checked then stays. */
  reopen(choices: FileChoices): Promise<ReadError | null>
  /** Compares these two columns; without any those that the titles tell. */
  compare(columns: PairColumns | null): Promise<void>
  answer(ambiguous: AmbiguousReading): Promise<void>
  judge(direction: PairDirection): Promise<void>
  page(offset: number, limit: number): Promise<Mismatch[]>
  fileOfMismatches(kind: MismatchFile, lang: Lang): Promise<Blob>
}

export type CheckOp = keyof CheckApi

export type ToCheck = { id: number; op: CheckOp; args: unknown[] }

export type FromCheck =
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number }
  | { kind: 'snapshot'; snapshot: CheckSnapshot }
