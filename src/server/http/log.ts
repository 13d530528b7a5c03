import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANY_PAGE, loggedPath, routeOf } from './logged-path.ts'

/** One line for each request: what was asked, the answer, the time. No query, headers, bodies, addresses of people. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Also when the client has gone, after which no other hook runs.
    reply.raw.once('close', () => logAnswer(request, reply))
  })
}

export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const route = routeOf(request)
  const bytes = reply.getHeader('content-length')
  request.log.info({
    method: request.method,
    route,
    ...(route === ANY_PAGE && { path: loggedPath(request.originalUrl) }),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(bytes !== undefined && { bytes: Number(bytes) }),
    ...(request.refusedAs !== undefined && { code: request.refusedAs }),
    ...(reply.raw.destroyed && !reply.raw.writableFinished && { aborted: true }),
  })
}
