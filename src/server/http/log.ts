import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { trustedProxyMatcher } from '../env.ts'
import { fstatSync, writeSync } from 'node:fs'

/** The URL pattern of the route of a request, which contains nothing that was sent; `none` without a route. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** The route of pages that do not exist. */
const CATCH_ALL_ROUTE = '/*'

const MAX_SEGMENTS = 6
/** Short and plain, without four digits in a row, which could be personal data such as a year of birth. */
const SAFE_SEGMENT = /^(?!.*(?:\d[._~-]*){4})[\w.~-]{0,24}$/

/**
 * A path without a route, as it is logged: enough to find a broken link, without email addresses, telephone numbers or
 * secrets in it. At most six segments, without query; `*` stands for a segment that may contain personal data.
 */
export function redactPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/, 1)
  const segments = path.split('/').slice(1)
  const shown = segments.slice(0, MAX_SEGMENTS).map((segment) => (SAFE_SEGMENT.test(segment) ? segment : '*'))
  return `/${shown.join('/')}${segments.length > MAX_SEGMENTS ? '/…' : ''}`
}

/** Logs one line per request. No query, headers, bodies or IP addresses. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // An event of the socket: no other hook runs once the client has disconnected.
    reply.raw.once('close', () => logResponse(request, reply))
  })
}

export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const route = routeOf(request)
  const bytes = reply.getHeader('content-length')
  request.log.info({
    method: request.method,
    route,
    ...(route === CATCH_ALL_ROUTE && { path: redactPath(request.originalUrl) }),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(bytes !== undefined && { bytes: Number(bytes) }),
    ...(request.errorCode !== undefined && { code: request.errorCode }),
    ...(reply.raw.destroyed && !reply.raw.writableFinished && { aborted: true }),
  })
}

/** The logged properties of an error. Other properties of database errors contain the values of the statement. */
export type SerializedError = { type: string; message: string; stack: string; [other: string]: unknown }

const MAX_CAUSES = 4

export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error).slice(0, 200), stack: '' }
  const { message, stack = '', cause } = error
  return {
    type: error.constructor.name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack,
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  }
}

export const REQUEST_ID_HEADER = 'x-request-id'

/** Ids of proxies: a UUID or hexadecimal digits. Logged unchanged. */
const REQUEST_ID_FORMAT = /^[\w.-]{8,64}$/

/** Request ids: taken from a trusted proxy, so that its log has the same id, else random. */
export function makeRequestId(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxyMatcher(trustProxy)
  return (request) => {
    const given = request.headers[REQUEST_ID_HEADER]
    const isAccepted =
      typeof given === 'string' && REQUEST_ID_FORMAT.test(given) && isTrusted(request.socket.remoteAddress)
    return isAccepted ? given : randomUUID()
  }
}

/** Reads the client's address once: a socket has none after the client has left, and limits are counted by it. */
export function keepClientAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { ip }: { ip: string | undefined } = request
    Object.defineProperty(request, 'ip', { value: ip ?? '' })
  })
}

export function setRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}

const STDOUT = 1
const STDERR = 2
/** Buffered log lines, when the reader of standard output does not read. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/**
 * Writes log lines to standard output. A line that cannot be written (disk full, reader stopped or closed) is lost, which is
 * reported once on standard error: it neither delays a response nor ends the process.
 */
export type LogStream = { write: (line: string) => void }

/** One per process, as the state of standard output is shared. */
export const logStream: LogStream = makeLogStream()

function makeLogStream(): LogStream {
  const write = isStdoutStream() ? streamWriter() : fileWriter()
  let isLosing = false
  return {
    write(line) {
      // The line before may have been written in part.
      const isWritten = write(isLosing ? `\n${line}` : line)
      if (!isWritten && !isLosing) reportLostLines()
      isLosing = !isWritten
    },
  }
}

/** Pipes, sockets and terminals are written asynchronously; files are not. */
function isStdoutStream(): boolean {
  const kind = fstatSync(STDOUT)
  return kind.isFIFO() || kind.isSocket() || process.stdout.isTTY
}

function streamWriter() {
  const { stdout } = process
  let isBroken = false
  stdout.on('error', () => (isBroken = true))
  return (line: string): boolean => {
    if (isBroken || stdout.writableLength > MAX_BUFFERED_BYTES) return false
    stdout.write(line)
    return true
  }
}

/** Without `process.stdout`: Node's stream for a file cannot be used after a failed write. */
function fileWriter() {
  return (line: string): boolean => {
    try {
      return writeSync(STDOUT, line) === Buffer.byteLength(line)
    } catch {
      return false
    }
  }
}

function reportLostLines(): void {
  try {
    writeSync(STDERR, 'The log cannot be written, and lines are lost.\n')
  } catch {
    // Standard error is not writable either.
  }
}
