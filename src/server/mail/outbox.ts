import { randomUUIDv7 } from 'node:crypto'
import type { Lang } from '#i18n/language.ts'
import type { Clock } from '../clock.ts'
import type { Db, EmailKind, Schema, Transaction } from '../db/schema.ts'

type NewLetter = {
  kind: EmailKind
  /** Of the reader. */
  lang: Lang
  email: string
  /** Whose letter it is: it goes with the account. */
  accountId?: string
  messageId?: string
  purchaseId?: string
}

export type OutboxEmail = Schema['outbox']

export type Outbox = {
  /** Stores a letter, in the caller's transaction: it is sent if and only if that is committed, by whatever process. */
  put: (db: Db | Transaction, letter: NewLetter) => Promise<void>
  /** Says that there is a letter, once it is committed; without, it is found a little later. */
  wake: () => void
}

export const makeOutbox = (clock: Clock, wake: () => void): Outbox => ({
  async put(db, { kind, lang, email, accountId, messageId, purchaseId }) {
    const at = clock()
    await db
      .insertInto('outbox')
      .values({
        id: randomUUIDv7(),
        kind,
        lang,
        email,
        account_id: accountId ?? null,
        message_id: messageId ?? null,
        purchase_id: purchaseId ?? null,
        created_at: at,
        attempts: 0,
        due_at: at,
        problem: null,
      })
      .execute()
  },
  wake,
})

export const findDue = (db: Db, now: number, limit: number): Promise<OutboxEmail[]> =>
  db.selectFrom('outbox').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(limit).execute()

/**
 * Takes a letter for one attempt; another process finds it taken. Should this one end in the midst of it, the letter is
 * due again at `until`: it may arrive twice then, but it arrives.
 */
export async function claim(db: Db, letter: OutboxEmail, until: number): Promise<boolean> {
  const claimed = await db
    .updateTable('outbox')
    .set({ due_at: until, attempts: letter.attempts + 1 })
    .where('id', '=', letter.id)
    .where('due_at', '=', letter.due_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** A letter that was sent, or that nobody is to get, leaves. `until` is that of the claim: it may have passed to another. */
export async function remove(db: Db, id: string, until: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).where('due_at', '=', until).execute()
}

type Postponed = {
  id: string
  until: number
  /** When it is tried again; null when it is given up. */
  dueAt: number | null
  problem: string
}

export async function postpone(db: Db, { id, until, dueAt, problem }: Postponed): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: dueAt, problem })
    .where('id', '=', id)
    .where('due_at', '=', until)
    .execute()
}

/** Letters that wait or were given up, the newest first. */
export const listLetters = (db: Db, limit: number): Promise<OutboxEmail[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Letters that were given up start anew. */
export async function retryFailed(db: Db, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now, created_at: now, attempts: 0, problem: null })
    .where('due_at', 'is', null)
    .execute()
}

/** What was asked for by an address alone, such as a link. */
export async function deleteRequestsOf(trx: Transaction, email: string): Promise<void> {
  await trx.deleteFrom('outbox').where('email', '=', email).where('kind', '=', 'reset').execute()
}

/** Letters that were given up are kept for the operator, and not for ever; those of messages go with the message. */
export async function deleteGivenUp(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('due_at', 'is', null)
    .where('message_id', 'is', null)
    .where('created_at', '<=', before)
    .execute()
}
