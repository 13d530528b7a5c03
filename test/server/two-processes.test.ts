import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestReset } from '#api/auth.ts'
import { makeOutbox } from '#server/mail/outbox.ts'
import { DIALECTS, type Place, makePlace, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const EMAILS = 40

describe.each(DIALECTS)('two processes on one database: %s', (dialect) => {
  let place: Place
  let mail: MailServer
  let processes: ServerProcess[]

  beforeAll(async () => {
    place = await makePlace(dialect)
    mail = await startMailServer()
    const settings = { ...place.settings, SMTP_URL: mail.url, LOG_LEVEL: 'silent' }
    processes = await Promise.all([startProcess(settings), startProcess(settings)])
  })
  afterAll(async () => {
    for (const { kill } of processes) kill('SIGTERM')
    await Promise.all(processes.map(({ ended }) => ended))
    await mail.stop()
    await place.remove()
  })

  /** A browser whose requests come to one process or the other. */
  const browser = (n: number) => new Client(processes[n % processes.length]?.origin ?? '')
  const isEmpty = () => withDatabase(place, (db) => db.selectFrom('outbox').select('id').execute())

  it('AUTH-02 · of thirty wrong passwords spread over both, ten are checked', async () => {
    const owner = browser(0)
    await owner.register()
    const guesses = Array.from({ length: 30 }, (_, n) => browser(n).login(owner.email, `wrong ${n}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)])
    expect((await owner.login()).status, 'the owner').toBe(200)
  })

  it('AUTH-10 · of ten requests for a link spread over both, three send an email', async () => {
    const owner = browser(1)
    await owner.register()
    const ask = (_: unknown, n: number) => browser(n).call(requestReset, { body: { email: owner.email } })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await expect.poll(isEmpty).toEqual([])
    expect(mail.emailsTo(owner.email, 'reset')).toHaveLength(3)
  })

  it('AUTH-10 · each of many emails is sent once, by one of them', async () => {
    const addresses = Array.from({ length: EMAILS }, (_, n) => `reader${n}@example.bg`)
    await withDatabase(place, (db) =>
      db.transaction().execute(async (trx) => {
        const { put } = makeOutbox(Date.now, () => {})
        for (const email of addresses) await put(trx, { kind: 'deleted', lang: 'bg', email })
      }),
    )
    const clients = Array.from({ length: EMAILS }, (_, n) => browser(n))
    for (const client of clients) expect((await client.register()).status).toBe(200)
    await expect.poll(isEmpty, { timeout: 60_000 }).toEqual([])
    for (const address of addresses) expect(mail.emailsTo(address)).toHaveLength(1)
    for (const { email } of clients) expect(mail.emailsTo(email)).toHaveLength(1)
  })
})
