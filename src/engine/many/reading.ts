import { type OtherEntry, isNoList } from '#formats/packed/archive.ts'
import { LIMITS } from '#product/limits.ts'
import { randomId } from '../storage/identity.ts'
import { type Batch, freePath, pathIn } from './batch.ts'
import { noProgress, othersIn } from './store.ts'
import type {
  GivenFile,
  ListAnswer,
  ListChoices,
  ListReading,
  ListState,
  ManyList,
  ManyWork,
} from './types.ts'

/** Lists that are read between two saves. */
const SAVE_EVERY = 50

/** Opens the files of a batch, and reads their lists one after the other. */
export class BatchReader {
  readonly #batch: Batch
  readonly #work: ManyWork
  #probe: object | undefined

  constructor(batch: Batch, work: ManyWork) {
    this.#batch = batch
    this.#work = work
  }

  /**
   * Opens files, together with those that are open already. One that was given before, and that the device has not kept, takes
   * its place again.
   * @returns `too-many` where nothing was opened, because they are more than can be read together; `none` where none can be a list
   */
  async open(given: readonly GivenFile[]): Promise<'opened' | 'too-many' | 'none' | 'busy'> {
    const files = given.filter(({ path }) => !isNoList(path))
    if (files.length === 0) return 'none'
    if (this.#batch.snapshot().phase === 'idle') {
      // Another tab may have opened some since.
      await this.#batch.load()
      if (!this.#batch.isOwn) await this.#batch.clear()
    }
    const { phase } = this.#batch.snapshot()
    if (phase !== 'idle' && phase !== 'ready') return 'busy'
    const run = this.#batch.run
    this.#batch.update({ phase: 'reading' })
    const sources = new Map(this.#batch.sources)
    const again = new Map<string, File>()
    const added = new Map<string, File>()
    for (const { path, file } of files) {
      const lost = await this.#lostSource(path, file)
      if (run !== this.#batch.run) return 'opened'
      if (lost !== undefined && !again.has(lost)) again.set(lost, file)
      else added.set(randomId(), file)
    }
    const bytes = [...sources.values(), ...added.values()].reduce(
      (sum, { size }) => sum + countedSize(size),
      0,
    )
    if (this.#batch.lists.length + added.size > LIMITS.manyLists || bytes > LIMITS.manyBytes) {
      this.#batch.update({ phase })
      return 'too-many'
    }
    const paths = new Set([...sources.values()].map(({ path }) => path.toLowerCase()))
    const pathOf = new Map(files.map(({ path, file }) => [file, path]))
    const lists: ManyList[] = []
    const others: OtherEntry[] = []
    for (const [source, file] of added) {
      const path = pathOf.get(file)!
      const about = { given: path, path: freePath(path, paths), size: file.size }
      sources.set(source, about)
      const found = (await isArchive(file))
        ? await this.#work.findLists({ id: source, file }).catch(() => null)
        : null
      if (run !== this.#batch.run) return 'opened'
      for (const { path: entry, size } of found?.lists ?? [{ path: undefined, size: file.size }])
        lists.push({
          key: randomId(),
          path: pathIn(about, entry),
          size,
          source,
          entry,
          state: 'waiting',
          isLeft: false,
        })
      others.push(...(found?.others ?? []).map((one) => ({ ...one, path: pathIn(about, one.path) })))
    }
    if (this.#batch.lists.length + lists.length > LIMITS.manyLists) {
      this.#batch.update({ phase })
      return 'too-many'
    }
    if (this.#batch.id === '') {
      this.#batch.id = randomId()
      this.#batch.progress = noProgress(this.#batch.id)
    }
    this.#batch.sources = sources
    for (const [id, file] of [...again, ...added]) this.#batch.files.set(id, file)
    for (const [i, { source, state, error }] of this.#batch.lists.entries())
      if (again.has(source) && error?.code === 'not-kept')
        this.#batch.set(i, { state: state === 'unknown' ? state : 'waiting', error: undefined })
    this.#batch.lists.push(...lists)
    this.#batch.adding = new Set(lists.map(({ key }) => key))
    for (const key of this.#batch.adding) this.#batch.known.add(key)
    this.#batch.update({ others: [...this.#batch.snapshot().others, ...others] })
    await this.#batch.save()
    // Before they are read: the page may be closed.
    for (const [id, file] of [...again, ...added]) {
      if (run !== this.#batch.run) return 'opened'
      if (countedSize(file.size) > 0) await this.#batch.store.saveFile(this.#batch.id, id, file)
    }
    if (run !== this.#batch.run) return 'opened'
    await this.readWaiting()
    return 'opened'
  }

  /** The source that this file was, which the device has not kept. */
  async #lostSource(path: string, { size }: File): Promise<string | undefined> {
    for (const [id, source] of this.#batch.sources) {
      if (source.given !== path || source.size !== size || this.#batch.files.has(id)) continue
      if ((await this.#batch.store.file(id)) === undefined) return id
    }
    return undefined
  }

  /** Ends the reading: what was being added goes, and what was there before stays. */
  async cancelReading(): Promise<void> {
    if (this.#batch.snapshot().phase !== 'reading') return
    this.#batch.run++
    this.#batch.lists = this.#batch.lists.flatMap((list): ManyList[] => {
      if (this.#batch.adding.has(list.key)) return []
      return list.state === 'reading' ? [{ ...list, state: stateOf(list.reading) }] : [list]
    })
    this.#batch.adding = new Set()
    if (this.#batch.id === '') return this.#batch.leaveAll()
    if (this.#batch.lists.length === 0) return this.#batch.clear()
    const kept = new Set(this.#batch.lists.map(({ source }) => source))
    const removed = [...this.#batch.sources.keys()].filter((id) => !kept.has(id))
    for (const id of removed) {
      this.#batch.sources.delete(id)
      this.#batch.files.delete(id)
    }
    const others = othersIn(this.#batch.sources.values(), this.#batch.snapshot().others)
    this.#batch.update({ phase: 'ready', others })
    await this.#batch.save()
    for (const id of removed) await this.#batch.store.deleteFile(id)
  }

  /**
   * Whether a file is an archive of several lists, which are opened together.
   * @returns undefined where the user has cancelled that
   */
  async hasSeveral(file: File): Promise<boolean | undefined> {
    if (!(await isArchive(file))) return false
    const probe = {}
    this.#probe = probe
    this.#batch.update({ probed: file.name })
    const found = await this.#work.findLists({ id: randomId(), file }).catch(() => null)
    if (this.#probe !== probe) return undefined
    this.cancelProbe()
    return found !== null
  }

  /** Ends the looking for lists in an archive. */
  cancelProbe(): void {
    this.#probe = undefined
    this.#batch.update({ probed: null })
  }

  /** Reads the lists that are not read yet, one after the other. */
  async readWaiting(): Promise<void> {
    const run = this.#batch.run
    if (this.#batch.lists.some(({ state }) => state === 'waiting')) {
      this.#batch.update({ phase: 'reading' })
      let read = 0
      for (const [i, { state }] of this.#batch.lists.entries()) {
        if (state !== 'waiting') continue
        await this.read(i)
        if (run === this.#batch.run && ++read % SAVE_EVERY === 0) await this.#batch.save()
        if (run !== this.#batch.run) return
      }
    }
    this.#batch.adding = new Set()
    this.#batch.update({ phase: 'ready' })
    await this.#batch.save()
  }

  async read(i: number, answer?: ListAnswer, given?: ListChoices): Promise<void> {
    const run = this.#batch.run
    this.#batch.set(i, { state: 'reading' })
    const place = await this.#batch.placeOf(i)
    const how = given ?? (answer && this.#batch.lists[i]?.reading?.how)
    const result = place
      ? await this.#work
          .read(place, this.#batch.owner, how, answer)
          .catch(() => ({ error: { code: 'unreadable', reason: 'broken' } as const }))
      : { error: { code: 'not-kept' } as const }
    if (run !== this.#batch.run) return
    if ('error' in result)
      return this.#batch.set(i, { state: 'failed', error: result.error, reading: undefined })
    const { reading } = result
    const { isLeft, reading: before } = this.#batch.lists[i]!
    const { convertedAt } = reading
    const sameAs = this.#equalBefore(i, reading)
    const isFirst = before === undefined
    this.#batch.set(i, {
      state: stateOf(reading),
      reading,
      error: undefined,
      sameAs,
      // What was converted before, or is there twice, is paid for again only if the user wants that.
      isLeft:
        isFirst || convertedAt !== before.convertedAt
          ? convertedAt !== undefined || (isFirst && sameAs !== undefined)
          : isLeft,
    })
  }

  /** The key of the first list of the same content. */
  #equalBefore(i: number, { hash }: ListReading): string | undefined {
    if (hash === null) return undefined
    return this.#batch.lists.slice(0, i).find(({ reading }) => reading?.hash === hash)?.key
  }
}

/** Whether a file may be an archive of lists. */
async function isArchive(file: File): Promise<boolean> {
  // Workbooks are archives, too: one is opened once.
  if (/\.(xls[xmb]|od[st])$/i.test(file.name)) return false
  const start = await file
    .slice(0, 4)
    .text()
    .catch(() => '')
  // The signature of a ZIP archive.
  return start === 'PK\u0003\u0004'
}

/** The state of a list that is not converted. */
const stateOf = (reading: ListReading | undefined): ListState =>
  reading === undefined ? 'waiting' : reading.questions.length > 0 ? 'asks' : 'ready'

/** Bytes of a file that are read: a larger one is refused. */
const countedSize = (size: number): number => (size > LIMITS.fileBytes ? 0 : size)
