import { describe, expect, it, onTestFinished } from 'vitest'
import { DIALECTS, makePlace, withDatabase } from '#test/harness.ts'
import type { Db } from '../db/schema.ts'
import {
  type OutboxEmail,
  claim,
  deleteEmailsWithoutAccount,
  deleteFailed,
  findDue,
  listOutbox,
  makeOutbox,
  postpone,
  remove,
  retryFailed,
} from './outbox.ts'

const NOW = 1_790_000_000_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

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

  it('AUTH-10 · keeps of an email what it is put in with, and that it is due at once', () =>
    onOwnDatabase(dialect, async (db) => {
      const outbox = makeOutbox(
        () => NOW,
        () => undefined,
      )
      await outbox.put(db, { kind: 'reset', lang: 'en', email: 'a@example.bg' })
      const [email] = await listOutbox(db, 9)
      expect(email).toEqual({
        id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
        kind: 'reset',
        lang: 'en',
        email: 'a@example.bg',
        account_id: null,
        message_id: null,
        purchase_id: null,
        detail: null,
        entry_seq: null,
        created_at: NOW,
        attempts: 0,
        due_at: NOW,
        problem: null,
      })
      await outbox.put(db, { kind: 'new-device', lang: 'bg', email: 'b@example.bg', detail: '', entrySeq: 0 })
      const [other] = (await listOutbox(db, 9)).filter((one) => one.email === 'b@example.bg')
      expect([other?.detail, other?.entry_seq]).toEqual(['', 0])
    }))

  it('AUTH-10 · finds what is due, the first of it first; also what the clock that was set back made wait too long', () =>
    onOwnDatabase(dialect, async (db) => {
      // A retry waits for an hour at most, and clocks differ by five minutes.
      const latest = NOW + HOUR_MS + 5 * MINUTE_MS
      const dues = {
        now: NOW,
        earlier: NOW - 2,
        later: NOW + 1,
        latest,
        'too late': latest + 1,
        failed: null,
      }
      for (const [name, due_at] of Object.entries(dues)) await stored(db, name, { due_at })
      const due = async (limit: number) => (await findDue(db, NOW, limit)).map(({ email }) => email)
      expect(await due(9)).toEqual(['earlier', 'now', 'too late'])
      expect(await due(2)).toEqual(['earlier', 'now'])
    }))

  it('AUTH-10 · postpones an email by the claim of it only, or for good', () =>
    onOwnDatabase(dialect, async (db) => {
      const [email, other] = [await stored(db, 'a@example.bg'), await stored(db, 'b@example.bg')]
      await claim(db, email, NOW + 1)
      const state = async (address: string) => {
        const found = (await listOutbox(db, 9)).find((one) => one.email === address)
        return [found?.attempts, found?.due_at, found?.problem]
      }
      expect(await state('a@example.bg')).toEqual([1, NOW + 1, null])
      await postpone(db, { id: email.id, until: NOW + 2, dueAt: NOW + 9, problem: 'of another claim' })
      expect(await state('a@example.bg')).toEqual([1, NOW + 1, null])
      await postpone(db, { id: email.id, until: NOW + 1, dueAt: NOW + 9, problem: 'x' })
      expect(await state('a@example.bg')).toEqual([1, NOW + 9, 'x'])
      await postpone(db, { id: email.id, until: NOW + 9, dueAt: null, problem: 'y' })
      expect(await state('a@example.bg')).toEqual([1, null, 'y'])
      expect(await state('b@example.bg')).toEqual([0, other.due_at, null])
    }))

  it('AUTH-10 · is listed with the newest first, as many as asked for', () =>
    onOwnDatabase(dialect, async (db) => {
      await stored(db, 'first', { created_at: NOW - 1, id: '5' })
      await stored(db, 'second', { id: '1' })
      await stored(db, 'third', { id: '2' })
      const list = async (limit: number) => (await listOutbox(db, limit)).map(({ email }) => email)
      expect(await list(9)).toEqual(['third', 'second', 'first'])
      expect(await list(2)).toEqual(['third', 'second'])
    }))

  it('AUTH-06 · forgets emails to an address that are stored without its account, and no others', () =>
    onOwnDatabase(dialect, async (db) => {
      for (const kind of ['reset', 'device-code', 'failed-sign-ins', 'support', 'deleted'] as const)
        for (const email of ['a@example.bg', 'b@example.bg'])
          await makeOutbox(
            () => NOW,
            () => undefined,
          ).put(db, { kind, lang: 'bg', email })
      await db.transaction().execute((trx) => deleteEmailsWithoutAccount(trx, 'a@example.bg'))
      const left = (await listOutbox(db, 99)).map(({ kind, email }) => `${email} ${kind}`)
      expect(left.toSorted()).toEqual([
        'a@example.bg deleted',
        'a@example.bg support',
        'b@example.bg deleted',
        'b@example.bg device-code',
        'b@example.bg failed-sign-ins',
        'b@example.bg reset',
        'b@example.bg support',
      ])
    }))
})
