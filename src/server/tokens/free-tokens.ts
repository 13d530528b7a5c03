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

/** Domains of one provider, of which one name belongs to one mailbox: mail to any of them arrives there, also to `name+tag@`. */
type Family = {
  domains: readonly [main: string, ...others: string[]]
  /** Characters of a name that the provider ignores. */
  ignored: string
}

const FAMILIES: readonly Family[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  // A name belongs to one user on all domains, and `.`, `-` and `_` in it are ignored (proton.me/support/change-username).
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: '._-' },
  // Who has an address at mac.com or me.com has the same at icloud.com (support.apple.com/118230).
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: '' },
  // Each name is linked to all domains at registration (yandex.com/support/id/authorization/email.html).
  { domains: ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'], ignored: '' },
  // Domains that belong to different people.
  { domains: ['outlook.com'], ignored: '' },
  { domains: ['hotmail.com'], ignored: '' },
  { domains: ['live.com'], ignored: '' },
  { domains: ['msn.com'], ignored: '' },
  { domains: ['fastmail.com'], ignored: '' },
  { domains: ['fastmail.fm'], ignored: '' },
  { domains: ['zoho.com'], ignored: '' },
]

/** The mailbox of a normalised address, where its other spellings are known; elsewhere they may be different people. */
export function mailboxOf(email: string): string {
  const at = email.indexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const family = FAMILIES.find(({ domains }) => domains.includes(domain))
  if (family === undefined) return email
  const name = Array.from(local.replace(/\+.*/, '')).filter((letter) => !family.ignored.includes(letter))
  return `${name.join('')}@${family.domains[0]}`
}

const hashOf = (key: SecretKey, email: string): string => key.hash('free-tokens', mailboxOf(email))

type Recipient = { accountId: string; email: string; at: number }

/**
 * Gives a new account, whose address is not confirmed, its free tokens, unless its mailbox has had any before: then it waits
 * for the confirmation. The caller has locked the account.
 * @returns how many it gets
 */
export async function giveFreeTokens(
  trx: Transaction,
  key: SecretKey,
  recipient: Recipient,
): Promise<number> {
  const given = await trx
    .insertInto('free_token_grant')
    .values({ address_hash: hashOf(key, recipient.email), kept_until: null, confirmed: 0 })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .returning('address_hash')
    .executeTakeFirst()
  return given === undefined ? 0 : postFreeTokens(trx, recipient)
}

/**
 * Decides on the tokens of an account whose address has just been confirmed: a mailbox gets them once so, also where they
 * were given before to an account that had not confirmed it, which can have been a stranger's. The caller has locked the
 * account.
 * @returns how many it gets
 */
export async function settleFreeTokens(
  trx: Transaction,
  key: SecretKey,
  recipient: Recipient,
): Promise<number> {
  const { accountId, email } = recipient
  const account = await trx
    .selectFrom('account')
    .select('free_tokens')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined || account.free_tokens === 'refused') return 0
  const confirmed = await trx
    .insertInto('free_token_grant')
    .values({ address_hash: hashOf(key, email), kept_until: null, confirmed: 1 })
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet({ kept_until: null, confirmed: 1 })
        .where('free_token_grant.confirmed', '=', 0),
    )
    .returning('address_hash')
    .executeTakeFirst()
  if (account.free_tokens === null) return 0
  if (confirmed !== undefined) {
    await postFreeTokens(trx, recipient)
    return SIGNUP_TOKENS
  }
  await setState(trx, accountId, 'refused')
  return 0
}

async function postFreeTokens(trx: Transaction, { accountId, at }: Recipient): Promise<number> {
  await setState(trx, accountId, null)
  return postEntryToLockedAccount(trx, {
    accountId,
    delta: SIGNUP_TOKENS,
    reason: 'signup',
    ref: accountId,
    at,
  })
}

async function setState(
  trx: Transaction,
  accountId: string,
  state: Schema['account']['free_tokens'],
): Promise<void> {
  await trx.updateTable('account').set({ free_tokens: state }).where('id', '=', accountId).execute()
}

/**
 * Keeps the hash of the mailbox of an account that is being deleted, if it has received its tokens. One that never confirmed
 * the address changes nothing about what a confirmed account has received.
 */
export async function keepFreeTokenGrant(
  trx: Transaction,
  key: SecretKey,
  { accountId, at }: Pick<Recipient, 'accountId' | 'at'>,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select(['email', 'free_tokens', 'verified_at'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined || account.free_tokens !== null) return
  const kept_until = at + KEPT_MS
  const confirmed = account.verified_at === null ? 0 : 1
  // Accounts of earlier versions have no row yet.
  await trx
    .insertInto('free_token_grant')
    .values({ address_hash: hashOf(key, account.email), kept_until, confirmed })
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet({ kept_until, confirmed })
        .where('free_token_grant.confirmed', '<=', confirmed),
    )
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
