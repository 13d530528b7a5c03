import type { RememberedColumns } from './remembered-columns.ts'
import { clear, createStore, del, get, update } from 'idb-keyval'
import { sha256Hex } from '#reports/fingerprint.ts'
import { randomId } from './identity.ts'

/** The columns that a user chose for files of one shape; `owner` is the pseudonymous key of the user on this device. */
export type ChosenColumns = RememberedColumns & { owner: string }

/**
 * A file that was converted on this device; file and user are stored as hashes. With the same file and this device one can
 * see that it was converted, but not its name.
 */
export type ConvertedFile = { owner: string; file: string; at: string; prices: number }

export type HistoryEntries = { columns: ChosenColumns; converted: ConvertedFile }

export type SavedHistory<K extends keyof HistoryEntries> = { version: 1; entries: HistoryEntries[K][] }

/** Entries kept of each kind, the newest. The privacy policy states these numbers. */
export const MAX_ENTRIES = { columns: 100, converted: 200 }

const areTexts = (...values: unknown[]): boolean => values.every((value) => typeof value === 'string')

/** Whether an entry is complete. */
const isWhole: { [K in keyof HistoryEntries]: (entry: HistoryEntries[K]) => boolean } = {
  columns: ({ owner, shape, chosenShape, columns, defaultCurrency }) =>
    areTexts(owner, shape, chosenShape, defaultCurrency) && Array.isArray(columns?.morePrices),
  converted: ({ owner, file, at, prices }) => areTexts(owner, file, at) && Number.isSafeInteger(prices),
}

/** The valid entries of a record; others are skipped, and lost with the next save. */
export function parseEntries<K extends keyof HistoryEntries>(key: K, saved: unknown): HistoryEntries[K][] {
  const { version, entries } = (saved ?? {}) as Partial<SavedHistory<K>>
  if (version !== 1 || !Array.isArray(entries)) return []
  return entries.filter((entry) => typeof entry === 'object' && entry !== null && isWhole[key](entry))
}

let opened: ReturnType<typeof createStore> | undefined
/** Separate from the rows, which are deleted at sign-out. */
const store = () => (opened ??= createStore('levro-memory', 'bulk'))

/** Owner key of entries saved while no user is signed in. Existing records contain the value. */
const ANONYMOUS = 'nobody'

/**
 * Pseudonymous key of a user on this device: a hash of the email with a random salt that the device stores. Keys of other
 * devices are not comparable; with this device, a guessed email can be verified.
 * @param email '' without a signed-in user
 * @returns undefined where it cannot be computed; nothing is saved then
 */
async function ownerKeyOf(email: string): Promise<string | undefined> {
  if (email === '') return ANONYMOUS
  try {
    let salt = await get<string>('salt', store())
    if (salt === undefined) {
      // An earlier version stored an unsalted hash of the email.
      await del('converted', store())
      // Another tab may create a salt at the same time: the first one stays.
      await update<string>('salt', (kept) => kept ?? randomId(), store())
      salt = await get<string>('salt', store())
    }
    return (await sha256Hex(new TextEncoder().encode(`${salt} ${email}`))) ?? undefined
  } catch {
    opened = undefined
    return undefined
  }
}

/** Entries of a user, newest first; empty when the storage is not available. */
export async function loadHistory<K extends keyof HistoryEntries>(
  key: K,
  email: string,
): Promise<HistoryEntries[K][]> {
  const owner = await ownerKeyOf(email)
  try {
    return parseEntries(key, await get<unknown>(key, store())).filter((entry) => entry.owner === owner)
  } catch {
    opened = undefined
    return []
  }
}

/** Deletes the user's entries that are replaced, and adds `entry` as the newest; never throws. */
export async function saveEntry<K extends keyof HistoryEntries>(
  key: K,
  email: string,
  entry: Omit<HistoryEntries[K], 'owner'> | undefined,
  isReplaced: (earlier: HistoryEntries[K]) => boolean,
): Promise<void> {
  const owner = await ownerKeyOf(email)
  if (owner === undefined) return
  try {
    await update<SavedHistory<K>>(
      key,
      (saved) => {
        const others = parseEntries(key, saved).filter(
          (earlier) => earlier.owner !== owner || !isReplaced(earlier),
        )
        const entries = entry === undefined ? others : [{ ...entry, owner } as HistoryEntries[K], ...others]
        return { version: 1, entries: entries.slice(0, MAX_ENTRIES[key]) }
      },
      store(),
    )
  } catch {
    // Without storage only the convenience is lost.
    opened = undefined
  }
}

/** Deletes all entries of a user whose account was deleted. */
export async function deleteUserHistory(email: string): Promise<void> {
  await Promise.all([
    saveEntry('columns', email, undefined, () => true),
    saveEntry('converted', email, undefined, () => true),
  ])
}

/**
 * Deletes the entries of all users on this device.
 * @returns whether that succeeded
 */
export async function clearHistory(): Promise<boolean> {
  try {
    await clear(store())
    return true
  } catch {
    opened = undefined
    return false
  }
}

/**
 * Records that the user converted this file; never throws.
 * @param file its SHA-256
 */
export async function saveConvertedFile(
  file: string | null,
  email: string,
  at: string,
  prices: number,
): Promise<void> {
  if (file === null || email === '') return
  await saveEntry('converted', email, { file, at, prices }, (earlier) => earlier.file === file)
}

/**
 * The user's conversion of this file on this device.
 * @param file its SHA-256
 */
export const findConverted = async (file: string, email: string): Promise<ConvertedFile | undefined> =>
  (await loadHistory('converted', email)).find((one) => one.file === file)
