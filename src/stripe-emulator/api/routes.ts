import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { API_VERSION, newId } from '../objects.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { runOnce } from './idempotency.ts'
import { ApiError, decodeForm } from './parameters.ts'

type Options = {
  context: Context
  /** The secret key that every request must name. */
  key: string
  /** Settles and expires what is due before a request is answered. */
  advance: () => void
  /** Saves the state and starts what is due. */
  commit: () => void
}

/** Adds the part of Stripe's API that the product and its tests use. */
export function addApi(app: FastifyInstance, { context, key, advance, commit }: Options): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'request-id': newId('req_', 14),
      'stripe-version': API_VERSION,
      'cache-control': 'no-store',
    })
    if (request.headers.authorization !== `Bearer ${key}`) throw new ApiError(401, 'Invalid API Key provided')
    advance()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const answer = asApiError(error)
    if (answer.status === 500) process.stderr.write(`${request.method} ${request.url}: ${error.stack}\n`)
    return reply.code(answer.status).send(answer.body())
  })
  app.setNotFoundHandler(async ({ method, url }) => {
    throw new ApiError(404, `Unrecognized request URL (${method}: ${url}).`)
  })
  for (const endpoint of ENDPOINTS)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => respond(endpoint, request, reply),
    })

  function respond({ method, prepare }: Endpoint, request: FastifyRequest, reply: FastifyReply): object {
    const [path = '', query = ''] = request.url.split('?', 2)
    const form = method === 'GET' ? query : typeof request.body === 'string' ? request.body : ''
    const { id = '' } = request.params as { id?: string }
    const run = prepare(decodeForm(form))
    if (method === 'GET') return run(context, id)
    const { 'idempotency-key': key = newId('') } = request.headers
    const named = { key: String(key), fingerprint: `${path}?${form}` }
    const { body, isReplayed } = runOnce(context, named, () => run(context, id))
    if (isReplayed) reply.header('idempotent-replayed', 'true')
    else commit()
    return body
  }
}

function asApiError(error: Error & { statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error
  const { statusCode: status = 500, message } = error
  return status < 500
    ? new ApiError(status, `Invalid request: ${message}`)
    : new ApiError(500, 'An unknown error occurred', { type: 'api_error' })
}
