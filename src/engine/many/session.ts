import { sha256Hex } from '#reports/fingerprint.ts'
import type { Lang } from '#i18n/language.ts'
import type { Placement } from '#writeback/plan.ts'
import { Batch } from './batch.ts'
import { BatchReader } from './reading.ts'
import { BatchSender, type ConvertMany, type SendMany } from './sending.ts'
import { type ManyStore, MANY_STORE } from './store.ts'
import type {
  ConvertedAlone,
  GivenFile,
  LeftList,
  ListAnswer,
  ListChoices,
  ManyOutcome,
  ManySnapshot,
  ManyWork,
  PackedLists,
  ShownAlone,
} from './types.ts'

/**
 * Several price lists that are read, converted and given back together (FILE-07). Each is a conversion of its own: one that fails
 * leaves the others alone.
 */
export class ManySession {
  readonly #work: ManyWork
  readonly #batch: Batch
  readonly #reader: BatchReader
  readonly #sender: BatchSender
  #packed: { readonly of: string; readonly made: PackedLists } | undefined
  #starting: Promise<void> | undefined

  constructor(work: ManyWork, store: ManyStore = MANY_STORE) {
    this.#work = work
    this.#batch = new Batch(store)
    this.#reader = new BatchReader(this.#batch, work)
    this.#sender = new BatchSender(this.#batch, work)
  }

  subscribe = (listener: () => void): (() => void) => this.#batch.subscribe(listener)

  snapshot = (): ManySnapshot => this.#batch.snapshot()

  /** @param email of the signed-in user, '' for none: whose columns are remembered */
  setOwner(email: string): void {
    this.#batch.owner = email
  }

  /** Whether the page was loaded again since something of it was sent: that is sent again without the user. */
  get isRestored(): boolean {
    return this.#sender.isRestored
  }

  /** Whether nothing of it was sent for another user. */
  get isOwn(): boolean {
    return this.#batch.isOwn
  }

