import type { JobRow } from '#contract/conversions.ts'
import type { Lang } from '#domain/lang.ts'
import type { SavedSource } from '../bulk/saved-bulk.ts'
import type { ResultsFacts } from '../bulk/snapshot.ts'

/** The files that the workbench makes of the results away from the page. */
export type ExportKind = 'xlsx' | 'pdf' | 'own-xlsx' | 'own-csv'

/** The format of a file, for its name and for the eye. */
export const FORMAT_OF = {
  xlsx: 'xlsx',
  pdf: 'pdf',
  'own-xlsx': 'xlsx',
  'own-csv': 'csv',
} as const satisfies Record<ExportKind, string>

/** A file that is being made, and how much of it is done, 0 to 1. */
export type Exporting = { readonly kind: ExportKind; readonly done: number }

export type ExportOutcome =
  | { readonly outcome: 'made'; readonly file: Blob }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed' }

/** What the results are, as every file of them says it. */
export type ExportedFacts = Pick<ResultsFacts, 'filename' | 'createdAt' | 'counts' | 'totals' | 'rounding'>

export type ToExports = { readonly lang: Lang; readonly rows: readonly JobRow[] } & (
  | { readonly kind: 'xlsx' | 'pdf'; readonly facts: ExportedFacts }
  | { readonly kind: 'own-xlsx' | 'own-csv'; readonly source: SavedSource }
)

export type FromExports =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'made'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly message: string }
