import { createStore, get, promisifyRequest } from 'idb-keyval'
import type { Row } from '#pricelist/row.ts'
import { migrateRecord } from './migrate-records.ts'
import type { Omission, RowsFacts } from '../types.ts'
import type { ResultRow, ConversionSummary, SourceFile } from '#reports/types.ts'

/** The rows in hand as the device keeps them, so that a reload or a sign-in on the way loses nothing. */
export type SavedRows = {
  version: 1
  facts: RowsFacts
  rows: Row[]
  ids: number[]
  nextId: number
  problems: [number, string][]
  omissions: [number, Omission][]
  conversionKey: string
  /** The saved file that the rows came from; another tab may have replaced it. */
  fileId: string | null
}

type SavedFile = { version: 1; id: string; bytes: Uint8Array<ArrayBuffer> }

type SavedResults = { version: 1; facts: ConversionSummary; rows: readonly ResultRow[] }

/** What was sent, and under which key, as long as no answer to it has come. */
export type PendingSubmission = { version: 1; key: string; body: string; owner: string }

type Saved = {
  rows: SavedRows
  file: SavedFile
  results: SavedResults
  source: SourceFile
  sending: PendingSubmission
}

const KEYS = ['rows', 'file', 'results', 'source', 'sending'] as const satisfies readonly (keyof Saved)[]

/** What only a damaged record lacks. */
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
  sending: ({ key, body, owner }) => [key, body, owner].every((text) => typeof text === 'string'),
}

let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('levro', 'bulk'))

/** Whether the device keeps anything under this key: all that the page asks while no workbench runs. */
export async function hasSaved(key: keyof Saved): Promise<boolean> {
  try {
    return (await get<unknown>(key, store())) !== undefined
  } catch {
    return false
  }
}

/** Kept data that cannot be brought up to date, damaged or out of reach (private mode) counts as none: never a crash. */
export async function loadSaved<K extends keyof Saved>(key: K): Promise<Saved[K] | undefined> {
  try {
    const saved = migrateRecord(key, await get<unknown>(key, store())) as Saved[K] | undefined
    return saved?.version === 1 && isWhole[key](saved) ? saved : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps `value`, or forgets what is kept when it is undefined. A full or forbidden device loses only the comfort.
 * @returns whether the device has done so.
 */
export async function save<K extends keyof Saved>(key: K, value: Saved[K] | undefined): Promise<boolean> {
  try {
    await store()('readwrite', (records) => {
      if (value === undefined) records.delete(key)
      else records.put(value, key)
      // Left to itself the end is asked for only after the change was heard of: the page may be left before that.
      records.transaction.commit()
      return promisifyRequest(records.transaction)
    })
    return true
  } catch {
    // Another try opens the store anew.
    opened = undefined
    return false
  }
}

/** Forgets a record when it is still the one that is meant: another tab may have put its own in its place. */
async function forgetIf<K extends keyof Saved>(key: K, isMeant: (saved: Saved[K]) => boolean): Promise<void> {
  try {
    await store()('readwrite', (records) => {
      const reading: IDBRequest<Saved[K] | undefined> = records.get(key)
      reading.addEventListener('success', () => {
        if (reading.result !== undefined && isMeant(reading.result)) records.delete(key)
        records.transaction.commit()
      })
      return promisifyRequest(records.transaction)
    })
  } catch {
    opened = undefined
  }
}

/** Forgets the rows that were kept under this key, and their file. */
export async function forgetRows(conversionKey: string): Promise<void> {
  const kept = await loadSaved('rows')
  await forgetIf('rows', (rows) => rows.conversionKey === conversionKey)
  if (kept?.conversionKey === conversionKey && kept.fileId !== null) await forgetFile(kept.fileId)
}

export const forgetFile = (fileId: string): Promise<void> => forgetIf('file', ({ id }) => id === fileId)

/** Forgets the results, and the file that they came from. */
export async function forgetResults(): Promise<void> {
  await Promise.all([save('results', undefined), save('source', undefined)])
}

/** Forgets everything of the person who was signed in. */
export async function clearSavedBulk(): Promise<void> {
  await Promise.all(KEYS.map((key) => save(key, undefined)))
}