  /** Restores what the device has, once. */
  start(): Promise<void> {
    return (this.#starting ??= this.#restore())
  }

  async #restore(): Promise<void> {
    if (!(await this.#batch.load())) return
    this.#sender.isRestored = true
    void this.#reader.readWaiting()
  }

  /** Opens files, together with those that are open already. */
  async open(given: readonly GivenFile[]): ReturnType<BatchReader['open']> {
    await this.start()
    return this.#reader.open(given)
  }

  cancelReading = (): Promise<void> => this.#reader.cancelReading()

  hasSeveral = (file: File): Promise<boolean | undefined> => this.#reader.hasSeveral(file)

  cancelProbe = (): void => this.#reader.cancelProbe()

  /** Answers a question of a list. One about its columns is answered for all lists of the same form. */
  async answer(i: number, answer: ListAnswer): Promise<void> {
    if (this.#batch.snapshot().phase !== 'ready' || this.#batch.lists[i]?.state !== 'asks') return
    const run = this.#batch.run
    // Nothing is converted until all of them are read.
    this.#batch.update({ phase: 'reading' })
    await this.#reader.read(i, answer)
    for (const [other, { state, reading }] of this.#batch.lists.entries()) {
      if (run !== this.#batch.run) return
      if (!('column' in answer) || state !== 'asks' || reading?.questions[0]?.what !== 'column') continue
      await this.#reader.read(other)
    }
    if (run !== this.#batch.run) return
    this.#batch.update({ phase: 'ready' })
    await this.#batch.save()
  }

  /** Leaves a list out, or takes it with the others again. */
  async leave(i: number, isLeft: boolean): Promise<void> {
    const { state } = this.#batch.lists[i] ?? {}
    if (this.#batch.snapshot().phase !== 'ready' || (state !== 'ready' && state !== 'asks')) return
    this.#batch.set(i, { isLeft })
    await this.#batch.save()
  }

  /** The file of a list, to be shown alone, and which list of an archive it is. */
  async showAlone(i: number): Promise<{ file: File; entry: string | undefined } | undefined> {
    const place = await this.#batch.placeOf(i)
    if (this.#batch.snapshot().phase !== 'ready' || !place) return undefined
    this.#batch.set(i, { isSeen: true })
    this.#batch.update({ opened: i })
    await this.#batch.save()
    return { file: place.file, entry: place.entry }
  }

  /** Keeps the conversion of the list that is shown alone, as soon as it has one: it is charged for. */
  async takeConverted({ results, source }: ConvertedAlone): Promise<void> {
    const { opened } = this.#batch.snapshot()
    const given = source && { file: source.choices, rows: source.rowChoices, columnsKnown: true }
    const i = opened === null ? -1 : given ? this.#shownAs(opened, given.file.sheet) : opened
    const list = this.#batch.lists[i]
    const isTaken = list?.job !== undefined || (list?.partly === results.counts.validRows && list.isLeft)
    if (!list || isTaken || results.owner !== this.#batch.owner) return
    const run = this.#batch.run
    const place = await this.#batch.placeOf(i)
    const hash = results.file?.sha256
    // Another file may be shown by now.
    if (!place || !hash || hash !== (await hashOf(place.file)) || run !== this.#batch.run) return
    const { counts, totals, waiting = 0 } = results
    const how = given ? howOfEntry(given, place.entry) : undefined
    // Another list of the archive.
    if (given && !how) return
    this.#batch.update({ owner: this.#batch.owner })
    if (waiting > 0) {
      // The others are converted where it is alone, or all of them here, where the user wants that.
      this.#batch.setByKey(list.key, { partly: counts.validRows, isLeft: true })
      return this.#batch.save()
    }
    const read = how && (await this.#work.read(place, this.#batch.owner, how).catch(() => undefined))
    if (run !== this.#batch.run) return
    const reading = (read && 'reading' in read && read.reading) || list.reading
    const { jobId: id, createdAt } = results
    this.#batch.setByKey(list.key, {
      state: 'converted',
      job: { id, createdAt, prices: counts.validRows, parts: source?.parts },
      // Its rows may have been changed there.
      reading: reading && { ...reading, ...(how && { how }), counts, totals },
      isLeft: false,
      partly: undefined,
      error: undefined,
    })
    await this.#batch.save()
  }

  /** The list that is shown alone: of an archive the user may have chosen another one there. */
  #shownAs(opened: number, entry: string | undefined): number {
    const { source, entry: own } = this.#batch.lists[opened]!
    if (own === undefined || entry === own) return opened
    return this.#batch.lists.findIndex((list) => list.source === source && list.entry === entry)
  }

  /** Shows all lists again. The one that was shown alone is read as it was there. */
  async showAll(alone?: ShownAlone): Promise<void> {
    const { opened, phase } = this.#batch.snapshot()
    if (phase !== 'ready' || opened === null) return
    const run = this.#batch.run
    const list = this.#batch.lists[opened]
    this.#batch.update({ opened: null, phase: 'reading' })
    const place =
      list && (list.state === 'asks' || list.state === 'ready') && (await this.#batch.placeOf(opened))
    if (place && run === this.#batch.run) {
      const isSame = alone?.how && alone.hash && alone.hash === (await hashOf(place.file))
      const how = isSame ? howOfEntry(alone.how, place.entry) : undefined
      const kept = list.state === 'ready' ? list.reading?.how : undefined
      if (run === this.#batch.run) await this.#reader.read(opened, undefined, how ?? kept)
    }
    if (run !== this.#batch.run) return
    this.#batch.update({ phase: 'ready' })
    await this.#batch.save()
  }

  convert = (options: ConvertMany): Promise<ManyOutcome> => this.#sender.convert(options)

  /** Sends again what was sent without a response, and nothing else. */
  resume = (options: SendMany): Promise<ManyOutcome> => this.#sender.resume(options)

  /** The list that is being converted is the last one. */
  stop = (): void => this.#sender.stop()

  /** Makes one archive of the converted lists. */
  async pack(
    placement: Placement,
    lang: Lang,
    headers: Record<string, string>,
  ): Promise<PackedLists | undefined> {
    const converted = this.#batch.lists.flatMap((list, i) => (list.job ? [{ ...list, i }] : []))
    const of = JSON.stringify([this.#batch.id, placement, converted.map(({ job, path }) => [job?.id, path])])
    if (this.#packed?.of === of) return this.#packed.made
    const run = this.#batch.run
    this.#batch.update({ packed: 0 })
    try {
      const lists = []
      for (const { path, reading, job, i } of converted) {
        const place = await this.#batch.placeOf(i)
        if (place && reading && job) lists.push({ path, place, reading, job })
      }
      const made = await this.#work.pack({
        lists,
        paths: this.#batch.lists.map(({ path }) => path),
        archives: new Map([...this.#batch.sources].map(([id, { path }]) => [id, path])),
        placement,
        lang,
        headers,
      })
      const kept = new Set(lists.map(({ path }) => path))
      const lost = converted.flatMap(({ path }): LeftList[] =>
        kept.has(path) ? [] : [{ path, isUnchanged: false }],
      )
      const all = { ...made, left: [...made.left, ...lost] }
      if (run !== this.#batch.run) return undefined
      // What is not in it may be the next time.
      if (all.left.every(({ noRoom }) => noRoom !== undefined)) this.#packed = { of, made: all }
      return all
    } catch {
      return undefined
    } finally {
      this.#batch.update({ packed: null })
    }
  }

  /** How many lists of the archive are made. */
  showPacked = (done: number): void => {
    if (this.#batch.snapshot().packed !== null) this.#batch.update({ packed: done })
  }

  /** Deletes all of it here and on the device. What is converted stays in the account. */
  clear = (): Promise<void> => this.#batch.clear()

  /** The same here alone: another tab has deleted it. */
  leaveAll = (): void => this.#batch.leaveAll()
}

const hashOf = async (file: File): Promise<string | null> =>
  sha256Hex(new Uint8Array(await file.arrayBuffer()))

/** Where an archive was opened, its list was chosen as a sheet is. */
const howOfEntry = (how: ListChoices, entry: string | undefined): ListChoices | undefined => {
  if (entry === undefined) return how
  const { sheet, ...file } = how.file
  return sheet === entry ? { ...how, file } : undefined
}
