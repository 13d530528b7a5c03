import type { Row } from '#pricelist/row.ts'
import { type KeyValues, openKeyValues } from './key-values.ts'
import { migrateRecord } from './migrate-records.ts'
import type { Omission, PriceAnswers, RowsSummary } from '../types.ts'
import type { AmbiguousReading } from '#pricelist/types.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { ResultRow, ConversionSummary, FileChoices, ResultsSource } from '#reports/types.ts'

/** The editable rows as saved on the device, so that a reload or a sign-in loses nothing. */
export type SavedRows = {
  version: 1
  facts: RowsSummary
  rows: Row[]
  ids: number[]
  nextId: number
  problems: [number, string][]
  /** Ids of the rows whose problem is that of a price typed into the cell; earlier versions saved none. */
  typedProblems?: number[]
  omissions: [number, Omission][]
  /** Ids of the rows whose amounts are shown; earlier versions showed none. */
  live?: number[]
  /** Ids of total rows that add up such rows alone, and of their addends. */
  liveTotals?: [number, readonly number[]][]
  /** Ids of the rows that are converted already. */
  converted?: number[]
  /** Earlier versions saved none. */
  answers?: PriceAnswers
  conversionKey: string
  /** Identifies the reading; results of the same one are merged. Earlier versions saved none. */
  readingId?: string
  /** The saved file that the rows came from; another tab may have replaced it. */
  fileId: string | null
}

type SavedFile = { version: 1; id: string; bytes: Uint8Array<ArrayBuffer> }

type SavedResults = { version: 1; facts: ConversionSummary; rows: readonly ResultRow[] }

/** Which rows were converted last: what other tabs compare theirs with, without reading the results. */
type SavedConversion = { version: 1; readingId: string; jobId: string }

/** A submission without a response. `body` is the SHA-256 of the request body; earlier versions saved the body itself. */
export type PendingSubmission = { version: 1; key: string; body: string; owner: string }

/** A checked file and the choices for it, kept while its user signs in or pays. */
export type SavedCheck = {
  version: 1
  name: string
  bytes: Uint8Array<ArrayBuffer>
  choices: FileChoices
  direction: PairDirection
  /** Columns that the user chose. */
  named: PairColumns | null
  ambiguous: AmbiguousReading | null
  /** When it was kept, in milliseconds since 1970; earlier versions did not save it. */
  keptAt?: number
  /** What the check has found; earlier versions saved none. */
  found?: FoundMismatches
}

export type FoundMismatches = {
  readonly direction: PairDirection
  readonly checked: number
  readonly off: number
  /** The first of them. */
  readonly first: readonly Mismatch[]
}

/** Owner and id of corrected files that are paid for, newest first. */
type SavedCorrections = { version: 1; paid: readonly string[] }

type Saved = {
  rows: SavedRows
  file: SavedFile
  results: SavedResults
  source: ResultsSource
  conversion: SavedConversion
  /** Of the bulk conversion. */
  sending: PendingSubmission
  /** Of a corrected file. */
  correcting: PendingSubmission
  corrected: SavedCorrections
  checked: SavedCheck
}

const KEYS = [
  'rows',
  'file',
  'results',
  'source',
  'conversion',
  'sending',
  'correcting',
  'corrected',
  'checked',
] as const satisfies readonly (keyof Saved)[]

const isWholeSubmission = ({ key, body, owner }: PendingSubmission): boolean =>
  [key, body, owner].every((text) => typeof text === 'string')

