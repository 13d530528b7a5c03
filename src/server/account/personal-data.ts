import { Readable } from 'node:stream'
import { isoTime } from '../clock.ts'
import { decompressRows } from '../conversions/row-chunks.ts'
import { findChunks, listJobs } from '../conversions/jobs.ts'
import type { Db } from '../db/schema.ts'
import { allPurchases } from '../payments/purchases.ts'
import { listEntries } from '../tokens/history.ts'
import type { Account } from '../auth/accounts.ts'
import { findFactors } from '../auth/second-factor/factors.ts'
import { KINDS_WITHOUT_ACCOUNT } from '../mail/outbox.ts'
import type { SecretKey } from '../secret-key.ts'
import { ownSecurityEvents } from '../security-log/security-log.ts'
import { allApiKeys } from '../auth/api-keys/keys.ts'
import { listDevices } from '../auth/devices.ts'
import { fileStateOf, listFiles } from '../files/stored-files.ts'
import type { SignedIn } from '../http/routes.ts'
import { listSessions } from '../auth/sessions.ts'

const ENTRIES_PER_PAGE = 1000

type ExportRequest = { account: Account; signedIn: SignedIn; key: SecretKey; at: number }

/** All personal data of an account as JSON (GDPR, Articles 15 and 20). Streamed: an account may have millions of rows. */
export const exportPersonalData = (db: Db, request: ExportRequest): Readable =>
  Readable.from(jsonPieces(db, request), { objectMode: false })

async function* jsonPieces(
  db: Db,
  { account, signedIn, key, at }: ExportRequest,
): AsyncGenerator<string | Buffer> {
  const { id, address, isVerified, freeTokens, createdAt, balance } = account
  const data = { email: address, createdAt: isoTime(createdAt), isVerified, freeTokens, tokens: balance }
  yield `{\n"exportedAt": ${JSON.stringify(isoTime(at))},\n"account": ${JSON.stringify(data)}`
  yield `,\n"sessions": ${JSON.stringify(await listSessions(db, signedIn, at))}`
  yield `,\n"knownDevices": ${JSON.stringify(await listDevices(db, id))}`
  yield `,\n"secondFactors": ${JSON.stringify(await findFactors(db, id))}`
  yield `,\n"apiKeys": ${JSON.stringify(await allApiKeys(db, id))}`
  yield `,\n"securityEvents": ${JSON.stringify(await ownSecurityEvents(db, key, id))}`
  yield `,\n"waitingLetters": ${JSON.stringify(await queuedEmails(db, account))}`
  yield `,\n"acceptedTerms": ${JSON.stringify(await acceptedTerms(db, id))}`
  yield `,\n"messages": ${JSON.stringify(await ownMessages(db, id))}`
  yield `,\n"purchases": ${JSON.stringify(await allPurchases(db, id))}`
  yield ',\n"tokens": ['
  yield* ownEntries(db, id)
  yield `],\n"files": ${JSON.stringify(await ownFiles(db, id))}`
  yield ',\n"jobs": ['
  let separator = '\n'
  for (const job of await listJobs(db, id)) {
    yield `${separator}{"job": ${JSON.stringify(job)}, "rows": [`
    const chunks = await findChunks(db, job.id)
    if (chunks !== undefined) yield* decompressRows(chunks)
    yield ']}'
    separator = ',\n'
  }
  yield ']\n}\n'
}

async function* ownEntries(db: Db, accountId: string): AsyncGenerator<string> {
  let before: number | undefined
  let separator = '\n'
  for (;;) {
    const { entries } = await listEntries(db, accountId, before, ENTRIES_PER_PAGE)
    if (entries.length === 0) return
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(',\n')
    separator = ',\n'
    before = entries.at(-1)?.seq
  }
}

async function queuedEmails(db: Db, { id, email }: Account) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'created_at'])
    .where((or) =>
      or.or([
        or('account_id', '=', id),
        or.and([or('kind', 'in', KINDS_WITHOUT_ACCOUNT), or('email', '=', email)]),
      ]),
    )
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, created_at }) => ({ kind, at: isoTime(created_at) }))
}

/** Without their contents: what was sent is the user's own, and results can be downloaded while they are kept. */
async function ownFiles(db: Db, accountId: string) {
  const deliveries = await db
    .selectFrom('webhook_delivery')
    .innerJoin('file_conversion', 'file_conversion.id', 'webhook_delivery.file_id')
    .select(['file_id', 'url'])
    .where('account_id', '=', accountId)
    .execute()
  const urlOf = new Map(deliveries.map(({ file_id, url }) => [file_id, url]))
  return (await listFiles(db, accountId)).map((file) => ({
    ...fileStateOf(file, file.lang),
    webhook: file.webhook ?? urlOf.get(file.id) ?? null,
  }))
}

async function acceptedTerms(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('terms_acceptance')
    .select(['version', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute()
  return rows.map(({ version, at }) => ({ version, at: isoTime(at) }))
}

/** Only messages sent while signed in: signed out, anyone can enter the user's address. */
async function ownMessages(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('support_message')
    .select(['at', 'name', 'topic', 'text'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute()
  return rows.map(({ at, ...message }) => ({ at: isoTime(at), ...message }))
}
