import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#api/errors.ts'
import { isStatementTimeout, isForeignKeyViolation, isUnavailable } from '../db/errors.ts'
import { langOf } from './language.ts'
import { routeOf } from './log.ts'
import { ApiError } from './api-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** For who counts. */
    refusedAs: ErrorCode | undefined
  }
}

const DEFAULT_RETRY_SECONDS = 1

/** What Fastify itself declines, by its status; anything else of 4xx is a request that could not be read. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  // Fastify's own answer to requests that arrive while it closes.
  503: 'busy',
}

/** Answers a refusal with its code and sentence; logs everything else with its cause and answers without detail. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isUnmet(error)) return answerUnmet(error, reply)
  const refusal = asRefusal(error)
  if (refusal !== undefined) return answerRefusal(refusal, request, reply)
  if (isForeignKeyViolation(error) && request.signedIn !== undefined) {
    // What was to be written belongs to an account that was deleted while the call was under way.
    request.log.warn({ err: error, route: routeOf(request) }, 'the account is gone')
    return answerRefusal(new ApiError('not_authenticated'), request, reply)
  }
  if (isUnavailable(error)) {
    if (isStatementTimeout(error))
      request.log.error({ err: error, route: routeOf(request) }, 'the database gave a statement up')
    // Every request meets it while it lasts: one line is enough, and where it was met is of no interest.
    else request.log.warn({ problem: messageOf(error) }, 'the database cannot answer now')
    return answerRefusal(new ApiError('busy'), request, reply)
  }
  // The answer had not begun, and nobody waits for it any more: the request's own line says that it was cut off.
  if (isCutOff(error) && reply.raw.destroyed) return reply.send()
  request.log.error({ err: error, route: routeOf(request) }, 'request failed')
  return answerRefusal(new ApiError('internal'), request, reply)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function answerRefusal(refusal: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, figures } = refusal
  request.refusedAs = code
  const { cost, balance, seconds } = figures
  const status = ERROR_STATUS[code]
  if (status === 429 || status === 503) reply.header('retry-after', seconds ?? DEFAULT_RETRY_SECONDS)
  // Fastify closes the connection at once, and the client, still sending, may never see why. Left open, the rest of the
  // body is thrown away as it comes, for as long as a request may take.
  if (status === 413) reply.removeHeader('connection')
  const body: ErrorBody = {
    error: ERROR_MESSAGE[langOf(request)][code](figures),
    code,
    // Of a refusal the id stands in a header alone: two refusals of the same kind must not differ in a byte, or they
    // would tell who has an account and which jobs exist.
    ...(status >= 500 && { requestId: request.id }),
    ...(cost !== undefined && { cost }),
    ...(balance !== undefined && { balance }),
  }
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

type Unmet = Error & { statusCode: number; headers?: Record<string, string> }

/** A file was asked for on a condition that does not hold (412), or by a part that it does not have (416). */
const isUnmet = (error: unknown): error is Unmet =>
  error instanceof Error && 'statusCode' in error && [412, 416].includes(Number(error.statusCode))

/** The status says it all: no page asks so. How long the file is stands in the headers. */
const answerUnmet = ({ statusCode, headers = {} }: Unmet, reply: FastifyReply): FastifyReply =>
  reply.status(statusCode).headers(headers).header('cache-control', 'no-store').send()

/** Of an answer that is sent in parts, when its connection ends. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

function asRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const status = Number(error.statusCode)
  const code = CODE_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'bad_request' : undefined)
  return code && new ApiError(code)
}
