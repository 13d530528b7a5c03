import type { Endpoint, ReplyOf } from '#api/endpoint.ts'
import type { Answer, Client } from '../server/client.ts'
import type { Journal } from './journal.ts'

export type Outcome<Reply> =
  | { is: 'done'; reply: Reply }
  | { is: 'refused'; code: string }
  /** No answer, or one that says neither yes nor no. */
  | { is: 'unsure' }

export type Input = { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> }

/** The client timeout, whatever is broken. */
const ANSWER_WITHIN_MS = 45_000

/** Says that nothing was done for now, and may be asked again. */
const DECLINED_FOR_NOW = new Set(['checkout_unavailable', 'payment_unverified', 'payments_closed'])

type Asking = { client: Client; journal: Journal; kind: string; cut: AbortSignal | undefined }

/**
 * Checks one response of the server; anything that a correct server would not send is recorded.
 * @returns undefined when there was no response
 */
export async function ask<E extends Endpoint>(
  { client, journal, kind, cut }: Asking,
  endpoint: E,
  input: Input = {},
): Promise<Outcome<ReplyOf<E>> | undefined> {
  const late = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const signal = cut === undefined ? late : AbortSignal.any([late, cut])
  let outcome: Outcome<ReplyOf<E>> = { is: 'unsure' }
  try {
    outcome = judge(journal, kind, await client.call(endpoint, { ...input, signal }))
  } catch (error) {
    if (isNobodyThere(error)) return undefined
    // Cut off, by whichever side.
    if (late.aborted) journal.differs(`${kind}: no answer in ${ANSWER_WITHIN_MS / 1000} s`)
  }
  journal.count(kind, outcome.is)
  if (outcome.is === 'refused') journal.countIn(journal.refusals, outcome.code)
  return outcome
}

const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

function judge<Reply>(journal: Journal, kind: string, answer: Answer<Reply>): Outcome<Reply> {
  const { status } = answer
  try {
    if (status === 200) return { is: 'done', reply: answer.reply }
    if (status === 202) return { is: 'refused', code: 'awaited' }
    const { code, requestId } = answer.refusal
    if (status < 500) return { is: 'refused', code }
    if (status !== 503 || answer.headers.get('retry-after') === null) {
      journal.differs(`${kind}: answered ${status} ${code}, request ${requestId}`)
      return { is: 'unsure' }
    }
    if (DECLINED_FOR_NOW.has(code)) return { is: 'refused', code }
    journal.countIn(journal.refusals, code)
    return { is: 'unsure' }
  } catch (error) {
    journal.differs(`${kind}: an answer not as promised, ${status}: ${String(error).slice(0, 300)}`)
    return { is: 'unsure' }
  }
}
