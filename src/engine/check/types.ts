import type { AmbiguousReading } from '#pricelist/types.ts'
import type { ReadError } from '#formats/format.ts'
import type { Currency } from '#money/currency.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { CheckSummary, Mismatch } from '#pricelist/pairs/check-pairs.ts'
import type { MissingReason, PriceQuestion } from '#pricelist/pairs/read-pairs.ts'
import type { Lang } from '#i18n/language.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { CorrectedFile } from '#reports/corrected-file.ts'
import type { ComparedColumns, FileChoices, FileSummary, MismatchFile } from '#reports/types.ts'
import type { ConvertOptions, ConvertOutcome } from '../types.ts'
import type { Strip } from './strip.ts'

/** Rows listed for each reason. */
export const MAX_SAMPLE_ROWS = 5

/** The first rows of one reason, each once, and whether there are more. */
export type RowSample = { readonly rows: readonly number[]; readonly hasMore: boolean }

/** The result of a check. */
export type CheckedFile = {
  readonly file: FileSummary
  /** Whether it is too large to be converted or corrected. */
  readonly isLarge: boolean
  readonly columns: ComparedColumns
  readonly direction: PairDirection
  readonly summary: CheckSummary
  readonly strip: Strip
  /** For each reason why a pair was not checked. */
  readonly firstRows: Readonly<Record<MissingReason, RowSample>>
  /** An ambiguous price: nothing is checked before the user says how to read it. */
  readonly question: PriceQuestion | null
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

/** What a corrected file of the check would be, before it is charged. */
export type CorrectionOffer = {
  /** What is charged if the user accepts: other corrections have another id. */
  readonly id: string
  /** Prices that are replaced; each costs one token. */
  readonly prices: number
  /** Whether they are more than one conversion may have. */
  readonly isOverLimit: boolean
  /** Wrong prices that stay, and are not charged. */
  readonly kept: CorrectedFile['kept']
  /** Of the corrected file, without its first dot. */
  readonly extension: string
  /** Whether the device knows that it is charged: it is given again at no cost. */
  readonly isCharged: boolean
  /** Whether it was submitted without a response: it may be charged already. */
  readonly hasPendingSubmission: boolean
}

export type CorrectOptions = Pick<ConvertOptions, 'headers' | 'owner'>

export type CorrectOutcome =
  | Exclude<
      ConvertOutcome,
      { outcome: 'converted' | 'converted-elsewhere' | 'submission-pending' | 'not-awaited' }
    >
  /** `balance`: null where nothing was charged, because it was before. */
  | { readonly outcome: 'corrected'; readonly file: Blob; readonly balance: number | null }
  /** The server's amounts are not those of the check: no file is given. */
  | { readonly outcome: 'differs' }
  /** The account has not paid for these corrections. */
  | { readonly outcome: 'not-paid' }

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
  /** Keeps the file and the choices on the device, for {@link openKept}. Returns whether there is room for them. */
  keep(): Promise<boolean>
  /** Reads the kept file as it was checked; it is no longer kept. Returns its direction; null without one. */
  openKept(): Promise<PairDirection | null>
  /** The file as the user gave it; null without one. */
  givenFile(): Promise<File | null>
  page(offset: number, limit: number): Promise<Mismatch[]>
  exportMismatches(kind: MismatchFile, lang: Lang): Promise<Blob>
  /** The protocol of the check, as PDF. */
  exportProtocol(lang: Lang): Promise<Blob>
  /**
   * What the file would be with the wrong prices in this currency replaced. Sends and charges nothing. Null without a check,
   * and for a file that cannot be written or is too large.
   * @param owner email of the signed-in user, '' for none
   */
  offerCorrection(replaced: Currency, owner: string): Promise<CorrectionOffer | null>
  /**
   * Charges the corrected prices, once, and gives the file (CHECK-04).
   * @param id of the last offer; nothing is sent for another one
   */
  correct(id: string, options: CorrectOptions): Promise<CorrectOutcome>
  /** Gives the file if the account has paid for it, also on another device. Charges nothing. */
  recover(id: string, options: CorrectOptions): Promise<CorrectOutcome>
}
