import { type Detection, perLineOf } from '#pricelist/types.ts'
import { type OpenedFile, type ReadError, readPartOf } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import {
  type ConvertOptions,
  type ConvertOutcome,
  EMPTY_SNAPSHOT,
  type FileApi,
  type FileReading,
  type LargeRow,
  NO_ANSWERS,
  type PriceAnswersChange,
  type PriceAnswers,
  type RecipeProblem,
  type RowsSummary,
  type Snapshot,
} from '../types.ts'
import type { FileChoices, FileSummary, RowChoices } from '#reports/types.ts'
import type { BulkBody } from '#api/conversions.ts'
import type { Currency } from '#money/currency.ts'
import { DEFAULT_PAGE_SIZE, LIMITS } from '#product/limits.ts'
import {
  applyDefaultCurrency,
  deleteColumnChoice,
  detectedReading,
  openAndDetect,
  saveColumnChoice,
  withHeader,
} from './file-reading.ts'
import { loadFile, summarizeFile } from '../file.ts'
import { openFileSource } from '../large/file-source.ts'
import type { LargeChoices, LargeList } from '../large/large-list.ts'
import { risingProgress, throttleProgress } from '../rpc/worker-server.ts'
import {
  answersFor,
  listPriceColumns,
  buildResultsSource,
  pickFileChoices,
  withAmbiguityAnswer,
  applyPriceAnswersChange,
} from './choices.ts'
import { loadRecipe, readingByRecipe, recipeFor } from './recipe.ts'
import { fileWarnings, fileContextFor } from './file-warnings.ts'
import { type Device, DEVICE } from '../storage/device.ts'
import {
  type RowsState,
  RowsSaver,
  SessionFile,
  type SourceFile,
  restoreRowStore,
  restoreSourceFile,
} from './source-file.ts'
import { randomId } from '../storage/identity.ts'
import type { FileRows } from './file-rows.ts'
import { ResultsSession, type ResultsState } from './results.ts'
import { RowStore } from './row-store.ts'
import type { StoreSummary } from './row-tally.ts'
import { EditableRows, type UndoStep } from './rows.ts'
import { BulkSubmitter, submissionKey } from './submit.ts'

const READING = { phase: 'parsing', progress: 0, rowsRead: null } satisfies Partial<Snapshot>

/** A file that was read in another way before. */
const NOT_READABLE_SO = { code: 'unreadable', reason: 'broken' } as const satisfies ReadError

const PROGRESS: ReadonlySet<string> = new Set<keyof Snapshot>(['progress', 'rowsRead', 'exporting'])

/** The bulk conversion in its worker: reads the file, edits and submits the rows, and saves both on the device. */
export class BulkSession implements FileApi {
  readonly rows: EditableRows
  readonly results: ResultsSession
  /** Email of the signed-in user, '' for none: column choices are remembered per user. */
  #owner = ''
  #publish: (snapshot: Snapshot) => void
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #file = new SessionFile()
  /** Idempotency key; changes with the rows, so that only a repeat of the same conversion has the same key (CONV-11). */
  #conversionKey: string = randomId()
  /** Identifies the reading of the rows: results of the same one are merged (CONV-05). */
  #readingId: string = randomId()
  #answers: PriceAnswers = NO_ANSWERS
  #large: LargeList | undefined
  readonly #device: Device
  readonly #saver: RowsSaver
  readonly #submitter: BulkSubmitter

