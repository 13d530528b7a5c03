import { findAccount, lockAccount } from '#server/auth/accounts.ts'
import { endSignIns, endSignInsOfAllAccounts } from '#server/auth/credentials.ts'
import { deleteAccountAndNotify } from '#server/account/delete-account.ts'
import type { Email } from '#server/auth/email.ts'
import { countSessions } from '#server/auth/sessions.ts'
import { isoTime } from '#server/clock.ts'
import { countJobs } from '#server/conversions/jobs.ts'
import type { Dialect } from '#server/db/column-types.ts'
import { acceptKey } from '#server/db/key-fingerprint.ts'
import type { Db } from '#server/db/schema.ts'
import type { Env } from '#server/env.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { listOutbox, makeOutbox, retryFailed } from '#server/mail/outbox.ts'
import { listNewestPurchases } from '#server/payments/purchases.ts'
import { findFactors, removeFactors } from '#server/auth/second-factor/factors.ts'
import { countUnusableApps } from '#server/auth/second-factor/totp.ts'
import { type SecretKey, loadSecretKey, secretKeyPlace } from '#server/secret-key.ts'
import {
  type LoggedEvent,
  listSecurityEvents,
  pseudonymOf,
  storeSecurityEvent,
} from '#server/security-log/security-log.ts'
import { listMessages } from '#server/support/messages.ts'
import { auditLedger, sumByReason } from '#server/tokens/audit.ts'
import { type Head, chainEntries, formatHead } from '#server/tokens/chain.ts'
import { expireFreeTokenGrants } from '#server/tokens/free-tokens.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { listEntries } from '#server/tokens/history.ts'
import { CliError } from '../error.ts'
import { print, printJson } from '../output.ts'
import type {
  DeleteCommand,
  GrantCommand,
  MailCommand,
  MessagesCommand,
  PurchasesCommand,
  RemoveFactorsCommand,
  SecurityCommand,
  SignOutCommand,
  UserCommand,
} from './args.ts'

/** Ledger entries shown for an account. */
const LAST_ENTRIES = 10

/** What was done on the server's machine, for the security log. */
const done = (event: string, accountId?: string): LoggedEvent => ({
  event,
  outcome: 'success',
  accountId,
  at: Date.now(),
})

export async function grant(db: Db, key: SecretKey, { email, tokens, note }: GrantCommand): Promise<number> {
  const balance = await grantTokens(db, { email: email.key, tokens, note, at: Date.now() })
  if (balance === undefined) throw noAccount(email)
  const account = await findAccount(db, email.key)
  await inTransaction(db, (trx) => storeSecurityEvent(trx, key, done('admin-grant', account?.id)))
  print(String(balance))
  return 0
}

export async function user(db: Db, { email }: UserCommand): Promise<number> {
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  const { id, address, isVerified, createdAt, balance } = account
  const { entries } = await listEntries(db, id, undefined, LAST_ENTRIES)
  const details = { id, email: address, isVerified, createdAt: isoTime(createdAt), tokens: balance }
  const counts = { ...(await countSessions(db, id)), ...(await countJobs(db, id)) }
  const { app, passkeys, recoveryCodes } = await findFactors(db, id)
  const factors = { app: app !== null, passkeys: passkeys.length, recoveryCodes }
  printJson({ ...details, ...counts, factors, lastEntries: entries }, 2)
  return 0
}

export async function signOut(db: Db, key: SecretKey, { email }: SignOutCommand): Promise<number> {
  const ended = await inTransaction(db, async (trx) => {
    if (email === 'all') {
      await storeSecurityEvent(trx, key, done('admin-sign-out-all'))
      return endSignInsOfAllAccounts(trx)
    }
    const { id } = (await findAccount(trx, email.key)) ?? raise(noAccount(email))
    await lockAccount(trx, id)
    await storeSecurityEvent(trx, key, done('admin-sign-out', id))
    return endSignIns(trx, id)
  })
  print(String(ended))
  return 0
}

/**
 * Removes all second factors of an account whose owner has lost them, and ends its sessions: the password alone signs in. It
 * is reported by email and in the security log, or not done at all.
 */
