import { type Detection, perLineOf } from '#pricelist/types.ts'
import { type OpenOptions, type OpenedFile, type ReadError, formatOfName } from '#formats/format.ts'
import { LIMITS } from '#product/limits.ts'
import { randomId } from '../storage/identity.ts'
import { choicesOf } from './choices.ts'
import { RowStore } from './row-store.ts'
import { type SavedRows, forgetFile, forgetRows, loadSaved, save } from '../storage/bulk-store.ts'
import type { FileChoices, FileFacts } from '#reports/types.ts'
import { sha256Of } from '#reports/fingerprint.ts'
import type { RowsFacts } from '../types.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { throttleProgress } from '../rpc/worker-server.ts'

/** The uploaded file, by an id that the rows name too: another tab may keep another file on the device. */
export type StoredFile = { id: string; bytes: Uint8Array<ArrayBuffer>; isSaved: boolean }

/** Takes the bytes of a file that was given; null when the browser cannot read it. */
export async function takeFile(file: File): Promise<StoredFile | null> {
  try {
    const bytes = new Uint8Array(await file.slice(0, LIMITS.fileBytes).arrayBuffer())
    return { id: randomId(), bytes, isSaved: false }
  } catch {
    return null
  }
}

/** Why a file is not even looked into. */
export const fileLimitError = (isTooBig: boolean): ReadError =>
  isTooBig ? { code: 'too-big', limitBytes: LIMITS.fileBytes } : { code: 'unreadable', reason: 'broken' }

/** The rows as they were kept. */
export function storeOf({ rows, ids, nextId, problems, omissions, facts }: SavedRows): RowStore {
  const marks = { problems: new Map(problems) as RowStore['problems'], omissions: new Map(omissions) }
  return new RowStore(rows, ids, marks, nextId, perLineOf(facts.choices))
}

const FEW_ROWS = 2000

/** Many rows take a moment to save: that waits until the first are shown, or the typing rests. Few do so with every change. */
export const saveDelayMs = ({ isEdited }: RowsFacts, count: number): number =>
  count <= FEW_ROWS ? 0 : isEdited ? 400 : 20

/** Saves rows and file on the device. Deletes only what it saved itself: another tab may have saved its own since. */
export class RowsKeeper {
  /** Key of the saved rows, if this instance saved or restored them. */
  #keptKey: string | null = null

  async restore(): Promise<SavedRows | undefined> {
    const rows = await loadSaved('rows')
    this.#keptKey = rows?.conversionKey ?? null
    return rows
  }

  /** Saves the rows; without any, deletes what was saved. */
  async keep(facts: RowsFacts | null, store: RowStore, key: string, file: StoredFile | null): Promise<void> {
    const earlier = this.#keptKey
    this.#keptKey = facts && key
    if (facts) await saveRows(facts, store, key, file)
    else if (earlier) await forgetRows(earlier)
    if (facts && file && this.#keptKey === null) {
      // The rows were removed while they were saved: delete the bytes of their file too.
      await forgetFile(file.id)
      file.isSaved = false
    }
  }
}

async function saveRows(
  facts: RowsFacts,
  { rows, ids, problems, omissions, nextId }: RowStore,
  conversionKey: string,
  file: StoredFile | null,
): Promise<void> {
  await save('rows', {
    version: 1,
    facts,
    rows,
    ids,
    nextId,
    problems: [...problems],
    omissions: [...omissions],
    conversionKey,
    fileId: file?.id ?? null,
  })
  // The file is large and never changes: it is kept once.
  if (file && !file.isSaved) file.isSaved = await save('file', { version: 1, id: file.id, bytes: file.bytes })
}

/** The uploaded file: its bytes, and its cells once it was opened. */
export class SourceFile {
  #file: StoredFile | null = null
  #opened: OpenedFile | null = null

  get atHand(): StoredFile | null {
    return this.#file
  }

  get opened(): OpenedFile | null {
    return this.#opened
  }

  /** By what the file is known again; null where the browser cannot tell. It has a thread for that: reading goes on. */
  async hash(): Promise<string | null> {
    return this.#file && sha256Of(this.#file.bytes)
  }

  /** @param fileId the file that the saved rows came from */
  async restore(fileId: string | null | undefined): Promise<void> {
    const file = await loadSaved('file')
    if (file && file.id === fileId) this.#file = { ...file, isSaved: true }
    // Left by a tab that was closed before it could tidy up.
    else if (file) await forgetFile(file.id)
  }

  /** Takes another file; answers why it is not even looked into. */
  async take(file: File): Promise<ReadError | null> {
    // Another kind is refused for that, however large it is.
    const isTooBig = file.size > LIMITS.fileBytes && formatOfName(file.name) !== undefined
    this.#file = isTooBig ? null : await takeFile(file)
    return this.#file ? null : fileLimitError(isTooBig)
  }

  /** Reads the bytes; answers why they cannot be read that way. */
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

  /** After a reload the file is still there, but not yet opened again. */
  async openAgain({ name: fileName, ...facts }: FileFacts): Promise<OpenedFile | null> {
    const atHand = this.#file
    if (this.#opened || !atHand) return this.#opened
    const again = await openFile(atHand.bytes, { fileName, ...choicesOf(facts) })
    // Another file may have been opened during the await.
    if (again.ok && this.#file === atHand) this.#opened = again.file
    return this.#opened
  }

  async columnsUnder(file: FileFacts, headerRow: number | null): Promise<Detection | null> {
    const opened = await this.openAgain(file)
    return opened ? columnsForHeader(opened, headerRow) : null
  }

  /** Lets the file go, and answers the way to bring it back. */
  forget(): () => void {
    const [file, opened] = [this.#file, this.#opened]
    this.#file = null
    this.#opened = null
    return () => {
      this.#file = file && { ...file, isSaved: false }
      this.#opened = opened
    }
  }
}
