import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '../clock.ts'
import { MAX_BODY_BYTES } from './body.ts'

export type BodyTimes = {
  /** For bodies up to `MAX_BODY_BYTES`, in all. */
  smallMs: number
  /** For larger bodies and those of unknown length: before `bytesPerSecond` counts. */
  graceMs: number
  bytesPerSecond: number
}

/** 64 kB/s (half a megabit): a price list of 32 MB has 9 minutes, and memory is held for none that trickles. */
const BODY_TIMES: BodyTimes = { smallMs: 60_000, graceMs: 30_000, bytesPerSecond: 64 * 1024 }

/**
 * Ends requests whose body arrives too slowly, with 408 where no response was sent. Implemented on the server
 * instead of in hooks, because a body may still be arriving after the response, when no handler reads it.
 */
export function limitBodyTimes(app: FastifyInstance, times = BODY_TIMES): void {
  const { server } = app
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const length = declaredBytes(request)
    if (length === 0) return
    const startedAt = performance.now()
    const readBefore = socket.bytesRead
    const allowedMs = () =>
      length <= MAX_BODY_BYTES
        ? times.smallMs
        : times.graceMs + ((socket.bytesRead - readBefore) / times.bytesPerSecond) * SECOND_MS
    let timer = setTimeout(check, allowedMs()).unref()
    request.once('close', () => clearTimeout(timer))

    function check(): void {
      if (request.complete || socket.destroyed) return
      const leftMs = allowedMs() - (performance.now() - startedAt)
      if (leftMs > 0) timer = setTimeout(check, Math.ceil(leftMs)).unref()
      else if (response.headersSent) socket.destroy()
      else server.emit('clientError', new BodyTooSlowError(), socket)
    }
  })
}

/** Infinite for a chunked body. */
const declaredBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

/** With the code of Node's own timeout. */
class BodyTooSlowError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
