import { findAccount, lockAccount } from '#server/auth/accounts.ts'
import { endSessionsOfAllAccounts, signOutEverywhere } from '#server/auth/credentials.ts'
import { deleteAccountAndNotify } from '#server/account/delete-account.ts'
import type { Email } from '#server/auth/email.ts'
import { countSessions } from '#server/auth/sessions.ts'
import { isoTime } from '#server/clock.ts'
import { countJobs } from '#server/conversions/jobs.ts'
import type { Dialect } from '#server/db/column-types.ts'
import type { Db } from '#server/db/schema.ts'
import type { Env } from '#server/env.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { listOutbox, makeOutbox, retryFailed } from '#server/mail/outbox.ts'
import { listNewestPurchases } from '#server/payments/purchases.ts'
import { findFactors, removeFactors } from '#server/auth/second-factor/factors.ts'
import { loadSecretKey } from '#server/secret-key.ts'
import { listSecurityEvents, makeSecurityLog, pseudonymOf } from '#server/security-log/security-log.ts'
import { listMessages } from '#server/support/messages.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { type Head, chainEntries, formatHead } from '#server/tokens/chain.ts'
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

/** Notes in the security log what was done on the server's machine. */
async function record(db: Db, env: Env, event: string, accountId?: string): Promise<void> {
  const log = makeSecurityLog(db, loadSecretKey(env))
  log.record({ event, outcome: 'success', accountId, at: Date.now() })
  await log.flush()
}

export async function grant(db: Db, env: Env, { email, tokens, note }: GrantCommand): Promise<number> {
  const balance = await grantTokens(db, { email: email.key, tokens, note, at: Date.now() })
  if (balance === undefined) throw noAccount(email)
  await record(db, env, 'admin-grant', (await findAccount(db, email.key))?.id)
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

export async function signOut(db: Db, env: Env, { email }: SignOutCommand): Promise<number> {
  if (email === 'all') {
    print(String(await endSessionsOfAllAccounts(db)))
    await record(db, env, 'admin-sign-out-all')
    return 0
  }
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  print(String(await signOutEverywhere(db, account.id)))
  await record(db, env, 'admin-sign-out', account.id)
  return 0
}

/** Removes all second factors of an account whose owner has lost them, and ends its sessions: the password alone signs in. */
export async function removeSecondFactors(
  db: Db,
  env: Env,
  { email, lang }: RemoveFactorsCommand,
): Promise<number> {
  const outbox = makeOutbox(Date.now, () => {})
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  const { id: accountId, address } = account
  const isDone = await inTransaction(db, async (trx) => {
    if (!(await lockAccount(trx, accountId)) || !(await removeFactors(trx, accountId))) return false
    const detail = 'removed-by-support'
    await outbox.put(trx, { kind: 'second-factor', lang, email: address, accountId, detail })
    return true
  })
  if (!isDone) throw new CliError(`The account of ${email.address} has no second factor.`)
  await signOutEverywhere(db, accountId)
  await record(db, env, 'admin-factors-removed', accountId)
  return 0
}

/** Deletes an account as the user would, including the last email, which the server sends. */
export async function deleteUser(db: Db, env: Env, { email, lang }: DeleteCommand): Promise<number> {
  const outbox = makeOutbox(Date.now, () => {})
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  const deletion = { accountId: account.id, lang, at: Date.now() }
  if (!(await deleteAccountAndNotify(db, outbox, loadSecretKey(env), deletion))) throw noAccount(email)
  await record(db, env, 'admin-deletion', account.id)
  return 0
}

/** Equal events of an hour are one line. Accounts are pseudonyms, networks are shortened. */
export async function security(db: Db, env: Env, { email, limit }: SecurityCommand): Promise<number> {
  const key = loadSecretKey(env)
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
  if (late > 0) print(`${late} entries are of an earlier version: they are protected since they were chained`)
  if (head !== undefined) print(`ledger head ${formatHead(head)}`)
  return faults.length === 0 ? 0 : 1
}

const noAccount = (email: Email): CliError =>
  new CliError(`There is no account with the email ${email.address}.`)

function raise(error: Error): never {
  throw error
}
