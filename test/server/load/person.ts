import type { z } from 'zod'
import { login, logout, me } from '#api/auth.ts'
import { convertBulk, getJob, listJobs } from '#api/conversions.ts'
import { listEntries } from '#api/account.ts'
import { PASSWORD } from '../client.ts'
import type { Connection, WireAnswer } from './connection.ts'
import { type LoadOrder, largeOrder, smallOrders, wrongRow } from './orders.ts'
import { bytesAt } from './site.ts'
import type { LoadUser } from './users.ts'

export const OPERATIONS = [
  'me',
  'page',
  'asset',
  'jobs',
  'rows',
  'history',
  'small bulk',
  'large bulk',
  'log out',
  'log in',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** Measures an operation; throws for a wrong response. */
export type Timed = (operation: Operation, call: Promise<WireAnswer>) => Promise<WireAnswer>

/** Frequencies, per thousand. */
const FREQUENCIES: readonly [Exclude<Operation, 'log in'>, number][] = [
  ['me', 300],
  ['page', 200],
  ['asset', 150],
  ['jobs', 120],
  ['rows', 80],
  ['history', 66],
  ['small bulk', 80],
  ['large bulk', 2],
  ['log out', 2],
]

/** A wrong response; `code` is that of the error, or what was wrong. */
export class WrongAnswerError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Parts = {
  /** The first users each start with another operation, so that every kind occurs. */
  place: number
  user: LoadUser
  connection: Connection
  timed: Timed
  random: () => number
  pages: readonly string[]
  assets: readonly string[]
}

/** A simulated user: its next action, and its expected result. */
export function makeSimulatedUser({
  place,
  user,
  connection,
  timed,
  random,
  pages,
  assets,
}: Parts): () => Promise<void> {
  const etags = new Map<string, string>()
  const jobs: { id: string; order: LoadOrder }[] = []
  let [next] = FREQUENCIES[place] ?? []
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]

  const api = async <S extends z.ZodType>(
    operation: Operation,
    { method, path, reply }: { method: string; path: string; reply: S },
    body?: unknown,
  ): Promise<{ reply: z.output<S>; answer: WireAnswer }> => {
    const answer = await timed(operation, connection.call(method, path, { cookie: user.cookie }, body))
    const text = answer.bytes.toString()
    if (answer.status !== 200) throw new WrongAnswerError(codeIn(answer), `${path}: ${text.slice(0, 200)}`)
    return { reply: reply.parse(JSON.parse(text)), answer }
  }

  async function file(operation: 'page' | 'asset', path: string): Promise<void> {
    const etag = etags.get(path)
    const headers = { 'accept-encoding': 'br', ...(etag !== undefined && { 'if-none-match': etag }) }
    const answer = await timed(operation, connection.call('GET', path, headers))
    same(answer.status, etag === undefined ? 200 : 304, path)
    const expected = etag === undefined ? bytesAt(path, answer.encoding) : Buffer.alloc(0)
    same(answer.bytes.equals(expected), true, `${path} is as it was built`)
    if (answer.etag !== undefined) etags.set(path, answer.etag)
  }

  async function bulk(operation: 'small bulk' | 'large bulk', order: LoadOrder): Promise<void> {
    const body = { rows: order.sent, filename: 'load.csv', source: 'upload' }
    const { reply } = await api(operation, convertBulk, body)
    user.balance -= order.sent.length
    same(reply.newBalance, user.balance, 'the new balance')
    same(wrongRow(reply.rows, order.expected), undefined, 'the rows')
    jobs.unshift({ id: reply.jobId, order })
  }

  async function seeSelf(): Promise<void> {
    const { reply } = await api('me', me)
    same(reply.user?.email, user.email, 'who it is')
    same(reply.tokens, user.balance, 'the balance')
  }

  async function leaveAndComeBack(): Promise<void> {
    await api('log out', logout)
    same((await api('me', me)).reply.user, null, 'who is signed in after it')
    const { answer } = await api('log in', login, { email: user.email, password: PASSWORD })
    const session = answer.setCookie.find((cookie) => cookie.startsWith('levro='))
    user.cookie = session?.split(';')[0] ?? ''
  }

  async function seeRows(): Promise<void> {
    const job = pick(jobs)
    if (job === undefined) return seeSelf()
    const { reply } = await api('rows', { ...getJob, path: getJob.path.replace(':id', job.id) })
    same(wrongRow(reply.rows, job.order.expected), undefined, 'the rows of a job')
  }

  return async () => {
    let place = random() * 1000
    const [chosen = 'me'] = FREQUENCIES.find(([, share]) => (place -= share) < 0) ?? []
    const operation = next ?? chosen
    next = undefined
    switch (operation) {
      case 'me':
        return seeSelf()
      case 'page':
      case 'asset':
        return file(operation, pick(operation === 'page' ? pages : assets) ?? '/')
      case 'jobs': {
        const { reply } = await api('jobs', listJobs)
        return same(reply.jobs.map(({ id }) => id).join(), jobs.map(({ id }) => id).join(), 'the jobs')
      }
      case 'rows':
        return seeRows()
      case 'history': {
        const { reply } = await api('history', listEntries)
        same(reply.total, jobs.length + 2, 'the entries')
        return same(reply.entries[0]?.balanceAfter, user.balance, 'the last balance')
      }
      case 'small bulk':
        return bulk(operation, pick(smallOrders) ?? largeOrder)
      case 'large bulk':
        return bulk(operation, largeOrder)
      case 'log out':
        return leaveAndComeBack()
    }
  }
}

function codeIn({ status, bytes }: WireAnswer): string {
  const code = /"code":"(\w+)"/.exec(bytes.toString())?.[1]
  return code === undefined ? String(status) : `${status} ${code}`
}

function same(found: unknown, expected: unknown, what: string): void {
  if (found !== expected)
    throw new WrongAnswerError(`wrong: ${what}`, `${what}: ${String(found)} instead of ${String(expected)}`)
}
