import { type KeyValues, openKeyValues } from '../storage/key-values.ts'
import type { OtherEntry } from '#formats/packed/archive.ts'
import { markSavedBatch } from './mark.ts'
import type { ListJob, ManyList, ManySource } from './types.ts'

/** The lists as they were read. What was sent of them is a record of its own, which is written for each of them. */
export type SavedBatch = {
  version: 1
  id: string
  /** Email of the user for whom some of it was sent; '' before. */
  owner: string
  lists: readonly ManyList[]
  others: readonly (string | OtherEntry)[]
  /** The files, by their ids. */
  sources: Readonly<Record<string, ManySource>>
  opened: number | null
}

/** By the key of a list: what the request that was sent is recognised by, and the conversion that it became. */
export type SavedProgress = {
  version: 1
  id: string
  sent: Readonly<Record<string, string>>
  done: Readonly<Record<string, { readonly fingerprint: string; readonly job: ListJob }>>
}

type Saved = { batch: SavedBatch; progress: SavedProgress }

export const noProgress = (id: string): SavedProgress => ({ version: 1, id, sent: {}, done: {} })

/** Keys of requests without a response whose batch was removed, by user and request: they are sent again under these. */
export type Unanswered = Readonly<Record<string, string>>

const fileKey = (id: string): string => `file.${id}`

/** The batch of this device: lists, what was sent of them, and their files. No method throws: without storage only the convenience is lost. */
export class ManyStore {
  readonly #values: KeyValues
  /** What a tab with another batch has saved since is not overwritten. */
  #id: string | undefined

  constructor(values: KeyValues) {
    this.#values = values
  }

  async load(): Promise<Saved | undefined> {
    const saved = await this.saved()
    if (saved === undefined) markSavedBatch(false)
    else this.#id = saved.batch.id
    return saved
  }

  /** What the device has, whichever tab has saved it. */
  async saved(): Promise<Saved | undefined> {
    const batch = (await this.#get('batch')) as SavedBatch | undefined
    if (batch?.version !== 1 || !batch.id || !Array.isArray(batch.lists) || batch.lists.length === 0)
      return undefined
    const progress = (await this.#get('progress')) as SavedProgress | undefined
    return {
      batch,
      progress: progress?.version === 1 && isOf(progress, batch.id) ? progress : noProgress(batch.id),
    }
  }

  async file(id: string): Promise<File | undefined> {
    return (await this.#get(fileKey(id))) as File | undefined
  }

  /**
   * Saves a batch in the place of the one that this tab has saved before, or of any other if it has none yet.
   * @param known keys of all lists that this tab has or had: others are those of another tab, and stay
   */
  async save(batch: SavedBatch, known: ReadonlySet<string>): Promise<void> {
    try {
      if (this.#id !== batch.id) {
        await this.clear(await this.unanswered())
        this.#id = batch.id
        await this.#values.set('batch', batch)
        markSavedBatch(true)
      } else
        await this.#values.update('batch', (saved) =>
          isOf(saved, batch.id) ? merged(saved as SavedBatch, batch, known) : saved,
        )
    } catch {
      // As above.
    }
  }

  /** The next batch that is saved takes the place of whatever is there then. */
  forget(): void {
    this.#id = undefined
  }

  /**
   * A file is saved once: it never changes. Where there is no room, it is asked for after a reload.
   * @param batch another tab may have deleted it
   */
  async saveFile(batch: string, id: string, file: File): Promise<void> {
    try {
      await this.#values.update(fileKey(id), (saved, of) => (isOf(of, batch) ? file : saved), 'batch')
    } catch {
      // As above.
    }
  }

  /** Deletes a file, unless another tab has converted a list of it. */
  async deleteFile(id: string): Promise<void> {
    try {
      await this.#values.update(
        fileKey(id),
        (saved, of) => ((of as SavedBatch | undefined)?.sources[id] ? saved : undefined),
        'batch',
      )
    } catch {
      // As above.
    }
  }

  /** Changes the progress of a batch in one step: another tab may have sent other lists of it. */
  async change(id: string, change: (progress: SavedProgress) => SavedProgress): Promise<void> {
    try {
      await this.#values.update(
        'progress',
        (saved, of) =>
          isOf(of, id) ? change(isOf(saved, id) ? (saved as SavedProgress) : noProgress(id)) : saved,
        'batch',
      )
    } catch {
      // As above.
    }
  }

  async unanswered(): Promise<Unanswered> {
    return ((await this.#get('unanswered')) as Unanswered | undefined) ?? {}
  }

  async forgetUnanswered(request: string): Promise<void> {
    try {
      await this.#values.update('unanswered', (saved) => {
        const { [request]: _, ...others } = (saved ?? {}) as Unanswered
        return others
      })
    } catch {
      // As above.
    }
  }

  /** @param unanswered stays */
  async clear(unanswered: Unanswered = {}): Promise<void> {
    markSavedBatch(false)
    this.#id = undefined
    try {
      await this.#values.clear()
      if (Object.keys(unanswered).length > 0) await this.#values.set('unanswered', unanswered)
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

/** The batch of this tab with what another one has added and converted of it. */
function merged(saved: SavedBatch, batch: SavedBatch, known: ReadonlySet<string>): SavedBatch {
  const added = saved.lists.filter(({ key }) => !known.has(key))
  const ofAdded = added.map(({ source }) => [source, saved.sources[source]!] as const)
  const sources = { ...batch.sources, ...Object.fromEntries(ofAdded) }
  return {
    ...batch,
    owner: batch.owner || saved.owner,
    lists: [...withConverted(batch.lists, saved.lists), ...added],
    sources,
    others: othersIn(Object.values(sources), [...batch.others, ...saved.others]),
  }
}

/** Of files in archives that are no lists, those whose archive is one of `sources`, each once. */
export function othersIn<Other extends string | OtherEntry>(
  sources: Iterable<ManySource>,
  others: readonly Other[],
): Other[] {
  const archives = new Set(Array.from(sources, ({ path }) => path))
  const byPath = new Map(others.map((one) => [typeof one === 'string' ? one : one.path, one]))
  return [...byPath].flatMap(([path, one]) =>
    [...path.matchAll(/\//g)].some(({ index }) => archives.has(path.slice(0, index))) ? [one] : [],
  )
}

/** A list that another tab has converted is as it was converted there. */
export function withConverted(own: readonly ManyList[], others: readonly ManyList[]): ManyList[] {
  const converted = new Map(others.flatMap((list) => (list.job ? [[list.key, list]] : [])))
  return own.map((list) => (list.job ? list : (converted.get(list.key) ?? list)))
}

/** Separate from the rows of one conversion. */
export const MANY_STORE = new ManyStore(openKeyValues('levro-many', 'many'))