  constructor(publish: (snapshot: Snapshot) => void, device = DEVICE) {
    this.#publish = publish
    this.#device = device
    this.#saver = new RowsSaver(() => this.#getState(), device.records)
    this.#submitter = new BulkSubmitter('sending', device.records)
    this.rows = new EditableRows({
      isOpen: () => this.#snapshot.phase === 'ready',
      isIdle: () => this.#snapshot.phase === 'idle',
      limit: () => (this.#snapshot.rows?.source === 'manual' ? LIMITS.manualRows : LIMITS.bulkRows),
      fileRows: () => this.#getFileRows(),
      onEdited: () => this.#edited(),
      beforeTyping: () => this.#beforeTyping(),
      onFiltered: () => this.#update({ view: this.rows.store.view }),
    })
    this.results = new ResultsSession((change) => this.#update(change), device)
  }

  /** What is saved of the session. */
  #getState = (): RowsState => ({
    summary: this.#snapshot.rows,
    store: this.rows.store,
    conversionKey: this.#conversionKey,
    readingId: this.#readingId,
    answers: this.#answers,
    file: this.#file.source,
  })

  /** Whose column choices are remembered, and where. */
  get #user() {
    return { owner: this.#owner, history: this.#device.history }
  }

  async setOwner(email: string): Promise<void> {
    this.#owner = email
  }

