import { readdirSync } from 'node:fs'
import { type TestContext, describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { getJob } from '#api/conversions.ts'
import { type Place, makePlace, withDatabase } from '../harness.ts'
import { startPostgres } from '../own-postgres.ts'
import { signUpAll } from './bulk-orders.ts'
import { Client } from './client.ts'
import { balanceOf, expectConsistentLedger } from './ledger-check.ts'
import { endWell, oneServer } from './one-server.ts'
import { makeRows } from './reference.ts'
import { type ServerProcess } from './server-process.ts'
import { type SmallDisk, mountSmallDisk } from './small-disk.ts'

const ROWS = 2500
/** More than fit on the disk. */
const TRIES = 600

const { undoing, placeOn, serverOn } = oneServer()

function diskOf({ skip }: TestContext, megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes)
  if (disk === undefined)
    return skip('No disk can be mounted here: neither root nor sudo without a password.')
  undoing.push(disk.remove)
  return disk
}

/**
 * Converts until the disk is full.
 * @returns the acknowledged jobs, and the key of the rejected request
 */
async function convertUntilFull(user: Client): Promise<{ jobIds: string[]; refusedKey: string }> {
  const jobIds: string[] = []
  for (let n = 0; n < TRIES; n++) {
    const answer = await user.bulk(makeRows(ROWS, n), { key: `n${n}` })
    if (answer.status === 200) jobIds.push(answer.reply.jobId)
    else {
      expect([answer.status, answer.refusal.code, answer.headers.get('retry-after')]).toEqual([
        503,
        'busy',
        '1',
      ])
      expect(answer.refusal.error).toMatch(/\p{L}{3}.+\.$/u)
      return { jobIds, refusedKey: `n${n}` }
    }
  }
  return expect.fail('the disk was never full')
}

const readiness = async ({ origin }: ServerProcess): Promise<number> =>
  (await fetch(`${origin}/readyz`)).status

async function expectRefusedAndRecovered(
  server: ServerProcess,
  place: Place,
  disk: Pick<SmallDisk, 'fill' | 'makeRoom'>,
): Promise<void> {
  const user = new Client(server.origin)
  await signUpAll([user], place)
  const before = await withDatabase(place, (db) => balanceOf(db, user.email))
  disk.fill()
  const { jobIds, refusedKey } = await convertUntilFull(user)
  const charged = () => before - ROWS * jobIds.length

  expect(await readiness(server)).toBe(503)
  expect((await user.call(me)).reply.tokens, 'reads go on').toBe(charged())
  for (const id of jobIds) expect((await user.call(getJob, { params: { id } })).status).toBe(200)
  for (const [path, status] of [
    ['/healthz', 200],
    ['/', 200],
  ] as const)
    expect((await fetch(server.origin + path)).status, path).toBe(status)

  disk.makeRoom()
  const again = await user.bulk(makeRows(ROWS, Number(refusedKey.slice(1))), { key: refusedKey })
  jobIds.push(again.reply.jobId)
  expect(again.reply.newBalance).toBe(charged())
  expect((await user.call(me)).reply.tokens).toBe(charged())
  await expect.poll(() => readiness(server)).toBe(200)
  await endWell(server)
  await withDatabase(place, async (db) => {
    await expectConsistentLedger(db)
    const stored = await db.selectFrom('job').select('id').execute()
    expect(stored.map(({ id }) => id).toSorted()).toEqual(jobIds.toSorted())
  })
}

describe('a full disk', () => {
  it('CONV-11 · rejects what cannot be stored, still reads, and recovers without a restart: sqlite', async (context) => {
    const disk = diskOf(context, 8)
    const place = { settings: { DATA_DIR: disk.folder }, remove: async () => {} }
    await expectRefusedAndRecovered(await serverOn(place.settings), place, disk)
  })

  it('CONV-11 · rejects what cannot be stored, still reads, and recovers without a restart: postgres', async (context) => {
    const disk = diskOf(context, 64)
    const postgres = await startPostgres({ isDurable: false, dataIn: disk.folder })
    undoing.push(postgres.stop)
    const place = placeOn(postgres.url)
    await expectRefusedAndRecovered(await serverOn(place.settings), place, disk)
  })

  it('CONV-11 · under the WAL of PostgreSQL stops it, and nothing acknowledged is lost', async (context) => {
    const disk = diskOf(context, 48)
    const postgres = await startPostgres({ isDurable: true, walIn: disk.folder })
    undoing.push(postgres.stop)
    const place = placeOn(postgres.url)
    const server = await serverOn(place.settings)
    const user = new Client(server.origin)
    await signUpAll([user], place)
    const before = await withDatabase(place, (db) => balanceOf(db, user.email))
    disk.fill()
    const { jobIds, refusedKey } = await convertUntilFull(user)
    const paths = ['/healthz', '/']
    for (const path of paths) expect((await fetch(server.origin + path)).status, path).toBe(200)

    disk.makeRoom()
    await postgres.crash()
    await postgres.start()
    await expect.poll(() => readiness(server)).toBe(200)
    const again = await user.bulk(makeRows(ROWS, Number(refusedKey.slice(1))), { key: refusedKey })
    jobIds.push(again.reply.jobId)
    expect((await user.call(me)).reply.tokens).toBe(before - ROWS * jobIds.length)
    await endWell(server)
    await withDatabase(place, async (db) => {
      await expectConsistentLedger(db)
      const stored = await db.selectFrom('job').select('id').execute()
      expect(stored.map(({ id }) => id).toSorted()).toEqual(jobIds.toSorted())
    })
  })

  it('AUTH-10 · under the email files delays emails, leaves no partial file, and loses none', async (context) => {
    const disk = diskOf(context, 1)
    const place = await makePlace('postgres')
    undoing.push(place.remove)
    const server = await serverOn({ ...place.settings, DATA_DIR: disk.folder })
    disk.fill()
    expect((await new Client(server.origin).register()).status).toBe(200)
    const waiting = () => withDatabase(place, (db) => db.selectFrom('outbox').selectAll().execute())
    await expect
      .poll(async () => (await waiting()).map(({ problem }) => problem))
      .toEqual([expect.stringContaining('ENOSPC')])
    const emails = () =>
      readdirSync(disk.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
    expect(emails()).toEqual([])
    disk.makeRoom()
    await withDatabase(place, (db) => db.updateTable('outbox').set({ due_at: 0 }).execute())
    await expect.poll(waiting).toEqual([])
    expect(emails()).toHaveLength(1)
    await endWell(server)
  })
})
