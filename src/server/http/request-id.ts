import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { trustedPeers } from '../trusted-peers.ts'

export const REQUEST_ID = 'x-request-id'

/** What proxies make: a UUID, or as many hexadecimal digits as they like. It stands in the log as it came. */
const WELL_FORMED = /^[\w.-]{8,64}$/

/** The name of a request in its answer and in the log: that of a trusted proxy, so that both logs tell of one request. */
export function makeRequestId(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedPeers(trustProxy)
  return (request) => {
    const given = request.headers[REQUEST_ID]
    const isTaken =
      typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(request.socket.remoteAddress)
    return isTaken ? given : randomUUID()
  }
}

/** Every answer names its request. */
export function nameAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
}
