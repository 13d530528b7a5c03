import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, throwApiError } from './api-error.ts'
import type { BodyHold, BodyMemory } from './body-memory.ts'
import { onResponseEnd } from './response-end.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Memory of the body, freed when the response ends. */
    bodyHold: BodyHold
  }
  interface FastifyContextConfig {
    /** Whether the body is a file, or a form with one, of any type. */
    hasFileBody?: boolean
  }
}

/** Body limit, bytes, of endpoints that set no other. */
export const MAX_BODY_BYTES = 64 * 1024

/** Bodies above this count as large. */
const LARGE_BODY_BYTES = 512 * 1024
const FIRST_CAPACITY_BYTES = 4096

/**
 * Accepts bodies of these types only, as unparsed bytes: large ones are parsed in a worker. Removes Fastify's text/plain
 * parser, which a form on another site could use. A body that `memory` has no room for is answered with `busy`.
 */
export function acceptRawBodies(app: FastifyInstance, memory: BodyMemory, types: string[]): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async (request, reply) => {
    request.bodyHold = memory.open(request.ip)
    onResponseEnd(reply, request.bodyHold.end)
  })
  app.addContentTypeParser(types, readBody)
}

/**
 * Reads a body into one buffer, never as a list of chunks: a list of one-byte chunks would take two hundred times as much
 * memory as their bytes. The buffer grows as the bytes arrive: a declared length alone takes no memory.
 */
function readBody(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { bodyHold } = request
  const limit = request.routeOptions.bodyLimit ?? MAX_BODY_BYTES
  const declared = declaredLength(request)
  const isLarge = limit > LARGE_BODY_BYTES && (declared === undefined || declared > LARGE_BODY_BYTES)
  // Of its own, so that it can be transferred to a worker.
  let [buffer, length] = [Buffer.from(new ArrayBuffer(0)), 0]

  bodyHold.receive(() => refuse('busy'))
  payload.on('data', take)
  payload.once('end', () => {
    bodyHold.received()
    resolve(buffer.subarray(0, length))
  })
  // The client has disconnected.
  payload.once('error', () => refuse('bad_request'))
  if (declared !== undefined && declared > limit) refuse('body_too_large')

  function take(chunk: Buffer): void {
    const needed = length + chunk.length
    bodyHold.count(chunk.length)
    if (needed > limit) refuse('body_too_large')
    else if (needed <= buffer.length || reserve(roomFor(needed))) length += chunk.copy(buffer, length)
  }

  function roomFor(needed: number): number {
    return Math.max(needed, Math.min(declared ?? limit, Math.max(FIRST_CAPACITY_BYTES, 2 * buffer.length)))
  }

  /** Transferring frees the shorter buffer at once. */
  function reserve(capacity: number): boolean {
    if (bodyHold.grow(capacity - buffer.length, isLarge)) {
      buffer = Buffer.from(buffer.buffer.transfer(capacity))
      return true
    }
    refuse('busy')
    return false
  }

  /** The rest of the body is discarded. */
  function refuse(code: 'bad_request' | 'body_too_large' | 'busy'): void {
    payload.off('data', take)
    buffer = Buffer.from(buffer.buffer.transfer(0))
    payload.resume()
    reject(new ApiError(code))
  }

  return promise
}

/** Accepts bodies of every type at the endpoints of a scope, which state so in the `config` of their route. */
export function acceptFileBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', readBody)
}

/** Rejects encoded bodies and, but where a route has files, those that are not plain UTF-8 JSON, by their headers before reading. */
export function requireBodyHeaders(request: FastifyRequest): void {
  const type = request.headers['content-type']
  const transferEncoding = request.headers['transfer-encoding']
  if (request.headers['content-encoding'] !== undefined) throwApiError('unsupported_media_type')
  // Node decodes `chunked` only.
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    throwApiError('unsupported_media_type')
  if (type !== undefined && request.routeOptions.config.hasFileBody !== true && !isJsonType(type))
    throwApiError('unsupported_media_type')
}

const isJsonType = (type: string): boolean =>
  type.length <= 100 && /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)

/** Content-Length in bytes; undefined for a chunked body. */
export function declaredLength(request: FastifyRequest): number | undefined {
  if (request.headers['transfer-encoding'] !== undefined) return undefined
  return Number(request.headers['content-length'] ?? 0)
}

/** The body as JSON; undefined without a body. */
export function parseJsonBody(request: FastifyRequest): unknown {
  const { body } = request
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  // Invalid UTF-8 would be decoded to U+FFFD: different passwords would become equal.
  if (!isUtf8(body)) return throwApiError('bad_request')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return throwApiError('bad_request')
  }
}
