import type { Endpoint, ReplyOf } from '#api/endpoint.ts'
import type { Answer, Client } from '../server/client.ts'
import type { Journal } from './journal.ts'

export type Outcome<Reply> =
  | { is: 'done'; reply: Reply }
  | { is: 'refused'; code: string }
  /** No response, or a 503 that leaves the result unknown. */
  | { is: 'unsure' }

export type Input = { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> }

/** Timeout of a request, ms, also during faults. */
const ANSWER_WITHIN_MS = 45_000

/** Error codes with status 503 that guarantee that nothing was done. */
const TEMPORARY_ERRORS = new Set(['checkout_unavailable', 'payment_unverified', 'payments_closed'])

type Request = { client: Client; journal: Journal; kind: string; cut: AbortSignal | undefined }

/**
 * Checks one response of the server; anything that a correct server would not send is recorded.
 * @returns undefined when there was no response
 */
export async function send<E extends Endpoint>(
  { client, journal, kind, cut }: Request,
  endpoint: E,
  input: Input = {},
): Promise<Outcome<ReplyOf<E>> | undefined> {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const signal = cut === undefined ? timeout : AbortSignal.any([timeout, cut])
  let outcome: Outcome<ReplyOf<E>> = { is: 'unsure' }
  try {
    outcome = classify(journal, kind, await client.call(endpoint, { ...input, signal }))
  } catch (error) {
    if (isConnectionRefused(error)) return undefined
    // The connection was cut by the client or the server.
    if (timeout.aborted) journal.addDifference(`${kind}: no answer in ${ANSWER_WITHIN_MS / 1000} s`)
  }
  journal.count(kind, outcome.is)
  if (outcome.is === 'refused') journal.countIn(journal.errorCodes, outcome.code)
  return outcome
}

const isConnectionRefused = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

function classify<Reply>(journal: Journal, kind: string, answer: Answer<Reply>): Outcome<Reply> {
  const { status } = answer
  try {
    if (status === 200) return { is: 'done', reply: answer.reply }
    if (status === 202) return { is: 'refused', code: 'awaited' }
    const { code, requestId } = answer.refusal
    if (status < 500) return { is: 'refused', code }
    if (status !== 503 || answer.headers.get('retry-after') === null) {
      journal.addDifference(`${kind}: answered ${status} ${code}, request ${requestId}`)
      return { is: 'unsure' }
    }
    if (TEMPORARY_ERRORS.has(code)) return { is: 'refused', code }
    journal.countIn(journal.errorCodes, code)
    return { is: 'unsure' }
  } catch (error) {
    journal.addDifference(
      `${kind}: a response that does not match the schema, ${status}: ${String(error).slice(0, 300)}`,
    )
    return { is: 'unsure' }
  }
}
