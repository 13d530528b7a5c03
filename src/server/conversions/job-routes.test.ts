import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { convertBulk, deleteJob, getJob, listJobs } from '#api/conversions.ts'
import { onEachDatabase } from '#test/harness.ts'
import type { Client } from '#test/server/client.ts'
import { expectedRows, makeRows } from '#test/server/reference.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { decompressRows } from './row-chunks.ts'
import { countJobs, findChunks } from './jobs.ts'

const rows = [{ name: 'x', price: '5', currency: 'BGN' }]
/** Reading a large job may take long on a busy machine. */
const LONG_POLL = { timeout: 20_000 }

/** Starts to read a saved job and reads nothing more. */
function readNothing({ origin, cookie = '' }: Client, id: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/convert/jobs/${id} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`)
  const head = new Promise<string>((resolve) => {
    socket.once('data', (bytes) => {
      socket.pause()
      resolve(bytes.toString('latin1'))
    })
  })
  return { head, leave: () => socket.destroy() }
}

onEachDatabase((server) => {
  describe('saved jobs', () => {
    it('API-02 · are listed by their time, those of one moment by their order, also after the clock was set back', async () => {
      const user = await server().user()
      const { time } = server()
      const convert = async () => (await user.bulk(rows)).reply.jobId
      const [first, second] = [await convert(), await convert()]
      time.now -= 5000
      const earlier = await convert()
      time.now += 5000
      expect((await user.call(listJobs)).reply.jobs.map(({ id }) => id)).toEqual([second, first, earlier])
    })

    it('API-02 · are listed newest first', async () => {
      const user = await server().user()
      const ids: string[] = []
      for (let n = 0; n < 5; n++) {
        ids.unshift((await user.bulk(rows, { filename: `${n}.csv` })).reply.jobId)
        server().time.now += 1000
      }
      expect((await user.call(listJobs)).reply.jobs.map(({ id }) => id)).toEqual(ids)
    })

    it('API-02 · are listed with the sums of their amounts', async () => {
      const user = await server().user(20_000)
      const sent = [...makeRows(5000), { name: 'x', price: '9999999.99', currency: 'EUR' as const }]
      await user.bulk(sent)
      const amounts = expectedRows(sent)
      const sumOf = (side: 'bgn' | 'eur') =>
        Number(amounts.reduce((sum, row) => sum + BigInt((row[side] ?? 0).toFixed(2).replace('.', '')), 0n)) /
        100
      const [job] = (await user.call(listJobs)).reply.jobs
      expect(job?.totals).toEqual({ bgn: sumOf('bgn'), eur: sumOf('eur') })
    })

    it('API-02 · are listed with what they were converted for, null where it was not sent', async () => {
      const user = await server().user()
      for (const source of ['upload', 'manual', 'correction']) {
        await user.bulk(rows, { source })
        server().time.now += 1000
      }
      const { reply } = await user.call(convertBulk, { body: { rows } })
      const { jobs } = (await user.call(listJobs)).reply
      expect(jobs.map(({ source }) => source)).toEqual([null, 'correction', 'manual', 'upload'])
      expect((await user.call(getJob, { params: { id: reply.jobId } })).reply.job.source).toBeNull()
      expect((await user.bulk(rows, { source: 'other' })).refusal.code).toBe('bad_request')
    })

    it('API-02 · are listed with the part of the file that they are, null for a whole one', async () => {
      const user = await server().user()
      for (const part of ['first', 'rest', undefined]) {
        await user.bulk(rows, part === undefined ? {} : { part })
        server().time.now += 1000
      }
      const { jobs } = (await user.call(listJobs)).reply
      expect(jobs.map(({ part }) => part)).toEqual([null, 'rest', 'first'])
      expect((await user.bulk(rows, { part: 'second' })).refusal.code).toBe('bad_request')
    })

    it('API-02 · can be deleted once, with their rows', async () => {
      const user = await server().user()
      const params = { id: (await user.bulk(rows)).reply.jobId }
      expect((await user.call(deleteJob, { params })).reply).toEqual({ ok: true })
      expect((await user.call(deleteJob, { params })).status).toBe(404)
      expect((await user.call(getJob, { params })).status).toBe(404)
      expect((await user.call(listJobs)).reply.jobs).toEqual([])
      const left = await server()
        .db.selectFrom('job_chunk')
        .select('seq')
        .where('job_id', '=', params.id)
        .execute()
      expect(left).toEqual([])
    })

    it('API-02 · are downloaded completely when deleted during the download', async () => {
      const user = await server().user()
      const { jobId } = (await user.bulk(makeRows(3))).reply
      const chunks = await findChunks(server().db, jobId)
      expect((await user.call(deleteJob, { params: { id: jobId } })).status).toBe(200)
      let read = ''
      for await (const json of decompressRows(chunks ?? expect.fail('There are none.')))
        read += json.toString()
      expect(JSON.parse(`[${read}]`)).toHaveLength(3)
      expect(await findChunks(server().db, jobId)).toBeUndefined()
    })

    it('API-02 · are read in the order of their chunks, however many there are, and never as fewer', async () => {
      const user = await server().user()
      const { db } = server()
      const { jobId } = (await user.bulk(rows)).reply
      const first = await db
        .selectFrom('job_chunk')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow()
      // The name of the last one: Node compresses nothing here.
      const others = Array.from({ length: 16 }, (_, n) => ({
        ...first,
        seq: 16 - n,
        rows: Buffer.from([16 - n]),
      }))
      for (const chunk of others) await db.insertInto('job_chunk').values(chunk).execute()
      const chunks = (await findChunks(db, jobId)) ?? expect.fail('There are none.')
      const read: (number | undefined)[] = []
      for await (const chunk of chunks) if (chunk.length === 1) read.push(chunk[0])
      expect(read).toEqual(Array.from({ length: 16 }, (_, n) => n + 1))

      const cut = (await findChunks(db, jobId)) ?? expect.fail('There are none.')
      const readOfDeleted = async () => {
        for await (const chunk of cut)
          if (chunk.length === 1) await db.deleteFrom('job').where('id', '=', jobId).execute()
      }
      await expect(readOfDeleted()).rejects.toThrow('deleted while it was read')
    })

    it('API-02 · are counted with their rows; those of an earlier version have no sums', async () => {
      const user = await server().user()
      const { db } = server()
      const accountId = await accountIdOf(db, user.email)
      expect(await countJobs(db, accountId)).toEqual({ jobs: 0, rows: 0 })
      for (const count of [2, 3]) await user.bulk(makeRows(count))
      expect(await countJobs(db, accountId)).toEqual({ jobs: 2, rows: 5 })
      for (const column of ['total_national', 'total_euro'] as const) {
        await db.updateTable('job').set({ total_national: 1, total_euro: 1 }).execute()
        await db
          .updateTable('job')
          .set({ [column]: null })
          .execute()
        const { jobs } = (await user.call(listJobs)).reply
        expect(jobs.map(({ totals }) => totals)).toEqual([null, null])
      }
    })

    it('API-03 · a job of another account is answered exactly like one that does not exist', async () => {
      const victim = await server().user()
      const attacker = await server().user()
      const { jobId } = (await victim.bulk(rows)).reply
      for (const endpoint of [getJob, deleteJob]) {
        const another = await attacker.call(endpoint, { params: { id: jobId } })
        const unknown = await attacker.call(endpoint, { params: { id: randomUUID() } })
        const shapeOf = ({ status, refusal, headers }: typeof another) => [
          status,
          refusal,
          [...headers.keys()],
        ]
        expect(another.status).toBe(404)
        expect(shapeOf(another)).toEqual(shapeOf(unknown))
      }
      expect((await victim.call(getJob, { params: { id: jobId } })).status).toBe(200)
    })

    // PostgreSQL rejects a NUL.
    const nobodys = randomUUID()
    const strange = ['x', '%00', '..', "' or 1=1 --", '\u0000', '0'.repeat(36), 'ж']
    it.each([...strange, `${nobodys}\u0000`, `\u0000${nobodys}`])(
      'API-03 · none has the id %j',
      async (id) => {
        const user = await server().user()
        for (const endpoint of [getJob, deleteJob]) {
          const { status, refusal } = await user.call(endpoint, { params: { id } })
          expect([status, refusal.code]).toEqual([404, 'not_found'])
        }
      },
    )

    it('API-03 · require a session', async () => {
      const visitor = server().client()
      const params = { id: randomUUID() }
      const answers = [
        await visitor.call(listJobs),
        await visitor.call(getJob, { params }),
        await visitor.call(deleteJob, { params }),
        await visitor.call(convertBulk, { body: { rows } }),
      ]
      for (const { status, refusal, headers } of answers) {
        expect([status, refusal.code, refusal.error]).toEqual([
          401,
          'not_authenticated',
          'Не сте влезли в профила си',
        ])
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      }
    })

    it('API-02 · of 50,000 rows are returned completely', async () => {
      const user = await server().user(50_015)
      const { reply } = await user.bulk(makeRows(50_000))
      const { rows: read } = (await user.call(getJob, { params: { id: reply.jobId } })).reply
      expect(read.length).toBe(50_000)
      // The difference of all rows would take minutes to print.
      const wrong = reply.rows.findIndex((row, n) => !isDeepStrictEqual(row, read[n]))
      expect(read[wrong], `row ${wrong}`).toEqual(reply.rows[wrong])
    })

    it('API-03 · remain readable after clients disconnect at any moment', async () => {
      const user = await server().user()
      const { jobId: id } = (await user.bulk(rows)).reply
      const leave = async (afterMs: number) => {
        const { leave: go } = readNothing(user, id)
        await new Promise((resolve) => setTimeout(resolve, afterMs))
        go()
      }
      await Promise.all(Array.from({ length: 40 }, (_, n) => leave(n / 4)))
      await expect.poll(async () => (await user.call(getJob, { params: { id } })).status, LONG_POLL).toBe(200)
    })

    it('API-03 · are downloaded at most four at a time by one account, without limiting others', async () => {
      const [reader, other] = [await server().user(50_015), await server().user()]
      const { jobId: id } = (await reader.bulk(makeRows(50_000))).reply
      const unread = Array.from({ length: 4 }, () => readNothing(reader, id))
      const begun = await Promise.all(unread.map(({ head }) => head))
      expect(begun.map((head) => head.split(' ')[1])).toEqual(['200', '200', '200', '200'])
      const fifth = await reader.call(getJob, { params: { id } })
      expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '1'])
      const own = (await other.bulk(rows)).reply.jobId
      expect((await other.call(getJob, { params: { id: own } })).status).toBe(200)
      unread[0]?.leave()
      // Its place is free, and no other one.
      await expect
        .poll(async () => {
          unread[0] = readNothing(reader, id)
          return (await unread[0].head).split(' ')[1]
        }, LONG_POLL)
        .toBe('200')
      expect((await reader.call(getJob, { params: { id } })).status).toBe(429)
      for (const { leave } of unread) leave()
      await expect
        .poll(async () => (await reader.call(getJob, { params: { id } })).status, LONG_POLL)
        .toBe(200)
    })
  })
})
