import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DIALECTS, makePlace } from '#test/harness.ts'
import { storePurchase } from '#test/server/stored-purchase.ts'
import { until } from '#test/until.ts'
import { startHourlyCleanup } from './cleanup.ts'
import { openDatabase } from './db/database.ts'
import type { Db } from './db/schema.ts'
import { readEnv } from './env.ts'
import { makeOutbox } from './mail/outbox.ts'

const NOW = 1_790_000_000_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Runs the clean-up once, an hour before the next. */
async function cleanUp(db: Db, dataDir: string): Promise<void> {
  const app = fastify()
  startHourlyCleanup(app, { db, clock: () => NOW, dataDir })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // The last step is about files.
  await until(() => expect(readdirSync(join(dataDir, 'mail'))).not.toContain('old.eml'))
  await app.close()
}

async function openPlace(dialect: (typeof DIALECTS)[number]) {
  const place = await makePlace(dialect)
  const db = await openDatabase(readEnv(place.settings))
  onTestFinished(async () => {
    await db.destroy()
    await place.remove()
  })
  const dataDir = place.settings.DATA_DIR
  mkdirSync(join(dataDir, 'mail'))
  for (const [name, age] of [
    ['old.eml', 30 * DAY_MS + MINUTE_MS],
    ['young.eml', 30 * DAY_MS - MINUTE_MS],
  ] as const) {
    writeFileSync(join(dataDir, 'mail', name), '')
    utimesSync(join(dataDir, 'mail', name), (NOW - age) / 1000, (NOW - age) / 1000)
  }
  return { db, dataDir }
}

async function addMessage(db: Db, id: string, age: number): Promise<void> {
  const sender = { email: 'x@example.bg', name: 'x', lang: 'bg', account_id: null } as const
  await db
    .insertInto('support_message')
    .values({ ...sender, id, at: NOW - age, topic: 'other', text: 'x' })
    .execute()
}

async function addFailedEmail(db: Db, email: string, age: number): Promise<void> {
  await makeOutbox(
    () => NOW - age,
    () => undefined,
  ).put(db, { kind: 'password', lang: 'bg', email })
  await db.updateTable('outbox').set({ due_at: null, problem: 'x' }).where('email', '=', email).execute()
}

describe.each(DIALECTS)('the clean-up: %s', (dialect) => {
  // As the privacy policy and docs/security.md say.
  it('AUTH-06 · keeps messages five years, unpaid purchases 60 days, paid ones eleven years, failed emails and files of emails 30 days', async () => {
    const { db, dataDir } = await openPlace(dialect)
    for (const [name, more] of [
      ['young', -MINUTE_MS],
      ['old', MINUTE_MS],
    ] as const) {
      await addMessage(db, name, 5 * 365 * DAY_MS + more)
      const [unpaid, paid] = [NOW - 60 * DAY_MS - more, NOW - 11 * 366 * DAY_MS - more]
      await storePurchase(db, { plan: `unpaid ${name}`, status: 'open', created_at: unpaid })
      await storePurchase(db, { plan: `paid ${name}`, created_at: paid })
      await addFailedEmail(db, `${name}@example.bg`, 30 * DAY_MS + more)
    }
    await cleanUp(db, dataDir)
    expect(readdirSync(join(dataDir, 'mail'))).toEqual(['young.eml'])
    expect(await db.selectFrom('support_message').select('id').execute()).toEqual([{ id: 'young' }])
    expect(await db.selectFrom('purchase').select('plan').orderBy('plan').execute()).toEqual([
      { plan: 'paid young' },
      { plan: 'unpaid young' },
    ])
    expect(await db.selectFrom('outbox').select('email').execute()).toEqual([{ email: 'young@example.bg' }])
  })

  it('AUTH-06 · goes on after a step that fails', async () => {
    const { db, dataDir } = await openPlace(dialect)
    await addMessage(db, 'old', 6 * 365 * DAY_MS)
    await db.schema.dropTable('session').execute()
    await cleanUp(db, dataDir)
    expect(await db.selectFrom('support_message').select('id').execute()).toEqual([])
  })
})
