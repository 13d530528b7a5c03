import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { expire, openCheckout, requireCheckout } from '../checkouts.ts'
import type { Context } from '../context.ts'
import { newId } from '../objects.ts'
import type { Checkout } from '../store.ts'
import { runOnce } from './idempotency.ts'
import { ApiError, decodeForm, integer, readParams } from './parameters.ts'
import { EXPANDABLE, expand, sessionParams } from './session-params.ts'

type Options = {
  context: Context
  /** The secret key that every request must name. */
  key: string
  /** Settles and expires what is due before a request is answered. */
  advance: () => void
  /** Saves the state and starts what is due. */
  commit: () => void
}

type Handler<P> = (params: P, id: string) => object
type WithId = { Params: { id?: string } }

const SESSIONS = '/checkout/sessions'
const page = { limit: integer.default(10), starting_after: z.string().optional() }
const expandInList = z.array(z.enum(EXPANDABLE.map((name) => `data.${name}`))).default([])

/** Adds the calls of Stripe's API that the product and its tests make. */
export function addApi(app: FastifyInstance, { context, key, advance, commit }: Options): void {
  const { checkouts, events } = context.state

  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.header('request-id', newId('req_', 14))
    if (headers.authorization !== `Bearer ${key}`) throw new ApiError(401, 'Invalid API Key provided')
    advance()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, { method, url }, reply) => {
    const { statusCode: status = 500, message } = error
    const answer = error instanceof ApiError ? error : new ApiError(status, message, { type: 'api_error' })
    if (answer.status === 500) process.stderr.write(`${method} ${url}: ${error.stack}\n`)
    return reply.code(answer.status).send(answer.body())
  })
  app.setNotFoundHandler(async ({ method, url }) => {
    throw new ApiError(404, `Unrecognized request URL (${method}: ${url}).`)
  })

  post(SESSIONS, sessionParams, (params) => sessionBody(openCheckout(context, params), params.expand))
  post(`${SESSIONS}/:id/expire`, z.strictObject({}), (_, id) => {
    const checkout = requireCheckout(context, id)
    expire(context, checkout)
    return sessionBody(checkout, [])
  })
  get(`${SESSIONS}/:id`, z.strictObject({ expand }), (params, id) =>
    sessionBody(requireCheckout(context, id), params.expand),
  )
  const status = z.enum(['open', 'complete', 'expired']).optional()
  const filters = { payment_intent: z.string().optional(), status }
  get(SESSIONS, z.strictObject({ ...page, ...filters, expand: expandInList }), (params) => {
    const { payment_intent: intent, status } = params
    const found = [...checkouts.values()].filter(
      ({ session }) =>
        (intent === undefined || session.payment_intent === intent) &&
        (status === undefined || session.status === status),
    )
    const paths = params.expand.map((path) => path.replace('data.', ''))
    const bodies = found.map((checkout) => sessionBody(checkout, paths))
    return pageOf(SESSIONS, bodies, params)
  })
  get('/disputes', z.strictObject({ ...page, payment_intent: z.string() }), (params) => {
    const checkout = [...checkouts.values()].find(({ intent }) => intent?.id === params.payment_intent)
    return pageOf('/disputes', checkout?.disputes ?? [], params)
  })
  get('/events', z.strictObject(page), (params) => pageOf('/events', [...events.values()], params))

  function get<P>(path: string, schema: z.ZodType<P>, run: Handler<P>): void {
    app.get<WithId>(path, async ({ url, params: { id = '' } }) =>
      run(readParams(schema, decodeForm(url.split('?')[1] ?? '')), id),
    )
  }

  function post<P>(path: string, schema: z.ZodType<P>, run: Handler<P>): void {
    app.post<WithId>(path, async ({ url, body: form, headers, params: { id = '' } }, reply) => {
      const text = typeof form === 'string' ? form : ''
      const params = readParams(schema, decodeForm(text))
      const { 'idempotency-key': key = newId('') } = headers
      const request = { key: String(key), fingerprint: `${url}?${text}` }
      const { body, isReplayed } = runOnce(context, request, () => run(params, id))
      if (isReplayed) reply.header('idempotent-replayed', 'true')
      else commit()
      return body
    })
  }
}

/** A copy of the session, with the objects that were asked for in full. */
function sessionBody({ session, intent, charge, item }: Checkout, paths: readonly string[]): object {
  const isExpanded = (path: string) => paths.some((one) => one.startsWith(path))
  const latest_charge = isExpanded('payment_intent.latest_charge') ? charge : charge?.id
  const url = `/v1${SESSIONS}/${session.id}/line_items`
  return structuredClone({
    ...session,
    ...(isExpanded('payment_intent') && { payment_intent: intent && { ...intent, latest_charge } }),
    ...(isExpanded('line_items') && { line_items: { object: 'list', data: [item], has_more: false, url } }),
  })
}

type Page = { limit: number; starting_after?: string | undefined }

/** One page of a list, newest first. */
function pageOf(path: string, oldestFirst: object[], { limit, starting_after: after }: Page): object {
  const all = oldestFirst.toReversed()
  const start = after === undefined ? 0 : all.findIndex((one) => 'id' in one && one.id === after) + 1
  const data = all.slice(start, start + limit)
  return { object: 'list', data, has_more: start + data.length < all.length, url: `/v1${path}` }
}
