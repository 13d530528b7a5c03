import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throwApiError } from './api-error.ts'

/** Body limit, bytes, of endpoints that set no other. */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * Accepts application/json only, as unparsed bytes: large bodies are parsed in a worker. Removes Fastify's text/plain
 * parser, which a form on another site could use.
 */
export function acceptRawJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** Rejects bodies that are not plain UTF-8 JSON by their headers, before reading. */
export function requireJsonHeaders(request: FastifyRequest): void {
  const type = request.headers['content-type']
  const transferEncoding = request.headers['transfer-encoding']
  if (request.headers['content-encoding'] !== undefined) throwApiError('unsupported_media_type')
  // Node decodes `chunked` only.
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    throwApiError('unsupported_media_type')
  if (type !== undefined && !isJsonType(type)) throwApiError('unsupported_media_type')
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
