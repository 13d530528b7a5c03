import { randomBytes } from 'node:crypto'
import type { Db, Schema } from '#server/db/schema.ts'
import { loadSecretKey } from '#server/secret-key.ts'
import { chainEntries } from '#server/tokens/chain.ts'
import { SECRET_KEY } from '../harness.ts'

const AT = 1_790_000_000_123

/** Unusual text that PostgreSQL can store, and text that looks like a line of a backup. */
export const AWKWARD = [
  '',
  ' ',
  "'; drop table account; --",
  '"\\',
  '\\u0000 \\x00 \\n',
  'два\r\nреда\ttab\u0001\u001f\u007f\u0085\u2028\u2029',
  '\ufeff\u202eobratno\u200f',
  '👩‍👩‍👧‍👦 é ё Щ 中 \u{10ffff}\uffff\ue000',
  '["account",{"id":"x"}]\n{"rows":{},"sha256":""}\n',
  '{"base64":"AAAA"}',
  'дълго '.repeat(5000),
]

/** Bytes that are not text, and no bytes. */
const BYTES = [new Uint8Array(), Uint8Array.from({ length: 256 }, (_, n) => n), randomBytes(200_000)]

/**
 * Adds at least one row to every table, with and without a value in each nullable column. Balances are the
 * sums of their entries.
 */
