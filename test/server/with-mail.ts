import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import {
  DIALECTS,
  type Place,
  type TestDialect,
  type TestServer,
  makePlace,
  startServer,
} from '../harness.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

type Suite = (server: () => TestServer, mail: () => MailServer, dialect: TestDialect) => void

/** The client address, as sent by a trusted proxy. */
export const from = (ip: string) => ({ 'x-forwarded-for': ip })

const NEVER_MS = 2 ** 31 - 1

/** Emails are sent only when something wakes the outbox: whatever causes one has to. */
export const AT_ONCE = { outboxPollMs: NEVER_MS }

/** Runs the suite on each database, with a server that sends its emails to a mail server. */
export function onEachDatabaseWithMail(
  suite: Suite,
  settings: Record<string, string> = {},
  dependencies: Parameters<typeof startServer>[2] = {},
): void {
  describe.each(DIALECTS)('%s', (dialect) => {
    let place: Place
    let server: TestServer
    let mail: MailServer
    beforeAll(async () => {
      place = await makePlace(dialect)
      mail = await startMailServer()
      const own = { SMTP_URL: mail.url, TRUST_PROXY: '127.0.0.0/8' }
      const all = { LOG_LEVEL: 'silent', ...place.settings, ...own, ...settings }
      server = await startServer(all, undefined, dependencies)
    })
    afterAll(async () => {
      await server.stop()
      await mail.stop()
      await place.remove()
    })
    suite(
      () => server,
      () => mail,
      dialect,
    )
  })
}

/**
 * Asserts that every due email was sent or had no recipient.
 * @param time goes on meanwhile, so that an attempt is repeated which fails only now
 */
export const expectSent = (db: Db, time?: { now: number }): Promise<void> =>
  expect
    .poll(
      () => {
        if (time !== undefined) time.now += 600_000
        return db.selectFrom('outbox').selectAll().execute()
      },
      { timeout: 30_000, interval: time === undefined ? 10 : 200 },
    )
    .toEqual([])

/** Simulates hours of attempts by others in one statement. */
export async function useUpLimit(db: Db, key: string, hits: number, resetsAt: number): Promise<void> {
  const row = { key, hits, resets_at: resetsAt }
  await db
    .insertInto('throttle')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export const forgetLimits = (db: Db) => db.deleteFrom('throttle').execute()
