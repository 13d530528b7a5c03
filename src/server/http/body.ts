import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throwApiError } from './api-error.ts'

/** Bytes that any call but the bulk conversion takes. */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * Takes JSON alone, and leaves it unparsed: a large body is parsed in a worker. Without Fastify's text/plain parser,
 * which a form of another site could use.
 */
export function acceptRawJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** Refuses what is no plain UTF-8 JSON before any of it is read. */
export function requireJsonHeaders(request: FastifyRequest): void {
  const type = request.headers['content-type']
  const transfer = request.headers['transfer-encoding']
  if (request.headers['content-encoding'] !== undefined) throwApiError('unsupported_media_type')
  // Node undoes the chunks and leaves what else was done to the body.
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') throwApiError('unsupported_media_type')
  if (type !== undefined && !isJsonType(type)) throwApiError('unsupported_media_type')
}

const isJsonType = (type: string): boolean =>
  type.length <= 100 && /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)

/** The length that the request declares; undefined when it comes in chunks. */
export function declaredLength(request: FastifyRequest): number | undefined {
  if (request.headers['transfer-encoding'] !== undefined) return undefined
  return Number(request.headers['content-length'] ?? 0)
}

/** The body as JSON; undefined when there is none. */
export function parseJsonBody(request: FastifyRequest): unknown {
  const { body } = request
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  // Bytes that are no UTF-8 would all become the same character: two passwords would be one.
  if (!isUtf8(body)) return throwApiError('bad_request')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return throwApiError('bad_request')
  }
}
