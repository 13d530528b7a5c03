import type { OpenedFile, ReadError, Table } from '#catalogue/catalogue.ts'
import { detectColumns } from '#catalogue/columns.ts'
import { formatOfName } from '#catalogue/file-kind.ts'
import { openFile } from '#catalogue/open.ts'
import { readRows } from '#catalogue/rows.ts'
import type { BulkBody, BulkReply, JobRow } from '#contract/conversions.ts'
import type { Lang } from '#domain/lang.ts'
import type { Currency } from '#domain/money.ts'
import { LIMITS } from '#domain/limits.ts'
import { choicesOf } from './file-choices.ts'
import { type FileAtHand, refusalOf, RowsKeeper, takeFile } from './keep-rows.ts'
import { randomId } from './random-id.ts'
import { resultsCsv, resultsText, totalsOf } from './results.ts'
import { RowStore } from './row-store.ts'
import { forgetFile, loadSaved, save } from './saved-bulk.ts'
import { Sender } from './sender.ts'
import {
  type ConvertOptions,
  type ConvertOutcome,
  EMPTY_SNAPSHOT,
  type FileChoices,
  type FileFacts,
  type PreviewRow,
  type RowChange,
  type RowChoices,
  type RowsFacts,
  type Snapshot,
  type Workbench,
} from './snapshot.ts'

/** Many rows take a moment to save: after edits that is done when the typing rests. Few are saved with every change. */
const SAVE_AFTER_MS = 400
const FEW_ROWS = 2000

/** Holds file, rows and results away from the page's thread, and keeps them on the device. */
export class Bench implements Workbench {
  #publish: (snapshot: Snapshot) => void
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #file: FileAtHand | null = null
  #opened: OpenedFile | null = null
  #store = RowStore.blank(0)
  #results: JobRow[] = []
  /** Made anew with every change of the rows: a repeat of the same conversion carries the same key (CONV-11). */
  #conversionKey: string = randomId()
  #keeper = new RowsKeeper()
  #sender = new Sender()
  #saveTimer: ReturnType<typeof setTimeout> | undefined

  constructor(publish: (snapshot: Snapshot) => void) {
    this.#publish = publish
  }

