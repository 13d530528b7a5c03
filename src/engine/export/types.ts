import type { ExportKind, ExportTask, ExportedFile, NoRoom, OwnFileTask } from '#reports/types.ts'
import type { PreviewedFile } from '#reports/own-file-preview.ts'

/** A file that is being made; `done` is the share of the work, 0 to 1. */
export type ExportState = { readonly kind: ExportKind; readonly done: number }

export type ExportOutcome =
  | ({ readonly outcome: 'made' } & ExportedFile)
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed' }
  | ({ readonly outcome: 'no-room' } & NoRoom)

/** Emits the share of the work that is done, 0 to 1. */
export type ExportApi = {
  makeFile(task: ExportTask): Promise<ExportedFile | NoRoom>
  /** The user's own file, and its first rows before and after. */
  previewFile(task: OwnFileTask): Promise<PreviewedFile | NoRoom>
}
