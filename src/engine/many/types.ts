import type { FormatId, ReadError, UnreadEntry } from '#formats/format.ts'
import type { OtherEntry } from '#formats/packed/archive.ts'
import type { Lang } from '#i18n/language.ts'
import type { Currency } from '#money/currency.ts'
import type { RowCounts } from '#pricelist/row.ts'
import type { AmbiguousReading, Assumption, ColumnQuestion, TotalsAnswer } from '#pricelist/types.ts'
import type { ConversionSummary, ExportedFile, FileChoices, NoRoom, RowChoices } from '#reports/types.ts'
import type { Placement, WriteBackWarning } from '#writeback/plan.ts'
import type { SubmissionOutcome } from '../bulk/submit.ts'
import type { ConvertedSource, JobPart } from '../types.ts'

/** A file that the user gave, with its path in the folder that was given. */
export type GivenFile = { readonly path: string; readonly file: File }

/** A file of a batch. `given` is its path as it was given, `path` one that no other file of the batch has. */
export type ManySource = { readonly given: string; readonly path: string; readonly size: number }

/** Where the bytes of a list are: in a file, or in an archive. `id` is that of the file: a worker unpacks an archive once. */
export type Place = { readonly id: string; readonly file: File; readonly entry?: string | undefined }

/** How a list is read: the same choices read the same rows. */
export type ListChoices = {
  readonly file: FileChoices
  readonly rows: RowChoices
  readonly columnsKnown: boolean
  /** Whether the user has judged what only he can. */
  readonly isReviewed?: boolean | undefined
}

/** A column that may hold the prices, and one of its cells. */
type ColumnOption = { readonly index: number; readonly title: string; readonly sample: string | undefined }

/**
 * What keeps a list from being converted. `review`: it can only be answered, or judged, where its rows are shown. `why` says
 * what it is: its columns, no price at all, a warning that the result may be useless, prices that become 0.00, several equal
 * lists, or damaged content.
 */
export type ListQuestion =
  | {
      readonly what: 'column'
      readonly question: ColumnQuestion | null
      readonly options: readonly ColumnOption[]
    }
  | Extract<Assumption, { what: 'ambiguous-prices' | 'currency-conflict' | 'totals' }>
  | {
      readonly what: 'review'
      readonly why: 'columns' | 'no-prices' | 'warning' | 'zero' | 'sheets' | 'damaged'
    }

/** The user's answer to a question. */
export type ListAnswer =
  | { readonly column: number }
  | { readonly ambiguous: AmbiguousReading }
  | { readonly totals: TotalsAnswer }
  | { readonly currency: Currency }
  | { readonly reviewed: true }

/**
 * How a list comes back, as far as it is known before it is converted: the format in which it was read, what would become of
 * new prices in place of the old ones, and whether there is room for a new column.
 */
export type ReturnedList = {
  readonly format: FormatId
  readonly replacing: readonly WriteBackWarning[]
  readonly hasRoom: boolean
}

/** What is known of a list that was read. Totals are in hundredths. */
export type ListReading = {
  readonly how: ListChoices
  readonly counts: RowCounts
  readonly totals: { readonly bgn: number; readonly eur: number }
  /** The currency that most prices are in. */
  readonly currency: Currency
  /** Whether nothing in the file names it. */
  readonly isAssumed: boolean
  /** Titles of the price columns. */
  readonly prices: readonly string[]
  /** Titles of columns with prices that are not converted. Absent in readings of earlier versions of the page. */
  readonly kept?: readonly string[] | undefined
  /** What the list will differ in when it is given back. Absent in readings of earlier versions of the page. */
  readonly returned?: ReturnedList | undefined
  /** Of an archive with one list: files in it that may be or hold lists, and are not read. */
  readonly unread?: readonly UnreadEntry[] | undefined
  /** Number of its other sheets with data, which are not read. */
  readonly otherSheets: number
  readonly questions: readonly ListQuestion[]
  /** SHA-256 of its content; null in an insecure context. */
  readonly hash: string | null
  /** When the user converted the same file on this device. */
  readonly convertedAt: string | undefined
}

/**
 * Why a list cannot be converted. `changed`: its rows are no longer those that were read. `not-kept`: the device had no room
 * for the file, and the page was loaded again.
 */
export type ListError =
  | ReadError
  | { readonly code: 'too-many-rows' }
  | { readonly code: 'changed' }
  | { readonly code: 'not-kept' }

/** The saved conversion of a list. `parts`: of one that was converted alone, where its rows may have been changed. */
export type ListJob = {
  readonly id: string
  readonly createdAt: string
  readonly prices: number
  readonly parts?: readonly JobPart[] | undefined
}

/**
 * `unknown`: it was sent and no response came; with an error it cannot be sent again. `rejected`: the server refuses it, and says
 * why in `sentence`.
 */
export type ListState =
  | 'waiting'
  | 'reading'
  | 'ready'
  | 'asks'
  | 'failed'
  | 'sending'
  | 'unknown'
  | 'converted'
  | 'rejected'