  async restore(): Promise<void> {
    const [rows, file, results] = await Promise.all([
      this.#keeper.restore(),
      loadSaved('file'),
      loadSaved('results'),
      this.#sender.restore(),
    ])
    if (rows) {
      this.#store = new RowStore(rows.rows, rows.lines, new Map(rows.problems) as RowStore['problems'])
      this.#conversionKey = rows.conversionKey
    }
    if (file && file.id === rows?.fileId) this.#file = { ...file, isSaved: true }
    // Left by a tab that was closed before it could tidy up.
    else if (file) await forgetFile(file.id)
    this.#results = results?.rows ?? []
    this.#show({
      phase: rows ? 'ready' : 'idle',
      fileName: rows?.facts.file?.name ?? null,
      rows: rows?.facts ?? null,
      results: results?.facts ?? null,
    })
  }

  async open(file: File): Promise<void> {
    if (this.#isConverting()) return
    this.#show({ phase: 'parsing', progress: 0, fileName: file.name, error: null, rows: null })
    // The rows before it are given up now: a reading that is cancelled must not bring them back.
    await this.#saveRows()
    // Another kind is refused for that, however large it is.
    const isTooBig = file.size > LIMITS.fileBytes && formatOfName(file.name) !== undefined
    this.#file = isTooBig ? null : await takeFile(file)
    const error = this.#file ? await this.#read(file.name, {}) : refusalOf(isTooBig)
    if (!error) return
    this.#forgetFile()
    this.#show({ phase: 'error', error })
  }

  async reopen(choices: FileChoices): Promise<ReadError | null> {
    const { fileName } = this.#snapshot
    if (this.#isConverting() || fileName === null || !this.#file) return null
    this.#show({ phase: 'parsing', progress: 0 })
    // Should the reading be cancelled, the rows come back from the device.
    await this.#saveRows()
    const error = await this.#read(fileName, choices)
    if (error) this.#show({ phase: 'ready' })
    return error
  }

  async #read(fileName: string, choices: FileChoices): Promise<ReadError | null> {
    const bytes = this.#file?.bytes ?? new Uint8Array()
    const onProgress = (progress: number) => this.#show({ progress })
    const result = await openFile(bytes, { fileName, ...choices, onProgress })
    if (!result.ok) return result.error
    this.#opened = result.file
    const { table, ...facts } = result.file
    const detection = detectColumns(table)
    const file = { name: fileName, size: bytes.length, detection, ...facts }
    const { defaultCurrency = 'BGN' } = this.#snapshot.rows?.choices ?? {}
    this.#readRows({ columns: detection.columns, defaultCurrency }, file, detection.certain)
    return null
  }

  async readRows(choices: RowChoices, columnsKnown: boolean): Promise<void> {
    if (this.#isConverting()) return
    const file = this.#snapshot.rows?.file
    if (file && (await this.#table(file))) this.#readRows(choices, file, columnsKnown)
  }

  async setDefaultCurrency(defaultCurrency: Currency): Promise<void> {
    const { rows } = this.#snapshot
    if (this.#isConverting() || !rows?.file || !rows.choices) return
    const table = await this.#table(rows.file)
    if (!table) return
    const choices = { ...rows.choices, defaultCurrency }
    const after = readRows(table, choices)
    this.#store.follow(readRows(table, rows.choices), after)
    this.#rowsChanged({ ...rows, choices, assumptions: after.assumptions, ...this.#counted() })
  }

  /** After a reload the file is still there, but not yet opened again. */
  async #table(file: FileFacts): Promise<Table | undefined> {
    if (!this.#opened && this.#file) {
      this.#show({ phase: 'parsing', progress: 0 })
      await this.#saveRows()
      const again = await openFile(this.#file.bytes, { fileName: file.name, ...choicesOf(file) })
      this.#show({ phase: 'ready' })
      if (again.ok) this.#opened = again.file
    }
    return this.#opened?.table
  }

  #readRows(choices: RowChoices, file: FileFacts, columnsKnown: boolean): void {
    const { table } = this.#opened ?? { table: [] }
    const reading = readRows(table, choices)
    this.#store = RowStore.of(reading)
    const { assumptions, pairs } = reading
    this.#rowsChanged({
      source: 'upload',
      file,
      choices,
      columnsKnown,
      isEdited: false,
      assumptions,
      pairs,
      ...this.#counted(),
    })
  }

  async startManual(count: number): Promise<void> {
    if (this.#isConverting()) return
    this.#forgetFile()
    this.#store = RowStore.blank(Math.min(count, LIMITS.manualRows))
    const nothing = { assumptions: [], pairs: { count: 0, first: [] } }
    this.#rowsChanged({
      source: 'manual',
      columnsKnown: true,
      isEdited: false,
      ...nothing,
      ...this.#counted(),
    })
  }

  async addRow(): Promise<number | null> {
    if (this.#isConverting()) return null
    const atMost = this.#snapshot.rows?.source === 'manual' ? LIMITS.manualRows : LIMITS.bulkRows
    if (this.#store.length >= atMost) return null
    const line = this.#store.add()
    this.#edited()
    return line
  }

  async removeRow(line: number): Promise<void> {
    if (this.#isConverting()) return
    this.#store.remove(line)
    this.#edited()
  }

  async editRow(line: number, change: RowChange): Promise<void> {
    if (this.#isConverting()) return
    this.#store.edit(line, change)
    this.#edited()
  }

  async clearRows(): Promise<void> {
    if (!this.#isConverting()) await this.#clear()
  }

  async #clear(): Promise<void> {
    this.#forgetFile()
    this.#store = RowStore.blank(0)
    this.#show({ phase: 'idle', error: null, fileName: null, rows: null })
    await this.#saveRows()
  }

  async page(offset: number, limit: number): Promise<PreviewRow[]> {
    return this.#store.page(offset, limit)
  }

  async convert(options: ConvertOptions): Promise<ConvertOutcome> {
    const { rows } = this.#snapshot
    // What is just being read is not what the person has seen and confirmed.
    if (!rows || this.#snapshot.phase !== 'ready') return { outcome: 'not-sent' }
    this.#show({ phase: 'converting' })
    // Kept first, with their key: if the answer is lost and the page with it, the repeat is still the same conversion.
    await this.#saveRows()
    const filename = rows.file?.name ?? null
    const body = { rows: this.#store.rows, filename, source: rows.source } satisfies BulkBody
    const answer = await this.#sender.send(JSON.stringify(body), this.#conversionKey, options)
    if (answer.outcome === 'converted') return this.#take(answer.reply, filename, options.owner)
    // The key stands for a conversion that is gone: another try is a new one.
    if (answer.outcome === 'refused' && answer.status === 409 && answer.code !== 'conversion_in_progress')
      this.#conversionKey = randomId()
    this.#show({ phase: 'ready' })
    return answer
  }

  async #take(reply: BulkReply, filename: string | null, owner: string): Promise<ConvertOutcome> {
    const { jobId, createdAt, rows, stats: counts } = reply
    this.#results = rows
    const results = { owner, jobId, filename, createdAt, counts, totals: totalsOf(rows) }
    this.#show({ results })
    await save('results', { version: 1, facts: results, rows })
    await this.#clear()
    return { outcome: 'converted', balance: reply.newBalance }
  }

  async resultsPage(offset: number, limit: number): Promise<JobRow[]> {
    return this.#results.slice(offset, offset + limit)
  }

  async resultsCsv(): Promise<Blob> {
    return resultsCsv(this.#results)
  }

  async resultsText(lang: Lang): Promise<string> {
    return resultsText(this.#results, lang)
  }

  async clearResults(): Promise<void> {
    this.#results = []
    this.#show({ results: null })
    await save('results', undefined)
  }

  /** What is being converted stays as it was sent, until the answer is there. */
  #isConverting = (): boolean => this.#snapshot.phase === 'converting'

  #forgetFile(): void {
    this.#file = null
    this.#opened = null
  }

  #counted(): Pick<RowsFacts, 'counts' | 'zeroRows'> {
    return { counts: { ...this.#store.counts }, zeroRows: this.#store.zeroRows }
  }

  #edited(): void {
    const { rows } = this.#snapshot
    if (rows) this.#rowsChanged({ ...rows, isEdited: true, ...this.#counted() })
  }

  #rowsChanged(rows: RowsFacts): void {
    this.#conversionKey = randomId()
    this.#show({ phase: 'ready', error: null, rows })
    clearTimeout(this.#saveTimer)
    if (this.#store.length <= FEW_ROWS || !rows.isEdited) void this.#saveRows()
    else this.#saveTimer = setTimeout(() => void this.#saveRows(), SAVE_AFTER_MS)
  }

  async #saveRows(): Promise<void> {
    clearTimeout(this.#saveTimer)
    await this.#keeper.keep(this.#snapshot.rows, this.#store, this.#conversionKey, this.#file)
  }

  #show(change: Partial<Snapshot>): void {
    this.#snapshot = {
      ...this.#snapshot,
      ...change,
      hasFile: this.#file !== null,
      unansweredOf: this.#sender.ownerOf(this.#conversionKey),
      revision: this.#snapshot.revision + 1,
    }
    this.#publish(this.#snapshot)
  }
}
