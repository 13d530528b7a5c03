import type { CurrencyStatement, Format } from '#pricelist/types.ts'
import type { MixedMoney } from '#writeback/mixed-currencies.ts'
import type { Placement, WriteBackNote } from '#writeback/plan.ts'
import { returnedFormat } from '#formats/format.ts'
import type { Lang } from '#i18n/language.ts'
import type { FileProof } from '#reports/types.ts'
import type { SavedSource } from '../storage/bulk-store.ts'
import type { ResultRow, ResultsFacts } from '../types.ts'

/** The files that the workbench makes of the results away from the page. */
export type ExportKind = 'xlsx' | 'pdf' | OwnKind | ProtocolKind

export type ProtocolKind = 'protocol-xlsx' | 'protocol-pdf'

/** The user's own file: in its own format, edited in place, or its table in another. */
export type OwnKind = 'own' | 'own-xlsx' | 'own-csv'

/** What is to be made. */
export type ExportOrder =
  | { readonly kind: 'xlsx' | 'pdf' }
  | {
      readonly kind: OwnKind
      readonly placement: Placement
      /** Where prices of both currencies stand in one column and are replaced. */
      readonly mixed?: MixedMoney
    }
  | { readonly kind: ProtocolKind; readonly wishes: ProtocolWishes }

/** The format of a file that is made, for its name and for the eye; `own` is that of the file that was given. */
export const formatOf = (kind: ExportKind, own: Format | null): Format | 'pdf' => {
  switch (kind) {
    case 'pdf':
    case 'protocol-pdf':
      return 'pdf'
    case 'own-csv':
      return 'csv'
    case 'own':
      return own === null ? 'csv' : returnedFormat(own)
    case 'xlsx':
    case 'own-xlsx':
    case 'protocol-xlsx':
      return 'xlsx'
  }
}

/** A file that is being made, and how much of it is done, 0 to 1. */
export type Exporting = { readonly kind: ExportKind; readonly done: number }

export type MadeFile = {
  readonly file: Blob
  readonly notes: readonly WriteBackNote[]
  /** A text that still names the currency that replaced prices had. */
  readonly statement?: CurrencyStatement | undefined
}

export type ExportOutcome =
  | ({ readonly outcome: 'made' } & MadeFile)
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed' }

/** What the results are, as every file of them says it. */
export type ExportedFacts = Pick<
  ResultsFacts,
  'filename' | 'createdAt' | 'counts' | 'totals' | 'rounding' | 'priceColumns'
>

/** What the person says in a protocol; either may be empty. */
export type ProtocolWishes = { readonly purpose: string; readonly preparedBy: string }

/** What a protocol says beyond the other files (PROOF-03). */
export type ProtocolFacts = ExportedFacts &
  ProtocolWishes & {
    readonly jobId: string
    /** Undefined for typed rows, and for a file that was not at hand. */
    readonly file: FileProof | undefined
  }

export type ToExports = { readonly lang: Lang; readonly rows: readonly ResultRow[] } & (
  | { readonly kind: 'xlsx' | 'pdf'; readonly facts: ExportedFacts }
  | {
      readonly kind: OwnKind
      readonly placement: Placement
      readonly mixed?: MixedMoney
      readonly source: SavedSource
    }
  | { readonly kind: ProtocolKind; readonly facts: ProtocolFacts; readonly source: SavedSource | undefined }
)

export type FromExports =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'made'; readonly made: MadeFile }
  | { readonly kind: 'failed'; readonly message: string }
