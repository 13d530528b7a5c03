import { randomUUID } from 'node:crypto'
import { type JobRow, convertBulk, deleteJob, getJob, listJobs } from '#api/conversions.ts'
import { makeRows, referenceConversion } from '../server/reference.ts'
import type { SimulatedUser } from './user.ts'
import type { Order } from './journal.ts'

const LARGE_ROWS = 2500
const SMALL_ROWS = 40

/** Rows of a conversion request: valid prices, and a few invalid ones. */
export function rowsOf({ count, seed }: Order): { name: string; price: string; currency: 'BGN' | 'EUR' }[] {
  const invalidRows = Array.from({ length: count > 20 ? seed % 3 : 0 }, () => ({
    name: 'Без цена',
    price: 'по договаряне',
    currency: 'BGN' as const,
  }))
  return [...makeRows(count, seed), ...invalidRows]
}

/** Compares the rows of a response with the independent reference. Returns the first difference. */
export function wrongRow(order: Order, rows: readonly JobRow[]): string | undefined {
  const sent = rowsOf(order)
  if (rows.length !== sent.length) return `${rows.length} rows in place of ${sent.length}`
  const wrong = sent.findIndex(({ name, price, currency }, index) => {
    const row = rows[index]
    if (row === undefined || row.originalPrice !== price || row.seq !== index + 1) return true
    if (row.name !== name || row.originalCurrency !== currency) return true
    if (index >= order.count) return !row.invalid
    const { bgn, eur } = referenceConversion(price, currency)
    return row.invalid || row.bgn !== bgn || row.eur !== eur
  })
  return wrong === -1 ? undefined : `row ${wrong + 1} is ${JSON.stringify(rows[wrong])}`
}

export function newOrder(user: SimulatedUser, { hasKey }: { hasKey: boolean }): Order {
  const count = user.chance(0.06) ? LARGE_ROWS : 1 + user.below(SMALL_ROWS)
  const order: Order = {
    filename: `${randomUUID()}.csv`,
    count,
    seed: user.below(1_000_000),
    key: hasKey ? randomUUID() : undefined,
    state: 'refused',
    jobId: undefined,
    newBalance: undefined,
    deletion: 'none',
  }
  user.account.orders.push(order)
  return order
}

/** Sends a conversion request, for the first time or again. */
export async function send(user: SimulatedUser, order: Order, kind: string): Promise<void> {
  const { journal, account } = user
  const body = { rows: rowsOf(order), filename: order.filename, source: 'upload' }
  const headers = order.key === undefined ? {} : { 'idempotency-key': order.key }
  const isRepeat = order.state !== 'refused'
  const outcome = await user.call(kind, convertBulk, { body, headers })
  if (outcome.is === 'unsure') {
    if (order.state === 'refused') order.state = 'unsure'
    return
  }
  if (outcome.is === 'refused') return checkErrorCode(user, order, { code: outcome.code, isRepeat })
  const { jobId, rows, newBalance } = outcome.reply
  if (order.jobId !== undefined && order.jobId !== jobId)
    journal.addDifference(
      `${account.email}: a repeated request created ${jobId} in addition to ${order.jobId}`,
    )
  if (order.deletion === 'done') journal.addDifference(`${account.email}: the deleted ${jobId} is back`)
  if (order.newBalance !== undefined && order.newBalance !== newBalance)
    journal.addDifference(`${account.email}: ${jobId} left ${order.newBalance}, and later ${newBalance}`)
  order.state = 'done'
  order.jobId = jobId
  order.newBalance = newBalance
  const wrong = wrongRow(order, rows)
  if (wrong !== undefined) journal.addDifference(`${account.email}, ${order.filename}: ${wrong}`)
}

type RejectedCall = { code: string; isRepeat: boolean }

function checkErrorCode(
  { journal, account }: SimulatedUser,
  order: Order,
  { code, isRepeat }: RejectedCall,
): void {
  const expected = ['not_enough_tokens', 'conversion_in_progress', 'not_authenticated', 'too_many_requests']
  if (isRepeat && order.deletion !== 'none') expected.push('job_deleted')
  if (isRepeat && order.state === 'done' && code === 'not_enough_tokens')
    journal.addDifference(
      `${account.email}: a repeated request of a charged conversion was rejected with not_enough_tokens`,
    )
  if (!expected.includes(code)) journal.addDifference(`${account.email}: bulk was rejected with ${code}`)
}

export const lostOrders = ({ account }: SimulatedUser): Order[] =>
  account.orders.filter(({ key, state }) => key !== undefined && state === 'unsure')

/** Sends two requests at once, with the same idempotency key or different ones. */
export async function sendTwice(user: SimulatedUser): Promise<void> {
  const order = newOrder(user, { hasKey: true })
  const other = user.chance(0.5) ? order : newOrder(user, { hasKey: user.chance(0.5) })
  await Promise.all([send(user, order, 'bulk, two at once'), send(user, other, 'bulk, two at once')])
}

export async function repeatConversion(user: SimulatedUser): Promise<void> {
  const lost = lostOrders(user)
  const order = user.pick(
    lost.length > 0
      ? lost
      : user.account.orders.filter(({ key, state }) => key !== undefined && state === 'done'),
  )
  if (order !== undefined)
    await send(user, order, lost.length > 0 ? 'bulk, after a lost response' : 'bulk, repeated')
}

export async function checkJobList(user: SimulatedUser): Promise<void> {
  const { account, journal } = user
  const acknowledged = new Set(account.orders.filter(({ state }) => state === 'done'))
  const outcome = await user.call('list jobs', listJobs)
  if (outcome.is !== 'done') return
  const ids = new Set(outcome.reply.jobs.map(({ id }) => id))
  for (const { jobId = '', deletion } of acknowledged) {
    if (deletion === 'none' && !ids.has(jobId))
      journal.addDifference(`${account.email}: ${jobId} is not listed`)
    if (deletion === 'done' && ids.has(jobId))
      journal.addDifference(`${account.email}: the deleted ${jobId} is listed`)
  }
}

export async function readJob(user: SimulatedUser): Promise<void> {
  const { account, journal } = user
  const order = user.pick(account.orders.filter(({ state }) => state === 'done'))
  if (order?.jobId === undefined) return
  const outcome = await user.call('read job', getJob, { params: { id: order.jobId } })
  if (outcome.is === 'done') {
    if (order.deletion === 'done')
      journal.addDifference(`${account.email}: the deleted ${order.jobId} is read`)
    const wrong = wrongRow(order, outcome.reply.rows)
    if (wrong !== undefined) journal.addDifference(`${account.email}, ${order.jobId}: ${wrong}`)
  } else if (outcome.is === 'refused' && outcome.code === 'not_found' && order.deletion === 'none')
    journal.addDifference(`${account.email}: ${order.jobId} is not found`)
}

export async function deleteOneJob(user: SimulatedUser): Promise<void> {
  const { account, journal } = user
  const order = user.pick(
    account.orders.filter(({ state, deletion }) => state === 'done' && deletion !== 'done'),
  )
  if (order?.jobId === undefined) return
  const before = order.deletion
  // Concurrent reads may find it or not.
  order.deletion = 'unsure'
  const outcome = await user.call('delete job', deleteJob, { params: { id: order.jobId } })
  if (outcome.is === 'done') order.deletion = 'done'
  else if (outcome.is === 'refused' && outcome.code === 'not_found') {
    if (before === 'none')
      journal.addDifference(`${account.email}: ${order.jobId} was missing before it was deleted`)
    order.deletion = 'done'
  } else if (outcome.is === 'refused') order.deletion = before
}
