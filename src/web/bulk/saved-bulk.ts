import { createStore, del, get, set } from 'idb-keyval'
import type { JobRow } from '#contract/conversions.ts'
import type { Row } from '#domain/row.ts'
import type { ResultsFacts, RowsFacts } from './snapshot.ts'

/** The rows in hand as the device keeps them, so that a reload or a sign-in on the way loses nothing. */
export type SavedRows = {
  version: 1
  facts: RowsFacts
  rows: Row[]
  lines: number[]
  problems: [number, string][]
  conversionKey: string
}

export type SavedResults = { version: 1; facts: ResultsFacts; rows: JobRow[] }

type SavedFile = { version: 1; bytes: Uint8Array<ArrayBuffer> }

type Saved = { rows: SavedRows; file: SavedFile; results: SavedResults }

/** What only a damaged record lacks. */
const isWhole: { [K in keyof Saved]: (saved: Saved[K]) => boolean } = {
  rows: ({ rows, lines, problems, facts, conversionKey }) =>
    [rows, lines, problems].every(Array.isArray) && typeof facts?.counts === 'object' && conversionKey !== '',
  file: ({ bytes }) => bytes instanceof Uint8Array,
  results: ({ rows, facts }) =>
    Array.isArray(rows) && typeof facts?.totals === 'object' && typeof facts.owner === 'string',
}

const store = () => createStore('levro', 'bulk')

/** Kept data of another version, damaged or out of reach (private mode) counts as none: never a crash. */
export async function loadSaved<K extends keyof Saved>(key: K): Promise<Saved[K] | undefined> {
  try {
    const saved = await get<Saved[K]>(key, store())
    return saved?.version === 1 && isWhole[key](saved) ? saved : undefined
  } catch {
    return undefined
  }
}

/** Keeps `value`, or forgets what is kept when it is undefined. A full or forbidden device loses only the comfort. */
export async function save<K extends keyof Saved>(key: K, value: Saved[K] | undefined): Promise<void> {
  try {
    await (value === undefined ? del(key, store()) : set(key, value, store()))
  } catch {
    // The page works without it.
  }
}

/** Forgets rows and results of the person who was signed in. */
export async function clearSavedBulk(): Promise<void> {
  await Promise.all([save('rows', undefined), save('file', undefined), save('results', undefined)])
}
