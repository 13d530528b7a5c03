import { createStore, get, update } from 'idb-keyval'
import type { RememberedColumns } from '#catalogue/remembered-columns.ts'

/** A file that was converted here: it and its person by hash alone, so that the record tells nobody anything. */
export type ConvertedFile = { owner: string; file: string; at: string; prices: number }

type Memory = { columns: RememberedColumns; converted: ConvertedFile }

type Saved<K extends keyof Memory> = { version: 1; entries: Memory[K][] }

/** Entries that are kept of each, the newest. */
const MOST = { columns: 100, converted: 200 }

/** What only a damaged entry lacks. */
const isWhole: { [K in keyof Memory]: (entry: Memory[K]) => boolean } = {
  columns: ({ shape, chosenShape, columns, defaultCurrency }) =>
    [shape, chosenShape, defaultCurrency].every((text) => typeof text === 'string') &&
    Array.isArray(columns?.morePrices),
  converted: ({ owner, file, at, prices }) =>
    [owner, file, at].every((text) => typeof text === 'string') && Number.isSafeInteger(prices),
}

let opened: ReturnType<typeof createStore> | undefined
/** Not with the rows: these are forgotten when somebody signs out, and this stays. */
const store = () => (opened ??= createStore('levro-memory', 'bulk'))

const entriesOf = <K extends keyof Memory>(key: K, saved: Saved<K> | undefined): Memory[K][] =>
  saved?.version === 1 && Array.isArray(saved.entries) ? saved.entries.filter(isWhole[key]) : []

/** What the device remembers, the newest first; nothing when it is out of reach. */
export async function recallAll<K extends keyof Memory>(key: K): Promise<Memory[K][]> {
  try {
    return entriesOf(key, await get<Saved<K>>(key, store()))
  } catch {
    opened = undefined
    return []
  }
}

/** Takes away the entries that are no longer meant, and puts `entry` before the others. */
export async function remember<K extends keyof Memory>(
  key: K,
  entry: Memory[K] | undefined,
  isReplaced: (earlier: Memory[K]) => boolean,
): Promise<void> {
  try {
    await update<Saved<K>>(
      key,
      (saved) => {
        const others = entriesOf(key, saved).filter((earlier) => !isReplaced(earlier))
        const entries = entry === undefined ? others : [entry, ...others]
        return { version: 1, entries: entries.slice(0, MOST[key]) }
      },
      store(),
    )
  } catch {
    // A device that keeps nothing loses only the comfort.
    opened = undefined
  }
}
