import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as account from '#api/account.ts'
import * as apiKeys from '#api/api-keys.ts'
import * as auth from '#api/auth.ts'
import type { Endpoint } from '#api/endpoint.ts'
import type { ErrorCode } from '#api/errors.ts'
import * as secondFactor from '#api/second-factor.ts'
import { startBackgroundJob } from '../background-job.ts'
import { type Clock, SECOND_MS } from '../clock.ts'
import { ApiError } from '../http/api-error.ts'
import { routeOf } from '../http/log.ts'
import type { SecurityLog } from './security-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Account that a request without a session is about, for the security log. */
    subjectId: string | undefined
  }
}

/** The events of ASVS 16.3: signing in, proofs of who is signed in, and changes of what protects an account. */
const EVENTS: readonly [event: string, endpoint: Endpoint][] = [
  ['registration', auth.register],
  ['sign-in', auth.login],
  ['sign-in-passkey', secondFactor.signInWithPasskey],
  ['second-factor', secondFactor.completeSignIn],
  ['sign-out', auth.logout],
  ['password-reset-request', auth.requestReset],
  ['password-reset', auth.resetPassword],
  ['email-confirmed', auth.verifyEmail],
  ['device-code-request', secondFactor.requestDeviceCode],
  ['device-known', secondFactor.recogniseDevice],
  ['identity-confirmed', secondFactor.confirmIdentity],
  ['password-change', account.changePassword],
  ['passkey-added', secondFactor.addPasskey],
  ['passkey-removed', secondFactor.removePasskey],
  ['app-added', secondFactor.confirmApp],
  ['app-removed', secondFactor.removeApp],
  ['recovery-codes-replaced', secondFactor.replaceRecoveryCodes],
  ['api-key-created', apiKeys.createApiKey],
  ['api-key-revoked', apiKeys.revokeApiKey],
  ['session-ended', account.endSession],
  ['all-sessions-ended', account.endAllSessions],
  ['data-download', account.downloadData],
  ['account-deletion', account.deleteAccount],
]

const EVENT_OF: ReadonlyMap<string, string> = new Map(
  EVENTS.map(([event, { method, path }]) => [`${method} ${path}`, event]),
)

/** Errors that are refusals wherever they occur: a limit, a missing session, another site, a forged message. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'too_many_requests',
  'not_authenticated',
  'invalid_api_key',
  'api_key_revoked',
  'session_required',
  'scope_missing',
  'cross_site',
  'invalid_signature',
  'confirmation_required',
  'email_unconfirmed',
])

const FLUSH_INTERVAL_MS = SECOND_MS

/**
 * Records the requests of a scope that are security events, and stores what was recorded every second and at the end.
 * @returns to be called when a handler has ended: no hook runs for a client that has left
 */
export function logSecurityEvents(
  scope: FastifyInstance,
  log: SecurityLog,
  clock: Clock,
): (request: FastifyRequest, error?: unknown) => void {
  const recorded = new WeakSet<FastifyRequest>()

  function record(request: FastifyRequest, code: ErrorCode | undefined): void {
    if (recorded.has(request)) return
    recorded.add(request)
    const event = EVENT_OF.get(`${request.method} ${routeOf(request)}`)
    const isRefused = code !== undefined && REFUSALS.has(code)
    if (event === undefined && !isRefused) return
    log.record({
      event: event ?? 'request',
      outcome: isRefused ? 'refusal' : code === undefined ? 'success' : 'failure',
      code,
      accountId: request.subjectId ?? request.caller?.accountId,
      // Anyone can make such requests from any number of networks: they are counted together.
      ip: event === undefined ? undefined : request.ip,
      at: clock(),
    })
  }

  scope.decorateRequest('subjectId', undefined)
  // Requests that were rejected before their handler.
  scope.addHook('onResponse', async (request) => record(request, request.errorCode))
  startBackgroundJob(scope, {
    intervalMs: FLUSH_INTERVAL_MS,
    run: async () => {
      await log.flush()
      return false
    },
    errorMessage: 'the security log could not be written',
  })
  scope.addHook('onClose', () =>
    log.flush().catch((err: unknown) => scope.log.error({ err }, 'the security log could not be written')),
  )
  return (request, error) => record(request, error === undefined ? undefined : codeOf(error))
}

/** Any other error is answered as `internal` or `busy`. */
const codeOf = (error: unknown): ErrorCode => (error instanceof ApiError ? error.code : 'internal')

/** Names the account that a request without a session is about. */
export const setSubject = (request: FastifyRequest, accountId: string | undefined): void => {
  request.subjectId = accountId
}
