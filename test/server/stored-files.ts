import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { getFile } from '#api/stored-files.ts'
import type { ReplyOf } from '#api/endpoint.ts'
import type { FileWarning } from '#api/file-warnings.ts'
import { convertBulkBody } from '#server/conversions/convert.ts'
import type { Db } from '#server/db/schema.ts'
import { makeFileStore } from '#server/files/stored-files.ts'
import type { FileConverter, FileOutcome, FileTask, StoreRequest } from '#server/files/types.ts'
import { type TestDialect, type TestServer, makePlace, startServer } from '../harness.ts'
import type { Client } from './client.ts'
import { accountIdOf } from './ledger-check.ts'
import { makeRows } from './reference.ts'

/** A converter of a test: the body of a request is that of a bulk conversion, and the result is the body after `converted `. */
export type TestConverter = FileConverter & {
  /** The bodies that it was given, as text. */
  seen: string[]
  /** From now on files wait until they are released, or the test ends. */
  hold: () => () => void
  /** Outcomes in place of the next ones; errors are thrown. */
  next: (FileOutcome | Error)[]
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export function makeTestConverter(): TestConverter {
  const [seen, next]: [string[], (FileOutcome | Error)[]] = [[], []]
  let held: Promise<void> | undefined

  async function process(task: FileTask, isCheck: boolean): Promise<FileOutcome> {
    const text = new TextDecoder().decode(task.bytes)
    seen.push(text)
    const planned = next.shift()
    await held
    if (planned instanceof Error) throw planned
    if (planned !== undefined) return planned
    const converted = convertBulkBody(task.bytes)
    if (!converted.ok) return { ok: false, code: converted.problem, params: {} }
    const { bulk } = converted
    const bytes = encode(`${isCheck ? 'checked' : 'converted'} ${text}`)
    const contentType = isCheck ? 'application/json' : 'text/csv; charset=utf-8'
    const warnings: FileWarning[] = ['totals-omitted', 'other-sheets']
    const result = { bytes, filename: 'цени (EUR).csv', contentType, warnings }
    return { ok: true, rows: bulk.counts.totalRows, bulk: isCheck ? undefined : bulk, result }
  }

  return {
    seen,
    next,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      const release = () => {
        resolve()
        held = undefined
      }
      onTestFinished(release)
      return release
    },
    convert: (task) => process(task, false),
    check: (task) => process(task, true),
    close: async () => {},
  }
}

type Stored = Partial<StoreRequest> & { rows?: number; text?: string; hash?: string }

/** Stores a file as the route does, for the background to find; its content is different each time unless it is given. */
export async function storeFile(
  { db, time }: Pick<TestServer, 'db' | 'time'>,
  user: Pick<Client, 'email'>,
  { rows = 3, text, hash, ...request }: Stored = {},
) {
  const body = text ?? JSON.stringify({ filename: `${randomUUID()}.csv`, rows: makeRows(rows) })
  return makeFileStore(db, () => {}).store({
    kind: 'convert',
    accountId: await accountIdOf(db, user.email),
    apiKeyId: undefined,
    key: undefined,
    lang: 'bg',
    webhook: undefined,
    task: { bytes: encode(body), contentType: 'text/csv', choices: { name: 'цени.csv' } },
    larger: { filename: 'цени.csv', rows, tokens: rows, requestHash: hash ?? randomUUID() },
    at: time.now,
    ...request,
  })
}

/** The id of a file that is stored. */
export async function storedFile(...args: Parameters<typeof storeFile>): Promise<string> {
  const stored = await storeFile(...args)
  if (stored.status !== 'stored') throw new Error(`The file is not stored: ${stored.status}`)
  return stored.id
}

export type State = ReplyOf<typeof getFile>

/** The stored chunks of a file, in their order. */
export const chunksOf = (db: Db, id: string) =>
  db
    .selectFrom('file_chunk')
    .select(['part', 'position', 'bytes'])
    .where('file_id', '=', id)
    .orderBy('part')
    .orderBy('position')
    .execute()

/** Servers of one database, each with a converter, until the test ends. */
export async function startFileServers(
  dialect: TestDialect,
  count = 1,
): Promise<{ servers: TestServer[]; converters: TestConverter[] }> {
  const place = await makePlace(dialect)
  onTestFinished(place.remove)
  const converters = Array.from({ length: count }, makeTestConverter)
  const servers: TestServer[] = []
  for (const fileConverter of converters) {
    const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' }, undefined, {
      fileConverter,
      filesPollMs: 20,
    })
    onTestFinished(server.stop)
    servers.push(server)
  }
  return { servers, converters }
}

/** The state of a file, once it is completed. */
export async function finished(user: Client, id: string): Promise<State> {
  const stateOf = async () => (await user.call(getFile, { params: { id } })).reply
  await expect.poll(async () => (await stateOf()).completedAt, { interval: 20 }).not.toBeNull()
  return stateOf()
}
