import { randomUUIDv7 } from 'node:crypto'
import type { Lang } from '#i18n/language.ts'
import { MAX_RETRY_DELAY_MS } from '../background-job.ts'
import { CLOCK_SKEW_MS, type Clock } from '../clock.ts'
import type { Db, EmailKind, Schema, Transaction } from '../db/schema.ts'

type NewEmail = {
  kind: EmailKind
  /** Language of the reader. */
  lang: Lang
  email: string
  /** The account it belongs to: it is deleted with the account. */
  accountId?: string
  messageId?: string
  purchaseId?: string
  /** Variable part of the email's text; see `detail` of the table. */
  detail?: string
  entrySeq?: number
}

export type OutboxEmail = Schema['outbox']

export type Outbox = {
  /** Stores an email in the caller's transaction: it is sent, by any process, if and only if that commits. */
  put: (db: Db | Transaction, email: NewEmail) => Promise<void>
  /** Announces an email after its transaction commits; without this it is found at the next poll. */
  wake: () => void
}

export const makeOutbox = (clock: Clock, wake: () => void): Outbox => ({
  async put(db, { kind, lang, email, accountId, messageId, purchaseId, detail, entrySeq }) {
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
        detail: detail ?? null,
        entry_seq: entrySeq ?? null,
        created_at: at,
        attempts: 0,
        due_at: at,
        problem: null,
      })
      .execute()
  },
  wake,
})

/** Finds emails whose attempt is due; also those due later than any retry, because the clock was set back. */
export const findDue = (db: Db, now: number, limit: number): Promise<OutboxEmail[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where((or) =>
      or.or([or('due_at', '<=', now), or('due_at', '>', now + MAX_RETRY_DELAY_MS + CLOCK_SKEW_MS)]),
    )
    .orderBy('due_at')
    .limit(limit)
    .execute()

/**
 * Claims an email for one attempt; false when another process has claimed it. If this process ends during the
 * attempt, the email is due again at `until` (Unix ms): delivery is at least once.
 */
export async function claim(db: Db, email: OutboxEmail, until: number): Promise<boolean> {
  const claimed = await db
    .updateTable('outbox')
    .set({ due_at: until, attempts: email.attempts + 1 })
    .where('id', '=', email.id)
    .where('due_at', '=', email.due_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/**
 * Removes an email that was sent or has no recipient. `until` is that of the claim: another process may have
 * claimed it since.
 */
export async function remove(db: Db, id: string, until: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).where('due_at', '=', until).execute()
}

type Postponed = {
  id: string
  until: number
  /** When it is retried (Unix ms); null when it has failed permanently. */
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

/** Emails that wait or have failed permanently, newest first. */
export const listOutbox = (db: Db, limit: number): Promise<OutboxEmail[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Schedules the permanently failed emails again, with no attempts counted. */
export async function retryFailed(db: Db, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now, created_at: now, attempts: 0, problem: null })
    .where('due_at', 'is', null)
    .execute()
}

/** Emails that are stored with an address alone: whether it has an account is looked up when they are composed. */
export const KINDS_WITHOUT_ACCOUNT = [
  'reset',
  'device-code',
  'failed-sign-ins',
] as const satisfies EmailKind[]

/** Deletes those emails to an address. */
export async function deleteEmailsWithoutAccount(trx: Transaction, email: string): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('email', '=', email)
    .where('kind', 'in', KINDS_WITHOUT_ACCOUNT)
    .execute()
}

/**
 * Deletes permanently failed emails, which are kept for the operator for a limited time; those of messages
 * are deleted with the message.
 */
export async function deleteFailed(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('due_at', 'is', null)
    .where('message_id', 'is', null)
    .where('created_at', '<=', before)
    .execute()
}
