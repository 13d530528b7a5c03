import { type ManyStore, type SavedBatch, type SavedProgress, type Unanswered, noProgress } from './store.ts'
import type { ManyList, ManySnapshot, ManySource, Place } from './types.ts'

const EMPTY: ManySnapshot = {
  phase: 'idle',
  lists: [],
  others: [],
  owner: '',
  opened: null,
  probed: null,
  packed: null,
}

/** Time between two snapshots while lists are read or converted, ms: each one renders the page. */
const PUBLISH_MS = 100

/** Several price lists with their files and what was sent of them: shown to the page, stored on the device and restored. */
export class Batch {
  readonly store: ManyStore
  readonly #listeners = new Set<() => void>()
  #snapshot = EMPTY
  id = ''
  lists: ManyList[] = []
  sources = new Map<string, ManySource>()
  /** Those of the files that are not on the device alone. */
  files = new Map<string, File>()
  /** Keys of all lists that it has or had. */
  readonly known = new Set<string>()
  /** Keys of the lists that are being added: they go when the user cancels that. */
  adding: ReadonlySet<string> = new Set()
  unanswered: Unanswered = {}
  progress: SavedProgress = noProgress('')
  /** Changes with each batch: what was begun for another one ends. */
  run = 0
  /** Email of the signed-in user, '' for none. */
  owner = ''
  #publishAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(store: ManyStore) {
    this.store = store
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): ManySnapshot => this.#snapshot

  /** Whether nothing of it was sent for another user. */
  get isOwn(): boolean {
    return this.#snapshot.owner === '' || this.#snapshot.owner === this.owner
  }

  /** @returns whether the device has a batch */
  async load(): Promise<boolean> {
    const saved = await this.store.load()
    if (saved === undefined) return false
    const { batch, progress } = saved
    const { sent, done } = progress
    this.id = batch.id
    this.progress = progress
    const paths = new Set<string>()
    this.sources = new Map(
      // Two tabs may have added files of one name.
      Object.entries(batch.sources).map(([id, source]) => [
        id,
        { ...source, path: freePath(source.path, paths) },
      ]),
    )
    this.lists = batch.lists.map((saved): ManyList => {
      const list = { ...saved, path: pathIn(this.sources.get(saved.source)!, saved.entry) }
      const state = list.state === 'reading' ? 'waiting' : list.state === 'sending' ? 'ready' : list.state
      const job = list.job ?? done[list.key]?.job
      if (job) return { ...list, job, state: 'converted', isLeft: false }
      return { ...list, state: sent[list.key] === undefined ? state : 'unknown' }
    })
    for (const { key } of this.lists) this.known.add(key)
    const { owner, opened } = batch
    // An earlier version of the page has saved their paths alone.
    const others = batch.others.map((one) => (typeof one === 'string' ? { path: one } : one))
    this.update({ phase: 'ready', owner, others, opened })
    return true
  }

  /** Where the bytes of a list are; undefined where the device has not kept them. */
  async placeOf(i: number): Promise<Place | undefined> {
    const { source, entry } = this.lists[i]!
    const file = this.files.get(source) ?? (await this.store.file(source))
    if (file === undefined) return undefined
    this.files.set(source, file)
    return { id: source, file, entry }
  }

  /** Deletes all of it here and on the device. What is converted stays in the account. */
  async clear(): Promise<void> {
    const { id, progress } = this
    const { owner } = this.#snapshot
    this.leaveAll()
    const [saved, unanswered] = await Promise.all([this.store.saved(), this.store.unanswered()])
    const own = unansweredOf(owner, progress)
    // Another tab may have sent of it since.
    const others = saved?.batch.id === id ? unansweredOf(saved.batch.owner, saved.progress) : {}
    await this.store.clear({ ...unanswered, ...own, ...others })
  }

  /** The same here alone: another tab has deleted it. */
  leaveAll(): void {
    this.run++
    this.lists = []
    this.files = new Map()
    this.sources = new Map()
    this.adding = new Set()
    this.id = ''
    this.progress = noProgress('')
    this.#snapshot = EMPTY
    this.#publish()
  }

  async change(change: (progress: SavedProgress) => SavedProgress): Promise<void> {
    this.progress = change(this.progress)
    await this.store.change(this.id, change)
  }

  /** Publishes the lists at once and saves them. */
  save(): Promise<void> {
    this.#publish()
    const { owner, others, opened } = this.#snapshot
    const sources = Object.fromEntries(this.sources)
    const batch: SavedBatch = { version: 1, id: this.id, owner, lists: this.lists, others, sources, opened }
    return this.store.save(batch, this.known)
  }

  set(i: number, change: Partial<ManyList>): void {
    const list = this.lists[i]
    if (!list) return
    this.lists[i] = { ...list, ...change }
    this.#soon()
  }

  setByKey(key: string, change: Partial<ManyList>): void {
    this.set(
      this.lists.findIndex((list) => list.key === key),
      change,
    )
  }

  update(change: Partial<ManySnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    this.#publish()
  }

  /** Publishes changes of lists at most every {@link PUBLISH_MS}. */
  #soon(): void {
    const wait = this.#publishAt + PUBLISH_MS - Date.now()
    if (wait <= 0) this.#publish()
    else this.#timer ??= setTimeout(() => this.#publish(), wait)
  }

  #publish(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#publishAt = Date.now()
    this.#snapshot = { ...this.#snapshot, lists: [...this.lists] }
    for (const listener of this.#listeners) listener()
  }
}

/** The keys of the requests of a batch that have no response. */
const unansweredOf = (owner: string, { sent, done }: SavedProgress): Unanswered =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([key, fingerprint]) =>
      done[key] ? [] : [[requestOf(owner, fingerprint), key] as const],
    ),
  )

/** A request of a user, which a key belongs to. */
export const requestOf = (owner: string, fingerprint: string): string => `${owner} ${fingerprint}`

export const pathIn = ({ path }: ManySource, entry: string | undefined): string =>
  entry === undefined ? path : `${path}/${entry}`

/**
 * `a/list.csv` → `a/list (2).csv` where that is taken.
 * @param taken in lower case, as some systems tell files apart; the path is added
 */
export function freePath(path: string, taken: Set<string>): string {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.[^./]+)?(?:\.gz)?)$/is.exec(path) ?? []
  for (let n = 1; ; n++) {
    const free = n === 1 ? path : `${stem} (${n})${ending}`
    if (taken.has(free.toLowerCase())) continue
    taken.add(free.toLowerCase())
    return free
  }
}
