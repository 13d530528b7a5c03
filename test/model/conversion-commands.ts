import { randomUUID } from 'node:crypto'
import { convertBulk, deleteJob, getJob, listJobs } from '#api/conversions.ts'
import { acceptTerms, contact } from '#api/site.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { HOUR } from './counts.ts'
import { type Expected, expectAnswer, given, refused, waitFor } from './expected.ts'
import type { SentRow } from './rows.ts'
import { type Actor, accountOf, at, expectEmailsSent, pick } from './system.ts'
import { type ModelAccount, type ModelJob, balanceOf } from './state.ts'

export const shownJob = ({ id, filename, createdAt, rows, stats }: ModelJob) => ({
  id,
  filename,
  createdAt,
  totals: { bgn: sumOf(rows.map(({ bgn }) => bgn)), eur: sumOf(rows.map(({ eur }) => eur)) },
  source: 'upload',
  part: null,
  ...stats,
})

/** Added up in hundredths; rows without amounts count as nothing. */
const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 100), 0) / 100

const replyOf = ({ rows, id, createdAt, stats }: ModelJob, newBalance: number): Expected =>
  given({
    rows,
    newBalance,
    jobId: id,
    job: { id },
    createdAt,
    stats: { ...stats, zeroRows: zeroRowsOf(rows) },
  })

const zeroRowsOf = (rows: ModelJob['rows']): number =>
  rows.filter(({ bgn, eur }) => bgn === 0 || eur === 0).length

function statsOf(rows: readonly SentRow[]): ModelJob['stats'] {
  const count = (status: SentRow['status']) => rows.filter((one) => one.status === status).length
  const validRows = count('valid')
  const others = { invalidRows: count('invalid'), emptyRows: count('empty') }
  return { totalRows: rows.length, validRows, ...others, tokenCost: validRows }
}

export async function convert(actor: Actor): Promise<void> {
  const { command, model, browser, call } = actor
  const { rows = [], n, way } = command
  const key = way < 3 ? undefined : way === 3 ? 'two words' : `key-${n % 2}`
  const filename = way === 5 ? null : 'C:\\цени\\май.csv'
  // Every other repetition of a key has the same body.
  const first = way % 2 === 0 && key !== undefined ? browser.session?.account.keys.get(key)?.sent : undefined
  const own = { rows: rows.map(({ sent }) => sent), filename, source: 'upload' }
  const body: unknown = first === undefined ? own : JSON.parse(first)
  const headers = {
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(way === 9 && { 'sec-fetch-site': 'cross-site' }),
  }
  // Cross-site requests are rejected before the session is read.
  if (way === 9) return expectAnswer(await call(convertBulk, { body, headers }), refused('cross_site'))
  const account = model.caller(browser)
  const answer = await call(convertBulk, { body, headers })
  if (account === undefined) return expectAnswer(answer, refused('not_authenticated'))
  const expected = judge(account)
  return expectAnswer(answer, expected === 'converted' ? keep(account, answer.reply.jobId) : expected)

  function judge(account: ModelAccount): Expected | 'converted' {
    const stats = statsOf(rows)
    if (way === 3) return refused('bad_request')
    if (first === undefined && stats.validRows === 0) return refused('no_valid_rows')
    const earlier = key === undefined ? undefined : account.keys.get(key)
    if (earlier !== undefined) {
      if (earlier.sent !== JSON.stringify(body)) return refused('idempotency_conflict')
      if (!account.jobs.includes(earlier.job)) return refused('job_deleted')
      return replyOf(earlier.job, earlier.newBalance)
    }
    const [cost, balance] = [stats.tokenCost, balanceOf(account)]
    return cost > balance ? refused('not_enough_tokens', { cost, balance }) : 'converted'
  }

  function keep(account: ModelAccount, id: string): Expected {
    const job: ModelJob = {
      id,
      filename: filename === null ? null : 'май.csv',
      createdAt: model.time,
      rows: rows.map(({ row }, index) => ({ seq: index + 1, ...row })),
      stats: statsOf(rows),
    }
    account.jobs.push(job)
    account.entries.push({ at: model.time, reason: 'conversion', delta: -job.stats.tokenCost, jobId: id })
    const newBalance = balanceOf(account)
    if (key !== undefined) account.keys.set(key, { sent: JSON.stringify(body), job, newBalance })
    return replyOf(job, newBalance)
  }
}

