import { describe, expect, it } from 'vitest'
import { getJob } from '#api/conversions.ts'
import { getFileResult } from '#api/stored-files.ts'
import { DIALECTS, type TestServer } from '#test/harness.ts'
import { balanceOf, expectConsistentLedger } from '#test/server/ledger-check.ts'
import { makeRows } from '#test/server/reference.ts'
import { chunksOf, finished, startFileServers, storedFile } from '#test/server/stored-files.ts'

const HOUR_MS = 3_600_000

const onSqliteAndPostgres = describe.each(DIALECTS)

onSqliteAndPostgres('%s: a file of a process that has charged it, and then ended', (dialect) => {
  const text = JSON.stringify({ rows: makeRows(5) })

  /** With a file of five prices that is done. */
  async function start() {
    const { servers, converters } = await startFileServers(dialect)
    const [server, converter] = [servers[0]!, converters[0]!]
    const user = await server.user(100)
    const id = await storedFile(server, user, { text })
    const state = await finished(user, id)
    return { server, converter, user, id, jobId: state.jobId ?? '' }
  }

  /** As the file was between its charge and its completion. */
  const leaveCharged = ({ db, time }: TestServer, id: string, changes: object = {}) =>
    db.transaction().execute(async (trx) => {
      const bytes = Buffer.from(text)
      await trx.deleteFrom('file_chunk').where('file_id', '=', id).execute()
      await trx.insertInto('file_chunk').values({ file_id: id, part: 'input', position: 0, bytes }).execute()
      await trx
        .updateTable('file_conversion')
        .set({
          state: 'running',
          charging: 1,
          attempts: 1,
          job_id: null,
          tokens: 0,
          completed_at: null,
          delete_at: null,
          stored_bytes: bytes.length,
          due_at: time.now,
          ...changes,
        })
        .where('id', '=', id)
        .execute()
    })

  const rowOf = ({ db }: TestServer, id: string) =>
    db.selectFrom('file_conversion').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('OPEN-02 · is completed, and not charged again', async () => {
    const { server, converter, user, id, jobId } = await start()
    const result = await chunksOf(server.db, id)
    await leaveCharged(server, id)
    expect(await finished(user, id)).toMatchObject({ state: 'done', jobId, tokens: 5 })
    expect(await chunksOf(server.db, id)).toEqual(result)
    expect(converter.seen).toEqual([text, text])

    // Its owner deleted it after the charge, which is found without the contents.
    await leaveCharged(server, id, { stored_bytes: 0, delete_at: server.time.now })
    expect(await finished(user, id)).toMatchObject({ state: 'done', jobId, tokens: 5 })
    expect(converter.seen).toHaveLength(2)
    expect(await balanceOf(server.db, user.email)).toBe(95)
    expect((await user.call(getJob, { params: { id: jobId } })).status).toBe(200)
    await expectConsistentLedger(server.db)
  })

  it('OPEN-02 · costs what was charged, although a later version finds fewer prices in it', async () => {
    const { server, converter, user, id } = await start()
    const fewer = new TextEncoder().encode(JSON.stringify({ rows: makeRows(4) }))
    converter.next.push(
      await converter.convert({ bytes: fewer, contentType: 'text/csv', choices: {}, payer: '' }),
    )
    await leaveCharged(server, id)
    expect(await finished(user, id)).toMatchObject({ state: 'done', tokens: 5 })
    expect(await balanceOf(server.db, user.email)).toBe(95)
  })

  describe('is done, without a result and never called failed,', () => {
    async function expectDone({ server, user, id, jobId }: Awaited<ReturnType<typeof start>>) {
      const state = await finished(user, id)
      expect(state).toMatchObject({ state: 'done', jobId, tokens: 5, error: null })
      expect(state.deletedAt).toBe(state.completedAt)
      expect(await chunksOf(server.db, id)).toEqual([])
      const result = await user.call(getFileResult, { params: { id } })
      expect(result.refusal.code).toBe('file_deleted')
      expect(await balanceOf(server.db, user.email)).toBe(95)
      await expectConsistentLedger(server.db)
    }

    it('OPEN-02 · where a later version refuses it', async () => {
      const started = await start()
      started.converter.next.push({ ok: false, code: 'bad_request', params: {} })
      await leaveCharged(started.server, started.id)
      await expectDone(started)
    })

    it('OPEN-02 · where it ends its worker, after twelve attempts', async () => {
      const started = await start()
      const { server, converter, id } = started
      for (let n = 2; n <= 12; n++) converter.next.push(new Error('out of memory'))
      await leaveCharged(server, id)
      for (let n = 2; n < 12; n++) {
        await expect.poll(() => rowOf(server, id)).toMatchObject({ attempts: n, state: 'waiting' })
        server.time.now += HOUR_MS
      }
      await expectDone(started)
      expect(converter.next).toEqual([])
    })

    it('OPEN-02 · where it was sent 24 hours ago, without another attempt', async () => {
      const started = await start()
      const { server, converter, id } = started
      await leaveCharged(server, id, { created_at: server.time.now - 24 * HOUR_MS })
      await expectDone(started)
      expect(converter.seen).toEqual([text])
    })
  })
})