/** Whether a record is complete. */
const isWhole: { [K in keyof Saved]: (saved: Saved[K]) => boolean } = {
  rows: ({ rows, ids, nextId, problems, omissions, facts, conversionKey, fileId }) =>
    [rows, ids, problems, omissions].every(Array.isArray) &&
    Number.isSafeInteger(nextId) &&
    typeof facts?.counts === 'object' &&
    typeof facts.omitted === 'object' &&
    conversionKey !== '' &&
    fileId !== undefined,
  file: ({ id, bytes }) => typeof id === 'string' && bytes instanceof Uint8Array,
  results: ({ rows, facts }) =>
    Array.isArray(rows) &&
    typeof facts?.totals === 'object' &&
    typeof facts.rounding === 'object' &&
    Array.isArray(facts.priceColumns) &&
    typeof facts.owner === 'string',
  source: ({ jobId, format, bytes, ids, rowChoices }) =>
    typeof jobId === 'string' &&
    typeof format === 'string' &&
    bytes instanceof Uint8Array &&
    Array.isArray(ids) &&
    Array.isArray(rowChoices?.columns?.morePrices),
  conversion: ({ readingId, jobId }) => [readingId, jobId].every((text) => typeof text === 'string'),
  sending: isWholeSubmission,
  correcting: isWholeSubmission,
  corrected: ({ paid }) => Array.isArray(paid) && paid.every((text) => typeof text === 'string'),
  checked: ({ name, bytes, choices, direction }) =>
    typeof name === 'string' &&
    bytes instanceof Uint8Array &&
    typeof choices === 'object' &&
    typeof direction === 'string',
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The records of the device. No method throws: without storage only the convenience is lost. */
export class DeviceRecords {
  readonly #values: KeyValues

  constructor(values: KeyValues) {
    this.#values = values
  }

  /** Whether a record exists, without reading it through migration. */
  async hasSaved(key: keyof Saved): Promise<boolean> {
    try {
      return (await this.#values.get(key)) !== undefined
    } catch {
      return false
    }
  }

  /** A record that is damaged, cannot be migrated or not available (private mode) counts as none. */
  async loadSaved<K extends keyof Saved>(key: K): Promise<Saved[K] | undefined> {
    try {
      const saved = migrateRecord(key, await this.#values.get(key)) as Saved[K] | undefined
      return saved?.version === 1 && isWhole[key](saved) ? saved : undefined
    } catch {
      return undefined
    }
  }

  /**
   * Saves `value`, or deletes the record when it is undefined.
   * @returns whether it was done
   */
  async save<K extends keyof Saved>(key: K, value: Saved[K] | undefined): Promise<boolean> {
    try {
      await this.#values.set(key, value)
      return true
    } catch {
      return false
    }
  }

  /** Deletes the rows saved with this key, and their file. */
  async deleteRows(conversionKey: string): Promise<void> {
    const saved = await this.loadSaved('rows')
    await this.#deleteIf('rows', (rows) => rows.conversionKey === conversionKey)
    if (saved?.conversionKey === conversionKey && saved.fileId !== null) await this.deleteFile(saved.fileId)
  }

  deleteFile(fileId: string): Promise<void> {
    return this.#deleteIf('file', ({ id }) => id === fileId)
  }

  /** Deletes a checked file whose user has not come back within a day. */
  deleteOldCheck(): Promise<void> {
    return this.#deleteIf('checked', ({ keptAt = 0 }) => Date.now() - keptAt > DAY_MS)
  }

  /** Deletes the results and their file. */
  async deleteResults(): Promise<void> {
    await Promise.all((['conversion', 'results', 'source'] as const).map((key) => this.save(key, undefined)))
  }

  /** Deletes all records, at sign-out. */
  async clear(): Promise<void> {
    await Promise.all(KEYS.map((key) => this.save(key, undefined)))
  }

  /** Deletes a record if it is still the intended one: another tab may have replaced it. */
  async #deleteIf<K extends keyof Saved>(key: K, isIntended: (saved: Saved[K]) => boolean): Promise<void> {
    try {
      await this.#values.update(key, (saved) =>
        saved !== undefined && isIntended(saved as Saved[K]) ? undefined : saved,
      )
    } catch {
      // As above.
    }
  }
}

export const DEVICE_RECORDS = new DeviceRecords(openKeyValues('levro', 'bulk'))
