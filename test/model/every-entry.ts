import { type TokenEntry, listEntries } from '#api/account.ts'
import type { Client } from '../server/client.ts'

/** The whole token history, fetched page by page, newest first. */
export async function everyEntry(client: Client): Promise<TokenEntry[]> {
  const all: TokenEntry[] = []
  for (;;) {
    const before = all.at(-1)?.seq
    const path = listEntries.path + (before === undefined ? '' : `?before=${before}`)
    const { entries } = (await client.send(listEntries, path, { method: 'GET' })).reply
    if (entries.length === 0) return all
    all.push(...entries)
  }
}
