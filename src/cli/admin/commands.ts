import { findAccount } from '#server/auth/accounts.ts'
import { endSessionsOfAllAccounts, signOutEverywhere } from '#server/auth/credentials.ts'
import { deleteAccountAndNotify } from '#server/account/delete-account.ts'
import type { Email } from '#server/auth/email.ts'
import { countSessions } from '#server/auth/sessions.ts'
import { isoTime } from '#server/clock.ts'
import { countJobs } from '#server/conversions/jobs.ts'
import type { Dialect } from '#server/db/column-types.ts'
import type { Db } from '#server/db/schema.ts'
import { listOutbox, makeOutbox, retryFailed } from '#server/mail/outbox.ts'
import { listNewestPurchases } from '#server/payments/purchases.ts'
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
  SignOutCommand,
  UserCommand,
} from './args.ts'

/** Ledger entries shown for an account. */
const LAST_ENTRIES = 10

export async function grant(db: Db, { email, tokens, note }: GrantCommand): Promise<number> {
  const balance = await grantTokens(db, { email: email.key, tokens, note, at: Date.now() })
  if (balance === undefined) throw noAccount(email)
  print(String(balance))
  return 0
}

export async function user(db: Db, { email }: UserCommand): Promise<number> {
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  const { id, address, isVerified, createdAt, balance } = account
  const { entries } = await listEntries(db, id, undefined, LAST_ENTRIES)
  const details = { id, email: address, isVerified, createdAt: isoTime(createdAt), tokens: balance }
  const counts = { ...(await countSessions(db, id)), ...(await countJobs(db, id)) }
  printJson({ ...details, ...counts, lastEntries: entries }, 2)
  return 0
}

export async function signOut(db: Db, { email }: SignOutCommand): Promise<number> {
  if (email === 'all') {
    print(String(await endSessionsOfAllAccounts(db)))
    return 0
  }
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  print(String(await signOutEverywhere(db, account.id)))
  return 0
}

/** Deletes an account as the user would, including the last email, which the server sends. */
export async function deleteUser(db: Db, { email, lang }: DeleteCommand): Promise<number> {
  const outbox = makeOutbox(Date.now, () => {})
  const account = (await findAccount(db, email.key)) ?? raise(noAccount(email))
  if (!(await deleteAccountAndNotify(db, outbox, { accountId: account.id, lang }))) throw noAccount(email)
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
