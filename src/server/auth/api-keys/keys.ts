import { randomUUIDv7 } from 'node:crypto'
import type { ApiKey, StoredApiKey } from '#api/api-keys.ts'
import { API_KEY_LIMITS, API_KEY_SCOPES, type ApiKeyScope } from '#product/api-keys.ts'
import { CLOCK_SKEW_MS, DAY_MS, MINUTE_MS, isoTime } from '../../clock.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { Db, Schema, Transaction } from '../../db/schema.ts'
import type { Caller } from '../../http/routes.ts'
import { makeSecret, sha256 } from '../secrets.ts'

/** Names the product, so that scanners for leaked secrets recognise a key. */
const KEY_START = 'levro_'
const KEY_FORMAT = /^levro_[A-Za-z0-9_-]{43}$/
/** Six characters of the secret: 220 random bits stay unknown. */
const PREFIX_LENGTH = KEY_START.length + 6

/** Minimum time between writes of `last_used_at`. */
const TOUCH_INTERVAL_MS = MINUTE_MS

/** As long as the security log. */
const REVOKED_RETENTION_MS = 90 * DAY_MS

type NewApiKey = {
  accountId: string
  name: string
  scopes: readonly ApiKeyScope[]
  requestsPerMinute: number
  tokensPerDay: number | null
  at: number
}

/**
 * Creates a key. The caller has locked the account.
 * @returns it with its secret, of which only the hash is stored; undefined where the account has too many
 */
export async function createApiKey(
  trx: Transaction,
  { accountId, name, scopes, requestsPerMinute, tokensPerDay, at }: NewApiKey,
): Promise<{ key: string; apiKey: ApiKey } | undefined> {
  if ((await countInUse(trx, accountId)) >= API_KEY_LIMITS.keys) return undefined
  const key = KEY_START + makeSecret()
  const row: Schema['api_key'] = {
    id: randomUUIDv7(),
    account_id: accountId,
    key_hash: sha256(key),
    prefix: key.slice(0, PREFIX_LENGTH),
    name,
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
    requests_per_minute: requestsPerMinute,
    tokens_per_day: tokensPerDay,
    spent_day: 0,
    spent_tokens: 0,
    created_at: at,
    last_used_at: null,
    revoked_at: null,
  }
  await trx.insertInto('api_key').values(row).execute()
  return { key, apiKey: toApiKey(row) }
}

async function countInUse(trx: Transaction, accountId: string): Promise<number> {
  const { keys } = await trx
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return keys
}

/** The keys of an account that are in use, the newest first. */
export async function listApiKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  const rows = await keysOf(db, accountId).where('revoked_at', 'is', null).execute()
  return rows.map(toApiKey)
}

/** With those that were revoked. */
export async function allApiKeys(db: Db, accountId: string): Promise<StoredApiKey[]> {
  const rows = await keysOf(db, accountId).execute()
  return rows.map((row) => ({ ...toApiKey(row), revokedAt: timeOrNull(row.revoked_at) }))
}

const keysOf = (db: Db, accountId: string) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

/** @returns whether the account had such a key in use */
export async function revokeApiKey(
  trx: Transaction,
  accountId: string,
  { id, at }: { id: string; at: number },
): Promise<boolean> {
  // Other texts are not passed to the database: PostgreSQL rejects NUL, for example.
  if (!/^[0-9a-f-]{36}$/.test(id)) return false
  const revoked = await trx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

export type FoundApiKey = {
  caller: Caller & { scopes: readonly ApiKeyScope[] }
  id: string
  requestsPerMinute: number
}

/**
 * Finds the account of a key, by its hash: how long the search takes says nothing about the key. Updates its last use.
 * @returns `unknown` also for text that is no key
 */
export async function findApiKey(
  db: Db,
  key: string,
  now: number,
): Promise<FoundApiKey | 'unknown' | 'revoked'> {
  if (!KEY_FORMAT.test(key)) return 'unknown'
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['account.id as account', 'account.address', 'account.balance'])
    .select(['api_key.id', 'scopes', 'requests_per_minute', 'tokens_per_day', 'last_used_at', 'revoked_at'])
    .where('key_hash', '=', sha256(key))
    .executeTakeFirst()
  if (row === undefined) return 'unknown'
  if (row.revoked_at !== null) return 'revoked'
  const last = row.last_used_at
  if (last === null || last <= now - TOUCH_INTERVAL_MS || last > now + CLOCK_SKEW_MS)
    await touch(db, row.id, now)
  return {
    caller: {
      accountId: row.account,
      email: row.address,
      balance: row.balance,
      apiKey: { id: row.id, isCapped: row.tokens_per_day !== null },
      scopes: scopesOf(row),
    },
    id: row.id,
    requestsPerMinute: row.requests_per_minute,
  }
}

/** Ignores an unavailable database: the next request updates it. */
async function touch(db: Db, id: string, now: number): Promise<void> {
  try {
    await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

/** Those of some keys that are revoked, or deleted. Their accounts are locked. */
export async function findRevoked(trx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const inUse = await trx
    .selectFrom('api_key')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
  return new Set(ids).difference(new Set(inUse.map(({ id }) => id)))
}

/** What capped keys may still spend today (UTC), by their ids. Their accounts are locked. */
export async function findDailyTokens(
  trx: Transaction,
  ids: readonly string[],
  at: number,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('api_key')
    .select(['id', 'tokens_per_day', 'spent_day', 'spent_tokens'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, tokens_per_day, spent_day, spent_tokens }) => [
      id,
      (tokens_per_day ?? Infinity) - (spent_day >= dayOf(at) ? spent_tokens : 0),
    ]),
  )
}

/** Counts what a capped key has spent, in the transaction of the charge. */
export async function countDailyTokens(
  trx: Transaction,
  { id, tokens, at }: { id: string; tokens: number; at: number },
): Promise<void> {
  const day = dayOf(at)
  await trx
    .updateTable('api_key')
    .set((e) => ({
      // A request of the day before may be charged after one of this day: it counts in this one.
      spent_day: e.case().when('spent_day', '>', day).then(e.ref('spent_day')).else(day).end(),
      spent_tokens: e
        .case()
        .when('spent_day', '>=', day)
        .then(e('spent_tokens', '+', tokens))
        .else(tokens)
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** Seconds until the next day (UTC) begins. */
export const secondsOfDayLeft = (at: number): number => Math.ceil(((dayOf(at) + 1) * DAY_MS - at) / 1000)

export async function deleteRevokedApiKeys(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('api_key')
    .where('revoked_at', '<=', now - REVOKED_RETENTION_MS)
    .execute()
}

const scopesOf = ({ scopes }: Pick<Schema['api_key'], 'scopes'>): ApiKeyScope[] => {
  const stored = scopes.split(' ')
  return API_KEY_SCOPES.filter((scope) => stored.includes(scope))
}

const timeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time))

const toApiKey = (row: Schema['api_key']): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: scopesOf(row),
  requestsPerMinute: row.requests_per_minute,
  tokensPerDay: row.tokens_per_day,
  createdAt: isoTime(row.created_at),
  lastUsedAt: timeOrNull(row.last_used_at),
})
