import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#api/errors.ts'
import type { Lang } from '#i18n/language.ts'
import { preferredLang } from './language.ts'
import { type Exchange, openExchanges } from './connections.ts'
import { handleError } from './error-handler.ts'
import { throwApiError } from './api-error.ts'
import { REQUEST_ID_HEADER, logResponse } from './log.ts'

/** Time for the response to arrive: closing while the client still sends would lose it. */
const LINGER_MS = 1000

/** Codes of Node's own errors; any other is `bad_request`. */
const CODE_BY_NODE_ERROR: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** A name or an address with optional port. May be empty (RFC 9112, 3.2). */
const HOST = /^(?:(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?)?$/i

const hasDuplicateHost = (headers: readonly string[]): boolean =>
  headers.filter((text, n) => n % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length > 1

/**
 * Rejects a missing, invalid or repeated Host, and any Expect other than `100-continue`. Closes the connection after an
 * invalid Host: what else comes on it is not meant for this server (RFC 9112, 3.2).
 */
export function rejectInvalidHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { host, expect } = raw.headers
    if (
      host === undefined ? raw.httpVersion !== '1.0' : !HOST.test(host) || hasDuplicateHost(raw.rawHeaders)
    ) {
      reply.header('connection', 'close')
      throwApiError('bad_request')
    }
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') throwApiError('bad_request')
  })
}

/** `headers`: those of every response. */
type ClientErrorContext = { log: FastifyBaseLogger; headers: Record<string, string> }

/**
 * Responds to what cannot be parsed as a request: an invalid request line, headers that are too large or too late, an invalid
 * chunk. In the language of the request where its headers have arrived. Closes the connection.
 */
export function handleClientError(
  { log, headers }: ClientErrorContext,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  // Disconnected, or a response was written already and more invalid bytes follow.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  const code = CODE_BY_NODE_ERROR[error.code ?? ''] ?? 'bad_request'
  const id = randomUUID()
  // Without the error itself: it contains the received bytes.
  log.info({ reqId: id, status: ERROR_STATUS[code], code, problem: error.code }, 'malformed request')
  if (!socket.writable || !canRespond(socket)) {
    socket.destroy()
    return
  }
  const [open] = openExchanges(socket)
  const lang = preferredLang(open?.request.headers['accept-language'])
  socket.end(errorResponse({ code, lang, id, headers }))
  socket.once('end', () => socket.destroy())
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.resume()
}

/** Responds to a request whose URL the router rejects. No hook runs, so `reply` must already have the common headers. */
export function handleFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  handleError(error, request, reply)
  logResponse(request, reply)
}

/**
 * Whether the client would read the next bytes as the response to the malformed request, and not as that to an earlier
 * pipelined request or as part of a response that has begun.
 */
function canRespond(socket: Socket): boolean {
  const open = openExchanges(socket)
  return open.length === 0 || (open.length === 1 && open.every(isUnread))
}

const isUnread = ({ request, response }: Exchange): boolean => !request.complete && !response.headersSent

type ErrorResponse = { code: ErrorCode; lang: Lang; id: string; headers: Record<string, string> }

function errorResponse({ code, lang, id, headers }: ErrorResponse): string {
  const status = ERROR_STATUS[code]
  const content: ErrorBody = { error: ERROR_MESSAGE[lang][code]({}), code }
  const body = JSON.stringify(content)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
