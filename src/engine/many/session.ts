import { LIMITS } from '#product/limits.ts'
import { isNoList } from '#formats/packed/archive.ts'
import type { Lang } from '#i18n/language.ts'
import type { Placement } from '#writeback/plan.ts'
import { isSettled } from '../bulk/submit.ts'
import { randomId } from '../storage/identity.ts'
import { type ManyStore, MANY_STORE, type SavedProgress, noProgress } from './store.ts'
import type {
  GivenFile,
  ListAnswer,
  ManyList,
  ManyOutcome,
  ManySnapshot,
  ManyWork,
  PackedLists,
  Place,
} from './types.ts'

const EMPTY: ManySnapshot = {
  phase: 'idle',
  lists: [],
  others: [],
  owner: '',
  opened: null,
  packed: null,
}

/** Time between two snapshots while lists are read or converted, ms: each one renders the page. */
const PUBLISH_MS = 100
/** Lists that are read between two saves. */
const SAVE_EVERY = 50

export type ConvertMany = {
  readonly owner: string
  readonly headers: Record<string, string>
  /** How long all of it takes at least, ms. */
  readonly delayMs?: number
}

/** Whether a list is sent with the others. */
export const isSent = ({ state, isLeft }: ManyList): boolean =>
  !isLeft && (state === 'ready' || state === 'unknown')

/**
 * Several price lists that are read, converted and given back together (FILE-07). Each is a conversion of its own: one that fails
 * leaves the others alone. A list is charged once: its key is that of the batch with its index, and what was sent without a response
 * is sent again unchanged or not at all.
 */
export class ManySession {
  readonly #work: ManyWork
  readonly #store: ManyStore
  readonly #listeners = new Set<() => void>()
  #snapshot = EMPTY
  #id = ''
  #lists: ManyList[] = []
  /** The files; undefined until one is loaded from the device. */
  #files: (File | undefined)[] = []
  #names: string[] = []
  #progress: SavedProgress = noProgress('')
  #packed: { readonly of: string; readonly made: PackedLists } | undefined
  #starting: Promise<void> | undefined
  /** Changes with each batch: what was begun for another one ends. */
  #run = 0
  #isRestored = false
  #publishAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #owner = ''

  constructor(work: ManyWork, store = MANY_STORE) {
    this.#work = work
    this.#store = store
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): ManySnapshot => this.#snapshot

  /** @param email of the signed-in user, '' for none: whose columns are remembered */
  setOwner(email: string): void {
    this.#owner = email
  }

  /** Whether the page was loaded again since something of it was sent: that is sent again without the user. */
  get isRestored(): boolean {
    return this.#isRestored
  }

  /** Whether nothing of it was sent for another user. */
  get isOwn(): boolean {
    return this.#snapshot.owner === '' || this.#snapshot.owner === this.#owner
  }

