import { describe, expect, it, onTestFinished } from 'vitest'
import { revokeApiKey } from '#api/api-keys.ts'
import { getFile } from '#api/stored-files.ts'
import { DIALECTS, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { addedApiKey } from '#test/server/api-keys.ts'
import type { Client } from '#test/server/client.ts'
import { accountIdOf, balanceOf, expectConsistentLedger, jobsOf } from '#test/server/ledger-check.ts'
import {
  type State,
  chunksOf,
  finished,
  makeTestConverter,
  startFileServers,
  storedFile,
} from '#test/server/stored-files.ts'
import { startReceiver, testNetwork } from '#test/server/webhook-receiver.ts'
import { LEASE_MS } from './queue.ts'
import type { FileConverter } from './types.ts'

const MINUTE_MS = 60_000

const onSqliteAndPostgres = describe.each(DIALECTS)

onSqliteAndPostgres('%s', (dialect) => {
  async function startOne() {
    const { servers, converters } = await startFileServers(dialect)
    return { server: servers[0]!, converter: converters[0]! }
  }

  const stateOf = async (user: Client, id: string): Promise<State> =>
    (await user.call(getFile, { params: { id } })).reply

  const set = ({ db }: TestServer, id: string, changes: object) =>
    db.updateTable('file_conversion').set(changes).where('id', '=', id).execute()

  const rowOf = ({ db }: TestServer, id: string) =>
    db.selectFrom('file_conversion').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('OPEN-02 · two processes share the waiting files, and each file is charged once', async () => {
    const { servers, converters } = await startFileServers(dialect, 2)
    const [one, two] = [servers[0]!, servers[1]!]
    const user = await one.user(1000)
    const ids = []
    for (let n = 1; n <= 12; n++) ids.push(await storedFile(n % 2 === 0 ? one : two, user, { rows: n }))
    for (const [n, id] of ids.entries())
      expect(await finished(user, id)).toMatchObject({ state: 'done', tokens: n + 1 })
    // 1 + 2 + … + 12.
    expect(await balanceOf(one.db, user.email)).toBe(1000 - 78)
    expect(await jobsOf(one.db, await accountIdOf(one.db, user.email))).toHaveLength(12)
    expect(converters.map(({ seen }) => seen.length).reduce((a, b) => a + b)).toBe(12)
    for (const { seen } of converters) expect(seen.length).toBeGreaterThan(0)
    await expectConsistentLedger(one.db)
  })

  it('OPEN-02 · a file of a process that has ended is taken again when its lease ends', async () => {
    const { server, converter } = await startOne()
    const user = await server.user()
    const release = converter.hold()
    const other = await storedFile(server, user, { rows: 1 })
    await expect.poll(() => converter.seen.length).toBe(1)
    const id = await storedFile(server, user)
    // As the process left it that has taken it.
    await set(server, id, { state: 'running', attempts: 1, due_at: server.time.now + LEASE_MS })
    release()
    await finished(user, other)
    server.time.now += LEASE_MS - 1
    await finished(user, await storedFile(server, user, { rows: 1 }))
    expect((await stateOf(user, id)).state).toBe('running')
    server.time.now += 1
    expect(await finished(user, id)).toMatchObject({ state: 'done', tokens: 3 })
    expect(await balanceOf(server.db, user.email)).toBe(10)
  })

  it('OPEN-02 · a file whose contents were deleted before its charge fails, and costs nothing', async () => {
    const { server } = await startOne()
    const user = await server.user()
    const id = await storedFile(server, user)
    await finished(user, id)
    const other = await user.call(getFile, { params: { id } })
    expect(other.status).toBe(200)
    const next = await server.user()
    await server.db
      .updateTable('file_conversion')
      .set({ account_id: await accountIdOf(server.db, next.email) })
      .where('id', '=', id)
      .execute()
    await server.db.deleteFrom('file_chunk').where('file_id', '=', id).execute()
    await set(server, id, { state: 'running', charging: 1, completed_at: null, stored_bytes: 0, due_at: 1 })
    expect(await finished(next, id)).toMatchObject({ state: 'failed', error: { code: 'file_deleted' } })
    expect(await balanceOf(server.db, next.email)).toBe(15)
  })

  it('OPEN-02 · a process that has lost its lease neither charges nor completes a file', async () => {
    const { server, converter } = await startOne()
    const user = await server.user()
    const release = converter.hold()
    const id = await storedFile(server, user)
    await expect.poll(() => converter.seen.length).toBe(1)
    await expect.poll(async () => (await rowOf(server, id)).state).toBe('running')
    // Another process has taken it since.
    const until = server.time.now + LEASE_MS + 1
    await set(server, id, { due_at: until })
    release()
    await finished(user, await storedFile(server, user, { rows: 1 }))
    expect(await rowOf(server, id)).toMatchObject({ state: 'running', due_at: until, charging: 0 })
    expect(await balanceOf(server.db, user.email)).toBe(14)
    expect((await chunksOf(server.db, id)).map(({ part }) => part)).toEqual(['input'])
  })

  it('OPEN-02 · a file that ends its worker is tried three times, and then fails free of charge', async () => {
    const { server, converter } = await startOne()
    const user = await server.user()
    converter.next.push(new Error('out of memory'), new Error('out of memory'), new Error('out of memory'))
    const id = await storedFile(server, user)
    for (const [attempt, waitMs] of [
      [1, MINUTE_MS],
      [2, 2 * MINUTE_MS],
    ] as const) {
      await expect.poll(() => rowOf(server, id)).toMatchObject({ attempts: attempt, state: 'waiting' })
      expect((await rowOf(server, id)).due_at).toBe(server.time.now + waitMs)
      server.time.now += waitMs
    }
    expect(await finished(user, id)).toMatchObject({
      state: 'failed',
      tokens: 0,
      error: { code: 'internal' },
    })
    expect(converter.seen).toHaveLength(3)
    expect(await balanceOf(server.db, user.email)).toBe(15)
    expect(await chunksOf(server.db, id)).toEqual([])
  })

  it('OPEN-02 · a file that has ended the process three times is not tried again', async () => {
    const { server, converter } = await startOne()
    const user = await server.user()
    const release = converter.hold()
    const other = await storedFile(server, user, { rows: 1 })
    await expect.poll(() => converter.seen.length).toBe(1)
    const id = await storedFile(server, user)
    // As the third process left it.
    await set(server, id, { state: 'running', attempts: 3, due_at: server.time.now })
    release()
    await finished(user, other)
    expect(await finished(user, id)).toMatchObject({ state: 'failed', error: { code: 'internal' } })
    expect(converter.seen).toHaveLength(1)
    expect(await balanceOf(server.db, user.email)).toBe(14)
    expect(await chunksOf(server.db, id)).toEqual([])
  })

  it('OPEN-02 · a file for which the worker has no time is tried again, however often', async () => {
    const { server, converter } = await startOne()
    const user = await server.user()
    for (let n = 0; n < 5; n++) converter.next.push({ ok: false, code: 'busy', params: {} })
    const id = await storedFile(server, user)
    for (let n = 1; n <= 5; n++) {
      await expect.poll(() => converter.seen.length).toBe(n)
      await expect.poll(async () => (await rowOf(server, id)).state).toBe('waiting')
      server.time.now += 10_000
    }
    expect(await finished(user, id)).toMatchObject({ state: 'done', tokens: 3 })
  })

  it('OPEN-02 · accounts take turns', async () => {
    const { server, converter } = await startOne()
    const [first, many, one] = [await server.user(), await server.user(), await server.user()]
    const release = converter.hold()
    await storedFile(server, first)
    await expect.poll(() => converter.seen.length).toBe(1)
    const bodies = ['a', 'b', 'c', 'd'].map((name) =>
      JSON.stringify({ rows: [{ name, price: 1, currency: 'BGN' }] }),
    )
    const ids = []
    for (const [n, user] of [many, many, many, one].entries()) {
      server.time.now += 1
      ids.push(await storedFile(server, user, { text: bodies[n] ?? '' }))
    }
    server.time.now += 1
    release()
    await finished(many, ids[2]!)
    await finished(one, ids[3]!)
    expect(converter.seen.slice(1)).toEqual([bodies[0], bodies[3], bodies[1], bodies[2]])
  })

  describe('a server that stops while a file is converted', () => {
    async function stopDuringConversion(whileClosing: (release: () => void) => void) {
      const place = await makePlace(dialect)
      onTestFinished(place.remove)
      const { url, received } = await startReceiver()
      const start = (fileConverter: FileConverter) =>
        startServer({ ...place.settings, LOG_LEVEL: 'silent' }, undefined, {
          fileConverter,
          filesPollMs: 20,
          webhookNetwork: testNetwork(),
        })
      const held = makeTestConverter()
      const release = held.hold()
      const stopping = await start(held)
      const user = await stopping.user()
      const { apiKey } = await addedApiKey(stopping, user)
      const id = await storedFile(stopping, user, { apiKeyId: apiKey.id, webhook: url })
      await expect.poll(() => held.seen.length).toBe(1)
      const stopped = stopping.stop()
      whileClosing(release)
      // A conversion that does not end is not waited for.
      await stopped
      expect(received).toEqual([])
      const converter = makeTestConverter()
      const next = await start(converter)
      onTestFinished(next.stop)
      // Its outcome comes too late for the server that has stopped.
      release()
      const state = await finished(user.at(next.origin), id)
      expect(state).toMatchObject({ state: 'done', tokens: 3 })
      await expect.poll(() => received.length).toBe(1)
      expect(JSON.parse(received[0]!.body)).toEqual(state)
      await expect.poll(() => next.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([])
      expect(received).toHaveLength(1)
      expect(await balanceOf(next.db, user.email)).toBe(12)
      expect(await jobsOf(next.db, await accountIdOf(next.db, user.email))).toHaveLength(1)
      await expectConsistentLedger(next.db)
      return { attempts: (await rowOf(next, id)).attempts, convertedAgain: converter.seen.length }
    }

    it('OPEN-02 · gives it back in time, and the next one completes, charges and announces it', async () => {
      const { attempts, convertedAgain } = await stopDuringConversion(() => {})
      expect([attempts, convertedAgain]).toEqual([1, 1])
    })

    it('OPEN-02 · completes one that ends in time, and the next one announces it', async () => {
      const { convertedAgain } = await stopDuringConversion((release) => setTimeout(release, 500))
      expect(convertedAgain).toBe(0)
    })
  })

  describe('a file fails free of charge', () => {
    it('OPEN-02 · where the tokens do not suffice, with the cost and the balance', async () => {
      const { server } = await startOne()
      const user = await server.user()
      const id = await storedFile(server, user, { rows: 16, lang: 'en' })
      const state = await finished(user, id)
      expect(state).toMatchObject({
        state: 'failed',
        tokens: 0,
        jobId: null,
        error: { code: 'not_enough_tokens', cost: 16, balance: 15 },
      })
      // In the language of the request that asks.
      expect(state.error?.error).toContain('превалутирането струва 16 жетона, а имате 15 жетона')
      const inEnglish = await user.call(getFile, { params: { id }, headers: { 'accept-language': 'en' } })
      expect(inEnglish.reply.error?.error).toBe(
        'This needs 16 tokens and you have 15 tokens. Nothing was charged.',
      )
      expect(await balanceOf(server.db, user.email)).toBe(15)
      expect(await chunksOf(server.db, id)).toEqual([])
    })

    it('OPEN-02 · where it cannot be read, with the reason', async () => {
      const { server } = await startOne()
      const user = await server.user()
      const id = await storedFile(server, user, { text: 'no price list' })
      expect(await finished(user, id)).toMatchObject({ state: 'failed', error: { code: 'bad_request' } })
      expect(await balanceOf(server.db, user.email)).toBe(15)
    })

    it('OPEN-02 · where its key was revoked, or spent its daily tokens, after the file was stored', async () => {
      const { server, converter } = await startOne()
      const user = await server.user(100)
      const { apiKey: revoked } = await addedApiKey(server, user)
      const { apiKey: capped } = await addedApiKey(server, user, { tokensPerDay: 5 })
      const release = converter.hold()
      const ids = []
      for (const apiKeyId of [revoked.id, capped.id, capped.id])
        ids.push(await storedFile(server, user, { apiKeyId, rows: 4 }))
      await user.call(revokeApiKey, { params: { id: revoked.id } })
      release()
      expect(await finished(user, ids[0]!)).toMatchObject({ error: { code: 'api_key_revoked' } })
      const ofCapped = [await finished(user, ids[1]!), await finished(user, ids[2]!)]
      expect(ofCapped.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
      expect(ofCapped.find(({ state }) => state === 'failed')?.error).toMatchObject({
        code: 'daily_tokens_spent',
        cost: 4,
      })
      expect(await balanceOf(server.db, user.email)).toBe(96)
      await expectConsistentLedger(server.db)
    })
  })
})
