import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Client as PostgresClient } from 'pg'
import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { listJobs } from '#api/conversions.ts'
import { makePlace, withDatabase } from '../harness.ts'
import { startPostgres } from '../own-postgres.ts'
import { Client } from './client.ts'
import { balanceOf, expectConsistentLedger } from './ledger-check.ts'
import { endWell, oneServer } from './one-server.ts'
import { makeRows } from './reference.ts'
import { runToEnd } from './server-process.ts'

const { undoing, placeOn, serverOn } = oneServer()

const FILES = ['levro.db', 'levro.db-wal', 'levro.db-shm']

/** What happens to the files of an open database. Each returns a function that brings the right files back. */
const LOSSES: [string, (folder: string) => (() => void) | void][] = [
  [
    'its folder is moved',
    (folder) => {
      renameSync(folder, `${folder}-away`)
      return () => {
        // Emails are written to a new one.
        rmSync(folder, { recursive: true, force: true })
        renameSync(`${folder}-away`, folder)
      }
    },
  ],
  [
    'its folder is replaced by an empty one',
    (folder) => {
      renameSync(folder, `${folder}-away`)
      mkdirSync(folder)
      return () => {
        rmSync(folder, { recursive: true })
        renameSync(`${folder}-away`, folder)
      }
    },
  ],
  [
    'the file is replaced by a copy',
    (folder) => {
      const [path, away] = [join(folder, 'levro.db'), join(folder, 'away.db')]
      renameSync(path, away)
      copyFileSync(away, path)
      return () => renameSync(away, path)
    },
  ],
  // The server may write to it meanwhile.
  ['its folder is deleted', (folder) => rmSync(folder, { recursive: true, maxRetries: 9 })],
  ['the file is deleted', (folder) => rmSync(join(folder, 'levro.db'))],
  ['the write-ahead log is deleted', (folder) => rmSync(join(folder, 'levro.db-wal'))],
  ['the index of the log is deleted', (folder) => rmSync(join(folder, 'levro.db-shm'))],
]

async function sqliteServer() {
  const place = await makePlace('sqlite')
  undoing.push(place.remove)
  const folder = join(place.settings.DATA_DIR, 'data')
  const settings = { DATA_DIR: folder }
  const server = await serverOn(settings)
  const user = new Client(server.origin)
  await user.register()
  const ready = async () => (await fetch(`${server.origin}/readyz`)).status
  return { server, user, ready, folder, place: { settings, remove: async () => {} } }
}

it.each(LOSSES)(
  'API-04 CONV-11 · nothing is charged into a database that is gone: %s',
  async (_title, lose) => {
    const { server, user, ready, folder, place } = await sqliteServer()
    expect((await user.bulk(makeRows(2))).reply.newBalance).toBe(13)
    expect(await ready()).toBe(200)

    const bringBack = lose(folder)
    for (const key of ['first', 'again']) {
      const answer = await user.bulk(makeRows(3), { key })
      expect([answer.status, answer.refusal.code, answer.headers.get('retry-after')]).toEqual([
        503,
        'busy',
        '1',
      ])
    }
    expect((await new Client(server.origin).register()).status).toBe(503)
    // A test write of the last 2 s may still count.
    await expect.poll(ready).toBe(503)
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect((await user.call(me)).reply.tokens, 'reads go on').toBe(13)

    if (bringBack !== undefined) {
      bringBack()
      expect((await user.bulk(makeRows(3), { key: 'first' })).reply.newBalance).toBe(10)
      await expect.poll(ready).toBe(200)
      expect((await user.call(listJobs)).reply.jobs).toHaveLength(2)
      await endWell(server)
      await withDatabase(place, async (db) => {
        expect(await balanceOf(db, user.email)).toBe(10)
        await expectConsistentLedger(db)
      })
    }
  },
)

