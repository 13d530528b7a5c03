import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeyScope } from '#product/api-keys.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { throwApiError } from '../../http/api-error.ts'
import type { Caller } from '../../http/routes.ts'
import { requireRateLimit } from '../../rate-limit/rate-limit.ts'
import { setSubject } from '../../security-log/log-requests.ts'
import { apiKeyRequestLimits, unknownApiKeyLimits } from '../rate-limits.ts'
import { findApiKey } from './keys.ts'

const BEARER = /^bearer(?: +|$)/i

/** Whether a request has an API key: then its cookies do not count. Other schemes may be those of a proxy. */
export const hasApiKey = ({ headers }: FastifyRequest): boolean => BEARER.test(headers.authorization ?? '')

/**
 * Finds the account of a request with an API key, counts the request, and rejects one that the key does not allow.
 * @param scopes those of which the key must have one; undefined for an endpoint that accepts no keys
 */
export function makeApiKeyCheck({ db, clock }: { db: Db; clock: Clock }) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly ApiKeyScope[] | undefined,
  ): Promise<Caller> => {
    // RFC 6750, 3: how to authenticate, and what was wrong.
    const challenge = (error: string) => void reply.header('www-authenticate', `Bearer error="${error}"`)
    const found = await findApiKey(db, (request.headers.authorization ?? '').replace(BEARER, ''), clock())
    if (typeof found === 'string') {
      challenge('invalid_token')
      // Counted only now: what others in its network do wrong never keeps out a key that is known.
      await requireRateLimit(db, unknownApiKeyLimits(request.ip), clock())
      return throwApiError(found === 'unknown' ? 'invalid_api_key' : 'api_key_revoked')
    }
    setSubject(request, found.caller.accountId)
    await requireRateLimit(db, apiKeyRequestLimits(found), clock())
    if (scopes === undefined) return throwApiError('session_required')
    if (scopes.some((scope) => found.caller.scopes.includes(scope))) return found.caller
    challenge('insufficient_scope')
    return throwApiError('scope_missing')
  }
}
