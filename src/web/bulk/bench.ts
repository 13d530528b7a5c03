import type { OpenedFile } from '#catalogue/catalogue.ts'
import { detectColumns } from '#catalogue/columns.ts'
import { formatOfName } from '#catalogue/file-kind.ts'
import { openFile } from '#catalogue/open.ts'
import { readRows } from '#catalogue/rows.ts'
import type { JobRow } from '#contract/conversions.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Row } from '#domain/row.ts'
import { postBulk } from './post-bulk.ts'
import { resultsCsv, resultsText, totalsOf } from './results.ts'
import { RowStore } from './row-store.ts'
import { loadSaved, save } from './saved-bulk.ts'
import {
  type ConvertOptions,
  type ConvertOutcome,
  EMPTY_SNAPSHOT,
  type FileChoices,
  type PreviewRow,
  type RowChoices,
  type RowsFacts,
  type Snapshot,
  type Workbench,
} from './snapshot.ts'

const SAVE_AFTER_MS = 400

/** Random and unguessable; `randomUUID` is missing where the page came over plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Holds file, rows and results away from the page's thread, and keeps them on the device. */
export class Bench implements Workbench {
  #publish: (snapshot: Snapshot) => void
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #bytes: Uint8Array<ArrayBuffer> | null = null
  #savedBytes: Uint8Array | null = null
  #opened: OpenedFile | null = null
  #store = RowStore.blank(0)
  #results: JobRow[] = []
  /** Made anew with every change of the rows: a repeat of the same conversion carries the same key (CONV-11). */
  #conversionKey: string = newKey()
  #saveTimer: ReturnType<typeof setTimeout> | undefined

  constructor(publish: (snapshot: Snapshot) => void) {
    this.#publish = publish
  }

  async restore(): Promise<void> {
    const [rows, file, results] = await Promise.all([
      loadSaved('rows'),
      loadSaved('file'),
      loadSaved('results'),
    ])
    if (rows) {
      this.#store = new RowStore(rows.rows, rows.lines, new Map(rows.problems) as RowStore['problems'])
      this.#bytes = file?.bytes ?? null
      this.#savedBytes = this.#bytes
      this.#conversionKey = rows.conversionKey
    }
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
    await save('rows', undefined)
    // A file of another kind is refused for that, however large it is.
    if (file.size > LIMITS.fileBytes && formatOfName(file.name) !== undefined) {
      this.#show({ phase: 'error', error: { code: 'too-big', limitBytes: LIMITS.fileBytes } })
      return
    }
    try {
      this.#bytes = new Uint8Array(await file.slice(0, LIMITS.fileBytes).arrayBuffer())
    } catch {
      this.#show({ phase: 'error', error: { code: 'unreadable', reason: 'broken' } })
      return
    }
    await this.#read(file.name, {})
  }

  async reopen(choices: FileChoices): Promise<void> {
    if (this.#isConverting()) return
    const { fileName } = this.#snapshot
    if (fileName === null) return
    this.#show({ phase: 'parsing', progress: 0, error: null })
    await this.#read(fileName, choices)
  }

  async #read(fileName: string, choices: FileChoices): Promise<void> {
    const bytes = this.#bytes ?? new Uint8Array()
    const onProgress = (progress: number) => this.#show({ progress })
    const result = await openFile(bytes, { fileName, ...choices, onProgress })
    if (!result.ok) {
      this.#bytes = null
      this.#show({ phase: 'error', error: result.error, rows: null })
      return
    }
    this.#opened = result.file
    const { table, ...facts } = result.file
    const detection = detectColumns(table)
    const file = { name: fileName, size: bytes.length, detection, ...facts }
    this.#readRows({ columns: detection.columns, defaultCurrency: 'BGN' }, file, detection.certain)
  }

