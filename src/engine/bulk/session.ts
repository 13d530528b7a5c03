import { type Detection, perLineOf } from '#pricelist/types.ts'
import type { OpenedFile, ReadError } from '#formats/format.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { findStatedCurrency, readPriceList } from '#formats/read-price-list.ts'
import {
  type ConvertOptions,
  type ConvertOutcome,
  EMPTY_SNAPSHOT,
  type FileBench,
  type FileReading,
  type RowsFacts,
  type Snapshot,
} from '../types.ts'
import type { FileChoices, FileFacts, RowChoices } from '#reports/types.ts'
import type { BulkBody } from '#api/conversions.ts'
import type { Currency } from '#money/currency.ts'
import { LIMITS } from '#product/limits.ts'
import { rememberConverted } from '../storage/history.ts'
import {
  detectedReading,
  firstReading,
  followCurrency,
  forgetChoice,
  rememberChoice,
} from './first-reading.ts'
import { priceColumnsIn, priceListChoices, sourceOf, withAmbiguityAnswer } from './choices.ts'
import { fileWarnings, knownOf } from './file-warnings.ts'
import { RowsKeeper, SourceFile, saveDelayMs, storeOf } from './source-file.ts'
import { randomId } from '../storage/identity.ts'
import { ResultsSession } from './results.ts'
import { RowStore } from './row-store.ts'
import { EditableRows, type Undo } from './rows.ts'
import { BulkSubmitter } from './submit.ts'

/** What the page is told of an opened file: all but its cells, which stay with the workbench. */
export function factsOf(
  { table, cells: _cells, ...facts }: OpenedFile,
  name: string,
  size: number,
): FileFacts {
  const detection = detectColumns(table)
  const usualCurrency = findStatedCurrency({ table, ...facts }, name, detection.columns) ?? 'BGN'
  return { name, size, detection, usualCurrency, ...facts }
}

/** The file with the columns it has under the header row of these choices. */
export const withHeader = (file: FileFacts, opened: OpenedFile, { columns }: RowChoices): FileFacts =>
  file.detection.columns.headerRow === columns.headerRow
    ? file
    : { ...file, detection: columnsForHeader(opened, columns.headerRow) }

/** Reads the file and sends the rows, away from the page's thread, and keeps both on the device. */
export class BulkSession implements FileBench {
  readonly rows: EditableRows
  readonly results: ResultsSession
  /** Email of whoever is here, '' for nobody: what they chose for earlier files is remembered for them alone. */
  owner = ''
  #publish: (snapshot: Snapshot) => void
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #file = new SourceFile()
  /** Made anew with every change of the rows: a repeat of the same conversion carries the same key (CONV-11). */
  #conversionKey: string = randomId()
  #keeper = new RowsKeeper()
  #sender = new BulkSubmitter()
  #saveTimer: ReturnType<typeof setTimeout> | undefined