  /** Restores what the device has, once. */
  start(): Promise<void> {
    return (this.#starting ??= this.#restore())
  }

  async #restore(): Promise<void> {
    const saved = await this.#store.load()
    if (saved === undefined) return
    const { batch, progress } = saved
    const { sent, done } = progress
    this.#id = batch.id
    this.#names = [...batch.sources]
    this.#files = batch.sources.map(() => undefined)
    this.#progress = progress
    this.#lists = batch.lists.map((list, i): ManyList => {
      const state = list.state === 'reading' ? 'waiting' : list.state === 'sending' ? 'ready' : list.state
      const job = done[i]
      if (job) return { ...list, job, state: 'converted' }
      return { ...list, state: sent[i] === undefined ? state : 'unknown' }
    })
    const { owner, others, opened } = batch
    this.#isRestored = true
    this.#update({ phase: 'ready', owner, others, opened })
    void this.#readWaiting()
  }

  /**
   * Opens files, together with those that are open already.
   * @returns `too-many` where nothing was opened, because they are more than can be read together
   */
  async open(given: readonly GivenFile[]): Promise<'opened' | 'too-many' | 'busy'> {
    await this.start()
    const { phase } = this.#snapshot
    if (phase !== 'idle' && phase !== 'ready') return 'busy'
    const files = given.filter(({ path }) => !isNoList(path))
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    if (this.#lists.length + files.length > LIMITS.manyLists || bytes > LIMITS.manyBytes) return 'too-many'
    if (phase === 'idle') {
      this.#id = randomId()
      this.#progress = noProgress(this.#id)
    }
    const run = this.#run
    this.#update({ phase: 'reading' })
    const others: string[] = []
    const added: ManyList[] = []
    for (const { path, file } of files) {
      const source = this.#files.push(file) - 1
      this.#names[source] = path
      const own = { path, size: file.size, source, state: 'waiting', isLeft: false } as const
      const found = await this.#findLists({ id: this.#fileId(source), file })
      if (run !== this.#run) return 'opened'
      if (found === null) added.push(own)
      else {
        added.push(
          ...found.lists.map((list) => ({ ...own, ...list, path: `${path}/${list.path}`, entry: list.path })),
        )
        others.push(...found.others.map((one) => `${path}/${one}`))
      }
    }
    const before = this.#lists.length
    if (before + added.length > LIMITS.manyLists) {
      this.#forgetFrom(added[0]?.source ?? this.#files.length)
      this.#update({ phase: before === 0 ? 'idle' : 'ready' })
      return 'too-many'
    }
    const paths = new Set(this.#lists.map(({ path }) => path))
    for (const list of added) {
      const path = freePath(list.path, paths)
      paths.add(path)
      this.#lists.push({ ...list, path })
    }
    this.#update({ others: [...this.#snapshot.others, ...others] })
    await this.#readWaiting()
    return 'opened'
  }

  #forgetFrom(source: number): void {
    this.#files.length = source
    this.#names.length = source
  }

  #fileId = (source: number): string => `${this.#id}.${source}`

  async #findLists(place: Place): ReturnType<ManyWork['findLists']> {
    // The signature of a ZIP archive; workbooks are archives, too.
    const start = await place.file
      .slice(0, 4)
      .text()
      .catch(() => '')
    return start === 'PK\u0003\u0004' ? this.#work.findLists(place).catch(() => null) : null
  }

  /** Whether a file is an archive of several lists, which are opened together. */
  async hasSeveral(file: File): Promise<boolean> {
    return (await this.#findLists({ id: randomId(), file })) !== null
  }

  /** Reads the lists that are not read yet, one after the other. */
  async #readWaiting(): Promise<void> {
    const run = this.#run
    await this.#save()
    if (this.#lists.some(({ state }) => state === 'waiting')) {
      this.#update({ phase: 'reading' })
      const kept = new Set<number>()
      let read = 0
      for (let i = 0; i < this.#lists.length; i++) {
        const { state, source } = this.#lists[i]!
        if (state !== 'waiting') continue
        await this.#read(i)
        if (run !== this.#run) return
        const file = this.#files[source]
        if (file && !kept.has(source)) await this.#store.saveFile(this.#id, source, file)
        kept.add(source)
        if (run !== this.#run) return
        if (++read % SAVE_EVERY === 0) await this.#save()
      }
    }
    if (run !== this.#run) return
    this.#update({ phase: 'ready' })
    await this.#save()
  }

  async #read(i: number, answer?: ListAnswer): Promise<void> {
    const run = this.#run
    this.#set(i, { state: 'reading' })
    const place = await this.#placeOf(i)
    const how = answer && this.#lists[i]?.reading?.how
    const result = place
      ? await this.#work
          .read(place, this.#owner, how, answer)
          .catch(() => ({ error: { code: 'unreadable', reason: 'broken' } as const }))
      : { error: { code: 'not-kept' } as const }
    if (run !== this.#run) return
    if ('error' in result) return this.#set(i, { state: 'failed', error: result.error, reading: undefined })
    const { reading } = result
    this.#set(i, {
      state: reading.questions.length > 0 ? 'asks' : 'ready',
      reading,
      error: undefined,
      // What was converted before is paid for again only if the user wants that.
      isLeft: reading.convertedAt !== undefined,
    })
  }

  /** Where the bytes of a list are; undefined where the device has not kept them. */
  async #placeOf(i: number): Promise<Place | undefined> {
    const { source, entry } = this.#lists[i]!
    const file = (this.#files[source] ??= await this.#store.file(this.#id, source))
    return file && { id: this.#fileId(source), file, entry }
  }

  /** Answers a question of a list. One about its columns is answered for all lists of the same form. */
  async answer(i: number, answer: ListAnswer): Promise<void> {
    if (this.#snapshot.phase !== 'ready' || this.#lists[i]?.state !== 'asks') return
    await this.#read(i, answer)
    if ('column' in answer) await this.#readAgain(({ reading }) => reading?.questions[0]?.what === 'column')
    await this.#save()
  }

  /** Reads the lists with questions again that pass. */
  async #readAgain(passes: (list: ManyList) => boolean): Promise<void> {
    for (const [i, list] of this.#lists.entries())
      if (list.state === 'asks' && passes(list)) await this.#read(i)
  }

  /** Leaves a list out, or takes it with the others again. */
  async leave(i: number, isLeft: boolean): Promise<void> {
    if (this.#snapshot.phase !== 'ready' || this.#lists[i]?.state !== 'ready') return
    this.#set(i, { isLeft })
    await this.#save()
  }

  /** The file of a list, to be shown alone, and which list of an archive it is. */
  async showAlone(i: number): Promise<{ file: File; entry: string | undefined } | undefined> {
    const place = await this.#placeOf(i)
    if (this.#snapshot.phase !== 'ready' || !place) return undefined
    this.#update({ opened: i })
    await this.#save()
    return { file: place.file, entry: place.entry }
  }

  /**
   * Shows all lists again.
   * @param convertedAt when the list that was shown alone was converted
   */
  async showAll(convertedAt?: string): Promise<void> {
    const { opened } = this.#snapshot
    const list = this.#lists[opened ?? -1]
    this.#update({ opened: null })
    if (list && opened !== null && (list.state === 'asks' || list.state === 'ready')) {
      // Its columns may have been chosen.
      if (list.state === 'asks') await this.#read(opened)
      const { reading } = this.#lists[opened]!
      if (convertedAt !== undefined && reading)
        this.#set(opened, { reading: { ...reading, convertedAt }, isLeft: true })
    }
    await this.#save()
  }

  /**
   * Converts the lists that are ready, each as a conversion of its own. It ends before the last one when the user stops it, without tokens, and
   * when no response comes.
   * @param only those that were sent already
   */
  async convert(options: ConvertMany, only = isSent): Promise<ManyOutcome> {
    if (this.#snapshot.phase !== 'ready') return { outcome: 'not-sent', balance: undefined }
    this.#isRestored = false
    this.#update({ phase: 'converting', owner: options.owner })
    const run = this.#run
    await this.#takeOver()
    // Saved first, with its owner: another user neither sees nor sends it.
    await this.#save()
    const delay = new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0))
    let balance: number | undefined
    let outcome: ManyOutcome = { outcome: 'done', balance }
    for (const [i, list] of this.#lists.entries()) {
      if (!only(list)) continue
      if (this.#isStopping) {
        outcome = { outcome: 'stopped', balance }
        break
      }
      const sent = await this.#convertList(i, options)
      if (run !== this.#run) return { outcome: 'not-sent', balance }
      if (sent === undefined) continue
      if (sent.outcome !== 'converted') {
        outcome = { ...sent, balance }
        break
      }
      balance = sent.balance
    }
    if (outcome.outcome === 'done') await delay
    if (run !== this.#run) return { outcome: 'not-sent', balance }
    this.#update({ phase: 'ready' })
    await this.#save()
    return { ...outcome, balance }
  }

  /** What another tab has converted of these lists since. */
  async #takeOver(): Promise<void> {
    const { sent, done } = await this.#store.loadProgress(this.#id)
    this.#progress = {
      ...this.#progress,
      sent: { ...this.#progress.sent, ...sent },
      done: { ...this.#progress.done, ...done },
    }
    for (const [i, { state }] of this.#lists.entries()) {
      const job = this.#progress.done[i]
      if (job && state !== 'converted') this.#set(i, { state: 'converted', job, isLeft: false })
    }
  }

  /** @returns undefined where the list cannot be sent, which leaves the others alone */
  async #convertList(i: number, { owner, headers }: ConvertMany) {
    const { reading } = this.#lists[i]!
    const place = await this.#placeOf(i)
    const earlier = this.#progress.sent[i]
    const prepared = place && reading && (await this.#work.prepare(place, reading.how).catch(() => null))
    const isSame =
      prepared &&
      prepared.cost === reading.counts.tokenCost &&
      (earlier ?? prepared.fingerprint) === prepared.fingerprint
    if (!isSame) {
      this.#set(i, { state: 'failed', error: place ? { code: 'changed' } : { code: 'not-kept' } })
      return undefined
    }
    this.#set(i, { state: 'sending' })
    // Saved before it is sent: the page may be closed before the response.
    await this.#change(({ sent, ...rest }) => ({ ...rest, sent: { ...sent, [i]: prepared.fingerprint } }))
    const result = await this.#work
      .send(`${this.#id}.${i}`, headers)
      .catch(() => ({ outcome: 'unreachable', wasLost: true }) as const)
    if (result.outcome === 'converted') {
      const { job } = result
      await this.#change(({ done, ...rest }) => ({ ...rest, done: { ...done, [i]: job } }))
      this.#set(i, { state: 'converted', job, isLeft: false })
      await this.#work.remember(owner, job).catch(() => undefined)
      return result
    }
    if (!isSettled(result, earlier !== undefined)) {
      this.#set(i, { state: 'unknown' })
      return result
    }
    await this.#change(({ sent, ...rest }) => {
      const others = { ...sent }
      delete others[i]
      return { ...rest, sent: others }
    })
    const isOfList = result.outcome === 'rejected' && OF_LIST.includes(result.code ?? '')
    this.#set(i, isOfList ? { state: 'rejected', sentence: result.sentence } : { state: 'ready' })
    return isOfList ? undefined : result
  }

  /** Sends again what was sent without a response before the page was loaded, and nothing else. */
  async resume(options: ConvertMany): Promise<ManyOutcome> {
    const isOwn = this.#snapshot.owner === options.owner
    const isUnknown = ({ state }: ManyList): boolean => state === 'unknown'
    if (!isOwn || !this.#lists.some(isUnknown)) return { outcome: 'not-sent', balance: undefined }
    return this.convert(options, isUnknown)
  }

  /** The list that is being converted is the last one: what is sent cannot be taken back. */
  stop(): void {
    if (this.#snapshot.phase === 'converting') this.#update({ phase: 'stopping' })
  }

  get #isStopping(): boolean {
    return this.#snapshot.phase === 'stopping'
  }

  /** Makes one archive of the converted lists. */
  async pack(
    placement: Placement,
    lang: Lang,
    headers: Record<string, string>,
  ): Promise<PackedLists | undefined> {
    const converted = this.#lists.flatMap((list, i) => (list.job && list.reading ? [{ ...list, i }] : []))
    const of = JSON.stringify([this.#id, placement, converted.map(({ job }) => job?.id)])
    if (this.#packed?.of === of) return this.#packed.made
    const run = this.#run
    this.#update({ packed: 0 })
    try {
      const lists = []
      for (const { path, reading, job, i } of converted) {
        const place = await this.#placeOf(i)
        if (place && reading && job) lists.push({ path, place, how: reading.how, jobId: job.id })
      }
      const made = await this.#work.pack({
        lists,
        paths: this.#lists.map(({ path }) => path),
        archives: new Map(this.#names.map((name, source) => [this.#fileId(source), name])),
        placement,
        lang,
        headers,
      })
      const kept = new Set(lists.map(({ path }) => path))
      const lost = converted.flatMap(({ path }) => (kept.has(path) ? [] : [path]))
      const all = { ...made, left: [...made.left, ...lost] }
      if (run !== this.#run) return undefined
      this.#packed = { of, made: all }
      return all
    } catch {
      return undefined
    } finally {
      this.#update({ packed: null })
    }
  }

  /** How many lists of the archive are made. */
  showPacked = (done: number): void => {
    if (this.#snapshot.packed !== null) this.#update({ packed: done })
  }

  /** Deletes all of it here and on the device. What is converted stays in the account. */
  async clear(): Promise<void> {
    this.leaveAll()
    await this.#store.clear()
  }

  /** The same here alone: another tab has deleted it. */
  leaveAll(): void {
    this.#run++
    this.#lists = []
    this.#files = []
    this.#names = []
    this.#packed = undefined
    this.#id = ''
    this.#snapshot = EMPTY
    this.#publish()
  }

  async #change(change: (progress: SavedProgress) => SavedProgress): Promise<void> {
    this.#progress = change(this.#progress)
    await this.#store.change(this.#id, change)
  }

  /** Publishes the lists at once and saves them. */
  #save(): Promise<void> {
    this.#publish()
    const { owner, others, opened } = this.#snapshot
    return this.#store.save({
      version: 1,
      id: this.#id,
      owner,
      lists: this.#lists,
      others,
      sources: this.#names,
      opened,
    })
  }

  #set(i: number, change: Partial<ManyList>): void {
    this.#lists[i] = { ...this.#lists[i]!, ...change }
    this.#soon()
  }

  #update(change: Partial<ManySnapshot>): void {
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
    this.#snapshot = { ...this.#snapshot, lists: [...this.#lists] }
    for (const listener of this.#listeners) listener()
  }
}

/** Error codes that say something about one list: the others are sent all the same. */
const OF_LIST: readonly string[] = [
  'no_valid_rows',
  'too_many_rows',
  'too_many_invalid_rows',
  'idempotency_conflict',
  'job_deleted',
]

/** `a/list.csv` → `a/list (2).csv` where that is taken. */
function freePath(path: string, taken: ReadonlySet<string>): string {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.[^./]+)?)$/s.exec(path) ?? []
  for (let n = 1; ; n++) {
    const free = n === 1 ? path : `${stem} (${n})${ending}`
    if (!taken.has(free)) return free
  }
}
