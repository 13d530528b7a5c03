import type { Context } from '../context.ts'
import { ApiError } from './parameters.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

type IdempotentRequest = { key: string; fingerprint: string }

/**
 * Does the work and stores its response for a day under the key; a repeated request gets the stored response. Errors
 * are not stored.
 * @throws {ApiError} when the key was used for another request
 */
export function runOnce(
  { state: { responses }, clock }: Pick<Context, 'state' | 'clock'>,
  { key, fingerprint }: IdempotentRequest,
  work: () => object,
): { body: object; isReplayed: boolean } {
  for (const [oldKey, { at }] of responses) if (at < clock() - KEPT_MS) responses.delete(oldKey)
  const known = responses.get(key)
  if (known !== undefined && known.fingerprint !== fingerprint)
    throw new ApiError(400, `The idempotency key '${key}' was used with other parameters.`, {
      type: 'idempotency_error',
    })
  if (known !== undefined) return { body: known.body, isReplayed: true }
  const body = work()
  responses.set(key, { fingerprint, at: clock(), body })
  return { body, isReplayed: false }
}
