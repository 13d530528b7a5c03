import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJob } from '#api/conversions.ts'
import { DIALECTS, type Place, makePlace, startServer, withDatabase } from '#test/harness.ts'
import { addedApiKey } from '#test/server/api-keys.ts'
import { Client } from '#test/server/client.ts'
import { metricsAddress } from '#test/server/metrics-address.ts'
import { makeRows } from '#test/server/reference.ts'
import { type ServerProcess, startProcess } from '#test/server/server-process.ts'
import { storedFile } from '#test/server/stored-files.ts'
import { putDelivery } from '../webhooks/deliveries.ts'
import { HOUR_MS } from '../clock.ts'
import { makeOutbox } from '../mail/outbox.ts'
import { type QueueDepths, makeQueueDepthReader } from './database-metrics.ts'

const NOTHING: QueueDepths = {
  emailsQueued: 0,
  emailsFailed: 0,
  oldestEmailSeconds: 0,
  purchasesProcessing: 0,
  purchasesOpen: 0,
  purchasesWithProblem: 0,
  filesWaiting: 0,
  oldestFileSeconds: 0,
  webhooksWaiting: 0,
  webhooksFailed: 0,
}

describe.each(DIALECTS)('%s', (dialect) => {
  let place: Place
  let server: ServerProcess
  let metricsUrl: string
  beforeAll(async () => {
    place = await makePlace(dialect)
    server = await startProcess({ ...place.settings, LOG_LEVEL: 'info', METRICS_PORT: '0' })
    metricsUrl = await metricsAddress(server)
  })
  afterAll(async () => {
    server.kill('SIGKILL')
    await server.ended
    await place.remove()
  })

  const scrape = async () => (await fetch(metricsUrl)).text()
  const valueOf = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length + 1) ?? NaN,
    )

  it('API-04 · metrics count requests, rows and tokens', async () => {
    const user = new Client(server.origin)
    await user.register()
    expect((await user.bulk(makeRows(9))).status).toBe(200)
    expect((await user.bulk(makeRows(9))).status).toBe(402)
    expect((await new Client(server.origin).login(user.email, 'wrong one')).status).toBe(401)
    expect((await user.call(getJob, { params: { id: 'none' } })).status).toBe(404)
    const text = await scrape()
    const charged = 'levro_http_request_duration_seconds_count{method="POST",route="/api/convert/bulk"'
    expect(valueOf(text, `${charged},status="2xx"}`)).toBe(1)
    expect(valueOf(text, `${charged},status="4xx"}`)).toBe(1)
    expect(valueOf(text, 'levro_refusals_total{route="/api/convert/bulk",code="not_enough_tokens"}')).toBe(1)
    const event = (name: string, outcome: string) =>
      valueOf(text, `levro_security_events_total{event="${name}",outcome="${outcome}"}`)
    expect(event('registration', 'success')).toBe(1)
    expect(event('sign-in', 'failure')).toBe(1)
    expect(event('sign-in', 'success'), 'no series before the first').toBeNaN()
    expect(valueOf(text, 'levro_bulk_rows_total')).toBe(9)
    expect(valueOf(text, 'levro_tokens_charged_total')).toBe(9)
    expect(valueOf(text, 'levro_http_requests_in_flight')).toBe(0)
    expect(valueOf(text, 'levro_bulk_queue')).toBe(0)
    expect(valueOf(text, 'levro_password_queue')).toBe(0)
    expect(valueOf(text, 'levro_database_up')).toBe(1)
    expect(valueOf(text, 'levro_outbox_given_up')).toBe(0)
    for (const name of ['files_waiting', 'files_oldest_seconds', 'webhooks_waiting', 'webhooks_given_up'])
      expect(valueOf(text, `levro_${name}`), name).toBe(0)
    expect(valueOf(text, 'levro_database_waiting')).toBe(dialect === 'sqlite' ? NaN : 0)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect(valueOf(text, name), name).toBeGreaterThan(0)
    expect(text).not.toContain(user.email)
    expect(text).not.toContain('none"')
  })

  it('API-04 · the number of series does not grow with unknown paths, methods and headers', async () => {
    const before = linesOf(await scrape())
    const methods = ['GET', 'POST', 'PUT', 'PROPFIND', 'OPTIONS', 'REPORT']
    for (let n = 0; n < 1000; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, k) => {
          const path = [
            `/api/odd-${n + k}`,
            `/api/convert/jobs/odd-${n + k}`,
            `/odd${n + k}@example.bg`,
            `/assets/odd-${n + k}.js`,
          ]
          const headers = { 'x-request-id': `odd-${n + k}-request`, 'user-agent': `odd-${n + k}` }
          return fetch(`${server.origin}${path[k % path.length]}?odd=${n + k}`, {
            method: methods[(n / 20) % methods.length] ?? 'GET',
            headers,
          }).then((answer) => answer.arrayBuffer())
        }),
      )
    const text = await scrape()
    expect(text).not.toMatch(/odd|example\.bg|PROPFIND|REPORT/)
    // Each series of durations has 14 lines: four routes, four methods, and a count of errors with each.
    expect(linesOf(text) - before).toBeLessThanOrEqual(4 * 4 * 15)
  })

  it('API-04 · are not on the public port, and their port serves nothing else', async () => {
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
    for (const path of ['/', '/api/auth/me', '/metrics/x'])
      expect((await fetch(new URL(path, metricsUrl))).status).toBe(404)
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404)
  })

  it('API-04 · include queued emails and purchases', async () => {
    const own = await makePlace(dialect)
    await withDatabase(own, async (db) => {
      expect(await makeQueueDepthReader(db, () => 0)()).toEqual(NOTHING)
      const email = { kind: 'deleted', lang: 'bg', email: 'a@example.bg' } as const
      for (const at of [5000, 1000, 8000])
        await makeOutbox(
          () => at,
          () => {},
        ).put(db, email)
      await db.updateTable('outbox').set({ due_at: null }).where('created_at', '=', 1000).execute()
      const purchase = {
        account_id: null,
        plan: 'pro',
        tokens: 1,
        price_cents: 1,
        site: 'x',
        lang: 'bg',
        session_id: null,
        created_at: 0,
        credited_at: null,
        receipt_url: null,
        refunded_cents: 0,
        disputed_cents: 0,
        lost_cents: 0,
        reversed_tokens: 0,
        uncovered_tokens: 0,
        version: 1,
        look_at: null,
      } as const
      for (const [id, status, problem] of [
        ['a', 'open', null],
        ['b', 'processing', null],
        ['c', 'processing', null],
        ['d', 'refused', 'amount'],
        ['e', 'credited', null],
      ] as const)
        await db
          .insertInto('purchase')
          .values({ ...purchase, id, status, problem })
          .execute()
      expect(await makeQueueDepthReader(db, () => 9000)()).toEqual({
        ...NOTHING,
        emailsQueued: 2,
        emailsFailed: 1,
        oldestEmailSeconds: 4,
        purchasesProcessing: 2,
        purchasesOpen: 1,
        purchasesWithProblem: 1,
      })
    })
    await own.remove()
  })

  it('API-04 OPEN-02 · include waiting files and webhooks', async () => {
    const own = await makePlace(dialect)
    const server = await startServer({ ...own.settings, LOG_LEVEL: 'silent' }, undefined, {
      filesPollMs: HOUR_MS,
    })
    const { db, time } = server
    const user = await server.user()
    const { apiKey } = await addedApiKey(server, user)
    const start = time.now
    const stored: string[] = []
    for (const seconds of [0, 3, 7, 9]) {
      time.now = start + seconds * 1000
      stored.push(await storedFile(server, user))
    }
    const [oldest = '', running = ''] = stored
    const set = (id: string, changes: object) =>
      db.updateTable('file_conversion').set(changes).where('id', '=', id).execute()
    // One is completed; one is being processed, and waits for its completion.
    await set(oldest, { state: 'done', due_at: null, completed_at: time.now })
    await set(running, { state: 'running', due_at: time.now + HOUR_MS })
    await db.transaction().execute(async (trx) => {
      for (const id of ['a', 'b', 'c'])
        await putDelivery(trx, {
          id,
          fileId: oldest,
          apiKeyId: apiKey.id,
          url: 'https://x.example',
          at: start,
        })
    })
    await db.updateTable('webhook_delivery').set({ due_at: null }).where('id', '=', 'c').execute()
    expect(await makeQueueDepthReader(db, () => start + 10_500)()).toMatchObject({
      filesWaiting: 3,
      // Of the second one: 10.5 − 3 seconds.
      oldestFileSeconds: 7.5,
      webhooksWaiting: 2,
      webhooksFailed: 1,
    })
    await server.stop()
    await own.remove()
  })

  it('API-04 · read the database every five seconds at most', async () => {
    await withDatabase(place, async (db) => {
      let now = 0
      const read = makeQueueDepthReader(db, () => now)
      const first = read()
      now = 4999
      expect(read()).toBe(first)
      now = 5000
      expect(read()).not.toBe(first)
      await Promise.all([first, read()])
    })
  })
})

it('API-04 · are served without those of the database while it is unavailable', async () => {
  const place = await makePlace('postgres')
  const server = await startProcess({ ...place.settings, LOG_LEVEL: 'info', METRICS_PORT: '0' })
  const url = await metricsAddress(server)
  // Drops the database and closes its connections.
  await place.remove()
  const answer = await fetch(url)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain('\nlevro_database_up 0\n')
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  expect(text).not.toMatch(/^levro_(?:outbox|purchases|files|webhooks)_\w+ /m)
  server.kill('SIGTERM')
  await server.ended
})

it('API-04 · are not loaded without METRICS_PORT', async () => {
  const place = await makePlace('sqlite')
  const server = await startProcess({ ...place.settings, LOG_LEVEL: 'info' })
  expect(server.logged()).not.toContain('metrics')
  server.kill('SIGTERM')
  await server.ended
  await place.remove()
})

const linesOf = (text: string): number =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
