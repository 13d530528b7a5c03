import type { FastifyRequest } from 'fastify'
import { IDEMPOTENCY_HEADER } from '#api/conversions.ts'
import { refuseCommon } from '../http/api-error.ts'

const PRINTABLE = /^[\x21-\x7e]{1,200}$/

/** The request's key, or undefined when it has none; one that is no short printable text is refused. */
export function requireGoodKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return undefined
  return typeof key === 'string' && PRINTABLE.test(key) ? key : refuseCommon('bad_request')
}
