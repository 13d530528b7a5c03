import { describe, expect, it, onTestFinished } from 'vitest'
import { DIALECTS, makePlace, withDatabase } from '#test/harness.ts'
import type { Db } from '../db/schema.ts'
import { type OutboxEmail, claim, deleteFailed, makeOutbox, remove, retryFailed } from './outbox.ts'

const NOW = 1_790_000_000_000

const onOwnDatabase = async (dialect: (typeof DIALECTS)[number], work: (db: Db) => Promise<void>) => {
  const place = await makePlace(dialect)
  onTestFinished(place.remove)
  await withDatabase(place, work)
}

/** A stored email, with these fields changed. */
async function stored(db: Db, email: string, change: Partial<OutboxEmail> = {}): Promise<OutboxEmail> {
  await makeOutbox(
    () => NOW,
    () => undefined,
  ).put(db, { kind: 'password', lang: 'bg', email })
  return db
    .updateTable('outbox')
    .set({ problem: null, ...change })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const addresses = async (db: Db) =>
  (await db.selectFrom('outbox').select('email').orderBy('email').execute()).map(({ email }) => email)

describe.each(DIALECTS)('the outbox: %s', (dialect) => {
  it('AUTH-10 · lets one process claim an email, and only that one remove it', () =>
    onOwnDatabase(dialect, async (db) => {
      const email = await stored(db, 'a@example.bg')
      expect(await claim(db, email, NOW + 1)).toBe(true)
      expect(await claim(db, email, NOW + 2), 'by what another process had read').toBe(false)
      await remove(db, email.id, NOW + 2)
      expect(await addresses(db)).toEqual(['a@example.bg'])
      await remove(db, email.id, NOW + 1)
      expect(await addresses(db)).toEqual([])
    }))

  it('AUTH-10 · forgets emails that have failed for good, but no message to the operator, and none that waits', () =>
    onOwnDatabase(dialect, async (db) => {
      const message = { id: 'm', at: NOW, email: 'x@example.bg', name: 'x', topic: 'other', text: 'x' }
      await db
        .insertInto('support_message')
        .values({ ...message, lang: 'bg', account_id: null })
        .execute()
      await stored(db, 'failed@example.bg', { due_at: null })
      await stored(db, 'later@example.bg', { due_at: null, created_at: NOW + 1 })
      await stored(db, 'message@example.bg', { due_at: null, message_id: 'm' })
      await stored(db, 'waiting@example.bg')
      await deleteFailed(db, NOW)
      expect(await addresses(db)).toEqual(['later@example.bg', 'message@example.bg', 'waiting@example.bg'])
    }))

  it('AUTH-10 · tries failed emails again as if they were new, and leaves those that wait as they are', () =>
    onOwnDatabase(dialect, async (db) => {
      const failed = await stored(db, 'failed@example.bg', { due_at: null, attempts: 9, problem: 'x' })
      const waiting = await stored(db, 'waiting@example.bg', { due_at: NOW + 5, attempts: 2, problem: 'y' })
      await retryFailed(db, NOW + 9)
      const again = { due_at: NOW + 9, created_at: NOW + 9, attempts: 0, problem: null }
      expect(await db.selectFrom('outbox').selectAll().orderBy('email').execute()).toEqual([
        { ...failed, ...again },
        waiting,
      ])
    }))
})
