import type { RememberedColumns } from './remembered-columns.ts'
import { clear, createStore, del, get, update } from 'idb-keyval'
import { sha256Of } from '#reports/fingerprint.ts'
import { randomId } from './identity.ts'

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

let opened: ReturnType<typeof createStore> | undefined
/** Not with the rows: these are forgotten when somebody signs out, and this stays. */
const store = () => (opened ??= createStore('levro-memory', 'bulk'))

/** Whoever is not signed in. */
const NOBODY = 'nobody'

/**
 * By what a person is known again on this device: a hash of their email with a random number that the device keeps. It
 * cannot be compared with that of another device, but whoever has this one and guesses the email can tell it.
 * @param email '' for nobody
 * @returns undefined where it cannot be worked out; nothing is remembered of them then.
 */
async function ownerKeyOf(email: string): Promise<string | undefined> {
  if (email === '') return NOBODY
  try {
    let salt = await get<string>('salt', store())
    if (salt === undefined) {
      // An earlier version told people by a hash of their email alone.
      await del('converted', store())
      // Another tab may make one at the same time: the first is kept.
      await update<string>('salt', (kept) => kept ?? randomId(), store())
      salt = await get<string>('salt', store())
    }
    return (await sha256Of(new TextEncoder().encode(`${salt} ${email}`))) ?? undefined
  } catch {
    opened = undefined
    return undefined
  }
}

/** What the device remembers for whoever has this email, the newest first; nothing when it is out of reach. */
export async function loadHistory<K extends keyof Memory>(key: K, email: string): Promise<Memory[K][]> {
  const owner = await ownerKeyOf(email)
  try {
    return entriesOf(key, await get<unknown>(key, store())).filter((entry) => entry.owner === owner)
  } catch {
    opened = undefined
    return []
  }
}

/** Takes away the person's entries that are no longer meant, and puts `entry` before the others; never throws. */
export async function remember<K extends keyof Memory>(
  key: K,
  email: string,
  entry: Omit<Memory[K], 'owner'> | undefined,
  isReplaced: (earlier: Memory[K]) => boolean,
): Promise<void> {
  const owner = await ownerKeyOf(email)
  if (owner === undefined) return
  try {
    await update<SavedMemory<K>>(
      key,
      (saved) => {
        const others = entriesOf(key, saved).filter(
          (earlier) => earlier.owner !== owner || !isReplaced(earlier),
        )
        const entries = entry === undefined ? others : [{ ...entry, owner } as Memory[K], ...others]
        return { version: 1, entries: entries.slice(0, MOST[key]) }
      },
      store(),
    )
  } catch {
    // A device that keeps nothing loses only the comfort.
    opened = undefined
  }
}

/** Forgets all that is remembered of a person: their account is gone. */
export async function forgetPerson(email: string): Promise<void> {
  await Promise.all([
    remember('columns', email, undefined, () => true),
    remember('converted', email, undefined, () => true),
  ])
}

/** Forgets all that this device remembers, of everybody; answers whether it has done so. */
export async function clearHistory(): Promise<boolean> {
  try {
    await clear(store())
    return true
  } catch {
    opened = undefined
    return false
  }
}

/** Remembers that this person has converted this file; never throws. */
export async function rememberConverted(
  file: string | null,
  email: string,
  at: string,
  prices: number,
): Promise<void> {
  if (file === null || email === '') return
  await remember('converted', email, { file, at, prices }, (earlier) => earlier.file === file)
}

/** When this person has converted this very file on this device; undefined when never. */
export const findConverted = async (file: string, email: string): Promise<ConvertedFile | undefined> =>
  (await loadHistory('converted', email)).find((one) => one.file === file)