  async readRows(choices: RowChoices, columnsKnown: boolean): Promise<void> {
    if (this.#isConverting()) return
    // After a reload the file is still there, but not yet opened again.
    const file = this.#snapshot.rows?.file
    if (!this.#opened && this.#bytes && file) {
      this.#show({ phase: 'parsing', progress: 0 })
      const again = await openFile(this.#bytes, {
        fileName: file.name,
        ...(file.encoding && { encoding: file.encoding }),
        ...(file.delimiter && { delimiter: file.delimiter }),
        ...(file.sheet !== undefined && { sheet: file.sheet }),
      })
      this.#show({ phase: 'ready' })
      if (again.ok) this.#opened = again.file
    }
    if (this.#opened && file) this.#readRows(choices, file, columnsKnown)
  }

  #readRows(choices: RowChoices, file: NonNullable<RowsFacts['file']>, columnsKnown: boolean): void {
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

  async addRow(): Promise<void> {
    if (this.#isConverting()) return
    const isFull = this.#snapshot.rows?.source === 'manual' && this.#store.length >= LIMITS.manualRows
    if (!isFull && this.#store.add()) this.#edited()
  }

  async removeRow(index: number): Promise<void> {
    if (this.#isConverting()) return
    this.#store.remove(index)
    this.#edited()
  }

  async editRow(index: number, change: Partial<Row>): Promise<void> {
    if (this.#isConverting()) return
    this.#store.edit(index, change)
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
    if (!rows || this.#isConverting()) return { outcome: 'not-sent' }
    this.#show({ phase: 'converting' })
    // Kept first, with their key: if the answer is lost and the page with it, the repeat is still the same conversion.
    await this.#saveRows()
    const filename = rows.file?.name ?? null
    const body = { rows: this.#store.rows, filename, source: rows.source }
    const answer = await postBulk(body, { ...options, key: this.#conversionKey })
    if (answer.outcome !== 'converted') {
      this.#show({ phase: 'ready' })
      return answer
    }
    const { reply } = answer
    this.#results = reply.rows
    const totals = totalsOf(reply.rows)
    const results = {
      owner: options.owner,
      jobId: reply.jobId,
      filename,
      createdAt: reply.createdAt,
      counts: reply.stats,
      totals,
    }
    this.#show({ results })
    await save('results', { version: 1, facts: results, rows: reply.rows })
    await this.#clear()
    return { outcome: 'converted', balance: reply.newBalance, counts: reply.stats }
  }

  async resultsPage(offset: number, limit: number): Promise<JobRow[]> {
    return this.#results.slice(offset, offset + limit)
  }

  async resultsCsv(): Promise<Blob> {
    return resultsCsv(this.#results)
  }

  async resultsText(): Promise<string> {
    return resultsText(this.#results)
  }

  async clearResults(): Promise<void> {
    this.#results = []
    this.#show({ results: null })
    await save('results', undefined)
  }

  /** What is being converted stays as it was sent, until the answer is there. */
  #isConverting = (): boolean => this.#snapshot.phase === 'converting'

  #forgetFile(): void {
    this.#bytes = null
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
    this.#conversionKey = newKey()
    this.#show({ phase: 'ready', error: null, rows })
    clearTimeout(this.#saveTimer)
    this.#saveTimer = setTimeout(() => void this.#saveRows(), SAVE_AFTER_MS)
  }

  async #saveRows(): Promise<void> {
    clearTimeout(this.#saveTimer)
    const { rows: facts } = this.#snapshot
    const { rows, lines, problems } = this.#store
    const key = this.#conversionKey
    const kept = { version: 1 as const, rows, lines, problems: [...problems], conversionKey: key }
    await save('rows', facts ? { ...kept, facts } : undefined)
    // The file is large and never changes: it is kept once.
    if (this.#savedBytes === this.#bytes) return
    this.#savedBytes = this.#bytes
    await save('file', this.#bytes ? { version: 1, bytes: this.#bytes } : undefined)
  }

  #show(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change, revision: this.#snapshot.revision + 1 }
    this.#publish(this.#snapshot)
  }
}