export async function fill(db: Db): Promise<void> {
  const [owner, other] = ['owner', 'other']
  await db
    .insertInto('account')
    .values([
      accountRow(owner, { balance: 2 ** 52, entries: 3 }),
      accountRow(other, { verified_at: AT, free_tokens: 'pending' }),
    ])
    .execute()
  const { fingerprint } = loadSecretKey({ secretKey: SECRET_KEY, dataDir: '' })
  await db.insertInto('key_fingerprint').values({ id: 1, fingerprint }).execute()
  await db
    .insertInto('session')
    .values({ token_hash: 'session', account_id: owner, device: 'd', created_at: AT, last_used_at: AT })
    .execute()
  await db
    .insertInto('known_device')
    .values({ token_hash: 'd', account_id: owner, used_at: AT, passed_second_factor: 1 })
    .execute()
  await db
    .insertInto('passkey')
    .values([
      passkeyRow('never', { account_id: owner }),
      passkeyRow('used', { account_id: other, counter: 2 ** 32 - 1, used_at: AT }),
    ])
    .execute()
  await db
    .insertInto('totp')
    .values([
      {
        account_id: owner,
        secret: 'sealed',
        pending_secret: null,
        last_step: 2 ** 32,
        wrong_codes: 3,
        created_at: AT,
      },
      {
        account_id: other,
        secret: null,
        pending_secret: 'sealed',
        last_step: 0,
        wrong_codes: 0,
        created_at: AT,
      },
    ])
    .execute()
  await db
    .insertInto('free_token_grant')
    .values([
      { address_hash: 'living', kept_until: null, confirmed: 0 },
      { address_hash: 'deleted', kept_until: AT + 9e9, confirmed: 1 },
    ])
    .execute()
  await db
    .insertInto('security_event')
    .values({
      hour: AT,
      event: 'sign-in',
      outcome: 'success',
      code: '',
      account: 'a',
      network: '',
      times: 2,
      first_at: AT,
      last_at: AT + 1,
    })
    .execute()
  await db
    .insertInto('api_key')
    .values([
      apiKeyRow('unused', { account_id: owner }),
      apiKeyRow('revoked', {
        account_id: other,
        tokens_per_day: 100,
        spent_day: 20_000,
        spent_tokens: 7,
        last_used_at: AT,
        revoked_at: AT,
      }),
    ])
    .execute()
  await db.insertInto('recovery_code').values({ code_hash: 'code', account_id: owner }).execute()
  await db
    .insertInto('auth_challenge')
    .values({ hash: 'challenge', purpose: 'passkey', account_id: null, expires_at: AT })
    .execute()
  await db
    .insertInto('email_link')
    .values({ token_hash: 'link', account_id: owner, purpose: 'verify', expires_at: AT })
    .execute()
  await db.insertInto('throttle').values({ key: 'k', hits: 1, resets_at: AT }).execute()
  await db
    .insertInto('purchase')
    .values([
      purchaseRow('sold', { account_id: owner, status: 'credited', session_id: 's1', look_at: AT + 9e9 }),
      purchaseRow('awaited', { account_id: other, look_at: AT + 9e9, problem: 'unknown' }),
      purchaseRow('past', { status: 'expired', receipt_url: 'https://example.bg/r?a=1&б=2' }),
    ])
    .execute()
  await db
    .insertInto('token_entry')
    .values([
      entryRow(1, {
        reason: 'admin',
        delta: 2 ** 52 - 99,
        balance_after: 2 ** 52 - 99,
        note: AWKWARD[7] ?? '',
      }),
      entryRow(2, {
        reason: 'purchase',
        ref: 's1',
        delta: 100,
        balance_after: 2 ** 52 + 1,
        purchase_id: 'sold',
      }),
      entryRow(3, { reason: 'conversion', ref: 'gone', delta: -1, balance_after: 2 ** 52 }),
    ])
    .execute()
  await db
    .insertInto('bulk_key')
    .values({ account_id: owner, key: 'k', body_hash: 'h', job_id: 'gone', at: AT })
    .execute()
  await db
    .insertInto('file_conversion')
    .values([
      fileRow('waiting', { account_id: owner, filename: AWKWARD[7] ?? '' }),
      fileRow('done', {
        account_id: owner,
        api_key_id: 'unused',
        state: 'done',
        idempotency_key: 'k',
        due_at: null,
        job_id: 'gone',
        tokens: 1,
        result_name: 'цени.csv',
        result_type: 'text/csv',
        result_bytes: 3,
        error: null,
        completed_at: AT,
        delete_at: AT,
      }),
      fileRow('failed', {
        account_id: other,
        state: 'failed',
        error: '{"code":"busy"}',
        webhook: 'https://a',
      }),
    ])
    .execute()
  await db
    .insertInto('file_chunk')
    .values({ file_id: 'waiting', part: 'input', position: 0, bytes: randomBytes(10) })
    .execute()
  await db
    .insertInto('webhook_delivery')
    .values({
      id: 'd',
      file_id: 'done',
      api_key_id: 'unused',
      url: 'https://example.bg',
      created_at: AT,
      attempts: 0,
      due_at: null,
      problem: 'p',
    })
    .execute()
  await db.insertInto('terms_acceptance').values({ account_id: owner, version: '1', at: AT }).execute()
  for (const [n, text] of AWKWARD.entries())
    await db
      .insertInto('support_message')
      .values({
        id: `m${n}`,
        name: text,
        email: text,
        topic: text,
        text,
        lang: 'bg',
        at: n,
        account_id: n > 3 ? owner : null,
      })
      .execute()
  await db
    .insertInto('outbox')
    .values([
      emailRow('l1', { kind: 'support', message_id: 'm2' }),
      emailRow('l2', { kind: 'purchase', account_id: owner, purchase_id: 'sold' }),
      emailRow('l3', { kind: 'deleted', due_at: null, problem: 'няма такъв адрес' }),
      emailRow('l4', { kind: 'reset' }),
    ])
    .execute()
  await chain(db)
}

/** Adds jobs with arbitrary bytes as rows, with correct charges. */
export async function fillJobs(db: Db): Promise<void> {
  await db
    .insertInto('account')
    .values(accountRow('worker', { balance: 7, entries: 2 }))
    .execute()
  await db
    .insertInto('token_entry')
    .values([
      entryRow(1, { account_id: 'worker', ref: 'w1', reason: 'admin', delta: 10, balance_after: 10 }),
      entryRow(2, { account_id: 'worker', ref: 'job', reason: 'conversion', delta: -3, balance_after: 7 }),
    ])
    .execute()
  await db
    .insertInto('job')
    .values({
      id: 'job',
      account_id: 'worker',
      filename: 'цени "юли".csv',
      total_rows: 3,
      valid_rows: 3,
      invalid_rows: 0,
      empty_rows: 0,
      token_cost: 3,
      created_at: AT,
      total_national: 1250,
      total_euro: 639,
      source: 'upload',
      part: 'first',
    })
    .execute()
  for (const [seq, rows] of BYTES.entries())
    await db.insertInto('job_chunk').values({ job_id: 'job', seq, rows }).execute()
  await chain(db)
}

