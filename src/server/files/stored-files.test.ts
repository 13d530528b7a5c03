import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { convertBulk, getJob } from '#api/conversions.ts'
import { deleteFile, getFile, getFileResult } from '#api/stored-files.ts'
import { addedApiKey, bearer } from '#test/server/api-keys.ts'
import type { Client } from '#test/server/client.ts'
import { accountIdOf, balanceOf, expectConsistentLedger, jobsOf } from '#test/server/ledger-check.ts'
import { makeRows } from '#test/server/reference.ts'
import { chunksOf, finished, makeTestConverter, storeFile, storedFile } from '#test/server/stored-files.ts'
import { findRowsWith } from '#test/server/whole-store.ts'
import { onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { inTransaction } from '../db/transaction.ts'
import { findInput, writeContents } from './contents.ts'
import { deleteOldFiles } from './stored-files.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MB = 1024 * 1024

const converter = makeTestConverter()

const resultOf = (user: Client, id: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${user.origin}/api/v1/files/${id}/result`, {
    method,
    headers: { ...(user.cookie !== undefined && { cookie: user.cookie }), ...headers },
  })

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

onEachDatabaseWithMail(
  (server, _mail, dialect) => {
    const rowOf = (id: string) =>
      server().db.selectFrom('file_conversion').selectAll().where('id', '=', id).executeTakeFirst()
    const savedJobs = async ({ email }: Client) => jobsOf(server().db, await accountIdOf(server().db, email))

    describe('a stored file', () => {
      it('OPEN-02 · is converted, charged once, saved as a job, and its result is downloaded', async () => {
        const user = await server().user(100)
        const release = converter.hold()
        const text = JSON.stringify({ filename: 'май.csv', rows: makeRows(7) })
        const id = await storedFile(server(), user, { text, rows: 7 })
        const { time } = server()
        const waiting = await user.call(getFile, { params: { id } })
        expect(['waiting', 'running']).toContain(waiting.reply.state)
        expect(waiting.reply).toMatchObject({
          id,
          kind: 'convert',
          filename: 'цени.csv',
          rows: 7,
          createdAt: new Date(time.now).toISOString(),
          completedAt: null,
          deletedAt: null,
          jobId: null,
          tokens: 0,
          error: null,
        })
        expect(await codeOf(await resultOf(user, id))).toEqual([409, 'file_not_ready'])
        release()

        const state = await finished(user, id)
        expect(state).toMatchObject({ state: 'done', tokens: 7, error: null })
        expect(state.deletedAt).toBe(new Date(Date.parse(state.completedAt ?? '') + DAY_MS).toISOString())
        const job = (await user.call(getJob, { params: { id: state.jobId ?? '' } })).reply
        expect(job.job).toMatchObject({ tokenCost: 7, filename: 'май.csv' })
        expect(job.rows).toHaveLength(7)

        const answer = await resultOf(user, id)
        expect(answer.status).toBe(200)
        expect(await answer.text()).toBe(`converted ${text}`)
        const headers = Object.fromEntries(answer.headers)
        expect(headers).toMatchObject({
          'content-type': 'text/csv; charset=utf-8',
          // RFC 8187: UTF-8, and brackets escaped.
          'content-disposition': `attachment; filename="____ _EUR_.csv"; filename*=UTF-8''%D1%86%D0%B5%D0%BD%D0%B8%20%28EUR%29.csv`,
          'content-length': String(Buffer.byteLength(`converted ${text}`)),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'levro-job': state.jobId,
          'levro-tokens-charged': '7',
          'levro-tokens-left': '93',
          'levro-warnings': 'totals-omitted,other-sheets',
        })
        const head = await resultOf(user, id, {}, 'HEAD')
        expect([head.status, await head.text()]).toEqual([200, ''])
        expect(await balanceOf(server().db, user.email)).toBe(93)
        await expectConsistentLedger(server().db)
        // What was sent is not needed any more.
        expect((await chunksOf(server().db, id)).map(({ part }) => part)).toEqual(['result'])
      })

      it('OPEN-02 · is checked free of charge, without a job', async () => {
        const user = await server().user()
        const id = await storedFile(server(), user, { kind: 'check', rows: 40 })
        expect(await finished(user, id)).toMatchObject({
          kind: 'check',
          state: 'done',
          tokens: 0,
          jobId: null,
        })
        const answer = await resultOf(user, id)
        expect(answer.headers.get('levro-job')).toBeNull()
        expect(await answer.text()).toMatch(/^checked /)
        expect(await savedJobs(user)).toEqual([])
        expect(await balanceOf(server().db, user.email)).toBe(15)
      })

      it('OPEN-02 · keeps every byte of its contents', async () => {
        const { db } = server()
        const user = await server().user()
        const id = await storedFile(server(), user)
        await user.call(deleteFile, { params: { id } })
        // Of 256 kB each: more than one statement, with a rest; as many as whole chunks; one byte.
        for (const length of [5 * 262_144 + 1, 2 * 262_144, 1]) {
          const bytes = randomBytes(length)
          await inTransaction(db, (trx) => writeContents(trx, id, 'input', bytes))
          expect((await chunksOf(db, id)).map(({ bytes }) => bytes.length)).toEqual(
            Array.from({ length: Math.ceil(length / 262_144) }, (_, n) =>
              Math.min(262_144, length - n * 262_144),
            ),
          )
          const read = await findInput(db, id, length)
          expect(Buffer.from(read ?? []).equals(bytes)).toBe(true)
          // Deleted while it is read: no part of it is converted.
          const last = Math.ceil(length / 262_144) - 1
          await db.deleteFrom('file_chunk').where('file_id', '=', id).where('position', '=', last).execute()
          expect(await findInput(db, id, length)).toBeUndefined()
          await db.deleteFrom('file_chunk').where('file_id', '=', id).execute()
        }
      })

      it('OPEN-02 · is stored once for an idempotency key, and no other request may use the key', async () => {
        const [user, other] = [await server().user(100), await server().user()]
        const first = await storeFile(server(), user, { key: 'k', hash: 'h' })
        expect(first.status).toBe('stored')
        expect(await storeFile(server(), user, { key: 'k', hash: 'h' })).toEqual({
          ...first,
          status: 'repeated',
        })
        expect(await storeFile(server(), user, { key: 'k', hash: 'i' })).toEqual({ status: 'conflict' })
        // A check of the same file is another request.
        expect(await storeFile(server(), user, { kind: 'check', key: 'k', hash: 'h' })).toEqual({
          status: 'conflict',
        })
        expect((await storeFile(server(), other, { key: 'k', hash: 'h' })).status).toBe('stored')
        const together = await Promise.all(
          [1, 2, 3].map(() => storeFile(server(), user, { key: 'm', hash: 'h' })),
        )
        expect(together.map(({ status }) => status).sort()).toEqual(['repeated', 'repeated', 'stored'])

        const headers = { 'idempotency-key': 'bulk' }
        expect((await user.call(convertBulk, { body: { rows: makeRows(1) }, headers })).status).toBe(200)
        expect(await storeFile(server(), user, { key: 'bulk', hash: 'h' })).toEqual({ status: 'conflict' })
      })

      it('OPEN-02 · is refused where the account has twenty waiting ones, or 200 MB', async () => {
        const { db } = server()
        const [user, other, large] = [await server().user(), await server().user(), await server().user()]
        converter.hold()
        for (let n = 0; n < 20; n++) await storedFile(server(), user)
        expect(await storeFile(server(), user)).toEqual({ status: 'full' })
        const kept = await storedFile(server(), other)
        const set = (stored_bytes: number) =>
          db.updateTable('file_conversion').set({ stored_bytes }).where('id', '=', kept).execute()
        await set(200 * MB - 10)
        expect(await storeFile(server(), other, { text: '0123456789+' })).toEqual({ status: 'full' })
        expect((await storeFile(server(), other, { text: '0123456789' })).status).toBe('stored')
        // Of all accounts together.
        await set(4096 * MB)
        expect(await storeFile(server(), large)).toEqual({ status: 'busy' })
        await db.deleteFrom('file_conversion').execute()
      })

      // SQLite has one writer at a time.
      if (dialect === 'postgres')
        it('OPEN-02 · is completed and cancelled while its account is locked, as by its deletion', async () => {
          const { db } = server()
          const user = await server().user()
          const accountId = await accountIdOf(db, user.email)
          const release = converter.hold()
          const id = await storedFile(server(), user, { kind: 'check' })
          const waiting = await storedFile(server(), user, { kind: 'check' })
          await db.transaction().execute(async (trx) => {
            await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
            // Each would wait for the other: the deletion for the row of the file, and this for the account.
            await user.call(deleteFile, { params: { id: waiting } })
            release()
            expect(await finished(user, id)).toMatchObject({ state: 'done' })
          })
          expect(await finished(user, waiting)).toMatchObject({ error: { code: 'file_deleted' } })
        })

      it('OPEN-02 · is not stored for an account that is deleted', async () => {
        const user = await server().user()
        const accountId = await accountIdOf(server().db, user.email)
        const id = await storedFile(server(), user, { text: 'the contents of a file' })
        await server().db.deleteFrom('account').where('id', '=', accountId).execute()
        expect(await chunksOf(server().db, id)).toEqual([])
        const of = await server().user()
        expect(await storeFile(server(), of, { accountId })).toEqual({ status: 'no-account' })
      })
    })

    describe('contents', () => {
      it('OPEN-02 · are deleted 24 hours after completion, and what is known of the file after 90 days', async () => {
        const { db, time } = server()
        const user = await server().user()
        const text = JSON.stringify({ rows: [{ name: 'Само тук', price: '1', currency: 'BGN' }] })
        const id = await storedFile(server(), user, { kind: 'check', text })
        await finished(user, id)
        const at = time.now
        time.now = at + DAY_MS - 1
        expect((await resultOf(user, id)).status).toBe(200)
        time.now = at + DAY_MS
        // Also where it is not deleted yet.
        expect(await codeOf(await resultOf(user, id))).toEqual([410, 'file_deleted'])
        await expect.poll(() => chunksOf(db, id), { interval: 20 }).toEqual([])
        expect(await findRowsWith(db, 'Само тук')).toEqual({})
        expect((await user.call(getFile, { params: { id } })).reply.state).toBe('done')

        await deleteOldFiles(db, at + 90 * DAY_MS - 1)
        expect(await rowOf(id)).toBeDefined()
        await deleteOldFiles(db, at + 90 * DAY_MS)
        expect(await rowOf(id)).toBeUndefined()
        time.now = at
      })

      it('OPEN-02 · of a file that was not processed within 24 hours are deleted, and it fails', async () => {
        const { db, time } = server()
        const [busy, user] = [await server().user(), await server().user()]
        const release = converter.hold()
        await storedFile(server(), busy)
        await expect.poll(() => converter.seen.length).toBeGreaterThan(0)
        const id = await storedFile(server(), user)
        const at = time.now
        time.now = at + DAY_MS
        release()
        expect(await finished(user, id)).toMatchObject({
          state: 'failed',
          tokens: 0,
          error: { code: 'busy' },
        })
        expect(await chunksOf(db, id)).toEqual([])
        expect(await balanceOf(db, user.email)).toBe(15)
        time.now = at
      })

      it('OPEN-02 · of a waiting file are deleted on request: it is cancelled and not charged', async () => {
        const { db } = server()
        const user = await server().user()
        const release = converter.hold()
        const before = converter.seen.length
        const running = await storedFile(server(), user)
        await expect.poll(() => converter.seen.length).toBeGreaterThan(before)
        const waiting = await storedFile(server(), user)
        for (const id of [running, waiting]) {
          expect((await user.call(deleteFile, { params: { id } })).reply).toEqual({ ok: true })
          expect(await chunksOf(db, id)).toEqual([])
          expect((await user.call(getFile, { params: { id } })).reply).toMatchObject({
            state: 'failed',
            tokens: 0,
            error: { code: 'file_deleted' },
          })
        }
        release()
        // A later one is processed only after these.
        await finished(user, await storedFile(server(), user, { rows: 1 }))
        expect(await balanceOf(db, user.email)).toBe(14)
        expect(await savedJobs(user)).toHaveLength(1)
        expect(await codeOf(await resultOf(user, running))).toEqual([409, 'file_failed'])
      })

      it('OPEN-02 · of a finished file are deleted on request: its charge and its job stay', async () => {
        const { db } = server()
        const user = await server().user()
        const id = await storedFile(server(), user)
        const { jobId } = await finished(user, id)
        await user.call(deleteFile, { params: { id } })
        expect(await chunksOf(db, id)).toEqual([])
        expect(await codeOf(await resultOf(user, id))).toEqual([410, 'file_deleted'])
        expect((await user.call(getFile, { params: { id } })).reply).toMatchObject({
          state: 'done',
          jobId,
          tokens: 3,
        })
        expect((await user.call(getJob, { params: { id: jobId ?? '' } })).status).toBe(200)
        expect(await balanceOf(db, user.email)).toBe(12)
        // Again: nothing changes, and the time of the deletion is that of the first.
        server().time.now += HOUR_MS
        const { deletedAt } = (await user.call(getFile, { params: { id } })).reply
        expect((await user.call(deleteFile, { params: { id } })).status).toBe(200)
        expect((await user.call(getFile, { params: { id } })).reply.deletedAt).toBe(deletedAt)
      })
    })

    describe('a stored file is answered', () => {
      it('OPEN-02 · to its account only', async () => {
        const [user, other] = [await server().user(), await server().user()]
        const id = await storedFile(server(), user)
        await finished(user, id)
        for (const endpoint of [getFile, getFileResult, deleteFile])
          for (const params of [{ id }, { id: 'none' }, { id: '\u0000' }])
            expect(
              (await other.call<typeof getFile>(endpoint as typeof getFile, { params })).refusal.code,
            ).toBe('not_found')
        const visitor = server().client()
        expect((await visitor.call(getFile, { params: { id } })).status).toBe(401)
        expect((await resultOf(user, id)).status).toBe(200)
      })

      it('OPEN-02 · to keys with the scope that made it, or to read; only the former delete it', async () => {
        const user = await server().user()
        const ids = {
          convert: await storedFile(server(), user),
          check: await storedFile(server(), user, { kind: 'check' }),
        }
        for (const id of Object.values(ids)) await finished(user, id)
        for (const scope of ['read', 'convert', 'check'] as const) {
          const { key } = await addedApiKey(server(), user, { scopes: [scope] })
          const visitor = server().client()
          for (const kind of ['convert', 'check'] as const) {
            const input = { params: { id: ids[kind] }, headers: bearer(key) }
            const isOwn = scope === kind
            const mayRead = isOwn || scope === 'read'
            expect((await visitor.call(getFile, input)).status).toBe(mayRead ? 200 : 403)
            expect((await resultOf(visitor, ids[kind], bearer(key))).status).toBe(mayRead ? 200 : 403)
            if (!isOwn) {
              const refused = await visitor.call(deleteFile, input)
              expect(refused.refusal.code).toBe('scope_missing')
            }
          }
        }
        const { key } = await addedApiKey(server(), user, { scopes: ['check'] })
        const input = { params: { id: ids.check }, headers: bearer(key) }
        expect((await server().client().call(deleteFile, input)).status).toBe(200)
      })
    })
  },
  {},
  { fileConverter: converter, filesPollMs: 20 },
)
