import type {
  AmbiguousReading,
  Columns,
  CurrencyStatement,
  Detection,
  TotalsAnswer,
} from '#pricelist/types.ts'
import { type FormatId, type Sheet, type Warning, writeBackFormat } from '#formats/format.ts'
import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { JobRow } from '#api/conversions.ts'
import type { Cents, MinorUnits } from '#money/amount.ts'
import type { Currency } from '#money/currency.ts'
import type { RowCounts } from '#pricelist/row.ts'
import type { MixedPricesChoice } from '#writeback/mixed-currencies.ts'
import type { Placement, WriteBackWarning } from '#writeback/plan.ts'
import type { Lang } from '#i18n/language.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { FileFingerprint } from './fingerprint.ts'

/** What the file is, as the summary card shows it. */
export type FileFacts = {
  name: string
  size: number
  format: FormatId
  encoding?: Encoding
  hasBom?: boolean
  delimiter?: Delimiter
  sheets?: readonly Sheet[]
  sheet?: string
  warnings: readonly Warning[]
  detection: Detection
  /** The currency of prices that name none as it was found; absent in records of earlier versions of the page. */
  usualCurrency?: Currency
}

/** The person's choices over a file; what is absent is detected. */
export type FileChoices = { encoding?: Encoding; delimiter?: Delimiter; sheet?: string }

export type RowChoices = {
  columns: Columns
  defaultCurrency: Currency
  /** Whether the currency is the person's answer to statements that disagree. */
  isCurrencyForced?: boolean
  ambiguous?: AmbiguousReading
  totals?: TotalsAnswer
  /** Prices that are in this currency already are left out. */
  wanted?: Currency
}

/** A finished conversion, kept on the device. Totals are in the smallest units. */
export type ConversionSummary = {
  /** Email of the person whose results these are; nobody else is shown them. */
  owner: string
  jobId: string
  filename: string | null
  createdAt: string
  counts: RowCounts
  totals: { bgn: MinorUnits<'national'>; eur: Cents }
  rounding: Rounding
  /** The price columns, where there are several; `title` is '' for one without. */
  priceColumns: readonly { index: number; title: string }[]
  /** Of the file that they came from, where it was at hand. */
  file?: FileFingerprint
}

/** A row of the results, and where there are several price columns, which of them it is from. */
export type ResultRow = JobRow & { nth?: number }

/** How far each total is from the exact value of all prices; null where nothing was rounded. */
export type Rounding = { eur: string | null; bgn: string | null }

/** The files that the workbench makes of the results away from the page. */
export type ExportKind = 'xlsx' | 'pdf' | OwnKind | ProtocolKind

export type ProtocolKind = 'protocol-xlsx' | 'protocol-pdf'

/** The user's own file: in its own format, edited in place, or its table in another. */
export type OwnKind = 'own' | 'own-xlsx' | 'own-csv'

export type MadeFile = {
  readonly file: Blob
  readonly notes: readonly WriteBackWarning[]
  /** A text that still names the currency that replaced prices had. */
  readonly statement?: CurrencyStatement | undefined
}

/** What the results are, as every file of them says it. */
export type ExportedFacts = Pick<
  ConversionSummary,
  'filename' | 'createdAt' | 'counts' | 'totals' | 'rounding' | 'priceColumns'
>

/** What the person says in a protocol; either may be empty. */
export type ProtocolInput = { readonly purpose: string; readonly preparedBy: string }

/** What a protocol says beyond the other files (PROOF-03). */
export type ProtocolFacts = ExportedFacts &
  ProtocolInput & {
    readonly jobId: string
    /** Undefined for typed rows, and for a file that was not at hand. */
    readonly file: FileFingerprint | undefined
  }

export type ToExports = { readonly lang: Lang; readonly rows: readonly ResultRow[] } & (
  | { readonly kind: 'xlsx' | 'pdf'; readonly facts: ExportedFacts }
  | {
      readonly kind: OwnKind
      readonly placement: Placement
      readonly mixed?: MixedPricesChoice
      readonly source: SourceFile
    }
  | { readonly kind: ProtocolKind; readonly facts: ProtocolFacts; readonly source: SourceFile | undefined }
)

/** The file that results came from: how it was read, and the id of each of their rows. */
export type SourceFile = {
  version: 1
  jobId: string
  name: string
  format: FormatId
  bytes: Uint8Array<ArrayBuffer>
  choices: FileChoices
  rowChoices: RowChoices
  ids: readonly number[]
}

/** Which columns are compared, and which could be: `found` are those that the titles and cells tell. */
export type ComparedColumns = {
  readonly pairs: readonly PairColumns[]
  readonly found: readonly PairColumns[]
  readonly areNamed: boolean
  readonly guess: { readonly bgn: number | null; readonly eur: number | null }
}

export type MismatchFile = 'csv' | 'xlsx'

/** What is to be made. */
export type ExportRequest =
  | { readonly kind: 'xlsx' | 'pdf' }
  | {
      readonly kind: OwnKind
      readonly placement: Placement
      /** Where prices of both currencies stand in one column and are replaced. */
      readonly mixed?: MixedPricesChoice
    }
  | { readonly kind: ProtocolKind; readonly wishes: ProtocolInput }

/** The format of a file that is made, for its name and for the eye; `own` is that of the file that was given. */
export const formatOf = (kind: ExportKind, own: FormatId | null): FormatId | 'pdf' => {
  switch (kind) {
    case 'pdf':
    case 'protocol-pdf':
      return 'pdf'
    case 'own-csv':
      return 'csv'
    case 'own':
      return own === null ? 'csv' : writeBackFormat(own)
    case 'xlsx':
    case 'own-xlsx':
    case 'protocol-xlsx':
      return 'xlsx'
  }
}
