import { createHash } from 'node:crypto'
import type { Answer, State } from '../state.ts'
import type { Clock } from '../context.ts'
import { ApiError, invalid } from './parameters.ts'

export type Reply = { status: number; body: unknown }

const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_KEY_LENGTH = 255

type Parts = { state: State; clock: Clock; commit: () => Promise<void> }

export type Once = (
  request: { key: string; fingerprint: string },
  work: () => Reply,
) => Promise<Reply & { isReplayed: boolean }>

/** Does under one key one thing, and says the same about it for a day. */
export function makeOnce({ state: { answers }, clock, commit }: Parts): Once {
  const underWay = new Set<string>()
  return async ({ key, fingerprint }, work) => {
    if (key.length > MAX_KEY_LENGTH) throw invalid('Idempotency keys may be at most 255 characters long.')
    if (underWay.has(key)) throw inUse(key)
    const known = answers.get(key)
    if (known !== undefined && known.fingerprint !== fingerprint) throw otherRequest(key)
    if (known !== undefined) return { status: known.status, body: known.body, isReplayed: true }
    underWay.add(key)
    try {
      const reply = work()
      // Written down together with what was done: a process that ends in between has done neither.
      answers.set(key, { fingerprint, at: clock(), ...reply })
      forgetOld(answers, clock() - KEPT_MS)
      await commit()
      return { ...reply, isReplayed: false }
    } finally {
      underWay.delete(key)
    }
  }
}

/** The same for the same parameters in another order. */
export function fingerprintOf(path: string, form: string): string {
  const params = new URLSearchParams(form)
  params.sort()
  return createHash('sha256').update(`${path}\n${params.toString()}`).digest('hex')
}

function forgetOld(answers: Map<string, Answer>, before: number): void {
  for (const [key, { at }] of answers) if (at < before) answers.delete(key)
}

const inUse = (key: string) =>
  new ApiError(
    409,
    `There is currently another in-progress request using this Idempotent Key (${key}). ` +
      'Please wait for it to finish, then try again.',
    { code: 'idempotency_key_in_use' },
  )

const otherRequest = (key: string) =>
  new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. ` +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
