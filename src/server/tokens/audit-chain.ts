import { DAY_MS, HOUR_MS, isoTime } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import {
  type Entry,
  FIRST_HASH,
  type Head,
  type Link,
  accountTag,
  chainHead,
  digestOf,
  nextHash,
} from './chain.ts'

/** An inconsistency: the account and a description. */
export type Fault = { accountId: string; what: string }

/** Limit of faults for each check. */
export const MAX_FAULTS = 1000

const PAGE_SIZE = 2000
/** Processes of an earlier version post entries without a digest until the update from it is complete. */
const UPDATE_MS = DAY_MS

/** Differences between clocks, and the time in which entries are chained, are far less. */
const MAX_TIME_DIFFERENCE_MS = DAY_MS

/** Of faults that no existing account has. */
const CHAIN = 'chain'

/** `late` counts the entries that an earlier version posted: nothing is known of the time before they were chained. */
export type ChainAudit = { faults: Fault[]; late: number; head?: Head }

/**
 * Recomputes the chain and compares each link with its entry. Reads page after page, so that it neither blocks a running
 * server nor waits for it.
 * @param earlier a head that was kept elsewhere: the entries up to it must be the same
 */
export async function findChainFaults(db: Db, earlier?: Head): Promise<ChainAudit> {
  const faults: Fault[] = []
  /** Positions without entry, by the tag of their account. */
  const missing = new Map<string, number>()
  /** Until when an earlier version may have posted entries. */
  let updateEnd: number | undefined
  let late = 0
  /** Times of links, an hour or more apart: by the first one entries were chained, an hour at least before the link at hand. */
  let [chainedBy, chainedSince] = [Number.NEGATIVE_INFINITY, Infinity]
  const earlierPosition = earlier?.position ?? 0
  let last: Head = { position: 0, hash: FIRST_HASH }

  const end = (await chainHead(db))?.position ?? 0
  while (last.position < end && faults.length < MAX_FAULTS) {
    const links = await readLinks(db, last.position)
    const lastOfPage = links.at(-1)
    if (lastOfPage === undefined) break
    const entries = await readEntries(db, last.position, lastOfPage.position)
    for (const link of links) {
      updateEnd ??= link.late === 1 ? link.at + UPDATE_MS : Number.NEGATIVE_INFINITY
      late += link.late
      if (link.at < chainedSince) chainedSince = link.at
      if (link.at >= chainedSince + HOUR_MS) [chainedBy, chainedSince] = [chainedSince, link.at]
      if (link.position !== last.position + 1) add(`link ${last.position + 1} is missing`)
      else if (link.hash !== nextHash(last.hash, link))
        add(`link ${link.position} does not fit the one before`)
      last = link
      if (earlier?.position === link.position && earlier.hash !== link.hash)
        add(`the entries up to the head ${earlier.position} are not the same as then`)
      const entry = entries.get(link.position)
      if (entry === undefined) missing.set(link.account_tag, link.position)
      else checkEntry(entry, link, updateEnd)
    }
  }
  if (earlier !== undefined && earlier.position > last.position)
    add(`expected at least ${earlier.position} entries by the head, found ${last.position}`)
  faults.push(...(await findRemoved(db, missing)), ...(await findOutside(db, end)))
  return { faults: faults.slice(0, MAX_FAULTS), late, ...(last.position > 0 && { head: last }) }

  function add(what: string, accountId = CHAIN): void {
    faults.push({ accountId, what })
  }

  function checkEntry(entry: Entry, link: Link, lateUntil: number): void {
    const { account_id: accountId, seq, digest, at } = entry
    const isAsChained = digestOf(entry) === link.digest && accountTag(accountId) === link.account_tag
    if (!isAsChained || (digest !== null && digest !== link.digest))
      add(`entry ${seq} was altered after it was posted`, accountId)
    if (digest === null && link.at > lateUntil && link.position > earlierPosition)
      add(
        `entry ${seq}, found on ${isoTime(link.at)}, was posted by an earlier version or by hand: it has no digest`,
        accountId,
      )
    if (digest === null || link.position <= earlierPosition) return
    // Others were chained in between, and it would have been.
    const wasMissing = chainedBy > at + MAX_TIME_DIFFERENCE_MS && chainedBy <= link.at - HOUR_MS
    if (wasMissing || at > link.at + MAX_TIME_DIFFERENCE_MS)
      add(`entry ${seq} is of ${isoTime(at)}, and was not there until ${isoTime(link.at)}`, accountId)
  }
}

const readLinks = (db: Db, after: number): Promise<Link[]> =>
  db
    .selectFrom('ledger_link')
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .limit(PAGE_SIZE)
    .execute()

/** The entries after a position, up to another, by position. */
async function readEntries(db: Db, after: number, upTo: number): Promise<Map<number | null, Entry>> {
  const entries = await db
    .selectFrom('token_entry')
    .selectAll()
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .execute()
  return new Map(entries.map((entry) => [entry.position, entry]))
}

/** Links without entry are those of deleted accounts, unless the account exists: entries go only with it. */
async function findRemoved(db: Db, missing: ReadonlyMap<string, number>): Promise<Fault[]> {
  const faults: Fault[] = []
  if (missing.size === 0) return faults
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = db.selectFrom('account').select('id').where('id', '>', after)
    const accounts: { id: string }[] = await page.orderBy('id').limit(PAGE_SIZE).execute()
    for (const { id } of accounts) {
      const position = missing.get(accountTag(id))
      if (position !== undefined)
        faults.push({ accountId: id, what: `the entry that was chained at ${position} was removed` })
    }
    after = accounts.at(-1)?.id
  }
  return faults
}

/** Entries with a position that the chain does not have, and entries that are not chained yet and differ from their digest. */
async function findOutside(db: Db, end: number): Promise<Fault[]> {
  const entries = await db
    .selectFrom('token_entry')
    .leftJoin('ledger_link', 'ledger_link.position', 'token_entry.position')
    .selectAll('token_entry')
    .select('ledger_link.hash')
    .where((e) => e.or([e('token_entry.position', 'is', null), e('token_entry.position', '>', end)]))
    .where('ledger_link.hash', 'is', null)
    .limit(MAX_FAULTS)
    .execute()
  return entries
    .filter((entry) => entry.position !== null || (entry.digest !== null && entry.digest !== digestOf(entry)))
    .map(({ account_id: accountId, seq, position }) => ({
      accountId,
      what:
        position === null
          ? `entry ${seq} was altered after it was posted`
          : `entry ${seq} has the position ${position}, which is not in the chain`,
    }))
}