/** Nothing else uses the database, so that no entry needs a lock on PostgreSQL either. */
const chain = (db: Db) => chainEntries(db, { dialect: 'sqlite', now: AT })

const accountRow = (id: string, changes: Partial<Schema['account']>): Schema['account'] => ({
  id,
  email: `${id}@example.bg`,
  address: `${id}@example.bg`,
  verified_at: null,
  password_hash: '$argon2id$x',
  balance: 0,
  entries: 0,
  free_tokens: null,
  created_at: AT,
  ...changes,
})

const entryRow = (seq: number, changes: Partial<Schema['token_entry']>): Schema['token_entry'] => ({
  reason: 'signup',
  ref: `entry ${seq}`,
  account_id: 'owner',
  seq,
  delta: 1,
  balance_after: 1,
  uncovered: 0,
  note: null,
  purchase_id: null,
  at: AT,
  digest: null,
  position: null,
  ...changes,
})

/** A row of a purchase of a pack for 4.99 €, open and of no account unless `changes` says otherwise. */
export const purchaseRow = (id: string, changes: Partial<Schema['purchase']>): Schema['purchase'] => ({
  id,
  account_id: null,
  plan: 'starter',
  tokens: 100,
  price_cents: 499,
  site: 'https://levro.bg',
  lang: 'bg',
  status: 'open',
  session_id: null,
  created_at: AT,
  credited_at: null,
  paid_at: null,
  receipt_url: null,
  refunded_cents: 0,
  disputed_cents: 0,
  lost_cents: 0,
  reversed_tokens: 0,
  uncovered_tokens: 0,
  problem: null,
  version: 1,
  look_at: null,
  ...changes,
})

const passkeyRow = (
  id: string,
  changes: Pick<Schema['passkey'], 'account_id'> & Partial<Schema['passkey']>,
) => ({
  id,
  public_key: 'a-_9',
  counter: 0,
  name: 'Chrome · Windows',
  created_at: AT,
  used_at: null,
  ...changes,
})

const apiKeyRow = (id: string, changes: Partial<Schema['api_key']>): Schema['api_key'] => ({
  id,
  account_id: '',
  key_hash: `hash of ${id}`,
  prefix: 'levro_AbCdEf',
  name: 'Магазин',
  scopes: 'convert read',
  requests_per_minute: 60,
  tokens_per_day: null,
  spent_day: 0,
  spent_tokens: 0,
  created_at: AT,
  last_used_at: null,
  revoked_at: null,
  ...changes,
})

const fileRow = (
  id: string,
  changes: Pick<Schema['file_conversion'], 'account_id'> & Partial<Schema['file_conversion']>,
): Schema['file_conversion'] => ({
  id,
  api_key_id: null,
  kind: 'convert',
  state: 'waiting',
  filename: 'цени.csv',
  lang: 'bg',
  content_type: 'text/csv',
  choices: '{}',
  idempotency_key: null,
  request_hash: 'h',
  rows: 30_000,
  stored_bytes: 10,
  attempts: 0,
  due_at: AT,
  charging: 0,
  job_id: null,
  tokens: 0,
  result_name: null,
  result_type: null,
  result_bytes: 0,
  warnings: '[]',
  error: null,
  webhook: null,
  created_at: AT,
  completed_at: null,
  delete_at: null,
  ...changes,
})

const emailRow = (id: string, changes: Partial<Schema['outbox']>): Schema['outbox'] => ({
  id,
  kind: 'deleted',
  lang: 'bg',
  email: 'a@example.bg',
  account_id: null,
  message_id: null,
  purchase_id: null,
  detail: null,
  entry_seq: null,
  created_at: AT,
  attempts: 0,
  due_at: AT,
  problem: null,
  ...changes,
})
