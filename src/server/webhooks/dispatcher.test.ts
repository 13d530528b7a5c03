import { randomUUID, subtle } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { revokeApiKey } from '#api/api-keys.ts'
import { deleteFile, getFile } from '#api/stored-files.ts'
import { DIALECTS, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { addedApiKey } from '#test/server/api-keys.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { makeTestConverter, storedFile } from '#test/server/stored-files.ts'
import { type Received, startReceiver, startTls, testNetwork } from '#test/server/webhook-receiver.ts'
import { loadSecretKey } from '../secret-key.ts'
import { type Delivery, deleteFailedDeliveries, findDueDeliveries } from './deliveries.ts'
import { startWebhooks } from './dispatcher.ts'
import type { WebhookNetwork } from './send.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A server that sends no notices, but for those that are due when it starts. */
const IDLE = { filesPollMs: 2 ** 31 - 1 }

const onSqliteAndPostgres = describe.each(DIALECTS)

onSqliteAndPostgres('%s', (dialect) => {
  async function start(count = 1, changes: Partial<WebhookNetwork> = {}) {
    const place = await makePlace(dialect)
    onTestFinished(place.remove)
    const converter = makeTestConverter()
    const servers: TestServer[] = []
    for (let n = 0; n < count; n++) {
      const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' }, undefined, {
        fileConverter: converter,
        filesPollMs: 20,
        webhookNetwork: testNetwork(changes),
      })
      onTestFinished(server.stop)
      servers.push(server)
    }
    const server = servers[0]!
    return { server, servers, converter, user: await server.user(100) }
  }

  const deliveries = ({ db }: TestServer): Promise<Delivery[]> =>
    db.selectFrom('webhook_delivery').selectAll().orderBy('created_at').execute()

  /** What a receiver does, with the Web Cryptography API: the time, and whether the signature is that of the body. */
  async function verified({ headers, body }: Received, secret: string) {
    const header = String(headers['levro-signature'])
    const [, time = '', signature = ''] = /^t=(\d+),v1=([\da-f]{64})$/.exec(header) ?? []
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const encode = (text: string) => new TextEncoder().encode(text)
    const key = await subtle.importKey('raw', encode(secret), algorithm, false, ['verify'])
    const isValid = await subtle.verify('HMAC', key, Buffer.from(signature, 'hex'), encode(`${time}.${body}`))
    return { time: Number(time), isValid }
  }

  it('OPEN-02 · the completion of a file is announced once, signed with the secret of its key', async () => {
    const { server, user } = await start()
    const { url, received } = await startReceiver()
    const { apiKey, webhookSecret } = await addedApiKey(server, user)
    const other = await addedApiKey(server, user)
    const id = await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url, rows: 4 })
    await expect.poll(() => received.length).toBe(1)
    await expect.poll(() => deliveries(server)).toEqual([])
    const notice = received[0]!
    const state = await user.call(getFile, { params: { id } })
    expect(JSON.parse(notice.body)).toEqual(state.reply)
    expect(state.reply).toMatchObject({ state: 'done', tokens: 4 })
    expect(webhookSecret).toMatch(/^whsec_[\w-]{43}$/)
    const time = Math.floor(server.time.now / 1000)
    expect(await verified(notice, webhookSecret)).toEqual({ time, isValid: true })
    expect((await verified(notice, other.webhookSecret)).isValid).toBe(false)
    const altered = { ...notice, body: notice.body.replace('"tokens":4', '"tokens":3') }
    expect((await verified(altered, webhookSecret)).isValid).toBe(false)
    // The address is not kept.
    const { webhook } = await server.db
      .selectFrom('file_conversion')
      .select('webhook')
      .executeTakeFirstOrThrow()
    expect(webhook).toBeNull()
  })

  it('OPEN-02 · so is the failure of one, in the language of its request', async () => {
    const { server, user } = await start()
    const { url, received } = await startReceiver()
    const { apiKey } = await addedApiKey(server, user)
    await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url, rows: 101, lang: 'en' })
    await expect.poll(() => received.length).toBe(1)
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      state: 'failed',
      tokens: 0,
      error: {
        code: 'not_enough_tokens',
        error: 'This needs 101 tokens and you have 100 tokens. Nothing was charged.',
      },
    })
  })

  it('OPEN-02 · a notice that is not accepted is sent again after 1, 2, 4 … 60 minutes, for a day', async () => {
    const { server, user } = await start()
    let status = 500
    const { url, received } = await startReceiver((response) => response.writeHead(status).end())
    const { apiKey, webhookSecret } = await addedApiKey(server, user)
    await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url })
    const { time } = server
    const begin = time.now
    const delays = [1, 2, 4, 8, 16, 32, 60, 60]
    for (const [n, minutes] of delays.entries()) {
      await expect.poll(() => received.length).toBe(n + 1)
      await expect
        .poll(() => deliveries(server))
        .toMatchObject([
          { attempts: n + 1, due_at: time.now + minutes * MINUTE_MS, problem: 'the answer was 500' },
        ])
      time.now += minutes * MINUTE_MS - 1
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(received).toHaveLength(n + 1)
      time.now += 1
    }
    await expect.poll(() => received.length).toBe(delays.length + 1)
    // Each with its own time, so that an old one can be refused.
    const times = await Promise.all(received.map((notice) => verified(notice, webhookSecret)))
    expect(times.every(({ isValid }) => isValid)).toBe(true)
    expect(new Set(times.map((one) => one.time)).size).toBe(delays.length + 1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    time.now = begin + DAY_MS + 1
    await expect
      .poll(() => deliveries(server))
      .toMatchObject([{ due_at: null, problem: 'the answer was 500' }])
    const count = received.length
    status = 204
    time.now += DAY_MS
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toHaveLength(count)
    // What failed is kept for 30 days.
    await deleteFailedDeliveries(server.db, begin - 1)
    expect(await deliveries(server)).toHaveLength(1)
    await deleteFailedDeliveries(server.db, begin)
    expect(await deliveries(server)).toEqual([])
  })

  it('OPEN-02 · a notice is accepted at a later attempt, and then forgotten', async () => {
    const { server, user } = await start()
    const { url, received } = await startReceiver((response, count) =>
      response.writeHead(count === 1 ? 503 : 200).end(),
    )
    const { apiKey } = await addedApiKey(server, user)
    await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url })
    await expect.poll(() => deliveries(server)).toMatchObject([{ problem: 'the answer was 503' }])
    server.time.now += MINUTE_MS
    await expect.poll(() => deliveries(server)).toEqual([])
    expect(received).toHaveLength(2)
  })

  it('OPEN-02 · nothing is sent to a host that has a private address at an attempt', async () => {
    let addresses = ['10.0.0.1']
    const { server, user } = await start(1, { resolve: async () => addresses })
    const { url, received } = await startReceiver()
    const { apiKey } = await addedApiKey(server, user)
    await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url })
    const problem = 'an address of the host is not public'
    await expect.poll(() => deliveries(server)).toMatchObject([{ attempts: 1, problem }])
    addresses = ['127.0.0.1', '192.168.0.1']
    server.time.now += MINUTE_MS
    await expect.poll(() => deliveries(server)).toMatchObject([{ attempts: 2, problem }])
    expect(received).toEqual([])
    addresses = ['127.0.0.1']
    server.time.now += 2 * MINUTE_MS
    await expect.poll(() => received.length).toBe(1)
  })

  it('OPEN-02 · several processes send each notice once; one whose process has ended is due again', async () => {
    const { server, servers, user } = await start(3)
    expect(servers).toHaveLength(3)
    const { url, received } = await startReceiver()
    const { apiKey } = await addedApiKey(server, user)
    const ids = []
    for (let n = 0; n < 8; n++)
      ids.push(await storedFile(servers[n % 3]!, user, { apiKeyId: apiKey.id, webhook: url, rows: 1 }))
    await expect.poll(() => received.length).toBe(8)
    await expect.poll(() => deliveries(server)).toEqual([])
    const idOf = ({ body }: Received) => (JSON.parse(body) as { id: string }).id
    expect(new Set(received.map(idOf))).toEqual(new Set(ids))

    // As a process left it that ended during the attempt.
    const at = Math.max(...servers.map(({ time }) => time.now))
    await server.db
      .insertInto('webhook_delivery')
      .values({ ...delivery(ids[0]!, at), api_key_id: apiKey.id, url, attempts: 1, due_at: at + MINUTE_MS })
      .execute()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toHaveLength(8)
    for (const { time } of servers) time.now = at + MINUTE_MS
    await expect.poll(() => received.length).toBe(9)
  })

  it('OPEN-02 · nothing is sent for a key that was revoked, or a file that its owner has cancelled', async () => {
    const { server, converter, user } = await start()
    const { url, received } = await startReceiver()
    const { apiKey } = await addedApiKey(server, user)
    const { apiKey: revoked } = await addedApiKey(server, user)
    const release = converter.hold()
    await storedFile(server, user, { apiKeyId: revoked.id, webhook: url })
    const cancelled = await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url })
    await storedFile(server, user, { apiKeyId: apiKey.id })
    const last = await storedFile(server, user, { apiKeyId: apiKey.id, webhook: url })
    await user.call(revokeApiKey, { params: { id: revoked.id } })
    await user.call(deleteFile, { params: { id: cancelled } })
    release()
    await expect.poll(() => received.length).toBe(1)
    expect(JSON.parse(received[0]!.body)).toMatchObject({ id: last })
    await expect.poll(() => deliveries(server)).toEqual([])
    expect(received).toHaveLength(1)
  })

  it('OPEN-02 · waiting notices are deleted with the account', async () => {
    const { server, user } = await start(1, { resolve: async () => [] })
    const { apiKey } = await addedApiKey(server, user)
    await storedFile(server, user, { apiKeyId: apiKey.id, webhook: 'https://hooks.example/' })
    await expect.poll(() => deliveries(server)).toMatchObject([{ problem: 'the host has no address' }])
    const id = await accountIdOf(server.db, user.email)
    await server.db.deleteFrom('account').where('id', '=', id).execute()
    expect(await deliveries(server)).toEqual([])
  })

  /** A row of a file that does not matter here. */
  const delivery = (fileId: string, at: number): Delivery => ({
    id: randomUUID(),
    file_id: fileId,
    api_key_id: 'none',
    url: 'https://hooks.example/',
    created_at: at,
    attempts: 0,
    due_at: at,
    problem: null,
  })

  it('OPEN-02 · accounts take turns with their notices', async () => {
    const place = await makePlace(dialect)
    onTestFinished(place.remove)
    const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' }, undefined, IDLE)
    onTestFinished(server.stop)
    const [many, few, one] = [await server.user(), await server.user(), await server.user()]
    const at = server.time.now
    const rows: Delivery[] = []
    for (const [n, user] of [many, many, many, many, many, few, few, one].entries())
      rows.push({ ...delivery(await storedFile(server, user), at + n), id: `d${n}` })
    await server.db.insertInto('webhook_delivery').values(rows).execute()
    const dueAt = async (now: number, limit: number) =>
      (await findDueDeliveries(server.db, now, limit)).map(({ id }) => id)
    expect(await dueAt(at + 10, 8)).toEqual(['d0', 'd5', 'd7', 'd1', 'd6'])
    expect(await dueAt(at + 10, 3)).toEqual(['d0', 'd5', 'd7'])
    expect(await dueAt(at + 5, 8)).toEqual(['d0', 'd5', 'd1'])
    expect(await dueAt(at - 1, 8)).toEqual([])
    // The clock was set back by more than the longest delay.
    expect(await dueAt(at - 2 * HOUR_MS, 2)).toEqual(['d0', 'd5'])
    expect((await findDueDeliveries(server.db, at, 1))[0]).toEqual(rows[0])
  })

  it('OPEN-02 · the log has neither the address of a webhook nor its secret, at any level', async () => {
    const place = await makePlace(dialect)
    onTestFinished(place.remove)
    const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' }, undefined, IDLE)
    onTestFinished(server.stop)
    const user = await server.user()
    const { apiKey, webhookSecret } = await addedApiKey(server, user)
    const accepting = await startReceiver()
    const refusing = await startReceiver((response) => response.writeHead(500).end('the answer of the host'))
    const broken = await startTls((socket) => socket.destroy())
    const fileId = await storedFile(server, user)
    const at = server.time.now
    for (const url of [accepting.url, refusing.url, broken, 'https://hooks.example:1/?token=query-secret'])
      await server.db
        .insertInto('webhook_delivery')
        .values({ ...delivery(fileId, at), api_key_id: apiKey.id, url })
        .execute()
    const lines: string[] = []
    const app = Fastify({ logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } } })
    onTestFinished(() => app.close())
    startWebhooks(app, {
      db: server.db,
      clock: () => at,
      key: loadSecretKey(server.env),
      network: testNetwork(),
      compose: async () => '{}',
      pollMs: 20,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    await expect.poll(() => lines.filter((line) => line.includes('webhook')).length).toBe(4)
    const log = lines.join('\n')
    for (const text of ['webhook sent', 'the answer was 500', 'the connection failed (ECONNREFUSED)'])
      expect(log).toContain(text)
    for (const secret of [webhookSecret, webhookSecret.slice(6), 'hooks.example', 'query-secret', 'v1='])
      expect(log).not.toContain(secret)
    expect(log).not.toContain('the answer of the host')
  })
})
