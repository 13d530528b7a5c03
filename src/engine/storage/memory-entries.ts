import type { RememberedColumns } from './remembered-columns.ts'

/** The columns that a person chose for files of one shape; `owner` is their key on this device. */
export type ChosenColumns = RememberedColumns & { owner: string }

/**
 * A file that was converted here; it and its person are told by fingerprints. Whoever has the same file and this device can
 * see that it was converted: it is no secret, but it is no name either.
 */
export type ConvertedFile = { owner: string; file: string; at: string; prices: number }

export type Memory = { columns: ChosenColumns; converted: ConvertedFile }

export type SavedMemory<K extends keyof Memory> = { version: 1; entries: Memory[K][] }

/** Entries that are kept of each, the newest; the privacy policy tells these numbers. */
export const MOST = { columns: 100, converted: 200 }

const areTexts = (...values: unknown[]): boolean => values.every((value) => typeof value === 'string')

/** What only a damaged entry lacks. */
const isWhole: { [K in keyof Memory]: (entry: Memory[K]) => boolean } = {
  columns: ({ owner, shape, chosenShape, columns, defaultCurrency }) =>
    areTexts(owner, shape, chosenShape, defaultCurrency) && Array.isArray(columns?.morePrices),
  converted: ({ owner, file, at, prices }) => areTexts(owner, file, at) && Number.isSafeInteger(prices),
}

/** The entries that can be read; whatever else stands among them is passed over, and is gone when they are saved again. */
export function entriesOf<K extends keyof Memory>(key: K, saved: unknown): Memory[K][] {
  const { version, entries } = (saved ?? {}) as Partial<SavedMemory<K>>
  if (version !== 1 || !Array.isArray(entries)) return []
  return entries.filter((entry) => typeof entry === 'object' && entry !== null && isWhole[key](entry))
}
