import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { type MailServer, startMailServer } from '#test/server/mail-server.ts'
import { AT_ONCE, expectSent } from '#test/server/with-mail.ts'
import type { OutboxEmail } from './outbox.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe('an attempt to send an email', () => {
  let place: Place
  let server: TestServer
  let mail: MailServer
  beforeAll(async () => {
    place = await makePlace('sqlite')
    mail = await startMailServer()
    const settings = { ...place.settings, SMTP_URL: mail.url, LOG_LEVEL: 'silent' }
    server = await startServer(settings, undefined, AT_ONCE)
  })
  beforeEach(() => server.db.deleteFrom('outbox').execute())
  afterAll(async () => {
    await server.stop()
    await mail.stop()
    await place.remove()
  })

  /** Stores an email about a deleted account. */
  async function store(email: string, before: Partial<OutboxEmail> = {}): Promise<void> {
    const { db, time } = server
    await db
      .insertInto('outbox')
      .values({
        id: email,
        kind: 'deleted',
        lang: 'bg',
        email,
        account_id: null,
        message_id: null,
        purchase_id: null,
        detail: null,
        entry_seq: null,
        created_at: time.now,
        attempts: 0,
        due_at: time.now,
        problem: null,
        ...before,
      })
      .execute()
  }

  /** What is stored of such an email once the server has answered so to its address. */
  async function attempted(words: string, before: Partial<OutboxEmail> = {}, code = 450) {
    const { db, time } = server
    const { email } = server.client()
    mail.reject(email, code, words)
    await store(email, before)
    // Sends an email of its own, at once.
    await server.user()
    const stored = () => db.selectFrom('outbox').selectAll().where('id', '=', email).executeTakeFirst()
    await expect.poll(stored, { interval: 10 }).toMatchObject({ problem: expect.any(String) })
    const { attempts = 0, due_at = 0, problem = '' } = (await stored()) ?? {}
    return { attempts, waitMs: due_at === null ? null : due_at - time.now, problem: problem ?? '' }
  }

  it('AUTH-10 · is followed by those to send all others that are due', async () => {
    const addresses = Array.from({ length: 7 }, () => server.client().email)
    for (const email of addresses) await store(email)
    await server.user()
    await expectSent(server.db)
    for (const email of addresses) expect(mail.emailsTo(email, 'deleted')).toHaveLength(1)
  })

  it.each([
    [0, 1],
    [1, 2],
    [5, 32],
    [6, 60],
    [40, 60],
  ])('AUTH-10 · that fails after %d others is repeated in %d minutes', async (attempts, minutes) => {
    expect(await attempted('later', { attempts })).toMatchObject({
      attempts: attempts + 1,
      waitMs: minutes * MINUTE_MS,
    })
  })

  it('AUTH-10 · that fails is the last one where the email is more than five days old', async () => {
    const { now } = server.time
    expect((await attempted('later', { created_at: now - 5 * DAY_MS })).waitMs).toBe(MINUTE_MS)
    expect((await attempted('later', { created_at: now - 5 * DAY_MS - 1 })).waitMs).toBeNull()
  })

  it('AUTH-10 · is the last one where the address does not exist', async () => {
    expect(await attempted('5.1.1 unknown', {}, 550)).toMatchObject({ attempts: 1, waitMs: null })
    expect((await attempted('5.7.1 relaying denied', {}, 550)).waitMs).toBe(MINUTE_MS)
  })

  it('AUTH-10 · that fails is noted as the mail server has told, without addresses', async () => {
    const told = async (words: string, code?: number) => (await attempted(words, {}, code)).problem
    const problem = await told('4.2.1 <Ana.Petrova+x@example.bg> is full, ask root@mx.example or "a"@x')
    expect(problem).toContain('450 4.2.1 <…> is full, ask … or "a"@x')
    expect(await told('5.1.1 <ana@example.bg> unknown', 550), 'of the cause').toContain(
      '550 5.1.1 <…> unknown',
    )
    const long = await told('x'.repeat(400))
    expect(long).toHaveLength(200)
    expect(long).toMatch(/450 x+$/)
  })
})
