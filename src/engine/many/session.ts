import { LIMITS } from '#product/limits.ts'
import { isNoList } from '#formats/packed/archive.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import type { Lang } from '#i18n/language.ts'
import type { Placement } from '#writeback/plan.ts'
import { isSettled } from '../bulk/submit.ts'
import { randomId } from '../storage/identity.ts'
import {
  type ManyStore,
  MANY_STORE,
  type SavedBatch,
  type SavedProgress,
  type Unanswered,
  noProgress,
  withConverted,
} from './store.ts'
import type {
  ConvertedAlone,
  GivenFile,
  ListAnswer,
  ListChoices,
  ListReading,
  ListState,
  ManyList,
  ManyOutcome,
  ManySnapshot,
  ManySource,
  ManyWork,
  PackedLists,
  Place,
  ShownAlone,
} from './types.ts'

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
/** Lists that are read between two saves. */
const SAVE_EVERY = 50

export type SendMany = {
  readonly owner: string
  readonly headers: Record<string, string>
  /** How long all of it takes at least, ms. */
  readonly delayMs?: number
}

/** The lists as they were when the user confirmed what they cost. */
export type ConvertMany = SendMany & { readonly lists: readonly ManyList[] }

/** Whether a list is converted with the others. */
export const isSent = ({ state, isLeft }: ManyList): boolean => !isLeft && state === 'ready'

/** Whether a list waits for an answer; one that is left out does not. */
export const isAsking = ({ state, isLeft }: ManyList): boolean => !isLeft && state === 'asks'

const isUnknown = ({ state }: ManyList): boolean => state === 'unknown'

/**
 * Several price lists that are read, converted and given back together (FILE-07). Each is a conversion of its own: one that fails
 * leaves the others alone. A list is charged once: it has a key of its own, under which what was sent without a response is sent
 * again unchanged or not at all.
 */
export class ManySession {
  readonly #work: ManyWork
  readonly #store: ManyStore
  readonly #listeners = new Set<() => void>()
  #snapshot = EMPTY
  #id = ''
  #lists: ManyList[] = []
  #sources = new Map<string, ManySource>()
  /** Those of the files that are not on the device alone. */
  #files = new Map<string, File>()
  /** Keys of all lists that it has or had. */
  readonly #known = new Set<string>()
  /** Keys of the lists that are being added: they go when the user cancels that. */
  #adding: ReadonlySet<string> = new Set()
  #unanswered: Unanswered = {}
  #progress: SavedProgress = noProgress('')
  #packed: { readonly of: string; readonly made: PackedLists } | undefined
  #starting: Promise<void> | undefined
  /** Changes with each batch: what was begun for another one ends. */
  #run = 0
  #isRestored = false
  #probe: object | undefined
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
    if (!(await this.#load())) return
    this.#isRestored = true
    void this.#readWaiting()
  }

  /** @returns whether the device has a batch */
  async #load(): Promise<boolean> {
    const saved = await this.#store.load()
    if (saved === undefined) return false
    const { batch, progress } = saved
    const { sent, done } = progress
    this.#id = batch.id
    this.#progress = progress
    const paths = new Set<string>()
    this.#sources = new Map(
      // Two tabs may have added files of one name.
      Object.entries(batch.sources).map(([id, source]) => [
        id,
        { ...source, path: freePath(source.path, paths) },
      ]),
    )
    this.#lists = batch.lists.map((saved): ManyList => {
      const list = { ...saved, path: pathIn(this.#sources.get(saved.source)!, saved.entry) }
      const state = list.state === 'reading' ? 'waiting' : list.state === 'sending' ? 'ready' : list.state
      const job = list.job ?? done[list.key]?.job
      if (job) return { ...list, job, state: 'converted', isLeft: false }
      return { ...list, state: sent[list.key] === undefined ? state : 'unknown' }
    })
    for (const { key } of this.#lists) this.#known.add(key)
    const { owner, others, opened } = batch
    this.#update({ phase: 'ready', owner, others, opened })
    return true
  }

