import { type Detection, perLineOf } from '#pricelist/types.ts'
import type { OpenedFile, ReadError } from '#formats/format.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { findStatedCurrency, readPriceList } from '#formats/read-price-list.ts'
import {
  type ConvertOptions,
  type ConvertOutcome,
  EMPTY_SNAPSHOT,
  type FileApi,
  type FileReading,
  type RowsSummary,
  type Snapshot,
} from '../types.ts'
import type { FileChoices, FileSummary, RowChoices } from '#reports/types.ts'
import type { BulkBody } from '#api/conversions.ts'
import type { Currency } from '#money/currency.ts'
import { LIMITS } from '#product/limits.ts'
import { saveConvertedFile } from '../storage/history.ts'
import {
  detectedReading,
  firstReading,
  applyDefaultCurrency,
  deleteColumnChoice,
  saveColumnChoice,
} from './first-reading.ts'
import { listPriceColumns, buildResultsSource, withAmbiguityAnswer } from './choices.ts'
import { fileWarnings, fileContextFor } from './file-warnings.ts'
import { SourceFile, RowsSaver, saveDelayMs, restoreRowStore } from './source-file.ts'
import { randomId } from '../storage/identity.ts'
import { ResultsSession } from './results.ts'
import { RowStore } from './row-store.ts'
import { EditableRows, type UndoStep } from './rows.ts'
import { BulkSubmitter } from './submit.ts'

/** What the page shows of an opened file; its cells stay in the worker. */
export function summarizeFile(
  { table, cells: _cells, ...summary }: OpenedFile,
  name: string,
  size: number,
): FileSummary {
  const detection = detectColumns(table)
  const usualCurrency = findStatedCurrency({ table, ...summary }, name, detection.columns) ?? 'BGN'
  return { name, size, detection, usualCurrency, ...summary }
}

/** The summary with the columns below the chosen header row. */
export const withHeader = (file: FileSummary, opened: OpenedFile, { columns }: RowChoices): FileSummary =>
  file.detection.columns.headerRow === columns.headerRow
    ? file
    : { ...file, detection: columnsForHeader(opened, columns.headerRow) }

/** The bulk conversion in its worker: reads the file, edits and submits the rows, and saves both on the device. */
export class BulkSession implements FileApi {
  readonly rows: EditableRows
  readonly results: ResultsSession
  /** Email of the signed-in user, '' for none: column choices are remembered per user. */
  #owner = ''
  #publish: (snapshot: Snapshot) => void
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #file = new SourceFile()
  /** Idempotency key; changes with the rows, so that only a repeat of the same conversion has the same key (CONV-11). */
  #conversionKey: string = randomId()
  #saver = new RowsSaver()
  #submitter = new BulkSubmitter()
  #saveTimer: ReturnType<typeof setTimeout> | undefined

  constructor(publish: (snapshot: Snapshot) => void) {
    this.#publish = publish
    this.rows = new EditableRows({
      isOpen: () => this.#snapshot.phase === 'ready',
      isIdle: () => this.#snapshot.phase === 'idle',
      limit: () => (this.#snapshot.rows?.source === 'manual' ? LIMITS.manualRows : LIMITS.bulkRows),
      onEdited: () => this.#edited(),
      onFiltered: () => this.#update({ view: this.rows.store.view }),
    })
    this.results = new ResultsSession((change) => this.#update(change))
  }

  async setOwner(email: string): Promise<void> {
    this.#owner = email
  }

  async restore(): Promise<void> {
    const [rows] = await Promise.all([
      this.#saver.restore(),
      this.results.restore(),
      this.#submitter.restore(),
    ])
    if (rows) {
      this.rows.replace(restoreRowStore(rows))
      this.#conversionKey = rows.conversionKey
    }
    await this.#file.restore(rows?.fileId)
    this.#update({
      phase: rows ? 'ready' : 'idle',
      fileName: rows?.facts.file?.name ?? null,
      rows: rows ? { ...rows.facts, ...this.rows.store.summarize() } : null,
    })
  }