/** One price list of a batch. */
export type ManyList = {
  /** The idempotency key of its conversion. */
  readonly key: string
  readonly path: string
  readonly size: number
  /** Id of the file that it is, or that it is in. */
  readonly source: string
  readonly entry?: string | undefined
  readonly state: ListState
  /** Whether the user does not want it converted. */
  readonly isLeft: boolean
  /** Whether its rows were shown alone. */
  readonly isSeen?: boolean | undefined
  /** Number of its prices that were converted alone; the others are not. */
  readonly partly?: number | undefined
  /** Key of an earlier list of the same content. */
  readonly sameAs?: string | undefined
  readonly reading?: ListReading | undefined
  readonly error?: ListError | undefined
  readonly job?: ListJob | undefined
  readonly sentence?: string | undefined
}

/** Whether a list is converted with the others. */
export const isSent = ({ state, isLeft }: ManyList): boolean => !isLeft && state === 'ready'

/** Whether a list waits for an answer; one that is left out does not. */
export const isAsking = ({ state, isLeft }: ManyList): boolean => !isLeft && state === 'asks'

/** What became of a list that was shown alone. */
export type ShownAlone = {
  /** The SHA-256 of the file whose rows are shown: it may be another one by now. */
  readonly hash: string | null | undefined
  /** How it is read there. */
  readonly how: ListChoices | undefined
}

/** The results of a list that was converted alone; `source` where its file is available. */
export type ConvertedAlone = {
  readonly results: ConversionSummary
  readonly source: ConvertedSource | null
}

export type ManySnapshot = {
  /** `stopping`: the list that is being converted is the last one. */
  readonly phase: 'idle' | 'reading' | 'ready' | 'converting' | 'stopping'
  readonly lists: readonly ManyList[]
  /** The files in archives that are no lists. */
  readonly others: readonly OtherEntry[]
  /** Email of the user for whom some of it was sent; '' before. */
  readonly owner: string
  /** Index of the list that is shown alone. */
  readonly opened: number | null
  /** Name of an archive whose lists are being looked for, before it is opened alone or as several. */
  readonly probed: string | null
  /** The archive that is being made: lists done. */
  readonly packed: number | null
}

/** Why a conversion ended before its last list. */
export type ManyOutcome =
  | { readonly outcome: 'done' | 'stopped' | 'not-sent'; readonly balance: number | undefined }
  | (Extract<SubmissionOutcome, { outcome: 'rejected' | 'unreachable' }> & {
      readonly balance: number | undefined
    })

/** What a returned list differs in from what was asked for. */
export type PackedNotes = Pick<ExportedFile, 'warnings' | 'statement'> & { readonly path: string }

/** A converted list that is not in the archive, or is in it as it was; `noRoom` where the new prices had no room in it. */
export type LeftList = { readonly path: string; readonly isUnchanged: boolean; readonly noRoom?: NoRoom }

/** An archive that was made. `left`: converted lists that are not in it with their new prices. */
export type PackedLists = {
  /** Absent where none of them could be made, because their forms have no room. */
  readonly file?: Blob
  readonly left: readonly LeftList[]
  readonly notes: readonly PackedNotes[]
}

/** A converted list to be put into an archive. */
export type PackedList = {
  readonly path: string
  readonly place: Place
  readonly reading: ListReading
  readonly job: ListJob
}

export type PackRequest = {
  readonly lists: readonly PackedList[]
  /** Paths of all lists: results do not take their names. */
  readonly paths: readonly string[]
  /** Paths of the archives that come back as archives, by the id of their file. */
  readonly archives: ReadonlyMap<string, string>
  readonly placement: Placement
  readonly lang: Lang
  readonly headers: Record<string, string>
}

/** The names and sizes of the lists in an archive, and of what else is in it. */
export type FoundLists = {
  readonly lists: readonly { readonly path: string; readonly size: number }[]
  readonly others: readonly OtherEntry[]
}

/** What is done with the bytes of lists, in a worker: nothing of one list stays in memory for the next. */
export type ManyWork = {
  /** Null for anything but an archive of several lists. */
  findLists(place: Place): Promise<FoundLists | null>
  /**
   * @param owner email of the user whose remembered columns are used
   * @param how reads it so; by default as detected
   */
  read(
    place: Place,
    owner: string,
    how?: ListChoices,
    answer?: ListAnswer,
  ): Promise<{ reading: ListReading } | { error: ListError }>
  /** Reads a list again, keeps its request, and returns what that is recognised by and costs. */
  prepare(place: Place, how: ListChoices): Promise<{ fingerprint: string; cost: number } | null>
  /** Sends the request that was prepared last. */
  send(key: string, headers: Record<string, string>): Promise<SentList>
  /** Remembers the file of the request that was prepared last as converted. */
  remember(owner: string, job: ListJob): Promise<void>
  pack(request: PackRequest): Promise<PackedLists>
}

/** The outcome of a request without its rows. */
export type SentList =
  | { readonly outcome: 'converted'; readonly job: ListJob; readonly balance: number }
  | Extract<SubmissionOutcome, { outcome: 'rejected' | 'unreachable' }>
