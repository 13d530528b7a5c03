import type { OpenedFile, OpenOptions, ReadError } from '#pricelist/types.ts'
import type { Detection } from '#pricelist/price-list.ts'
import { formatOfName } from '#formats/detect.ts'
import { columnsUnder } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { LIMITS } from '#product/limits.ts'
import { choicesOf } from './choices.ts'
import { sha256Of } from '#reports/types.ts'
import { type FileAtHand, refusalOf, takeFile } from './keep-rows.ts'
import { forgetFile, loadSaved } from '../storage/bulk-store.ts'
import { seldom } from '../rpc/worker-server.ts'
import type { FileChoices, FileFacts } from '../types.ts'

/** The uploaded file: its bytes, and its cells once it was opened. */
export class FileInHand {
  #file: FileAtHand | null = null
  #opened: OpenedFile | null = null

  get atHand(): FileAtHand | null {
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
    return this.#file ? null : refusalOf(isTooBig)
  }

  /** Reads the bytes; answers why they cannot be read that way. */
  async open(
    fileName: string,
    choices: FileChoices,
    onProgress: NonNullable<OpenOptions['onProgress']>,
  ): Promise<ReadError | null> {
    const bytes = this.#file?.bytes ?? new Uint8Array()
    const result = await openFile(bytes, { fileName, ...choices, onProgress: seldom(onProgress) })
    if (!result.ok) return result.error
    this.#opened = result.file
    return null
  }

  /** After a reload the file is still there, but not yet opened again. */
  async openAgain({ name: fileName, ...facts }: FileFacts): Promise<OpenedFile | null> {
    const atHand = this.#file
    if (this.#opened || !atHand) return this.#opened
    const again = await openFile(atHand.bytes, { fileName, ...choicesOf(facts) })
    // Meanwhile another file may have taken its place.
    if (again.ok && this.#file === atHand) this.#opened = again.file
    return this.#opened
  }

  async columnsUnder(file: FileFacts, headerRow: number | null): Promise<Detection | null> {
    const opened = await this.openAgain(file)
    return opened ? columnsUnder(opened, headerRow) : null
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
