import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { makePlace, withDatabase } from '../harness.ts'
import { startPostgres } from '../own-postgres.ts'
import { Client } from './client.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { endWell, oneServer } from './one-server.ts'
import { makeRows } from './reference.ts'
import { type ServerProcess } from './server-process.ts'

const { undoing, placeOn, serverOn } = oneServer()

const statusOf = async (server: ServerProcess, path: string) => (await fetch(server.origin + path)).status

describe('a database that is unavailable for a time', () => {
  it('API-04 CONV-11 · API requests are answered as busy, pages and health checks work, and nothing is lost: postgres', async () => {
    const postgres = await startPostgres({ isDurable: true })
    undoing.push(postgres.stop)
    const place = placeOn(postgres.url)
    const server = await serverOn(place.settings)
    const user = new Client(server.origin)
    await user.register()
    const done = await user.bulk(makeRows(3), { key: 'before' })
    expect([done.status, await statusOf(server, '/readyz')]).toEqual([200, 200])

    for (let round = 0; round < 2; round++) {
      await postgres.crash()
      // Errors of a closed connection and of one that cannot be opened.
      for (let call = 0; call < 4; call++) {
        const lost = await user.bulk(makeRows(2), { key: `gone-${round}` })
        expect([lost.status, lost.refusal.code, lost.headers.get('retry-after')]).toEqual([503, 'busy', '1'])
      }
      expect((await user.login()).status).toBe(503)
      const paths = ['/healthz', '/readyz', '/', '/en/pricing']
      expect(await Promise.all(paths.map((path) => statusOf(server, path)))).toEqual([200, 503, 200, 200])
      await postgres.start()
      await expect.poll(() => statusOf(server, '/readyz')).toBe(200)
      expect((await user.bulk(makeRows(2), { key: `gone-${round}` })).reply.newBalance).toBe(10 - 2 * round)
    }

    expect((await user.bulk(makeRows(3), { key: 'before' })).reply).toEqual(done.reply)
    expect((await user.call(me)).reply.tokens).toBe(8)
    await endWell(server)
    await withDatabase(place, expectConsistentLedger)
  })

  it('API-04 CONV-11 · locked by another process, writes wait and are then answered as busy, reads work: sqlite', async () => {
    const place = await makePlace('sqlite')
    undoing.push(place.remove)
    const server = await serverOn(place.settings)
    const user = new Client(server.origin)
    await user.register()
    const other = new DatabaseSync(join(place.settings.DATA_DIR, 'levro.db'), { timeout: 5000 })
    undoing.push(() => other.close())

    other.exec('begin immediate')
    const locked = performance.now()
    let answered = 0
    const writers = Array.from({ length: 5 }, async (_, n) => {
      const answer = await user.bulk(makeRows(2), { key: `n${n}` })
      answered += 1
      return answer
    })
    const paths = ['/healthz', '/readyz', '/', '/en/pricing']
    expect(await Promise.all(paths.map((path) => statusOf(server, path)))).toEqual([200, 200, 200, 200])
    expect((await user.call(me)).reply.tokens).toBe(15)
    // On a busy machine their 5 s may be over.
    if (performance.now() - locked < 4000) expect(answered, 'those who write still wait').toBe(0)
    for (const { status, refusal, headers } of await Promise.all(writers))
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([503, 'busy', '1'])

    const patient = user.bulk(makeRows(2), { key: 'n0' })
    expect((await user.call(me)).reply.tokens).toBe(15)
    other.exec('rollback')
    expect((await patient).reply.newBalance, 'who waits for less time succeeds').toBe(13)
    for (let n = 1; n < 5; n++) expect((await user.bulk(makeRows(2), { key: `n${n}` })).status).toBe(200)
    expect((await user.call(me)).reply.tokens).toBe(5)
    await endWell(server)
    await withDatabase(place, expectConsistentLedger)
  })
})