export async function removeSecondFactors(
  db: Db,
  key: SecretKey,
  { email, lang }: RemoveFactorsCommand,
): Promise<number> {
  const outbox = makeOutbox(Date.now, () => {})
  const { id: accountId, address } = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  const isDone = await inTransaction(db, async (trx) => {
    if (!(await lockAccount(trx, accountId)) || !(await removeFactors(trx, accountId))) return false
    await endSignIns(trx, accountId)
    const detail = 'removed-by-support'
    await outbox.put(trx, { kind: 'second-factor', lang, email: address, accountId, detail })
    await storeSecurityEvent(trx, key, done('admin-factors-removed', accountId))
    return true
  })
  if (!isDone) throw new CliError(`The account of ${email.address} has no second factor.`)
  return 0
}

/** Deletes an account as the user would, including the last email, which the server sends. */
export async function deleteUser(db: Db, key: SecretKey, { email, lang }: DeleteCommand): Promise<number> {
  const outbox = makeOutbox(Date.now, () => {})
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  const deletion = { accountId: account.id, lang, at: Date.now() }
  if (!(await deleteAccountAndNotify(db, outbox, key, deletion))) throw noAccount(email)
  await inTransaction(db, (trx) => storeSecurityEvent(trx, key, done('admin-deletion', account.id)))
  return 0
}

/** From now on the database is used with the key of the settings. What was protected with an earlier one cannot be read. */
export async function acceptSecretKey(db: Db, env: Env): Promise<number> {
  const key = loadSecretKey(env)
  const unusable = await inTransaction(db, async (trx) => {
    await acceptKey(trx, key)
    await expireFreeTokenGrants(trx, Date.now())
    await storeSecurityEvent(trx, key, done('admin-key-accepted'))
    return countUnusableApps(trx, key)
  })
  print(`${secretKeyPlace(env)} is the secret key now: ${unusable} authenticator apps must be set up again`)
  return 0
}

/** Equal events of an hour are one line. Accounts are pseudonyms, networks are shortened. */
export async function security(db: Db, key: SecretKey, { email, limit }: SecurityCommand): Promise<number> {
  const account =
    email === undefined
      ? undefined
      : pseudonymOf(key, ((await findAccount(db, email.key)) ?? raise(noAccount(email))).id)
  for (const row of await listSecurityEvents(db, { account, limit })) {
    const { event, outcome, code, account, network, times } = row
    const [firstAt, lastAt] = [isoTime(row.first_at), isoTime(row.last_at)]
    printJson({ firstAt, lastAt, event, outcome, code, account, network, times })
  }
  return 0
}

export async function messages(db: Db, { limit }: MessagesCommand): Promise<number> {
  for (const { at, ...message } of await listMessages(db, limit)) printJson({ at: isoTime(at), ...message })
  return 0
}

export async function purchases(db: Db, { limit }: PurchasesCommand): Promise<number> {
  for (const purchase of await listNewestPurchases(db, limit)) printJson(purchase)
  return 0
}

export async function mail(db: Db, { limit, retry }: MailCommand): Promise<number> {
  if (retry) await retryFailed(db, Date.now())
  for (const row of await listOutbox(db, limit)) {
    const { id, kind, lang, email, attempts, problem } = row
    const createdAt = isoTime(row.created_at)
    const dueAt = row.due_at === null ? null : isoTime(row.due_at)
    printJson({ id, kind, lang, email, createdAt, attempts, dueAt, problem })
  }
  return 0
}

/** @param earlier a head that was kept elsewhere */
export async function ledger(db: Db, dialect: Dialect, earlier?: Head): Promise<number> {
  await chainEntries(db, { dialect, now: Date.now() })
  const { accounts, entries, faults, late, head } = await auditLedger(db, earlier)
  for (const { accountId, what } of faults) print(`${accountId}: ${what}`)
  const sum = `${accounts} accounts, ${entries} entries`
  print(faults.length === 0 ? `${sum}: everything adds up` : `${sum}: ${faults.length} faults`)
  const listed = (await sumByReason(db)).map(({ reason, entries: n, tokens }) => `${reason} ${tokens} (${n})`)
  if (listed.length > 0) print(`tokens by reason, with the number of entries: ${listed.join(', ')}`)
  if (late > 0) print(`${late} entries are of an earlier version: they are protected since they were chained`)
  if (head !== undefined) print(`ledger head ${formatHead(head)}`)
  return faults.length === 0 ? 0 : 1
}

const noAccount = (email: Email): CliError =>
  new CliError(`There is no account with the email ${email.address}.`)

function raise(error: Error): never {
  throw error
}
