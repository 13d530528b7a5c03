import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { trustedProxyMatcher } from '../env.ts'
import { fstatSync, writeSync } from 'node:fs'

/** The route that takes a request, as it was declared: no id, no file, nothing that was sent. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** Routes outside of the API that take whatever no other route does. */
export const CATCH_ALL_ROUTE = '/*'

const MAX_SEGMENTS = 6
/** What a file, a page or a scanner's guess is called: short, without a number that could be anybody's, a year of birth too. */
const SAFE_SEGMENT = /^(?!.*(?:\d[._~-]*){4})[\w.~-]{0,24}$/

/**
 * A path that leads nowhere, for the log: enough to find a broken link by, and not an email, a telephone number or a
 * secret that somebody pasted after the slash.
 */
export function redactPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/, 1)
  const segments = path.split('/').slice(1)
  const shown = segments.slice(0, MAX_SEGMENTS).map((segment) => (SAFE_SEGMENT.test(segment) ? segment : '*'))
  return `/${shown.join('/')}${segments.length > MAX_SEGMENTS ? '/…' : ''}`
}

/** One line for each request: what was asked, the answer, the time. No query, headers, bodies, addresses of people. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Also when the client has gone, after which no other hook runs.
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

/** An error in the log. What else a database puts on its errors holds the values of the statement. */
export type SerializedError = { type: string; message: string; stack: string; [further: string]: unknown }

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

/** What proxies make: a UUID, or as many hexadecimal digits as they like. It stands in the log as it came. */
const REQUEST_ID_FORMAT = /^[\w.-]{8,64}$/

/** The name of a request in its answer and in the log: that of a trusted proxy, so that both logs tell of one request. */
export function makeRequestId(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxyMatcher(trustProxy)
  return (request) => {
    const given = request.headers[REQUEST_ID_HEADER]
    const isTaken =
      typeof given === 'string' && REQUEST_ID_FORMAT.test(given) && isTrusted(request.socket.remoteAddress)
    return isTaken ? given : randomUUID()
  }
}

/** Every answer names its request. */
export function setRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}

const STDOUT = 1
const STDERR = 2
/** Lines that wait for a reader who has stopped reading. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/**
 * Where log lines go: standard output. A line that cannot be written, because the disk is full or nobody reads, is lost, and
 * that is said once: no answer waits for it, and no process ends of it.
 */
export type LogStream = { write: (line: string) => void }

/** One for the process: all that writes shares what is known of whoever reads. */
export const logStream: LogStream = makeLogStream()

function makeLogStream(): LogStream {
  const put = isStdoutStream() ? streamWriter() : fileWriter()
  let isLosing = false
  return {
    write(line) {
      const isWritten = put(isLosing ? `\n${line}` : line)
      if (!isWritten && !isLosing) reportLostLines()
      isLosing = !isWritten
    },
  }
}

/** Pipes, sockets and terminals take what they can, and the rest later. */
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

/** By hand: Node's own stream for a file is of no use any more after one write that failed. */
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
    // There is nobody left to tell.
  }
}
