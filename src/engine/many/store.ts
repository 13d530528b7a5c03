import { type KeyValues, openKeyValues } from '../storage/key-values.ts'
import { markSavedBatch } from './mark.ts'
import type { ListJob, ManyList } from './types.ts'

/** The lists as they were read. What was sent of them is a record of its own, which is written for each of them. */
export type SavedBatch = {
  version: 1
  id: string
  /** Email of the user for whom some of it was sent; '' before. */
  owner: string
  lists: readonly ManyList[]
  others: readonly string[]
  /** Names of the files. */
  sources: readonly string[]
  opened: number | null
}

/** By the index of a list: what the request that was sent is recognised by, and the conversion that it became. */
export type SavedProgress = {
  version: 1
  id: string
  sent: Readonly<Record<number, string>>
  done: Readonly<Record<number, ListJob>>
}

export const noProgress = (id: string): SavedProgress => ({ version: 1, id, sent: {}, done: {} })

const fileKey = (id: string, index: number): string => `file.${id}.${index}`

/** The batch of this device: lists, what was sent of them, and their files. No method throws: without storage only the convenience is lost. */
export class ManyStore {
  readonly #values: KeyValues
  /** What a tab with another batch has saved since is not overwritten. */
  #id: string | undefined

  constructor(values: KeyValues) {
    this.#values = values
  }

  async load(): Promise<{ batch: SavedBatch; progress: SavedProgress } | undefined> {
    const batch = (await this.#get('batch')) as SavedBatch | undefined
    if (batch?.version !== 1 || !Array.isArray(batch.lists)) {
      markSavedBatch(false)
      return undefined
    }
    this.#id = batch.id
    return { batch, progress: await this.loadProgress(batch.id) }
  }

  async loadProgress(id: string): Promise<SavedProgress> {
    const progress = (await this.#get('progress')) as SavedProgress | undefined
    return progress?.version === 1 && progress.id === id ? progress : noProgress(id)
  }

  async file(id: string, index: number): Promise<File | undefined> {
    return (await this.#get(fileKey(id, index))) as File | undefined
  }

  /** Saves a batch in the place of the one that this tab has saved before, or of any other if it has none yet. */
  async save(batch: SavedBatch): Promise<void> {
    try {
      if (this.#id !== batch.id) {
        await this.#values.clear()
        this.#id = batch.id
        await this.#values.set('batch', batch)
      } else await this.#values.update('batch', (saved) => (isOf(saved, batch.id) ? batch : saved))
      markSavedBatch(true)
    } catch {
      // As above.
    }
  }

  /** A file is saved once: it never changes. Where there is no room, it is asked for after a reload. */
  async saveFile(id: string, index: number, file: File): Promise<void> {
    try {
      await this.#values.set(fileKey(id, index), file)
    } catch {
      // As above.
    }
  }

  /** Changes the progress of a batch in one step: another tab may have sent other lists of it. */
  async change(id: string, change: (progress: SavedProgress) => SavedProgress): Promise<void> {
    try {
      await this.#values.update('progress', (saved) =>
        change(isOf(saved, id) ? (saved as SavedProgress) : noProgress(id)),
      )
    } catch {
      // As above.
    }
  }

  async clear(): Promise<void> {
    markSavedBatch(false)
    this.#id = undefined
    try {
      await this.#values.clear()
    } catch {
      // As above.
    }
  }

  async #get(key: string): Promise<unknown> {
    try {
      return await this.#values.get(key)
    } catch {
      return undefined
    }
  }
}

const isOf = (saved: unknown, id: string): boolean => (saved as { id?: unknown } | undefined)?.id === id

/** Separate from the rows of one conversion. */
export const MANY_STORE = new ManyStore(openKeyValues('levro-many', 'many'))
