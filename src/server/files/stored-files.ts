import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { FileState } from '#api/stored-files.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import type { ErrorCode } from '#api/errors.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { lockAccount } from '../auth/accounts.ts'
import { DAY_MS, isoTime } from '../clock.ts'
import { findIdempotencyKey } from '../conversions/charge.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { errorBodyOf } from '../http/error-handler.ts'
import { deleteContents, writeContents } from './contents.ts'
import type { FileStore, StoreRequest, StoreResult } from './types.ts'

export type StoredFile = Schema['file_conversion']

/** Why a file was not processed; stored as JSON. */
export type FileError = { code: ErrorCode; params: ErrorParams }

/** Bytes of the contents of all accounts. */
const MAX_STORED_BYTES = 4 * 1024 ** 3

const ROW_RETENTION_MS = 90 * DAY_MS

/** @param wake called when a file was stored, after its transaction */
export const makeFileStore = (db: Db, wake: () => void): FileStore => ({
  async store(request) {
    const result = await inTransaction(db, (trx) => store(trx, request))
    if (result.status === 'stored') wake()
    return result
  },
  async findByKey(accountId, key) {
    const row = await findByKey(db, accountId, key)
    return row && { id: row.id, requestHash: row.request_hash }
  },
})

const findByKey = (db: Db, accountId: string, key: string) =>
  db
    .selectFrom('file_conversion')
    .select(['id', 'kind', 'request_hash'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** The lock of the account orders the requests with one key, and those that would exceed a limit together. */
async function store(trx: Transaction, request: StoreRequest): Promise<StoreResult> {
  const { accountId, key, task, larger } = request
  if (!(await lockAccount(trx, accountId))) return { status: 'no-account' }
  if (key !== undefined) {
    const earlier = await findByKey(trx, accountId, key)
    if (earlier !== undefined)
      return earlier.kind === request.kind && earlier.request_hash === larger.requestHash
        ? { status: 'repeated', id: earlier.id }
        : { status: 'conflict' }
    // Whether a request is stored depends on it alone: this key was used for another one.
    if ((await findIdempotencyKey(trx, accountId, key)) !== undefined) return { status: 'conflict' }
  }
  const used = await countStored(trx, accountId)
  const bytes = task.bytes.length
  if (used.waiting >= LIMITS.waitingFiles || used.bytes + bytes > LIMITS.keptFileBytes)
    return { status: 'full' }
  if (used.bytesOfAll + bytes > MAX_STORED_BYTES) return { status: 'busy' }
  const row = newRow(request)
  await trx.insertInto('file_conversion').values(row).execute()
  await writeContents(trx, row.id, 'input', task.bytes)
  return { status: 'stored', id: row.id }
}

/** Of the files that have contents: they are few, and those of an account for 90 days may be many. */
async function countStored(trx: Transaction, accountId: string) {
  const counted = await trx
    .selectFrom('file_conversion')
    .select((e) => [
      e.fn.sum<number | null>('stored_bytes').as('all'),
      e.fn.sum<number | null>('stored_bytes').filterWhere('account_id', '=', accountId).as('own'),
      e.fn.count<number>('due_at').filterWhere('account_id', '=', accountId).as('waiting'),
    ])
    .where('stored_bytes', '>', 0)
    .executeTakeFirstOrThrow()
  return { waiting: counted.waiting, bytes: counted.own ?? 0, bytesOfAll: counted.all ?? 0 }
}

const newRow = ({
  kind,
  accountId,
  apiKeyId,
  key,
  lang,
  webhook,
  task,
  larger,
  at,
}: StoreRequest): StoredFile => ({
  id: randomUUIDv7(),
  account_id: accountId,
  api_key_id: apiKeyId ?? null,
  kind,
  state: 'waiting',
  filename: larger.filename,
  lang,
  content_type: task.contentType,
  choices: JSON.stringify(task.choices),
  idempotency_key: key ?? null,
  request_hash: larger.requestHash,
  rows: larger.rows,
  stored_bytes: task.bytes.length,
  attempts: 0,
  due_at: at,
  charging: 0,
  job_id: null,
  tokens: 0,
  result_name: null,
  result_type: null,
  result_bytes: 0,
  warnings: '[]',
  error: null,
  webhook: webhook ?? null,
  created_at: at,
  completed_at: null,
  delete_at: null,
})

/** Finds a file of this account only. */
export async function findFile(db: Db, accountId: string, id: string): Promise<StoredFile | undefined> {
  // Other texts are not passed to the database: PostgreSQL rejects NUL, for example.
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined
  return db
    .selectFrom('file_conversion')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The files of an account, newest first, for the download of personal data. */
export const listFiles = (db: Db, accountId: string): Promise<StoredFile[]> =>
  db
    .selectFrom('file_conversion')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** What `GET /api/v1/files/:id` and webhooks say of a file. */
export function fileStateOf(row: StoredFile, lang: Lang): FileState {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    filename: row.filename,
    rows: row.rows,
    createdAt: isoTime(row.created_at),
    completedAt: timeOrNull(row.completed_at),
    deletedAt: timeOrNull(row.delete_at),
    jobId: row.job_id,
    tokens: row.tokens,
    error: row.error === null ? null : errorBodyOf(JSON.parse(row.error) as FileError, lang),
  }
}

const timeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time))

const DELETED: FileError = { code: 'file_deleted', params: {} }

/**
 * Deletes the contents of a file. One that is not being charged is cancelled; one that is will be completed without a result.
 */
export const deleteFile = (db: Db, { id, at }: { id: string; at: number }): Promise<void> =>
  inTransaction(db, async (trx) => {
    await trx
      .updateTable('file_conversion')
      .set({
        state: 'failed',
        error: JSON.stringify(DELETED),
        due_at: null,
        completed_at: at,
        delete_at: at,
        stored_bytes: 0,
        webhook: null,
      })
      .where('id', '=', id)
      .where('due_at', 'is not', null)
      .where('charging', '=', 0)
      .execute()
    // Unless it was cancelled just now, or deleted before.
    await trx
      .updateTable('file_conversion')
      .set({ delete_at: at, stored_bytes: 0 })
      .where('id', '=', id)
      .where((or) => or.or([or('delete_at', 'is', null), or('delete_at', '>', at)]))
      .execute()
    await deleteContents(trx, id)
  })

const FILES_PER_DELETION = 20

/** Deletes the contents whose time is over. */
export async function deleteDueContents(db: Db, now: number): Promise<void> {
  const due = await db
    .selectFrom('file_conversion')
    .select('id')
    .where('delete_at', '<=', now)
    .where('stored_bytes', '>', 0)
    .limit(FILES_PER_DELETION)
    .execute()
  for (const { id } of due)
    await inTransaction(db, async (trx) => {
      await trx.updateTable('file_conversion').set({ stored_bytes: 0 }).where('id', '=', id).execute()
      await deleteContents(trx, id)
    })
}

/** Deletes what is known of files that were completed long ago. */
export async function deleteOldFiles(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('file_conversion')
    .where('completed_at', '<=', now - ROW_RETENTION_MS)
    .execute()
}

/** Whether there is a result that may be read: not after its time, although it is deleted a little later. */
export const isKept = ({ stored_bytes, delete_at }: StoredFile, now: number): boolean =>
  stored_bytes > 0 && delete_at !== null && delete_at > now

/** For each account, when a file of it was last completed: those that were served longest ago come first. */
export const lastServed = sql<number>`coalesce((select max(completed_at) from file_conversion as other
  where other.account_id = file_conversion.account_id), 0)`
