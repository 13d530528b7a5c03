import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { convertBulk, getJob, listJobs } from '#api/conversions.ts'
import { grantTokens } from '../tokens/ledger.ts'
import { type Place, makePlace, withDatabase } from '#test/harness.ts'
import { Client } from '#test/server/client.ts'
import { makeRows } from '#test/server/reference.ts'
import { type ServerProcess, startProcess } from '#test/server/server-process.ts'
import { serializeError, redactPath } from './log.ts'

let place: Place
let server: ServerProcess
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startProcess({ ...place.settings, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.ended
  await place.remove()
})

/** Waits for the log lines of a request. */
async function linesOf(id: string | null): Promise<Record<string, unknown>[]> {
  const found = () =>
    server
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"reqId":"${id}"`))
  await expect.poll(found).not.toEqual([])
  // A second line would be written at once.
  await delay(20)
  return found().map((line): Record<string, unknown> => JSON.parse(line))
}

it('API-04 · a request is one line: method, route, status, duration, process', async () => {
  const user = new Client(server.origin)
  await user.register()
  const { reply, headers, text } = await user.bulk(makeRows(3))
  expect(await linesOf(headers.get('x-request-id'))).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      reqId: expect.any(String),
      method: 'POST',
      route: convertBulk.path,
      status: 200,
      ms: expect.any(Number),
      bytes: Buffer.byteLength(text),
    },
  ])
  const job = await user.call(getJob, { params: { id: reply.jobId } })
  const [line] = await linesOf(job.headers.get('x-request-id'))
  expect(line).toMatchObject({ method: 'GET', route: getJob.path, status: 200 })
  expect(line).not.toHaveProperty('path')
  expect(server.logged()).not.toContain(reply.jobId)
  expect(server.logged()).not.toContain(user.email)
})

it('API-04 · the line of an error response has its code', async () => {
  const { headers } = await new Client(server.origin).call(listJobs)
  expect(await linesOf(headers.get('x-request-id'))).toMatchObject([
    { status: 401, code: 'not_authenticated' },
  ])
})

it.each([
  '/api/ivan@example.bg',
  '/ivan@example.bg',
  '/%69van%40example.bg/x',
  '/reset/ivan.petrov?email=ivan@example.bg',
])('API-03 · the log contains no email: %s', async (path) => {
  const answer = await fetch(server.origin + path)
  const [line] = await linesOf(answer.headers.get('x-request-id'))
  expect(line).toMatchObject({ status: 404 })
  expect(JSON.stringify(line)).not.toMatch(/example|%40/)
})

it('API-04 · a request whose client disconnects is logged as aborted', async () => {
  const user = new Client(server.origin)
  await user.register()
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/convert/bulk HTTP/1.1\r\nhost: x\r\ncookie: ${user.cookie}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"rows"`,
  )
  await delay(200)
  socket.destroy()
  await expect.poll(() => /"route":"\/api\/convert\/bulk".*"aborted":true/.test(server.logged())).toBe(true)
})

it('API-04 · a client that disconnects during a long response is not logged as a server error', async () => {
  const user = new Client(server.origin)
  await user.register()
  const grant = { email: user.email, tokens: 100_000, note: 'test', at: Date.now() }
  await withDatabase(place, (db) => grantTokens(db, grant))
  const countAborted = () => server.logged().split('"aborted":true').length - 1
  const before = countAborted()
  const body = JSON.stringify({ rows: makeRows(5000), filename: null, source: 'upload' })
  const head = `POST /api/convert/bulk HTTP/1.1\r\nhost: x\r\ncookie: ${user.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
  const { hostname, port } = new URL(server.origin)
  for (const ms of [0, 20, 40, 60]) {
    const socket = connect(Number(port), hostname)
    await new Promise<void>((sent) => socket.write(head + body, () => sent()))
    await delay(ms)
    socket.destroy()
  }
  await expect.poll(countAborted).toBeGreaterThan(before)
  // Succeeds once those requests have ended.
  const next = async () => (await user.bulk(makeRows(5000), { key: 'next' })).status
  await expect.poll(next).toBe(200)
  expect(server.logged()).not.toContain('request failed')
})

it.each([
  ['/old/page.html?secret=1', '/old/page.html'],
  ['/wp-login.php', '/wp-login.php'],
  ['/ivan@example.bg', '/*'],
  ['/ivan%40example.bg/x', '/*/x'],
  ['/0888123456', '/*'],
  ['/08-88.12_34', '/*'],
  ['/ivan.petrov.1985', '/*'],
  ['/цена', '/*'],
  [`/${'x'.repeat(25)}`, '/*'],
  [`/${'a/'.repeat(500)}`, '/a/a/a/a/a/a/…'],
  ['/"},{"level":60', '/*'],
  ['/a;jsessionid=ABCDEF', '/a'],
  ['/', '/'],
])('API-03 · a path without a route is logged without possible personal data: %s', (url, path) => {
  expect(redactPath(url)).toBe(path)
})

it('API-03 · an error is logged without the values that a database adds to it', () => {
  const detail = 'Key (email)=(ivan@example.bg) already exists.'
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail, where: detail })
  const outer = new Error('it failed', { cause: error })
  expect(serializeError(outer)).toMatchObject({
    type: 'Error',
    message: 'it failed',
    cause: { code: '23505' },
  })
  expect(JSON.stringify(serializeError(outer))).not.toContain('ivan')
})
