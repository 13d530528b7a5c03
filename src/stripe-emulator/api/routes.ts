import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type World, newId } from '../context.ts'
import { API_VERSION } from '../objects/event.ts'
import { ApiError, decodeForm } from './parameters.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { expanded } from './expand.ts'
import { fingerprintOf, makeOnce, type Reply } from './idempotency.ts'

type Parts = {
  world: World
  key: string
  /** What time has brought about is seen by whoever asks. */
  passTime: () => void
  /** Resolves when what was done is on the disk. */
  commit: () => Promise<void>
}

/** Stripe's API under /v1, in the part that a shop with one-time payments needs. */
export function addApi(app: FastifyInstance, { world, key, passTime, commit }: Parts): void {
  const once = makeOnce({ state: world.state, clock: world.clock, commit })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'request-id': newId('req_'),
      'stripe-version': API_VERSION,
      'cache-control': 'no-cache, no-store',
    })
    requireKey(request, key)
    passTime()
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
      handler: (request, reply) => answer(endpoint, request, reply),
    })

  async function answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    const [path, query] = splitOnce(request.url, '?')
    const form = endpoint.method === 'GET' ? query : textOf(request.body)
    const { id = '' } = request.params as { id?: string }
    const { expand, run } = endpoint.prepare(decodeForm(form))
    const work = (): Reply => ({ status: 200, body: expanded(world, run(world, id), expand) })
    if (endpoint.method === 'GET') return work().body

    const idempotencyKey = request.headers['idempotency-key']
    if (typeof idempotencyKey !== 'string' || idempotencyKey === '') {
      const { body } = work()
      await commit()
      return body
    }
    const named = { key: idempotencyKey, fingerprint: fingerprintOf(path, form) }
    const { status, body, isReplayed } = await once(named, () => orRefusal(work))
    reply.header('idempotency-key', idempotencyKey)
    if (isReplayed) reply.header('idempotent-replayed', 'true')
    return reply.code(status).send(body)
  }
}

/** A refusal by what the provider holds is an answer as good as any other, and is repeated under its key. */
function orRefusal(work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: error.body() }
    throw error
  }
}

function requireKey({ headers }: FastifyRequest, key: string): void {
  const [, given = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  if (given === '')
    throw new ApiError(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
        "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (given !== key)
    throw new ApiError(401, `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`)
}

function asApiError(error: Error & { statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500
    ? new ApiError(status, `Invalid request: ${error.message}`)
    : new ApiError(500, 'An unknown error occurred', { type: 'api_error' })
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '')

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