it('API-04 CONV-11 · conversions while the folder is moved away and back are charged once or not at all', async () => {
  const { server, user, folder, place } = await sqliteServer()
  let acknowledged = 0
  const convert = async (n: number) => {
    const { status } = await user.bulk(makeRows(1), { key: `n${n}` })
    expect([200, 503]).toContain(status)
    if (status === 200) acknowledged++
  }
  for (let n = 0; n < 12; n++) {
    const converting = convert(n)
    const bringBack = LOSSES[0]?.[1](folder)
    await converting
    bringBack?.()
    if (n % 4 === 3) await convert(n + 100)
  }
  await endWell(server)
  await withDatabase(place, async (db) => {
    // One whose answer was 503 may be charged, as after a lost connection: its key tells.
    expect(await balanceOf(db, user.email)).toBeLessThanOrEqual(15 - acknowledged)
    await expectConsistentLedger(db)
  })
})

it.each([
  ['missing', (folder: string) => FILES.forEach((file) => rmSync(join(folder, file), { force: true }))],
  ['empty', (folder: string) => truncateSync(join(folder, 'levro.db'))],
] as const)('API-04 · where a database was, one that is %s is refused unless told', async (what, lose) => {
  const { server, user, folder } = await sqliteServer()
  await endWell(server)
  lose(folder)
  const before = readdirSync(folder).toSorted()
  const { code, stderr } = await runToEnd({ DATA_DIR: folder })
  expect([code, stderr]).toEqual([
    2,
    `DATA_DIR has lost its database: ${join(folder, 'levro.db')} is ${what}; put it back or restore a backup, or set NEW_DATABASE=yes to begin with an empty one.\n`,
  ])
  expect(readdirSync(folder).toSorted(), 'nothing is created').toEqual(before)
  const next = await serverOn({ DATA_DIR: folder, NEW_DATABASE: 'yes' })
  expect((await new Client(next.origin).login(user.email)).status).toBe(401)
  await endWell(next)
  await endWell(await serverOn({ DATA_DIR: folder }))
})

it('API-04 · a database that only reads is not ready, and is again when it writes: postgres', async () => {
  const postgres = await startPostgres({ isDurable: false })
  undoing.push(postgres.stop)
  const place = placeOn(postgres.url)
  const server = await serverOn(place.settings)
  const user = new Client(server.origin)
  await user.register()
  const ready = async () => (await fetch(`${server.origin}/readyz`)).status
  const command = async (text: string) => {
    const client = new PostgresClient(postgres.url)
    await client.connect()
    // Its own transactions only read, too.
    await client.query('set default_transaction_read_only = off')
    await client.query(text)
    await client.end()
  }
  expect(await ready()).toBe(200)

  await command('alter system set default_transaction_read_only = on')
  await command('select pg_reload_conf()')
  await expect.poll(ready).toBe(503)
  const refused = await user.bulk(makeRows(1))
  expect([refused.status, refused.refusal.code]).toEqual([503, 'busy'])
  expect((await user.call(me)).reply.tokens).toBe(15)

  await command('alter system reset default_transaction_read_only')
  await command('select pg_reload_conf()')
  await expect.poll(ready).toBe(200)
  expect((await user.bulk(makeRows(1))).reply.newBalance).toBe(14)
  await endWell(server)
})

it.each(['HOST', 'METRICS_HOST'])(
  'API-04 · an address that is none is named in one sentence: %s',
  async (setting) => {
    const place = await makePlace('sqlite')
    undoing.push(place.remove)
    const settings = { ...place.settings, METRICS_PORT: '0' }
    const unknown = await runToEnd({ ...settings, [setting]: 'no-such-host.invalid' })
    const elsewhere = await runToEnd({ ...settings, [setting]: '203.0.113.9' })
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      `${setting} must be an address of this machine: "no-such-host.invalid" cannot be resolved.\n`,
    ])
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      1,
      `${setting} must be an address of this machine, and "203.0.113.9" is none.\n`,
    ])
  },
)
