import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { installPackages } from '../../scripts/system-packages.js'
import { makePlace, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { makeRows } from './reference.ts'
import { startProcess } from './server-process.ts'

/** Delay of each sync: many times the normal duration. */
const SLOW_MICROSECONDS = 150_000
const CALLS = 6

const undoing: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of undoing.splice(0).toReversed()) await undo()
})

const hasStrace = () => spawnSync('strace', ['--version']).status === 0

beforeAll(() => {
  if (!hasStrace()) installPackages('strace', 'strace')
})

/**
 * Delays every disk sync of the process.
 * @returns the number of delays, or undefined where tracing is not permitted
 */
async function slowDown(pid: number): Promise<{ times: () => number } | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-strace-'))
  const log = join(folder, 'log')
  const calls = 'fsync,fdatasync'
  const inject = `inject=${calls}:delay_enter=${SLOW_MICROSECONDS}`
  const strace: ChildProcess = spawn(
    'strace',
    ['-f', '-p', String(pid), '-e', `trace=${calls}`, '-e', inject, '-o', log],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(strace, 'exit')
  undoing.push(async () => {
    strace.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const said = await new Promise<string>((resolve) => {
    let text = ''
    strace.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('attached')) resolve(text)
    })
    void ended.then(() => resolve(text))
  })
  if (said.includes('attached'))
    return { times: () => readFileSync(log, 'utf8').split('(DELAYED)').length - 1 }
  if (process.env['CI'] !== undefined) throw new Error(`No process can be looked on: ${said}`)
  return undefined
}

it('API-04 CONV-11 · a slow disk makes requests slow but not wrong, and the server shuts down cleanly', async ({
  skip,
}) => {
  const place = await makePlace('sqlite')
  undoing.push(place.remove)
  const server = await startProcess({ ...place.settings, LOG_LEVEL: 'silent' })
  undoing.push(async () => {
    server.kill('SIGKILL')
    await server.ended
  })
  const users = Array.from({ length: CALLS }, () => new Client(server.origin))
  await Promise.all(users.map((user) => user.register()))
  const slow = await slowDown(server.pid)
  if (slow === undefined) return skip('No process can be looked on here (ptrace).')

  const calls = users.map((user, n) => user.bulk(makeRows(n + 1), { key: 'k' }))
  const paths = ['/', '/en/pricing', '/healthz', '/readyz']
  const looks = await Promise.all(paths.map(async (path) => (await fetch(server.origin + path)).status))
  expect(looks).toEqual([200, 200, 200, 200])
  expect((await new Client(server.origin).call(me)).reply.user).toBeNull()
  const answers = await Promise.all(calls)
  expect(answers.map(({ reply }) => reply.newBalance)).toEqual([14, 13, 12, 11, 10, 9])
  expect(slow.times()).toBeGreaterThanOrEqual(CALLS)

  // Requests in flight at shutdown are answered: the shutdown waits for the slow disk.
  const last = users.map((user) => user.bulk(makeRows(1), { key: 'last' }))
  await delay(100)
  server.kill('SIGTERM')
  const ends = await Promise.allSettled(last)
  const { code, signal } = await server.ended
  expect([code, signal]).toEqual([0, null])
  // A request after the port was closed has no response: its repeat is charged once.
  const next = await startProcess({ ...place.settings, LOG_LEVEL: 'silent' })
  undoing.push(async () => {
    next.kill('SIGKILL')
    await next.ended
  })
  const again = await Promise.all(
    users.map((user) => user.at(next.origin).bulk(makeRows(1), { key: 'last' })),
  )
  expect(again.map(({ reply }) => reply.newBalance)).toEqual([13, 12, 11, 10, 9, 8])
  const answered = ends.flatMap((end, n) => (end.status === 'fulfilled' ? [{ n, answer: end.value }] : []))
  expect(answered.length, 'of those that were under way').toBeGreaterThan(0)
  for (const { n, answer } of answered) expect(answer.reply).toEqual(again[n]?.reply)
  await withDatabase(place, async (db) => {
    await expectConsistentLedger(db)
    const jobs = await db.selectFrom('job').select('id').execute()
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(
      [...answers, ...again].map(({ reply }) => reply.jobId).toSorted(),
    )
  })
})
