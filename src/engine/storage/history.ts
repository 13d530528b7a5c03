import type { RememberedColumns } from './remembered-columns.ts'
import { LIMITS } from '#product/limits.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { randomId } from './identity.ts'
import { type KeyValues, openKeyValues } from './key-values.ts'

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
export const MAX_ENTRIES = { columns: 100, converted: LIMITS.manyLists }

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

/** Owner key of entries saved while no user is signed in. Existing records contain the value. */
const ANONYMOUS = 'nobody'

/** What the device remembers of its users. Nothing throws: without storage only the convenience is lost. */
export class History {
  readonly #values: KeyValues

  constructor(values: KeyValues) {
    this.#values = values
  }

  /** Entries of a user, newest first; empty when the storage is not available. */
  async load<K extends keyof HistoryEntries>(key: K, email: string): Promise<HistoryEntries[K][]> {
    try {
      const owner = await this.#ownerKeyOf(email)
      return parseEntries(key, await this.#values.get(key)).filter((entry) => entry.owner === owner)
    } catch {
      return []
    }
  }

  /** Deletes the user's entries that are replaced, and adds `entry` as the newest. */
  async save<K extends keyof HistoryEntries>(
    key: K,
    email: string,
    entry: Omit<HistoryEntries[K], 'owner'> | undefined,
    isReplaced: (earlier: HistoryEntries[K]) => boolean,
  ): Promise<void> {
    try {
      const owner = await this.#ownerKeyOf(email)
      if (owner === undefined) return
      await this.#values.update(key, (saved): SavedHistory<K> => {
        const others = parseEntries(key, saved).filter(
          (earlier) => earlier.owner !== owner || !isReplaced(earlier),
        )
        const entries = entry === undefined ? others : [{ ...entry, owner } as HistoryEntries[K], ...others]
        return { version: 1, entries: entries.slice(0, MAX_ENTRIES[key]) }
      })
    } catch {
      // As without an entry.
    }
  }

  /** Deletes all entries of a user whose account was deleted. */
  async deleteUser(email: string): Promise<void> {
    await Promise.all([
      this.save('columns', email, undefined, () => true),
      this.save('converted', email, undefined, () => true),
    ])
  }

  /**
   * Deletes the entries of all users on this device.
   * @returns whether that succeeded
   */
  async clear(): Promise<boolean> {
    try {
      await this.#values.clear()
      return true
    } catch {
      return false
    }
  }

  /**
   * Records that the user converted this file.
   * @param file its SHA-256
   */
  async saveConverted(file: string | null, email: string, at: string, prices: number): Promise<void> {
    if (file === null || email === '') return
    await this.save('converted', email, { file, at, prices }, (earlier) => earlier.file === file)
  }

  /**
   * The user's conversion of this file on this device.
   * @param file its SHA-256
   */
  async findConverted(file: string, email: string): Promise<ConvertedFile | undefined> {
    return (await this.load('converted', email)).find((one) => one.file === file)
  }

  /**
   * Pseudonymous key of a user on this device: a hash of the email with a random salt that the device stores. Keys of other
   * devices are not comparable; with this device, a guessed email can be verified.
   * @param email '' without a signed-in user
   * @returns undefined where it cannot be computed; nothing is saved then
   */
  async #ownerKeyOf(email: string): Promise<string | undefined> {
    if (email === '') return ANONYMOUS
    let salt = await this.#values.get('salt')
    if (salt === undefined) {
      // An earlier version stored an unsalted hash of the email.
      await this.#values.set('converted', undefined)
      // Another tab may create a salt at the same time: the first one stays.
      await this.#values.update('salt', (kept) => kept ?? randomId())
      salt = await this.#values.get('salt')
    }
    return (await sha256Hex(new TextEncoder().encode(`${String(salt)} ${email}`))) ?? undefined
  }
}

/** Separate from the rows, which are deleted at sign-out. */
export const HISTORY = new History(openKeyValues('levro-memory', 'bulk'))