  async open(file: File): Promise<void> {
    if (this.#isBusy()) return
    if (this.#snapshot.rows) this.rows.replace(RowStore.blank(0))
    this.#update({ phase: 'parsing', progress: 0, fileName: file.name, error: null, rows: null })
    // Deletes the previous rows now: they must not come back when reading is cancelled.
    await this.#saveRows()
    const error = (await this.#file.load(file)) ?? (await this.#read(file.name, {}))
    if (!error) return
    this.#file.release()
    this.#update({ phase: 'error', error })
  }

  async reopen(choices: FileChoices): Promise<ReadError | null> {
    const { fileName } = this.#snapshot
    if (this.#isBusy() || fileName === null || !this.#file.stored) return null
    this.#update({ phase: 'parsing', progress: 0 })
    // When reading is cancelled, the new session restores these rows.
    await this.#saveRows()
    const error = await this.#read(fileName, choices)
    if (error) this.#update({ phase: 'ready' })
    return error
  }

  async #read(fileName: string, choices: FileChoices): Promise<ReadError | null> {
    const { rows: previous } = this.#snapshot
    const fingerprint = previous?.guards?.hash ?? this.#file.hash()
    const error = await this.#file.open(fileName, choices, (progress) => this.#update({ progress }))
    const { opened, stored } = this.#file
    if (error || !opened) return error
    const summary = summarizeFile(opened, fileName, stored?.bytes.length ?? 0)
    const first = await firstReading(opened, summary, previous, this.#owner)
    this.#readRows({ ...first, hash: await fingerprint })
    return null
  }

  async readRows(wanted: RowChoices, columnsKnown: boolean): Promise<void> {
    const { rows } = this.#snapshot
    const choices = withAmbiguityAnswer(wanted, rows?.choices)
    if (this.#isBusy() || !rows?.file) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    const file = withHeader(rows.file, opened, choices)
    this.#readRows({ choices, file, columnsKnown, ...fileContextFor(rows, choices) })
    if (columnsKnown) await saveColumnChoice(opened, file, choices, this.#owner)
  }

  async detectAgain(): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.file) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    await deleteColumnChoice(opened, this.#owner)
    const file = summarizeFile(opened, rows.file.name, rows.file.size)
    this.#readRows({ ...detectedReading(file), hash: rows.guards?.hash ?? null })
  }

  async columnsUnder(headerRow: number | null): Promise<Detection | null> {
    const { rows } = this.#snapshot
    // The rows do not change and stay visible while the file is opened again.
    return rows?.file ? this.#file.columnsForHeader(rows.file, headerRow) : null
  }

  async setDefaultCurrency(defaultCurrency: Currency): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.file || !rows.choices) return
    const opened = await this.#openedFile(rows.file)
    if (!opened) return
    const { file, choices: before } = rows
    const choices = { ...before, defaultCurrency }
    const read = applyDefaultCurrency(opened, { ...rows, file, choices: before }, choices, this.rows.store)
    this.rows.clearUndo()
    this.#rowsChanged({ ...rows, ...read, ...this.rows.store.summarize() })
    if (rows.columnsKnown) await saveColumnChoice(opened, rows.file, choices, this.#owner)
  }

  async setWanted(wanted: Currency | null): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isBusy() || !rows?.choices) return
    const { wanted: _, ...others } = rows.choices
    this.rows.store.omitCurrency(wanted ?? undefined)
    this.rows.clearUndo()
    this.#rowsChanged({
      ...rows,
      choices: { ...others, ...(wanted && { wanted }) },
      ...this.rows.store.summarize(),
    })
  }

  /** Opens the file again after a reload, which restores only its bytes. */
  async #openedFile(file: FileSummary): Promise<OpenedFile | null> {
    if (this.#file.opened || !this.#file.stored) return this.#file.opened
    this.#update({ phase: 'parsing', progress: 0 })
    await this.#saveRows()
    const opened = await this.#file.reopen(file)
    this.#update({ phase: 'ready' })
    return opened
  }

