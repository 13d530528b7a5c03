import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#api/errors.ts'
import { preferredLang } from './language.ts'
import { answerError } from './error-handler.ts'
import { throwApiError } from './api-error.ts'
import { REQUEST_ID, logAnswer } from './log.ts'

/** Time for the answer to arrive: a connection that is cut while bytes are still coming loses it. */
const LINGER_MS = 1000

/** What Node declines by itself; anything else could not be read. */
const CODE_OF_ERROR: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

type Exchange = { request: IncomingMessage; answer: ServerResponse }

/** What is under way on each connection. */
const exchanges = new WeakMap<Socket, Set<Exchange>>()

/** Keeps in mind what each connection is owed, and lets the app answer an `Expect` that Node would refuse by itself. */
export function followAnswers(app: FastifyInstance): void {
  const { server } = app
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
    const open = exchanges.get(request.socket) ?? new Set()
    exchanges.set(request.socket, open)
    const exchange = { request, answer }
    open.add(exchange)
    answer.once('close', () => open.delete(exchange))
  })
  server.on('checkExpectation', (request, answer) => void server.emit('request', request, answer))
}

/** A name or an address, with a port or without; nothing at all is allowed too (RFC 9112, 3.2). */
const HOST = /^(?:(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?)?$/i

const hasTwoHosts = (headers: readonly string[]): boolean =>
  headers.filter((text, n) => n % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length > 1

/** Heads that can be read and make no sense. */
export function rejectInvalidHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { host, expect } = raw.headers
    if (host === undefined ? raw.httpVersion !== '1.0' : !HOST.test(host) || hasTwoHosts(raw.rawHeaders))
      throwApiError('bad_request')
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') throwApiError('bad_request')
  })
}

/** `headers` are those of every answer. */
type Surroundings = { log: FastifyBaseLogger; headers: Record<string, string> }

/**
 * Answers what never became a request: a bad line, a head that is too large or too late, a broken chunk. Its language is
 * not known. The connection is of no use after it.
 */
export function handleClientError(
  { log, headers }: Surroundings,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  // Nobody is there, or it was answered and more of the same comes.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  const code = CODE_OF_ERROR[error.code ?? ''] ?? 'bad_request'
  const id = randomUUID()
  // The error itself holds the bytes that came.
  log.info({ reqId: id, status: ERROR_STATUS[code], code, problem: error.code }, 'no request could be read')
  if (!socket.writable || !mayAnswer(socket)) {
    socket.destroy()
    return
  }
  socket.end(answerText(code, id, headers))
  socket.once('end', () => socket.destroy())
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.resume()
}

/** Answers a request whose address no route can be looked up by; no hook runs for it, so that the reply comes with its headers. */
export function answerUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  answerError(error, request, reply)
  logAnswer(request, reply)
}

/**
 * Whether the next bytes on the connection would be read as the answer to what is broken. An earlier call that is still
 * worked on, or an answer that has begun, must not be answered by it.
 */
function mayAnswer(socket: Socket): boolean {
  const open = [...(exchanges.get(socket) ?? [])]
  return open.length === 0 || (open.length === 1 && open.every(isUnread))
}

const isUnread = ({ request, answer }: Exchange): boolean => !request.complete && !answer.headersSent

function answerText(code: ErrorCode, id: string, headers: Record<string, string>): string {
  const status = ERROR_STATUS[code]
  const refusal: ErrorBody = { error: ERROR_MESSAGE[preferredLang(undefined)][code]({}), code }
  const body = JSON.stringify(refusal)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID}: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
