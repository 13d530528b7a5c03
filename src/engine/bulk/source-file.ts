import { type Detection, perLineOf } from '#pricelist/types.ts'
import { type OpenOptions, type OpenedFile, type ReadError, formatOfName } from '#formats/format.ts'
import { LIMITS } from '#product/limits.ts'
import { randomId } from '../storage/identity.ts'
import { pickFileChoices } from './choices.ts'
import { RowStore } from './row-store.ts'
import { type SavedRows, deleteFile, deleteRows, loadSaved, save } from '../storage/bulk-store.ts'
import type { FileChoices, FileSummary } from '#reports/types.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import type { RowsSummary } from '../types.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { throttleProgress } from '../rpc/worker-server.ts'

/** The uploaded file. Saved rows name its id: another tab may have replaced the saved file. */
export type StoredFile = { id: string; bytes: Uint8Array<ArrayBuffer>; isSaved: boolean }

/** The bytes of a user's file; an error when it is too large or the browser cannot read it. */
export async function loadFile(file: File): Promise<Uint8Array<ArrayBuffer> | ReadError> {
  // A file of an unknown type is rejected for its type, however large it is.
  if (file.size > LIMITS.fileBytes && formatOfName(file.name) !== undefined)
    return { code: 'too-big', limitBytes: LIMITS.fileBytes }
  try {
    return new Uint8Array(await file.slice(0, LIMITS.fileBytes).arrayBuffer())
  } catch {
    return { code: 'unreadable', reason: 'broken' }
  }
}

/** The row store of saved rows. */
export function restoreRowStore({ rows, ids, nextId, problems, omissions, facts }: SavedRows): RowStore {
  const marks = { problems: new Map(problems) as RowStore['problems'], omissions: new Map(omissions) }
  return new RowStore(rows, ids, marks, nextId, perLineOf(facts.choices))
}

const FEW_ROWS = 2000

/** Delay before saving, ms: many rows take a while, so saving waits until the first are shown or typing pauses. */
export const saveDelayMs = ({ isEdited }: RowsSummary, count: number): number =>
  count <= FEW_ROWS ? 0 : isEdited ? 400 : 20

/** Saves rows and file on the device, and deletes only those: another tab may have replaced them with its own. */
export class RowsSaver {
  /** Conversion key of the saved rows; null when none are saved. */
  #savedKey: string | null = null

  async restore(): Promise<SavedRows | undefined> {
    const rows = await loadSaved('rows')
    this.#savedKey = rows?.conversionKey ?? null
    return rows
  }

  /** Saves the rows, or deletes the saved ones when `summary` is null. */
  async save(
    summary: RowsSummary | null,
    { rows, ids, problems, omissions, nextId }: RowStore,
    conversionKey: string,
    file: StoredFile | null,
  ): Promise<void> {
    const earlier = this.#savedKey
    this.#savedKey = summary && conversionKey
    if (!summary) {
      if (earlier) await deleteRows(earlier)
      return
    }
    await save('rows', {
      version: 1,
      facts: summary,
      rows,
      ids,
      nextId,
      problems: [...problems],
      omissions: [...omissions],
      conversionKey,
      fileId: file?.id ?? null,
    })
    if (!file) return
    // The file is large and never changes: it is saved once.
    if (!file.isSaved) file.isSaved = await save('file', { version: 1, id: file.id, bytes: file.bytes })
    if (this.#savedKey !== null) return
    // The rows were deleted during this save: their file must not stay on the device alone.
    await deleteFile(file.id)
    file.isSaved = false
  }
}

/** The uploaded file: its bytes, and its cells once it is opened. */
export class SourceFile {
  #file: StoredFile | null = null
  #opened: OpenedFile | null = null

  get stored(): StoredFile | null {
    return this.#file
  }

  get opened(): OpenedFile | null {
    return this.#opened
  }

  /** SHA-256 in hexadecimal, computed by the browser in parallel; null in an insecure context. */
  async hash(): Promise<string | null> {
    return this.#file && sha256Hex(this.#file.bytes)
  }

  /** @param fileId the file that the saved rows came from */
  async restore(fileId: string | null | undefined): Promise<void> {
    const file = await loadSaved('file')
    if (file && file.id === fileId) this.#file = { ...file, isSaved: true }
    // Left by a tab that was closed before it could delete the file.
    else if (file) await deleteFile(file.id)
  }

  /** Takes the place of the current file. Null, or why the file cannot be opened. */
  async load(file: File): Promise<ReadError | null> {
    const bytes = await loadFile(file)
    const isLoaded = bytes instanceof Uint8Array
    this.#file = isLoaded ? { id: randomId(), bytes, isSaved: false } : null
    return isLoaded ? null : bytes
  }

  /** Opens the file with these choices. Null, or why it cannot be opened so; an earlier opened state then stays. */
  async open(
    fileName: string,
    choices: FileChoices,
    onProgress: NonNullable<OpenOptions['onProgress']>,
  ): Promise<ReadError | null> {
    const bytes = this.#file?.bytes ?? new Uint8Array()
    const result = await openFile(bytes, { fileName, ...choices, onProgress: throttleProgress(onProgress) })
    if (!result.ok) return result.error
    this.#opened = result.file
    return null
  }

  /** Opens the file again after a reload, which restores only its bytes. Null when there is no file or it cannot be opened. */
  async reopen({ name: fileName, ...choices }: FileSummary): Promise<OpenedFile | null> {
    const stored = this.#file
    if (this.#opened || !stored) return this.#opened
    const again = await openFile(stored.bytes, { fileName, ...pickFileChoices(choices) })
    // Another file may have been loaded since.
    if (again.ok && this.#file === stored) this.#opened = again.file
    return this.#opened
  }

  async columnsForHeader(file: FileSummary, headerRow: number | null): Promise<Detection | null> {
    const opened = await this.reopen(file)
    return opened ? columnsForHeader(opened, headerRow) : null
  }

  /**
   * Drops the file.
   * @returns a function that restores it, for undo
   */
  release(): () => void {
    const [file, opened] = [this.#file, this.#opened]
    this.#file = null
    this.#opened = null
    return () => {
      this.#file = file && { ...file, isSaved: false }
      this.#opened = opened
    }
  }
}
