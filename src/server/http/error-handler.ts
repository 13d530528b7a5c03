import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#api/errors.ts'
import { QUESTIONS } from '#api/file-reasons.ts'
import type { Lang } from '#i18n/language.ts'
import { isStatementTimeout, isForeignKeyViolation, isUnavailable } from '../db/errors.ts'
import { langOf } from './language.ts'
import { routeOf } from './log.ts'
import { ApiError } from './api-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error response, for log and metrics. */
    errorCode: ErrorCode | undefined
  }
}

const DEFAULT_RETRY_SECONDS = 1

/** Codes of Fastify's own errors, by status; any other 4xx is `bad_request`. */
const ERROR_CODE_BY_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  // Requests that arrive while the server closes.
  503: 'busy',
}

/** Sends the code and message of an `ApiError`. Logs any other error with its cause and sends no details. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isPreconditionError(error)) return sendPreconditionError(error, reply)
  const apiError = toApiError(error)
  if (apiError !== undefined) return sendApiError(apiError, request, reply)
  if (isForeignKeyViolation(error) && request.caller !== undefined) {
    request.log.warn({ err: error, route: routeOf(request) }, 'the account was deleted during the request')
    return sendApiError(new ApiError('not_authenticated'), request, reply)
  }
  if (isUnavailable(error)) {
    if (isStatementTimeout(error))
      request.log.error({ err: error, route: routeOf(request) }, 'a statement timed out or was aborted')
    // Without stack and route: during an outage every request fails alike.
    else request.log.warn({ problem: messageOf(error) }, 'the database is unavailable')
    return sendApiError(new ApiError('busy'), request, reply)
  }
  // The client has disconnected: the line of the request says `aborted`.
  if (isPrematureClose(error) && reply.raw.destroyed) return reply.send()
  request.log.error({ err: error, route: routeOf(request) }, 'request failed')
  return sendApiError(new ApiError('internal'), request, reply)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The body of an error response, without the id of a request. */
export function errorBodyOf({ code, params }: Pick<ApiError, 'code' | 'params'>, lang: Lang): ErrorBody {
  const { cost, balance, ticket, factors, reason, questions } = params
  return {
    error: ERROR_MESSAGE[lang][code](params),
    code,
    ...(cost !== undefined && { cost }),
    ...(balance !== undefined && { balance }),
    ...(ticket !== undefined && { ticket }),
    ...(factors !== undefined && { factors }),
    ...(reason !== undefined && { reason }),
    ...(questions !== undefined && {
      questions: questions.map(({ code: question, answers, text = '' }) => ({
        code: question,
        message: QUESTIONS[lang][question](text),
        answers,
      })),
    }),
  }
}

function sendApiError(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.errorCode = error.code
  const status = ERROR_STATUS[error.code]
  if (status === 429 || status === 503)
    reply.header('retry-after', error.params.seconds ?? DEFAULT_RETRY_SECONDS)
  // Fastify would close the connection while the client still sends, which may lose the response. Left open, the rest of the
  // body is discarded, for as long as `limitBodyTimes` allows.
  if (status === 413 || status === 503) reply.removeHeader('connection')
  const { error: sentence, code, ...values } = errorBodyOf(error, langOf(request))
  // Below 500 the id is in a header only: error bodies of one code must be identical, or they could reveal which accounts
  // and jobs exist.
  const body = { error: sentence, code, ...(status >= 500 && { requestId: request.id }), ...values }
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** 412 or 416 of `@fastify/static`: a condition that does not hold, or a range outside the file. */
type PreconditionError = Error & { statusCode: number; headers?: Record<string, string> }

const isPreconditionError = (error: unknown): error is PreconditionError =>
  error instanceof Error && 'statusCode' in error && [412, 416].includes(Number(error.statusCode))

/** Sends no body: pages make no such requests. The headers give the length of the file. */
const sendPreconditionError = (
  { statusCode, headers = {} }: PreconditionError,
  reply: FastifyReply,
): FastifyReply => reply.status(statusCode).headers(headers).header('cache-control', 'no-store').send()

/** Error of a streamed response whose connection was closed. */
const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const status = Number(error.statusCode)
  const code = ERROR_CODE_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'bad_request' : undefined)
  return code && new ApiError(code)
}
