import type { ExportKind, ExportedFile } from '#reports/types.ts'

/** A file that is being made, and how much of it is done, 0 to 1. */
export type ExportState = { readonly kind: ExportKind; readonly done: number }

export type ExportOutcome =
  | ({ readonly outcome: 'made' } & ExportedFile)
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed' }

export type FromExports =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'made'; readonly made: ExportedFile }
  | { readonly kind: 'failed'; readonly message: string }
