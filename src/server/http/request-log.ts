import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from './error-handler.ts'

/** One line for each request: what was asked, the answer, the time. No query, headers, bodies, addresses of people. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
}

export function logAnswer(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
  request.log.info({
    method: request.method,
    path: pathOf(request),
    status: statusCode,
    ms: Math.round(elapsedTime),
  })
}