  constructor(publish: (snapshot: Snapshot) => void) {
    this.#publish = publish
    this.rows = new EditableRows({
      isOpen: () => this.#snapshot.phase === 'ready',
      isIdle: () => this.#snapshot.phase === 'idle',
      limit: () => (this.#snapshot.rows?.source === 'manual' ? LIMITS.manualRows : LIMITS.bulkRows),
      onEdited: () => this.#edited(),
      onShown: () => this.#show({}),
    })
    this.results = new ResultsSession((change) =>
      'exporting' in change ? this.#tell(change) : this.#show(change),
    )
  }

  async restore(): Promise<void> {
    const [rows] = await Promise.all([this.#keeper.restore(), this.results.restore(), this.#sender.restore()])
    if (rows) {
      this.rows.take(storeOf(rows))
      this.#conversionKey = rows.conversionKey
    }
    await this.#file.restore(rows?.fileId)
    this.#show({
      phase: rows ? 'ready' : 'idle',
      fileName: rows?.facts.file?.name ?? null,
      rows: rows ? { ...rows.facts, ...this.rows.store.tally() } : null,
    })
  }

  async open(file: File): Promise<void> {
    if (this.#isBusy()) return
    if (this.#snapshot.rows) this.rows.take(RowStore.blank(0))
    this.#show({ phase: 'parsing', progress: 0, fileName: file.name, error: null, rows: null })
    // The rows before it are given up now: a reading that is cancelled must not bring them back.
    await this.#saveRows()
    const error = (await this.#file.take(file)) ?? (await this.#read(file.name, {}))
    if (!error) return
    this.#file.forget()
    this.#show({ phase: 'error', error })
  }

  async reopen(choices: FileChoices): Promise<ReadError | null> {
    const { fileName } = this.#snapshot
    if (this.#isBusy() || fileName === null || !this.#file.atHand) return null
    this.#show({ phase: 'parsing', progress: 0 })
    // Should the reading be cancelled, the rows come back from the device.
    await this.#saveRows()
    const error = await this.#read(fileName, choices)
    if (error) this.#show({ phase: 'ready' })
    return error
  }

  async #read(fileName: string, choices: FileChoices): Promise<ReadError | null> {
    const { rows: former } = this.#snapshot
    const hashing = former?.guards?.hash ?? this.#file.hash()
    const error = await this.#file.open(fileName, choices, (progress) => this.#tell({ progress }))
    const { opened, atHand } = this.#file
    if (error || !opened) return error
    const facts = factsOf(opened, fileName, atHand?.bytes.length ?? 0)
    const first = await firstReading(opened, facts, former, this.owner)
    this.#readRows({ ...first, hash: await hashing })
    return null
  }

  async readRows(wanted: RowChoices, columnsKnown: boolean): Promise<void> {
    const { rows } = this.#snapshot
    const choices = withAmbiguityAnswer(wanted, rows?.choices)
    if (this.#isBusy() || !rows?.file) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    const file = withHeader(rows.file, opened, choices)
    this.#readRows({ choices, file, columnsKnown, ...knownOf(rows, choices) })
    if (columnsKnown) await rememberChoice(opened, file, choices, this.owner)
  }

  async detectAgain(): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.file) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    await forgetChoice(opened, this.owner)
    const file = factsOf(opened, rows.file.name, rows.file.size)
    this.#readRows({ ...detectedReading(file), hash: rows.guards?.hash ?? null })
  }

  async columnsUnder(headerRow: number | null): Promise<Detection | null> {
    const { rows } = this.#snapshot
    // Nothing of the rows changes by it: they stay in sight while the file is opened again.
    return rows?.file ? this.#file.columnsUnder(rows.file, headerRow) : null
  }

  async setDefaultCurrency(defaultCurrency: Currency): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.file || !rows.choices) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    const { file, choices: before } = rows
    const choices = { ...before, defaultCurrency }
    const read = followCurrency(opened, { ...rows, file, choices: before }, choices, this.rows.store)
    this.rows.forgetSteps()
    this.#rowsChanged({ ...rows, ...read, ...this.rows.store.tally() })
    if (rows.columnsKnown) await rememberChoice(opened, rows.file, choices, this.owner)
  }

  async setWanted(wanted: Currency | null): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.choices) return
    const { wanted: _, ...others } = rows.choices
    this.rows.store.want(wanted ?? undefined)
    this.rows.forgetSteps()
    this.#rowsChanged({
      ...rows,
      choices: { ...others, ...(wanted && { wanted }) },
      ...this.rows.store.tally(),
    })
  }

  /** After a reload the file is still there, but not yet opened again. */
  async #openedFile(file: FileFacts): Promise<OpenedFile | null> {
    if (this.#file.opened || !this.#file.atHand) return this.#file.opened
    this.#show({ phase: 'parsing', progress: 0 })
    await this.#saveRows()
    const opened = await this.#file.openAgain(file)
    this.#show({ phase: 'ready' })
    return opened
  }

  #readRows({ choices, file, columnsKnown, ...known }: FileReading): void {
    const { opened } = this.#file
    if (!opened) return
    const { table, rows: reading } = readPriceList(opened, file.name, priceListChoices(choices))
    this.rows.take(RowStore.of(reading, table.length, perLineOf(choices)))
    const { assumptions, pairs } = reading
    this.#rowsChanged({
      source: 'upload',
      file,
      choices,
      columnsKnown,
      isEdited: false,
      assumptions,
      pairs,
      guards: fileWarnings(opened, file, choices, reading, known),
      ...this.rows.store.tally(),
    })
  }

  async startManual(count: number): Promise<void> {
    if (this.#isBusy()) return
    this.#file.forget()
    this.rows.take(RowStore.blank(Math.min(count, LIMITS.manualRows)))
    const read = { assumptions: [], pairs: { count: 0, first: [] }, ...this.rows.store.tally() }
    this.#rowsChanged({ source: 'manual', columnsKnown: true, isEdited: false, ...read })
  }

  async clearRows(): Promise<void> {
    const { rows, fileName } = this.#snapshot
    if (this.#isBusy()) return
    // After a file that could not be read the rows before it can still be brought back.
    if (!rows) return this.#show({ phase: 'idle', error: null, fileName: null })
    const { store } = this.rows
    const bringBack = this.#file.forget()
    const count = store.length
    const isBlank = count === rows.counts.emptyRows
    const apply = () => {
      bringBack()
      this.rows.take(store)
      this.#show({ fileName })
      this.#rowsChanged(rows)
      return null
    }
    await this.#clear(isBlank ? undefined : { what: 'clear', count, id: 0, line: 0, weight: count, apply })
  }

  async #clear(undo?: Undo): Promise<void> {
    this.#file.forget()
    this.rows.take(RowStore.blank(0), undo)
    this.#show({ phase: 'idle', error: null, fileName: null, rows: null })
    await this.#saveRows()
  }

  async convert(options: ConvertOptions): Promise<ConvertOutcome> {
    const { rows } = this.#snapshot
    // What is just being read is not what the person has seen and confirmed.
    if (!rows || this.#snapshot.phase !== 'ready') return { outcome: 'not-sent' }
    this.#show({ phase: 'converting' })
    // Kept first, with their key: if the answer is lost and the page with it, the repeat is still the same conversion.
    await this.#saveRows()
    const filename = rows.file?.name ?? null
    const { rows: converted, ids } = this.rows.store.converted()
    const body = { rows: converted, filename, source: rows.source } satisfies BulkBody
    const answer = await this.#sender.send(JSON.stringify(body), this.#conversionKey, options)
    if (answer.outcome === 'converted') {
      const hash = rows.guards?.hash ?? null
      await this.results.take(answer.reply, {
        filename,
        owner: options.owner,
        hash,
        ids: [...ids],
        priceColumns: priceColumnsIn(rows),
        source: sourceOf(rows, this.#file.atHand?.bytes, ids),
      })
      const { createdAt, stats } = answer.reply
      await this.#clear()
      await rememberConverted(hash, options.owner, createdAt, stats.validRows)
      return { outcome: 'converted', balance: answer.reply.newBalance }
    }
    // The key stands for a conversion that is gone: another try is a new one.
    if (answer.outcome === 'refused' && answer.status === 409 && answer.code !== 'conversion_in_progress')
      this.#conversionKey = randomId()
    this.#show({ phase: 'ready' })
    return answer
  }

  /** What is being converted stays as it was sent, and of two readings at once nobody knows which the rows are of. */
  #isBusy = (): boolean => this.#snapshot.phase === 'converting' || this.#snapshot.phase === 'parsing'

  #edited(): void {
    const { rows } = this.#snapshot
    if (rows) this.#rowsChanged({ ...rows, isEdited: true, ...this.rows.store.tally() })
  }

  #rowsChanged(rows: RowsFacts): void {
    this.#conversionKey = randomId()
    this.#show({ phase: 'ready', error: null, rows })
    clearTimeout(this.#saveTimer)
    const delayMs = saveDelayMs(rows, this.rows.store.length)
    if (delayMs === 0) void this.#saveRows()
    else this.#saveTimer = setTimeout(() => void this.#saveRows(), delayMs)
  }

  async #saveRows(): Promise<void> {
    clearTimeout(this.#saveTimer)
    await this.#keeper.keep(this.#snapshot.rows, this.rows.store, this.#conversionKey, this.#file.atHand)
  }

  /** Shows what may change the rows or the results. */
  #show(change: Partial<Snapshot>): void {
    this.#tell({ ...change, revision: this.#snapshot.revision + 1 })
  }

  #tell(change: Partial<Snapshot>): void {
    this.#snapshot = {
      ...this.#snapshot,
      ...change,
      view: this.rows.view,
      undo: this.rows.undoable,
      hasFile: this.#file.atHand !== null,
      unansweredOf: this.#sender.ownerOf(this.#conversionKey),
    }
    this.#publish(this.#snapshot)
  }
}