  async restore(): Promise<void> {
    const [rows] = await Promise.all([
      this.#saver.restore(),
      this.results.loadResults(),
      this.#submitter.restore(),
      this.#device.records.deleteOldCheck(),
    ])
    if (rows) {
      this.rows.replace(restoreRowStore(rows))
      this.#conversionKey = rows.conversionKey
      this.#readingId = rows.readingId ?? rows.conversionKey
      this.#answers = rows.answers ?? NO_ANSWERS
    }
    this.#file.source = await restoreSourceFile(rows?.fileId, this.#device.records)
    this.#update({
      phase: rows ? 'ready' : 'idle',
      fileName: rows?.facts.file?.name ?? null,
      rows: rows ? { ...rows.facts, ...this.rows.store.tally.summarize() } : null,
    })
  }

  async open(file: File): Promise<ReadError | null> {
    if (this.#isBusy()) return null
    const { rows } = this.#snapshot
    const bringBack = rows && this.#keepRows(rows)
    if (rows) this.rows.replace(RowStore.blank(0))
    this.#large = undefined
    this.#update({ ...READING, fileName: file.name, error: null, rows: null })
    // Deletes the previous rows now: they must not come back when reading is cancelled.
    await this.#saver.save()
    const error = await this.#readFile(file)
    if (error && bringBack) bringBack()
    else if (error) {
      this.#file.clear()
      this.#update({ phase: 'error', error })
    }
    return error
  }

  async #readFile(file: File): Promise<ReadError | null> {
    const bytes = await loadFile(file)
    if (bytes instanceof Uint8Array) {
      const source = { id: randomId(), bytes, isSaved: false, opened: null }
      return this.#read(source, file.name, {}, () => this.#openLarge(file))
    }
    const isShown = bytes.code === 'too-big' && file.size <= LIMITS.shownBytes
    return isShown && (await this.#openLarge(file)) ? null : bytes
  }

  /** Shows a list that is too large for one conversion. False where it cannot be shown so. */
  async #openLarge(file: File): Promise<boolean> {
    // Few files need its code.
    const { openLargeList } = await import('../large/large-list.ts')
    const onProgress = this.#risingProgress()
    const large = await openFileSource(file)
      .then((source) => openLargeList({ source, fileName: file.name }, onProgress))
      // It was changed, or its disk removed.
      .catch(() => undefined)
    if (!large) return false
    this.#file.clear()
    this.#answers = NO_ANSWERS
    this.#large = large
    this.#update({ phase: 'ready' })
    return true
  }

  /** False where the large list cannot be read so: it then stays as it was. */
  async #readLargeAgain(list: LargeList, choices: LargeChoices, answers: PriceAnswers): Promise<boolean> {
    this.#update(READING)
    const read = await list.readAgain(choices, this.#risingProgress()).catch(() => undefined)
    if (read) {
      this.#large = read
      this.#answers = answers
    }
    this.#update({ phase: 'ready' })
    return read !== undefined
  }

  #risingProgress = () =>
    risingProgress(
      this.#snapshot.progress,
      throttleProgress((progress: number) => this.#update({ progress })),
    )

  async largePage(offset: number, limit: number): Promise<LargeRow[]> {
    return this.#large?.page(offset, limit) ?? []
  }

  /** @returns a function that restores these rows and their file after they were replaced */
  #keepRows(rows: RowsSummary): () => void {
    const { fileName } = this.#snapshot
    const { store } = this.rows
    const { source } = this.#file
    const readingId = this.#readingId
    const conversionKey = this.#conversionKey
    const answers = this.#answers
    return () => {
      this.#answers = answers
      this.#file.source = source && { ...source, isSaved: false }
      this.#readingId = readingId
      this.rows.replace(store)
      this.#update({ fileName })
      // Same rows, same key: another tab may hold them, and they must be charged once.
      this.#rowsChanged(rows, conversionKey)
    }
  }

  async reopen(choices: FileChoices): Promise<ReadError | null> {
    const { fileName } = this.#snapshot
    if (this.#isBusy() || fileName === null) return null
    if (this.#large)
      return (await this.#readLargeAgain(this.#large, { fileChoices: choices }, NO_ANSWERS))
        ? null
        : NOT_READABLE_SO
    if (!this.#file.source) return null
    this.#update(READING)
    // When reading is cancelled, the new session restores these rows.
    await this.#saver.save()
    const error = await this.#read(this.#file.source, fileName, choices)
    if (error) this.#update({ phase: 'ready' })
    return error
  }

  /**
   * Opens the file with these choices and reads its rows. Null, or why it cannot be opened so.
   * @param showAll tries to show all rows where only the first were read
   */
  async #read(
    source: SourceFile,
    fileName: string,
    choices: FileChoices,
    showAll = async () => false,
  ): Promise<ReadError | null> {
    this.#file.source = source
    const read = await openAndDetect(source, fileName, choices, {
      previous: this.#snapshot.rows,
      ...this.#user,
      onProgress: (progress, rowsRead) => this.#update({ progress, rowsRead }),
    })
    if (!read.ok) return read.error
    if (read.opened.warnings.some(({ code }) => code === 'rows-cut') && (await showAll())) return null
    this.#answers = NO_ANSWERS
    this.#readRows(read.opened, read.how)
    return null
  }

  async givenFile(): Promise<File | null> {
    const { fileName } = this.#snapshot
    const { source } = this.#file
    return source && fileName !== null ? new File([source.bytes], fileName) : null
  }

  async readRows(wanted: RowChoices, columnsKnown: boolean): Promise<void> {
    const { rows, large } = this.#snapshot
    const choices = withAmbiguityAnswer(wanted, (rows ?? large)?.choices)
    if (this.#large && !this.#isBusy()) {
      const { fileChoices, choices: before } = this.#large.summary
      const answers = answersFor(choices, before, this.#answers)
      if (await this.#readLargeAgain(this.#large, { fileChoices, rowChoices: choices }, answers)) return
      throw new Error('The large list cannot be read so.')
    }
    if (this.#isBusy() || !rows?.file) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    const file = withHeader(rows.file, opened, choices)
    this.#answers = answersFor(choices, rows.choices, this.#answers)
    this.#readRows(opened, { choices, file, columnsKnown, ...fileContextFor(rows, choices) })
    if (columnsKnown) await saveColumnChoice(opened, file, choices, this.#user)
  }

  async detectAgain(): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.file) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    await deleteColumnChoice(opened, this.#user)
    this.#answers = NO_ANSWERS
    const file = summarizeFile(opened, rows.file.name, rows.file.size)
    this.#readRows(opened, detectedReading(file, rows.guards?.hash ?? null))
  }

  async recipe(): Promise<string | null> {
    const { rows } = this.#snapshot
    const { source } = this.#file
    if (!rows?.file) return null
    const detected = source && (await openFile(source.bytes, { fileName: rows.file.name }))
    // Without its bytes, or where nothing is read undetected, what it is read by is a choice.
    return recipeFor(rows, detected?.ok ? detected.file : source ? undefined : rows.file)
  }

  async applyRecipe(document: Blob): Promise<RecipeProblem | null> {
    const parsed = await loadRecipe(document)
    if (!parsed.ok) return parsed.error
    const { recipe } = parsed
    const before = this.#snapshot.rows?.file
    if (this.#isBusy() || !before) return null
    // What the recipe does not say stays as it is.
    if (recipe.file && (await this.reopen({ ...pickFileChoices(before), ...recipe.file })))
      return { code: 'not-readable-so' }
    const { rows } = this.#snapshot
    const opened = rows?.file && (await this.#openedFile(rows.file))
    if (!rows?.file || !opened) return null
    const read = readingByRecipe(opened, rows.file, rows.guards?.hash ?? null, recipe)
    if (!read.ok) {
      if (recipe.file) await this.reopen(pickFileChoices(before))
      return read.misfit
    }
    const { file, choices, columnsKnown } = read.how
    this.#answers = NO_ANSWERS
    this.#readRows(opened, { ...read.how, ...(document instanceof File && { recipe: document.name }) })
    if (columnsKnown) await saveColumnChoice(opened, file, choices, this.#user)
    return null
  }

  async columnsForHeader(headerRow: number | null): Promise<Detection | null> {
    const { rows } = this.#snapshot
    // The rows do not change and stay visible while the file is opened again.
    const opened = rows?.file && (await this.#file.open(rows.file))
    return opened ? columnsForHeader(opened, headerRow) : null
  }

  async setDefaultCurrency(defaultCurrency: Currency): Promise<void> {
    const { rows, large } = this.#snapshot
    if (large) return this.readRows({ ...large.choices, defaultCurrency }, true)
    if (this.#isBusy() || !rows?.file || !rows.choices) return
    // One result cannot contain both readings: the file is read again, and all its rows are converted.
    if (rows.convertedRows > 0) return this.readRows({ ...rows.choices, defaultCurrency }, rows.columnsKnown)
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    const { file, choices: before } = rows
    const choices = { ...before, defaultCurrency }
    const read = applyDefaultCurrency(opened, { ...rows, file, choices: before }, choices, this.rows.store)
    this.rows.clearUndo()
    this.#rowsChanged({ ...rows, ...read })
    if (rows.columnsKnown) await saveColumnChoice(opened, rows.file, choices, this.#user)
  }

  async setWanted(wanted: Currency | null): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.choices) return
    const { wanted: _, ...others } = rows.choices
    const choices = { ...others, ...(wanted && { wanted }) }
    if (rows.convertedRows > 0) return this.readRows(choices, rows.columnsKnown)
    this.rows.store.omitCurrency(wanted ?? undefined)
    this.rows.clearUndo()
    this.#rowsChanged({ ...rows, choices })
  }

  async changePriceAnswers(change: PriceAnswersChange): Promise<void> {
    this.#answers = applyPriceAnswersChange(this.#answers, change)
    this.#update({})
    this.#saver.schedule()
  }

  /** The cells of the file; after a reload, which restores only its bytes, the page shows that it is read. */
  async #openedFile(file: FileSummary): Promise<OpenedFile | null> {
    const { source } = this.#file
    if (!source || source.opened) return source?.opened ?? null
    this.#update(READING)
    await this.#saver.save()
    const opened = await this.#file.open(file)
    this.#update({ phase: 'ready' })
    return opened
  }

  #getFileRows(): FileRows | undefined {
    return this.#file.rows(this.#snapshot.rows, () => this.#update({ hasFile: true }))
  }

  #readRows(opened: OpenedFile, how: FileReading): void {
    const { file, choices, columnsKnown } = how
    const reading = readPriceList(opened, file.name, choices)
    const store = RowStore.fromReading(reading, reading.table.length, perLineOf(choices))
    if (!store.keepConverted(this.rows.store)) this.#readingId = randomId()
    this.rows.replace(store)
    const { assumptions, pairs } = reading
    const read = {
      source: 'upload',
      file,
      choices,
      columnsKnown,
      isEdited: false,
      assumptions,
      pairs,
      guards: fileWarnings(how, reading, opened),
    } as const
    this.#rowsChanged(read, randomId(), true)
  }

  async startManual(count: number): Promise<void> {
    if (this.#isBusy()) return
    this.#file.clear()
    this.#large = undefined
    this.#answers = NO_ANSWERS
    this.#readingId = randomId()
    this.rows.replace(RowStore.blank(Math.min(count, LIMITS.manualRows)))
    const read = { assumptions: [], pairs: { count: 0, first: [] } }
    this.#rowsChanged({ source: 'manual', columnsKnown: true, isEdited: false, ...read })
  }

  async clearRows(): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy()) return
    // After a file that could not be read, undo can still restore the rows before it.
    if (!rows) {
      this.#large = undefined
      return this.#update({ phase: 'idle', error: null, fileName: null })
    }
    const count = this.rows.store.length
    const isBlank = count === rows.counts.emptyRows
    const bringBack = this.#keepRows(rows)
    const apply = () => {
      bringBack()
      return null
    }
    await this.#clear(isBlank ? undefined : { what: 'clear', count, id: 0, line: 0, weight: count, apply })
  }

  /** @param shown what the page shows together with it */
  async #clear(undo?: UndoStep, shown: Partial<Snapshot> = {}): Promise<void> {
    this.#file.clear()
    this.#answers = NO_ANSWERS
    this.rows.replace(RowStore.blank(0), undo)
    this.#update({ phase: 'idle', error: null, fileName: null, rows: null, ...shown })
    await this.#saver.save()
  }

  async sync(): Promise<boolean> {
    const readingId = this.#readingId
    if (this.#snapshot.phase !== 'ready' || !(await this.results.areOutdated(readingId))) return false
    const shown = await this.results.load()
    const { rows, phase } = this.#snapshot
    // The results were replaced, or these rows, in the meantime.
    const isOfOthers = shown.results?.readingId !== readingId || this.#readingId !== readingId
    if (isOfOthers || !rows || phase !== 'ready') {
      this.#update(shown)
      return false
    }
    const { store } = this.rows
    store.markConvertedBy(this.results.convertedById, rows.isEdited)
    this.rows.clearUndo()
    const isDone = shown.results?.waiting === undefined && store.tally.counts.validRows === 0
    await (isDone ? this.#clear(undefined, shown) : this.#saveConverted(rows, shown))
    return true
  }

  async convert(options: ConvertOptions): Promise<ConvertOutcome> {
    if (await this.sync()) return { outcome: 'converted-elsewhere' }
    const { rows } = this.#snapshot
    // While a file is read, its rows are not those that the user has confirmed.
    if (!rows || this.#snapshot.phase !== 'ready') return { outcome: 'not-sent' }
    this.#update({ phase: 'converting' })
    // After a reload it has whole names only when it is opened again.
    const opening = rows.file && this.#file.open(rows.file)
    // Saved first, with their key: after a lost response and a reload, a repeat is still the same conversion.
    await this.#saver.save()
    const filename = rows.file?.name ?? null
    const { first, owner } = options
    const { rows: converted, ids } = this.rows.store.rowsToConvert(first)
    const part = first !== undefined ? 'first' : rows.convertedRows > 0 ? 'rest' : undefined
    const body = { rows: converted, filename, source: rows.source, part } satisfies BulkBody
    const key = submissionKey(this.#conversionKey, first)
    const result = await this.#submitter.send(JSON.stringify(body), key, options)
    if (result.outcome === 'converted') {
      await opening
      const hash = rows.guards?.hash ?? null
      const waiting = first === undefined ? 0 : rows.counts.validRows - result.reply.stats.validRows
      const results = await this.results.accept(result.reply, {
        filename,
        owner,
        hash,
        readingId: this.#readingId,
        waiting,
        ids: [...ids],
        priceColumns: listPriceColumns(rows),
        keptColumns: (rows.guards?.rivals ?? []).map(({ index, title }) => ({ index, title })),
        read: rows.file && readPartOf(rows.file),
        problems: this.rows.store.problems,
        fullName: (row, origin) => this.#getFileRows()?.fullName(row, origin) ?? row.name,
        source: buildResultsSource(rows, this.#file.source?.bytes),
      })
      if (first === undefined) await this.#clear()
      else {
        this.rows.store.markConverted(ids)
        this.rows.clearUndo()
        await this.#saveConverted(rows, { results })
      }
      await this.#device.history.saveConverted(hash, owner, results.createdAt, results.counts.validRows)
      return { outcome: 'converted', balance: result.reply.newBalance }
    }
    // The key belongs to a conversion that was deleted or differs: the next attempt is a new one.
    if (result.outcome === 'rejected' && result.status === 409 && result.code !== 'conversion_in_progress')
      this.#conversionKey = randomId()
    this.#update({ phase: 'ready' })
    const isStopped = result.outcome === 'unreachable' && this.#submitter.isWaitingStopped
    return isStopped ? { outcome: 'not-awaited' } : result
  }

  async stopWaiting(): Promise<void> {
    this.#submitter.stopWaiting()
  }

  /**
   * Saves which rows are converted, at once: a reload must not offer them again. The others are converted under a key that
   * other tabs with these rows have too.
   */
  async #saveConverted(rows: RowsSummary, shown: Partial<ResultsState>): Promise<void> {
    this.#update(shown)
    this.#rowsChanged(rows, shown.results?.jobId)
    await this.#saver.save()
  }

  /** Changes are rejected while a file is read or the rows are converted. */
  #isBusy = (): boolean => this.#snapshot.phase === 'converting' || this.#snapshot.phase === 'parsing'

  #edited(): void {
    const { rows } = this.#snapshot
    if (rows) this.#rowsChanged({ ...rows, isEdited: true })
  }

  /** @returns a function for when the rows are again as they are now: then they have the key of now, too */
  #beforeTyping(): () => void {
    const { isEdited = false } = this.#snapshot.rows ?? {}
    const conversionKey = this.#conversionKey
    return () => {
      const { rows } = this.#snapshot
      if (rows) this.#rowsChanged({ ...rows, isEdited }, conversionKey)
    }
  }

  /**
   * Publishes the rows of the store, and saves them soon.
   * @param areNew whether the first of them are published too
   */
  #rowsChanged(
    rows: Omit<RowsSummary, keyof StoreSummary>,
    conversionKey = randomId(),
    areNew = false,
  ): void {
    this.#conversionKey = conversionKey
    const change = {
      phase: 'ready',
      error: null,
      rows: { ...rows, ...this.rows.store.tally.summarize() },
    } as const
    this.#update(change, areNew ? DEFAULT_PAGE_SIZE - 1 + this.rows.store.perLine : 0)
    this.#saver.schedule()
  }

  /**
   * Publishes a change. A new revision makes the page load its rows again; progress alone makes none.
   * @param first how many of the first rows are published with it
   */
  #update(change: Partial<Snapshot>, first = 0): void {
    const isProgress = Object.keys(change).every((key) => PROGRESS.has(key))
    this.#snapshot = {
      ...this.#snapshot,
      ...change,
      revision: this.#snapshot.revision + (isProgress ? 0 : 1),
      answers: this.#answers,
      view: this.rows.store.view,
      undo: this.rows.undoable,
      large: this.#large?.summary ?? null,
      hasFile: this.#file.source !== null,
      pending: this.#submitter.pendingOf(this.#conversionKey),
      firstRows: [],
    }
    if (first > 0) this.#snapshot.firstRows = this.rows.pageOf(0, first)
    this.#publish(this.#snapshot)
  }
}