  /**
   * Opens files, together with those that are open already. One that was given before, and that the device has not kept, takes
   * its place again.
   * @returns `too-many` where nothing was opened, because they are more than can be read together; `none` where none can be a list
   */
  async open(given: readonly GivenFile[]): Promise<'opened' | 'too-many' | 'none' | 'busy'> {
    await this.start()
    const files = given.filter(({ path }) => !isNoList(path))
    if (files.length === 0) return 'none'
    if (this.#snapshot.phase === 'idle') {
      // Another tab may have opened some since.
      await this.#load()
      if (!this.isOwn) await this.clear()
    }
    const { phase } = this.#snapshot
    if (phase !== 'idle' && phase !== 'ready') return 'busy'
    const run = this.#run
    this.#update({ phase: 'reading' })
    const sources = new Map(this.#sources)
    const again = new Map<string, File>()
    const added = new Map<string, File>()
    for (const { path, file } of files) {
      const lost = await this.#lostSource(path, file)
      if (run !== this.#run) return 'opened'
      if (lost !== undefined && !again.has(lost)) again.set(lost, file)
      else added.set(randomId(), file)
    }
    const bytes = [...sources.values(), ...added.values()].reduce(
      (sum, { size }) => sum + countedSize(size),
      0,
    )
    if (this.#lists.length + added.size > LIMITS.manyLists || bytes > LIMITS.manyBytes) {
      this.#update({ phase })
      return 'too-many'
    }
    const paths = new Set([...sources.values()].map(({ path }) => path.toLowerCase()))
    const pathOf = new Map(files.map(({ path, file }) => [file, path]))
    const lists: ManyList[] = []
    const others: string[] = []
    for (const [source, file] of added) {
      const path = pathOf.get(file)!
      const about = { given: path, path: freePath(path, paths), size: file.size }
      sources.set(source, about)
      const found = (await isArchive(file))
        ? await this.#work.findLists({ id: source, file }).catch(() => null)
        : null
      if (run !== this.#run) return 'opened'
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
      others.push(...(found?.others ?? []).map((one) => pathIn(about, one)))
    }
    if (this.#lists.length + lists.length > LIMITS.manyLists) {
      this.#update({ phase })
      return 'too-many'
    }
    if (this.#id === '') {
      this.#id = randomId()
      this.#progress = noProgress(this.#id)
    }
    this.#sources = sources
    for (const [id, file] of [...again, ...added]) this.#files.set(id, file)
    for (const [i, { source, state, error }] of this.#lists.entries())
      if (again.has(source) && error?.code === 'not-kept')
        this.#set(i, { state: state === 'unknown' ? state : 'waiting', error: undefined })
    this.#lists.push(...lists)
    this.#adding = new Set(lists.map(({ key }) => key))
    for (const key of this.#adding) this.#known.add(key)
    this.#update({ others: [...this.#snapshot.others, ...others] })
    await this.#save()
    // Before they are read: the page may be closed.
    for (const [id, file] of [...again, ...added]) {
      if (run !== this.#run) return 'opened'
      if (countedSize(file.size) > 0) await this.#store.saveFile(this.#id, id, file)
    }
    if (run !== this.#run) return 'opened'
    await this.#readWaiting()
    return 'opened'
  }

  /** The source that this file was, which the device has not kept. */
  async #lostSource(path: string, { size }: File): Promise<string | undefined> {
    for (const [id, source] of this.#sources) {
      if (source.given !== path || source.size !== size || this.#files.has(id)) continue
      if ((await this.#store.file(id)) === undefined) return id
    }
    return undefined
  }

  /** Ends the reading: what was being added goes, and what was there before stays. */
  async cancelReading(): Promise<void> {
    if (this.#snapshot.phase !== 'reading') return
    this.#run++
    this.#lists = this.#lists.flatMap((list): ManyList[] => {
      if (this.#adding.has(list.key)) return []
      return list.state === 'reading' ? [{ ...list, state: stateOf(list.reading) }] : [list]
    })
    this.#adding = new Set()
    if (this.#id === '') return this.leaveAll()
    if (this.#lists.length === 0) return this.clear()
    const kept = new Set(this.#lists.map(({ source }) => source))
    for (const id of this.#sources.keys())
      if (!kept.has(id)) {
        this.#sources.delete(id)
        this.#files.delete(id)
      }
    this.#update({ phase: 'ready' })
    await this.#save()
  }

  /**
   * Whether a file is an archive of several lists, which are opened together.
   * @returns undefined where the user has cancelled that
   */
  async hasSeveral(file: File): Promise<boolean | undefined> {
    if (!(await isArchive(file))) return false
    const probe = {}
    this.#probe = probe
    this.#update({ probed: file.name })
    const found = await this.#work.findLists({ id: randomId(), file }).catch(() => null)
    if (this.#probe !== probe) return undefined
    this.cancelProbe()
    return found !== null
  }

  /** Ends the looking for lists in an archive. */
  cancelProbe(): void {
    this.#probe = undefined
    this.#update({ probed: null })
  }

  /** Reads the lists that are not read yet, one after the other. */
  async #readWaiting(): Promise<void> {
    const run = this.#run
    if (this.#lists.some(({ state }) => state === 'waiting')) {
      this.#update({ phase: 'reading' })
      let read = 0
      for (const [i, { state }] of this.#lists.entries()) {
        if (state !== 'waiting') continue
        await this.#read(i)
        if (run === this.#run && ++read % SAVE_EVERY === 0) await this.#save()
        if (run !== this.#run) return
      }
    }
    this.#adding = new Set()
    this.#update({ phase: 'ready' })
    await this.#save()
  }

  async #read(i: number, answer?: ListAnswer, given?: ListChoices): Promise<void> {
    const run = this.#run
    this.#set(i, { state: 'reading' })
    const place = await this.#placeOf(i)
    const how = given ?? (answer && this.#lists[i]?.reading?.how)
    const result = place
      ? await this.#work
          .read(place, this.#owner, how, answer)
          .catch(() => ({ error: { code: 'unreadable', reason: 'broken' } as const }))
      : { error: { code: 'not-kept' } as const }
    if (run !== this.#run) return
    if ('error' in result) return this.#set(i, { state: 'failed', error: result.error, reading: undefined })
    const { reading } = result
    const { isLeft, reading: before } = this.#lists[i]!
    const { convertedAt } = reading
    const sameAs = this.#equalBefore(i, reading)
    const isFirst = before === undefined
    this.#set(i, {
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
    return this.#lists.slice(0, i).find(({ reading }) => reading?.hash === hash)?.key
  }

  /** Where the bytes of a list are; undefined where the device has not kept them. */
  async #placeOf(i: number): Promise<Place | undefined> {
    const { source, entry } = this.#lists[i]!
    const file = this.#files.get(source) ?? (await this.#store.file(source))
    if (file === undefined) return undefined
    this.#files.set(source, file)
    return { id: source, file, entry }
  }

  /** Answers a question of a list. One about its columns is answered for all lists of the same form. */
  async answer(i: number, answer: ListAnswer): Promise<void> {
    if (this.#snapshot.phase !== 'ready' || this.#lists[i]?.state !== 'asks') return
    const run = this.#run
    // Nothing is converted until all of them are read.
    this.#update({ phase: 'reading' })
    await this.#read(i, answer)
    for (const [other, { state, reading }] of this.#lists.entries()) {
      if (run !== this.#run) return
      if (!('column' in answer) || state !== 'asks' || reading?.questions[0]?.what !== 'column') continue
      await this.#read(other)
    }
    if (run !== this.#run) return
    this.#update({ phase: 'ready' })
    await this.#save()
  }

  /** Leaves a list out, or takes it with the others again. */
  async leave(i: number, isLeft: boolean): Promise<void> {
    const { state } = this.#lists[i] ?? {}
    if (this.#snapshot.phase !== 'ready' || (state !== 'ready' && state !== 'asks')) return
    this.#set(i, { isLeft })
    await this.#save()
  }

  /** The file of a list, to be shown alone, and which list of an archive it is. */
  async showAlone(i: number): Promise<{ file: File; entry: string | undefined } | undefined> {
    const place = await this.#placeOf(i)
    if (this.#snapshot.phase !== 'ready' || !place) return undefined
    this.#set(i, { isSeen: true })
    this.#update({ opened: i })
    await this.#save()
    return { file: place.file, entry: place.entry }
  }

  /** Keeps the conversion of the list that is shown alone, as soon as it has one: it is charged for. */
  async takeConverted({ results, source }: ConvertedAlone): Promise<void> {
    const { opened } = this.#snapshot
    const list = opened === null ? undefined : this.#lists[opened]
    const isTaken = list?.job !== undefined || (list?.partly === results.counts.validRows && list.isLeft)
    if (!list || isTaken || results.owner !== this.#owner) return
    const run = this.#run
    const place = await this.#placeOf(opened!)
    const hash = results.file?.sha256
    // Another file may be shown by now.
    if (!place || !hash || hash !== (await hashOf(place.file)) || run !== this.#run) return
    const { counts, totals, waiting = 0 } = results
    const given = source && { file: source.choices, rows: source.rowChoices, columnsKnown: true }
    const how = given ? howOfEntry(given, place.entry) : undefined
    // Another list of the archive.
    if (given && !how) return
    this.#update({ owner: this.#owner })
    if (waiting > 0) {
      // The others are converted where it is alone, or all of them here, where the user wants that.
      this.#setByKey(list.key, { partly: counts.validRows, isLeft: true })
      return this.#save()
    }
    const read = how && (await this.#work.read(place, this.#owner, how).catch(() => undefined))
    if (run !== this.#run) return
    const reading = (read && 'reading' in read && read.reading) || list.reading
    const { jobId: id, createdAt } = results
    this.#setByKey(list.key, {
      state: 'converted',
      job: { id, createdAt, prices: counts.validRows, parts: source?.parts },
      // Its rows may have been changed there.
      reading: reading && { ...reading, ...(how && { how }), counts, totals },
      isLeft: false,
      partly: undefined,
      error: undefined,
    })
    await this.#save()
  }

  #setByKey(key: string, change: Partial<ManyList>): void {
    this.#set(
      this.#lists.findIndex((list) => list.key === key),
      change,
    )
  }

  /** Shows all lists again. The one that was shown alone is read as it was there. */
  async showAll(alone?: ShownAlone): Promise<void> {
    const { opened, phase } = this.#snapshot
    if (phase !== 'ready' || opened === null) return
    const run = this.#run
    const list = this.#lists[opened]
    this.#update({ opened: null, phase: 'reading' })
    const place = list && (list.state === 'asks' || list.state === 'ready') && (await this.#placeOf(opened))
    if (place && run === this.#run) {
      const isSame = alone?.how && alone.hash && alone.hash === (await hashOf(place.file))
      const how = isSame ? howOfEntry(alone.how, place.entry) : undefined
      const kept = list.state === 'ready' ? list.reading?.how : undefined
      if (run === this.#run) await this.#read(opened, undefined, how ?? kept)
    }
    if (run !== this.#run) return
    this.#update({ phase: 'ready' })
    await this.#save()
  }

  /**
   * Converts the lists that were confirmed, each as a conversion of its own. It ends before the last one when the user stops it,
   * without tokens, and when no response comes.
   * @returns `not-sent` where they are others than those that would be converted now
   */
  async convert(options: ConvertMany): Promise<ManyOutcome> {
    const lists = new Set(options.lists)
    const sent = this.#lists.filter(isSent)
    const isConfirmed = sent.length === lists.size && sent.every((list) => lists.has(list))
    if (!isConfirmed) return { outcome: 'not-sent', balance: undefined }
    return this.#sendAll(options, options.lists)
  }

  /** Sends again what was sent without a response, and nothing else. */
  async resume(options: SendMany): Promise<ManyOutcome> {
    const lists = this.#snapshot.owner === options.owner ? this.#lists.filter(isUnknown) : []
    return this.#sendAll(options, lists)
  }

  async #sendAll(options: SendMany, lists: readonly ManyList[]): Promise<ManyOutcome> {
    const { owner, delayMs = 0 } = options
    if (this.#snapshot.phase !== 'ready' || lists.length === 0)
      return { outcome: 'not-sent', balance: undefined }
    const run = this.#run
    this.#isRestored = false
    this.#update({ phase: 'converting', owner })
    await this.#takeOver()
    // Saved first, with its owner: another user neither sees nor sends it.
    if (run === this.#run) await this.#save()
    const delay = new Promise((resolve) => setTimeout(resolve, delayMs))
    let balance: number | undefined
    let outcome: ManyOutcome = { outcome: 'done', balance }
    const keys = new Set(lists.map(({ key }) => key))
    for (const [i, list] of this.#lists.entries()) {
      if (run !== this.#run) return { outcome: 'not-sent', balance }
      if (!keys.has(list.key) || list.job) continue
      if (this.#owner !== owner) {
        // Another user has signed in since.
        outcome = { outcome: 'not-sent', balance: undefined }
        break
      }
      if (this.#isStopping) {
        outcome = { outcome: 'stopped', balance }
        break
      }
      const sent = await this.#convertList(i, options)
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
    return { ...outcome, balance: outcome.outcome === 'not-sent' ? undefined : balance }
  }

  /** What another tab has sent and converted of these lists since. */
  async #takeOver(): Promise<void> {
    const [saved, unanswered] = await Promise.all([this.#store.load(), this.#store.unanswered()])
    this.#unanswered = unanswered
    if (saved?.batch.id !== this.#id) return
    const { sent, done } = saved.progress
    this.#progress = {
      ...this.#progress,
      sent: { ...this.#progress.sent, ...sent },
      done: { ...this.#progress.done, ...done },
    }
    this.#lists = withConverted(this.#lists, saved.batch.lists)
    this.#publish()
  }

  /** @returns undefined where nothing is sent, or the list is refused, which leaves the others alone */
  async #convertList(i: number, { owner, headers }: SendMany) {
    const run = this.#run
    const { key, reading } = this.#lists[i]!
    const place = await this.#placeOf(i)
    const prepared = place && reading && (await this.#work.prepare(place, reading.how).catch(() => null))
    if (run !== this.#run) return undefined
    const done = this.#progress.done[key]
    const earlier = this.#progress.sent[key] ?? done?.fingerprint
    const isSame =
      prepared &&
      prepared.cost === reading.counts.tokenCost &&
      (earlier ?? prepared.fingerprint) === prepared.fingerprint
    if (!isSame) {
      // What was sent may be paid for.
      const state = earlier === undefined ? 'failed' : 'unknown'
      this.#set(i, { state, error: { code: place ? 'changed' : 'not-kept' } })
      return undefined
    }
    const { fingerprint } = prepared
    if (done) {
      this.#set(i, { state: 'converted', job: done.job, isLeft: false })
      return undefined
    }
    this.#set(i, { state: 'sending', error: undefined })
    let isRepeat = earlier !== undefined
    // Saved before it is sent: the page may be closed before the response.
    await this.#change(({ sent, ...rest }) => {
      // Another tab may have sent it since.
      isRepeat ||= sent[key] !== undefined
      return { ...rest, sent: { ...sent, [key]: fingerprint } }
    })
    if (run !== this.#run) return undefined
    // The same request may have been sent from a batch that was removed.
    const request = requestOf(owner, fingerprint)
    const unanswered = this.#unanswered[request]
    isRepeat ||= unanswered !== undefined
    const result = await this.#work
      .send(unanswered ?? key, headers)
      .catch(() => ({ outcome: 'unreachable', wasLost: true }) as const)
    if (run !== this.#run) return undefined
    if (result.outcome !== 'converted' && !isSettled(result, isRepeat)) {
      this.#set(i, { state: 'unknown' })
      return result
    }
    if (unanswered !== undefined) {
      const { [request]: _, ...others } = this.#unanswered
      this.#unanswered = others
      await this.#store.forgetUnanswered(request)
      if (run !== this.#run) return undefined
    }
    if (result.outcome === 'converted') {
      const { job } = result
      this.#set(i, { state: 'converted', job, isLeft: false })
      await this.#change((progress) => ({
        ...progress,
        done: { ...progress.done, [key]: { fingerprint, job } },
      }))
      await this.#work.remember(owner, job).catch(() => undefined)
      return result
    }
    const isOfList = result.outcome === 'rejected' && OF_LIST.includes(result.code ?? '')
    this.#set(i, isOfList ? { state: 'rejected', sentence: result.sentence } : { state: 'ready' })
    await this.#change(({ sent, ...rest }) => {
      const { [key]: _, ...others } = sent
      return { ...rest, sent: others }
    })
    return isOfList ? undefined : result
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
    const converted = this.#lists.flatMap((list, i) => (list.job ? [{ ...list, i }] : []))
    const of = JSON.stringify([this.#id, placement, converted.map(({ job, path }) => [job?.id, path])])
    if (this.#packed?.of === of) return this.#packed.made
    const run = this.#run
    this.#update({ packed: 0 })
    try {
      const lists = []
      for (const { path, reading, job, i } of converted) {
        const place = await this.#placeOf(i)
        if (place && reading && job) lists.push({ path, place, reading, job })
      }
      const made = await this.#work.pack({
        lists,
        paths: this.#lists.map(({ path }) => path),
        archives: new Map([...this.#sources].map(([id, { path }]) => [id, path])),
        placement,
        lang,
        headers,
      })
      const kept = new Set(lists.map(({ path }) => path))
      const lost = converted.flatMap(({ path }) => (kept.has(path) ? [] : [path]))
      const all = { ...made, left: [...made.left, ...lost] }
      if (run !== this.#run) return undefined
      // What is not in it may be the next time.
      if (all.left.length === 0) this.#packed = { of, made: all }
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
    const { sent, done } = this.#progress
    const { owner } = this.#snapshot
    const unanswered = Object.entries(sent).flatMap(([key, fingerprint]) =>
      done[key] ? [] : [[requestOf(owner, fingerprint), key] as const],
    )
    this.leaveAll()
    await this.#store.clear({ ...(await this.#store.unanswered()), ...Object.fromEntries(unanswered) })
  }

  /** The same here alone: another tab has deleted it. */
  leaveAll(): void {
    this.#run++
    this.#lists = []
    this.#files = new Map()
    this.#sources = new Map()
    this.#adding = new Set()
    this.#packed = undefined
    this.#id = ''
    this.#progress = noProgress('')
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
    const sources = Object.fromEntries(this.#sources)
    const batch: SavedBatch = { version: 1, id: this.#id, owner, lists: this.#lists, others, sources, opened }
    return this.#store.save(batch, this.#known)
  }

  #set(i: number, change: Partial<ManyList>): void {
    const list = this.#lists[i]
    if (!list) return
    this.#lists[i] = { ...list, ...change }
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

const hashOf = async (file: File): Promise<string | null> =>
  sha256Hex(new Uint8Array(await file.arrayBuffer()))

/** Where an archive was opened, its list was chosen as a sheet is. */
const howOfEntry = (how: ListChoices, entry: string | undefined): ListChoices | undefined => {
  if (entry === undefined) return how
  const { sheet, ...file } = how.file
  return sheet === entry ? { ...how, file } : undefined
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

/** A request of a user, which a key belongs to. */
const requestOf = (owner: string, fingerprint: string): string => `${owner} ${fingerprint}`

/** Bytes of a file that are read: a larger one is refused. */
const countedSize = (size: number): number => (size > LIMITS.fileBytes ? 0 : size)

const pathIn = ({ path }: ManySource, entry: string | undefined): string =>
  entry === undefined ? path : `${path}/${entry}`

/**
 * `a/list.csv` → `a/list (2).csv` where that is taken.
 * @param taken in lower case, as some systems tell files apart; the path is added
 */
function freePath(path: string, taken: Set<string>): string {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.[^./]+)?(?:\.gz)?)$/is.exec(path) ?? []
  for (let n = 1; ; n++) {
    const free = n === 1 ? path : `${stem} (${n})${ending}`
    if (taken.has(free.toLowerCase())) continue
    taken.add(free.toLowerCase())
    return free
  }
}
