import { SIGNUP_TOKENS } from '#product/limits.ts'
import { DAY_MS, HOUR_MS } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import type { Env } from '../env.ts'
import { prefixKey } from '../rate-limit/keys.ts'
import type { Limit } from '../rate-limit/rate-limit.ts'
import type { SecretKey } from '../secret-key.ts'
import { postEntryToLockedAccount } from './ledger.ts'

/** Time after the deletion of an account for which its address gets no more free tokens, as the privacy policy states. */
const KEPT_MS = 365 * DAY_MS

/**
 * Accounts that get their tokens without a confirmed address: per IPv4 /24 and IPv6 /56, per IPv6 /48 and IPv4 /24, and in all.
 * Ordered from narrow to wide.
 */
export const freeTokenLimits = (ip: string, { freeAccounts }: Pick<Env, 'freeAccounts'>): Limit[] => [
  {
    key: `free:${prefixKey(ip, { v4: 24, v6: 56 })}`,
    limit: freeAccounts.perNetwork,
    windowMs: HOUR_MS,
  },
  {
    key: `free:48:${prefixKey(ip, { v4: 24, v6: 48 })}`,
    limit: freeAccounts.perProvider,
    windowMs: HOUR_MS,
  },
  { key: 'free', limit: freeAccounts.total, windowMs: HOUR_MS },
]

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** Providers that deliver `name+tag@` to `name@`. */
const PLUS_TAGS = new Set([
  ...GMAIL,
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'fastmail.com',
  'fastmail.fm',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'zoho.com',
])

/**
 * The mailbox of a normalised address, where its other spellings are known: dots are ignored by Gmail only, and tags after a
 * plus sign by some providers; elsewhere both may be different people.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const name = PLUS_TAGS.has(domain) ? local.replace(/\+.*$/, '') : local
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const hashOf = (key: SecretKey, email: string): string => key.hash('free-tokens', mailboxOf(email))

type Recipient = { accountId: string; email: string; at: number }

/**
 * Gives a new account its free tokens, unless its mailbox has had them before. The caller has locked the account.
 * @returns the balance; undefined where it has had them
 */
export async function giveFreeTokens(
  trx: Transaction,
  key: SecretKey,
  { accountId, email, at }: Recipient,
): Promise<number | undefined> {
  const given = await trx
    .insertInto('free_token_grant')
    .values({ address_hash: hashOf(key, email), kept_until: null })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .returning('address_hash')
    .executeTakeFirst()
  if (given === undefined) return undefined
  const entry = { accountId, delta: SIGNUP_TOKENS, reason: 'signup', ref: accountId, at } as const
  await setState(trx, accountId, null)
  return postEntryToLockedAccount(trx, entry)
}

/**
 * Decides on the tokens of an account whose address has just been confirmed. The caller has locked the account.
 * @returns how many it gets
 */
export async function settleFreeTokens(
  trx: Transaction,
  key: SecretKey,
  recipient: Recipient,
): Promise<number> {
  const { accountId } = recipient
  const account = await trx
    .selectFrom('account')
    .select('free_tokens')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account?.free_tokens !== 'pending') return 0
  if ((await giveFreeTokens(trx, key, recipient)) !== undefined) return SIGNUP_TOKENS
  await setState(trx, accountId, 'refused')
  return 0
}

async function setState(
  trx: Transaction,
  accountId: string,
  state: Schema['account']['free_tokens'],
): Promise<void> {
  await trx.updateTable('account').set({ free_tokens: state }).where('id', '=', accountId).execute()
}

/** Keeps the hash of the mailbox of an account that is being deleted, if it has received its tokens. */
export async function keepFreeTokenGrant(
  trx: Transaction,
  key: SecretKey,
  { accountId, at }: Pick<Recipient, 'accountId' | 'at'>,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select(['email', 'free_tokens'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined || account.free_tokens !== null) return
  const kept_until = at + KEPT_MS
  // Accounts of earlier versions have no row yet.
  await trx
    .insertInto('free_token_grant')
    .values({ address_hash: hashOf(key, account.email), kept_until })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ kept_until }))
    .execute()
}

/** With another secret key no hash is recognised any more: those of living accounts expire as if they were deleted now. */
export async function expireFreeTokenGrants(trx: Transaction, now: number): Promise<void> {
  await trx
    .updateTable('free_token_grant')
    .set({ kept_until: now + KEPT_MS })
    .where('kept_until', 'is', null)
    .execute()
}

export async function deleteOldFreeTokenGrants(db: Db, now: number): Promise<void> {
  await db.deleteFrom('free_token_grant').where('kept_until', '<=', now).execute()
}
