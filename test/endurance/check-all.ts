import { zstdDecompressSync } from 'node:zlib'
import { me } from '#api/auth.ts'
import type { JobRow } from '#api/conversions.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { Client } from '../server/client.ts'
import { runLevro } from '../server/levro-process.ts'
import { wrongRow } from './conversion-actions.ts'
import { type Account, type Journal, type Order, SIGNUP_TOKENS } from './journal.ts'
import type { Site } from './site.ts'
import { checkEmails } from './check-emails.ts'
import { checkLeftovers } from './check-leftovers.ts'
import { checkLogins } from './check-logins.ts'
import { checkPurchases } from './check-purchases.ts'

/** Maximum delay of a registration by a locked database, ms. */
const REGISTERED_WITHIN_MS = 10_000

type Entry = Schema['token_entry']

/** Compares every acknowledged fact with the stored state, after all faults are repaired and all work is done. */
export async function checkAll(site: Site, journal: Journal, origin: string): Promise<void> {
  const { store: db } = site
  const rows = await db.selectFrom('account').selectAll().execute()
  const stored = new Map(rows.map((row) => [row.email, row]))
  for (const account of journal.accounts) {
    const row = stored.get(account.email)
    if (row === undefined && account.presence === 'there') journal.addDifference(`${account.email} is gone`)
    if (row !== undefined && account.presence === 'gone')
      journal.addDifference(`${account.email} is still there`)
    if (row !== undefined && account.presence !== 'gone') await checkAccount(db, journal, { account, row })
  }
  await checkLogins(journal, { origin, exists: ({ email }) => stored.has(email) })
  if (stored.size > journal.accounts.length)
    journal.addDifference(`${stored.size} accounts, more than were registered`)
  await checkSessions(journal, origin)
  await checkPurchases(site, journal, stored)
  await checkEmails(site, journal, stored)
  await checkLeftovers(site, journal)
  const { code, stdout, stderr } = await runLevro(site.settings, 'admin', 'ledger', '--check')
  if (code !== 0) journal.addDifference(`levro admin ledger --check: ${stdout}${stderr}`)
}

type Stored = { account: Account; row: Schema['account'] }

async function checkAccount(db: Db, journal: Journal, { account, row }: Stored): Promise<void> {
  const addDifference = (what: string) => journal.addDifference(`${account.email}: ${what}`)
  const entries = await db.selectFrom('token_entry').selectAll().where('account_id', '=', row.id).execute()
  const sum = entries.reduce((total, { delta }) => total + BigInt(delta), 0n)
  if (sum !== BigInt(row.balance)) addDifference(`the balance is ${row.balance}, its entries sum to ${sum}`)
  const ofReason = (reason: Entry['reason']) => entries.filter((entry) => entry.reason === reason)
  const given = [...ofReason('signup'), ...ofReason('admin')].reduce((total, { delta }) => total + delta, 0)
  if (given !== SIGNUP_TOKENS + account.granted) addDifference(`was given ${given} tokens`)

  const jobs = await db.selectFrom('job').selectAll().where('account_id', '=', row.id).execute()
  const charges = Map.groupBy(ofReason('conversion'), ({ ref }) => ref)
  const jobsOf = Map.groupBy(jobs, ({ filename }) => filename)
  for (const order of account.orders) {
    const [job, ...more] = jobsOf.get(order.filename) ?? []
    jobsOf.delete(order.filename)
    if (more.length > 0) addDifference(`${order.filename} is stored ${more.length + 1} times`)
    const jobId = order.jobId ?? job?.id
    const ofOrder = charges.get(jobId ?? '') ?? []
    charges.delete(jobId ?? '')
    const [charged] = ofOrder
    if (order.newBalance !== undefined && charged !== undefined && charged.balance_after !== order.newBalance)
      addDifference(`${order.filename} left ${order.newBalance}, the ledger has ${charged.balance_after}`)
    const wrong = await wrongOrder(db, order, { job, charges: ofOrder })
    if (wrong !== undefined) addDifference(`${order.filename} (${order.state}): ${wrong}`)
  }
  if (jobsOf.size > 0) addDifference(`jobs without a request: ${[...jobsOf.keys()].join(' ')}`)
  if (charges.size > 0) addDifference(`charges without a conversion: ${[...charges.keys()].join(' ')}`)
  const storedBalances = new Set(entries.map(({ balance_after }) => balance_after))
  const unknownBalances = [...account.balances].filter((balance) => !storedBalances.has(balance))
  if (unknownBalances.length > 0)
    addDifference(`responses reported balances that are not in the ledger: ${unknownBalances.join()}`)
  const terms = await db.selectFrom('terms_acceptance').selectAll().where('account_id', '=', row.id).execute()
  const [accepted] = terms
  const isOfRegistration =
    terms.length === 1 &&
    accepted?.version === TERMS_VERSION &&
    Math.abs(accepted.at - row.created_at) < REGISTERED_WITHIN_MS
  if (!isOfRegistration)
    addDifference(`the terms acceptance differs from the registration: ${JSON.stringify(terms)}`)
}

type Found = { job: Schema['job'] | undefined; charges: Entry[] }

/** Returns why a conversion is inconsistent: it must be stored and charged once, or not at all. */
async function wrongOrder(db: Db, order: Order, { job, charges }: Found): Promise<string | undefined> {
  if (order.state === 'refused') return job === undefined ? undefined : 'rejected, but stored'
  if (order.state === 'unsure' && job === undefined) return undefined
  if (charges.length !== 1 || charges[0]?.delta !== -order.count)
    return `charged ${charges.map(({ delta }) => delta).join()} in place of ${-order.count}`
  if (order.deletion === 'done') return job === undefined ? undefined : 'deleted, but stored'
  if (job === undefined) return order.deletion === 'unsure' ? undefined : 'its job is missing'
  if (order.jobId !== undefined && job.id !== order.jobId) return `it is job ${job.id}, not ${order.jobId}`
  if (job.token_cost !== order.count || job.valid_rows !== order.count) return `it cost ${job.token_cost}`
  const chunks = await db
    .selectFrom('job_chunk')
    .select('rows')
    .where('job_id', '=', job.id)
    .orderBy('seq')
    .execute()
  const rows = chunks.flatMap(({ rows }): JobRow[] => JSON.parse(zstdDecompressSync(rows).toString()))
  return wrongRow(order, rows)
}

async function checkSessions(journal: Journal, origin: string): Promise<void> {
  const emailOf = async (cookie: string) => {
    const client = new Client(origin)
    client.cookie = cookie
    return (await client.call(me)).reply.user?.email
  }
  for (const { cookie, by } of journal.endedSessions) {
    const email = cookie === '' ? undefined : await emailOf(cookie)
    if (email !== undefined) journal.addDifference(`a session of ${email} is valid after ${by}`)
  }
  for (const { cookie, email } of journal.liveSessions)
    if ((await emailOf(cookie)) !== email) journal.addDifference(`${email} is signed out without a cause`)
}