  #readRows({ choices, file, columnsKnown, ...known }: FileReading): void {
    const { opened } = this.#file
    if (!opened) return
    const reading = readPriceList(opened, file.name, choices)
    this.rows.replace(RowStore.fromReading(reading, reading.table.length, perLineOf(choices)))
    const { assumptions, pairs } = reading
    this.#rowsChanged({
      source: 'upload',
      file,
      choices,
      columnsKnown,
      isEdited: false,
      assumptions,
      pairs,
      guards: fileWarnings(file, choices, reading, known),
      ...this.rows.store.summarize(),
    })
  }

  async startManual(count: number): Promise<void> {
    if (this.#isBusy()) return
    this.#file.release()
    this.rows.replace(RowStore.blank(Math.min(count, LIMITS.manualRows)))
    const read = { assumptions: [], pairs: { count: 0, first: [] }, ...this.rows.store.summarize() }
    this.#rowsChanged({ source: 'manual', columnsKnown: true, isEdited: false, ...read })
  }

  async clearRows(): Promise<void> {
    const { rows, fileName } = this.#snapshot
    if (this.#isBusy()) return
    // After a file that could not be read, undo can still restore the rows before it.
    if (!rows) return this.#update({ phase: 'idle', error: null, fileName: null })
    const { store } = this.rows
    const restoreFile = this.#file.release()
    const count = store.length
    const isBlank = count === rows.counts.emptyRows
    const apply = () => {
      restoreFile()
      this.rows.replace(store)
      this.#update({ fileName })
      this.#rowsChanged(rows)
      return null
    }
    await this.#clear(isBlank ? undefined : { what: 'clear', count, id: 0, line: 0, weight: count, apply })
  }

  async #clear(undo?: UndoStep): Promise<void> {
    this.#file.release()
    this.rows.replace(RowStore.blank(0), undo)
    this.#update({ phase: 'idle', error: null, fileName: null, rows: null })
    await this.#saveRows()
  }

  async convert(options: ConvertOptions): Promise<ConvertOutcome> {
    const { rows } = this.#snapshot
    // While a file is read, its rows are not those that the user has confirmed.
    if (!rows || this.#snapshot.phase !== 'ready') return { outcome: 'not-sent' }
    this.#update({ phase: 'converting' })
    // Saved first, with their key: after a lost response and a reload, a repeat is still the same conversion.
    await this.#saveRows()
    const filename = rows.file?.name ?? null
    const { rows: converted, ids } = this.rows.store.rowsToConvert()
    const body = { rows: converted, filename, source: rows.source } satisfies BulkBody
    const result = await this.#submitter.send(JSON.stringify(body), this.#conversionKey, options)
    if (result.outcome === 'converted') {
      const hash = rows.guards?.hash ?? null
      await this.results.accept(result.reply, {
        filename,
        owner: options.owner,
        hash,
        ids: [...ids],
        priceColumns: listPriceColumns(rows),
        source: buildResultsSource(rows, this.#file.stored?.bytes, ids),
      })
      const { createdAt, stats } = result.reply
      await this.#clear()
      await saveConvertedFile(hash, options.owner, createdAt, stats.validRows)
      return { outcome: 'converted', balance: result.reply.newBalance }
    }
    // The key belongs to a conversion that was deleted or differs: the next attempt is a new one.
    if (result.outcome === 'refused' && result.status === 409 && result.code !== 'conversion_in_progress')
      this.#conversionKey = randomId()
    this.#update({ phase: 'ready' })
    return result
  }

  /** Changes are rejected while a file is read or the rows are converted. */
  #isBusy = (): boolean => this.#snapshot.phase === 'converting' || this.#snapshot.phase === 'parsing'

  #edited(): void {
    const { rows } = this.#snapshot
    if (rows) this.#rowsChanged({ ...rows, isEdited: true, ...this.rows.store.summarize() })
  }

  #rowsChanged(rows: RowsSummary): void {
    this.#conversionKey = randomId()
    this.#update({ phase: 'ready', error: null, rows })
    clearTimeout(this.#saveTimer)
    const delayMs = saveDelayMs(rows, this.rows.store.length)
    if (delayMs === 0) void this.#saveRows()
    else this.#saveTimer = setTimeout(() => void this.#saveRows(), delayMs)
  }

  async #saveRows(): Promise<void> {
    clearTimeout(this.#saveTimer)
    await this.#saver.save(this.#snapshot.rows, this.rows.store, this.#conversionKey, this.#file.stored)
  }

  /** Publishes a change. A new revision makes the page load its rows again; progress alone makes none. */
  #update(change: Partial<Snapshot>): void {
    const isProgress = Object.keys(change).every((key) => key === 'progress' || key === 'exporting')
    this.#snapshot = {
      ...this.#snapshot,
      ...change,
      revision: this.#snapshot.revision + (isProgress ? 0 : 1),
      view: this.rows.store.view,
      undo: this.rows.undoable,
      hasFile: this.#file.stored !== null,
      pendingOwner: this.#submitter.ownerOf(this.#conversionKey),
    }
    this.#publish(this.#snapshot)
  }
}
