import { type Columns, perLineOf } from '#pricelist/types.ts'
import type { OpenedFile } from '#formats/format.ts'
import { pickFileChoices } from './choices.ts'
import { FileRows } from './file-rows.ts'
import { RowStore } from './row-store.ts'
import type { DeviceRecords, SavedRows } from '../storage/bulk-store.ts'
import type { FileSummary } from '#reports/types.ts'
import type { PriceAnswers, RowsSummary } from '../types.ts'
import { openFile } from '#formats/open-file.ts'

/** The uploaded file. Saved rows name its id: another tab may have replaced the saved file. */
export type SourceFile = {
  readonly id: string
  readonly bytes: Uint8Array<ArrayBuffer>
  isSaved: boolean
  /** Its cells; null until it is opened, also after a reload, which restores only the bytes. */
  opened: OpenedFile | null
  /** Resolves when it is opened again. */
  opening?: Promise<OpenedFile | null>
}

/**
 * The saved file, not opened yet; null without one.
 * @param fileId the file that the saved rows came from
 */
export async function restoreSourceFile(
  fileId: string | null | undefined,
  records: DeviceRecords,
): Promise<SourceFile | null> {
  const saved = await records.loadSaved('file')
  if (saved && saved.id === fileId) return { id: saved.id, bytes: saved.bytes, isSaved: true, opened: null }
  // Left by a tab that was closed before it could delete the file.
  if (saved) await records.deleteFile(saved.id)
  return null
}

/** The cells of the file, opened again after a reload as it was before. Null without a file, or when it cannot be opened. */
async function reopenFile(
  source: SourceFile | null,
  { name: fileName, ...choices }: FileSummary,
): Promise<OpenedFile | null> {
  if (!source || source.opened) return source?.opened ?? null
  source.opening ??= openFile(source.bytes, { fileName, ...pickFileChoices(choices) }).then((result) => {
    source.opened = result.ok ? result.file : null
    return source.opened
  })
  await source.opening
  return source.opened
}

/** The uploaded file of a session, with its lines. */
export class SessionFile {
  source: SourceFile | null = null
  #rows: { opened: OpenedFile; columns: Columns; rows: FileRows } | undefined

  open = (file: FileSummary): Promise<OpenedFile | null> => reopenFile(this.source, file)

  /**
   * The lines of the file, as its rows were read.
   * @param onOpened called when a restored file was opened in the background: the page then loads its rows again
   */
  rows(read: RowsSummary | null, onOpened: () => void): FileRows | undefined {
    const { source } = this
    const { file, choices } = read ?? {}
    if (!source || !file || !choices) return undefined
    const { opened } = source
    const { columns } = choices
    if (!opened) {
      if (!source.opening) void this.open(file).then((found) => found && onOpened())
      return undefined
    }
    if (this.#rows?.opened !== opened || this.#rows.columns !== columns)
      this.#rows = { opened, columns, rows: new FileRows(opened, choices) }
    return this.#rows.rows
  }

  clear(): void {
    this.source = null
    this.#rows = undefined
  }
}

/** The row store of saved rows. */
export function restoreRowStore({
  rows,
  ids,
  nextId,
  problems,
  typedProblems,
  omissions,
  live,
  liveTotals,
  converted,
  facts,
}: SavedRows): RowStore {
  const marks = {
    problems: new Map(problems) as RowStore['problems'],
    omissions: new Map(omissions),
    ...(typedProblems && { typedProblems }),
    ...(live && { live }),
    ...(liveTotals && { liveTotals: new Map(liveTotals) }),
    ...(converted && { converted }),
  }
  return new RowStore(rows, ids, marks, nextId, perLineOf(facts.choices))
}

const FEW_ROWS = 2000

/** Delay before saving, ms: many rows take a while, so saving waits until the first are shown or typing pauses. */
const saveDelayMs = ({ summary, store }: RowsState): number =>
  store.length <= FEW_ROWS ? 0 : summary?.isEdited ? 400 : 20

/** What is saved of the session; `summary` is null without rows. */
export type RowsState = {
  readonly summary: RowsSummary | null
  readonly store: RowStore
  readonly conversionKey: string
  readonly readingId: string
  readonly answers: PriceAnswers
  readonly file: SourceFile | null
}

/** Saves rows and file on the device, and deletes only those: another tab may have replaced them with its own. */
export class RowsSaver {
  /** Conversion key of the saved rows; null when none are saved. */
  #savedKey: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #getState: () => RowsState
  readonly #records: DeviceRecords

  /** @param getState called at each save */
  constructor(getState: () => RowsState, records: DeviceRecords) {
    this.#getState = getState
    this.#records = records
  }

  async restore(): Promise<SavedRows | undefined> {
    const rows = await this.#records.loadSaved('rows')
    this.#savedKey = rows?.conversionKey ?? null
    return rows
  }

  /** Saves the rows soon; a later change within the delay starts it again. */
  schedule(): void {
    clearTimeout(this.#timer)
    const delayMs = saveDelayMs(this.#getState())
    if (delayMs === 0) void this.save()
    else this.#timer = setTimeout(() => void this.save(), delayMs)
  }

  /** Saves the rows now, or deletes the saved ones when there are none. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    const { summary, store, conversionKey, readingId, answers, file } = this.#getState()
    const { rows, ids, problems, typedProblems, omissions, live, liveTotals, converted, nextId } = store
    const earlier = this.#savedKey
    this.#savedKey = summary && conversionKey
    if (!summary) {
      if (earlier) await this.#records.deleteRows(earlier)
      return
    }
    await this.#records.save('rows', {
      version: 1,
      facts: summary,
      rows,
      ids,
      nextId,
      problems: [...problems],
      typedProblems: [...typedProblems],
      omissions: [...omissions],
      live: [...live],
      liveTotals: [...liveTotals],
      converted: [...converted],
      conversionKey,
      readingId,
      answers,
      fileId: file?.id ?? null,
    })
    if (!file) return
    // The file is large and never changes: it is saved once.
    if (!file.isSaved)
      file.isSaved = await this.#records.save('file', { version: 1, id: file.id, bytes: file.bytes })
    if (this.#savedKey !== null) return
    // The rows were deleted during this save: their file must not stay on the device alone.
    await this.#records.deleteFile(file.id)
  }
}