/** A job of any account, existing or deleted, or an unknown one. */
function someJob({ model, command, browser }: Actor): { id: string; owner: ModelAccount | undefined } {
  const owners =
    command.way < 6 && browser.session
      ? [browser.session.account]
      : [...model.accounts.values(), ...model.deleted]
  const jobs = owners.flatMap((owner) => owner.jobs.map(({ id }) => ({ id, owner })))
  const none = { id: command.way === 9 ? '\0' : randomUUID(), owner: undefined }
  return (command.way === 8 || command.way === 9 ? undefined : pick(jobs, command.n)) ?? none
}

export async function openJob(actor: Actor): Promise<void> {
  const { model, browser, call } = actor
  const account = model.caller(browser)
  const { id } = someJob(actor)
  const answer = await call(getJob, { params: { id } })
  if (account === undefined) return expectAnswer(answer, refused('not_authenticated'))
  const job = account.jobs.find((one) => one.id === id)
  expectAnswer(answer, job ? given({ job: shownJob(job), rows: job.rows }) : refused('not_found'))
}

export async function removeJob(actor: Actor): Promise<void> {
  const { model, browser, call } = actor
  const account = model.caller(browser)
  const { id } = someJob(actor)
  const answer = await call(deleteJob, { params: { id } })
  if (account === undefined) return expectAnswer(answer, refused('not_authenticated'))
  const index = account.jobs.findIndex((one) => one.id === id)
  if (index !== -1) account.jobs.splice(index, 1)
  expectAnswer(answer, index === -1 ? refused('not_found') : given())
}

export async function openJobs({ model, browser, call }: Actor): Promise<void> {
  const account = model.caller(browser)
  const answer = await call(listJobs)
  if (account === undefined) return expectAnswer(answer, refused('not_authenticated'))
  expectAnswer(answer, given({ jobs: account.jobs.toReversed().map(shownJob) }))
}

export async function operatorGrants({ system, model, command, email }: Actor): Promise<void> {
  const grant = { tokens: 1 + command.n, note: `note ${command.way}` }
  const account = accountOf(system, email)
  const balance = await grantTokens(system.shop.server.db, { email, ...grant, at: model.now })
  if (account !== undefined)
    account.entries.push({ at: model.time, reason: 'admin', delta: grant.tokens, note: grant.note })
  const expected = account && balanceOf(account)
  if (balance !== expected) throw new Error(`A grant made ${balance} of what is to be ${expected}.`)
}

export async function accept({ model, browser, command, call }: Actor): Promise<void> {
  // The terms were accepted at registration, and the first acceptance counts.
  model.caller(browser)
  const version = command.way === 0 ? '0.9.0' : '1.0.0'
  const answer = await call(acceptTerms, { body: { version } })
  expectAnswer(answer, command.way === 0 ? refused('unknown_terms_version') : given())
}

/** Writes one message, or more than the limit allows. */
export async function contactSupport(actor: Actor): Promise<void> {
  const { model, system, browser, command, call } = actor
  const wrong = (['submission_blocked', 'invalid_email', 'invalid_message'] as const)[command.way]
  const body = {
    name: 'Ана',
    email: wrong === 'invalid_email' ? 'ana' : 'ana@example.com',
    topic: at(['general', 'billing', 'bug', 'feature'], command.n),
    message: wrong === 'invalid_message' ? ' ' : `Здравейте, ${command.n}. ${system.signature}`,
    ...(wrong === 'submission_blocked' && { website: 'x' }),
  }
  for (let n = 0; n < (command.way === 9 ? 21 : 1); n++) {
    const account = model.caller(browser)
    const expected = (): Expected => {
      if (wrong !== undefined) return refused(wrong)
      const wait = model.counts.take([{ key: `contact ${model.network}`, most: 20, ms: HOUR }], model.now)
      if (wait !== undefined) return waitFor(wait)
      const { name, topic, message: text } = body
      account?.messages.push({ at: model.time, name, topic, text })
      model.messages.push(text)
      return given()
    }
    const wanted = expected()
    expectAnswer(await call(contact, { body }), wanted)
  }
  await expectEmailsSent(system)
}
