import { z } from 'zod'
import { expire, openCheckout, requireCheckout } from '../checkouts.ts'
import type { Context } from '../context.ts'
import type { Checkout } from '../store.ts'
import { type Form, integer, readParams } from './parameters.ts'
import { EXPANDABLE, expand, sessionParams } from './session-params.ts'

export type Endpoint = {
  method: 'GET' | 'POST'
  /** Without /v1. */
  path: string
  /** Validates the parameters; the function that it returns does the work. Both throw ApiError. */
  prepare: (form: Form) => (context: Context, id: string) => object
}

const endpoint = <P>(
  method: Endpoint['method'],
  path: string,
  schema: z.ZodType<P>,
  run: (context: Context, params: P, id: string) => object,
): Endpoint => ({
  method,
  path,
  prepare(form) {
    const params = readParams(schema, form)
    return (context, id) => run(context, params, id)
  },
})

const SESSIONS = '/checkout/sessions'
const page = { limit: integer.default(10), starting_after: z.string().optional() }
const expandInList = z.array(z.enum(EXPANDABLE.map((name) => `data.${name}`))).default([])

/** The calls that the product and its tests make. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('POST', SESSIONS, sessionParams, (context, params) =>
    sessionBody(openCheckout(context, params), params.expand),
  ),
  endpoint(
    'GET',
    SESSIONS,
    z.strictObject({
      ...page,
      payment_intent: z.string().optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
      expand: expandInList,
    }),
    ({ state }, { payment_intent: intent, status, expand, ...page }) => {
      const found = [...state.checkouts.values()].filter(
        ({ session }) =>
          (intent === undefined || session.payment_intent === intent) &&
          (status === undefined || session.status === status),
      )
      const paths = expand.map((path) => path.replace('data.', ''))
      return pageOf(
        SESSIONS,
        found.map((checkout) => sessionBody(checkout, paths)),
        page,
      )
    },
  ),
  endpoint('GET', `${SESSIONS}/:id`, z.strictObject({ expand }), (context, params, id) =>
    sessionBody(requireCheckout(context, id), params.expand),
  ),
  endpoint('POST', `${SESSIONS}/:id/expire`, z.strictObject({}), (context, _, id) => {
    const checkout = requireCheckout(context, id)
    expire(context, checkout)
    return sessionBody(checkout, [])
  }),
  endpoint(
    'GET',
    '/disputes',
    z.strictObject({ ...page, payment_intent: z.string() }),
    ({ state }, { payment_intent, ...page }) => {
      const paid = [...state.checkouts.values()].find(({ intent }) => intent?.id === payment_intent)
      return pageOf('/disputes', paid?.disputes ?? [], page)
    },
  ),
  endpoint('GET', '/events', z.strictObject(page), ({ state }, page) =>
    pageOf('/events', [...state.events.values()], page),
  ),
]

/** A copy of the session, with the objects that were asked for in full. */
function sessionBody({ session, intent, charge, item }: Checkout, paths: readonly string[]): object {
  const isExpanded = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}.`))
  const body = {
    ...session,
    ...(isExpanded('payment_intent') && {
      payment_intent: intent && {
        ...intent,
        latest_charge: isExpanded('payment_intent.latest_charge') ? charge : intent.latest_charge,
      },
    }),
    ...(isExpanded('line_items') && {
      line_items: {
        object: 'list',
        data: [item],
        has_more: false,
        url: `/v1${SESSIONS}/${session.id}/line_items`,
      },
    }),
  }
  return structuredClone(body)
}

type Page = { limit: number; starting_after?: string | undefined }

/** One page of a list, newest first. */
function pageOf(path: string, oldestFirst: object[], { limit, starting_after: after }: Page): object {
  const all = oldestFirst.toReversed()
  const start = after === undefined ? 0 : all.findIndex((one) => 'id' in one && one.id === after) + 1
  const data = all.slice(start, start + limit)
  return { object: 'list', data, has_more: start + data.length < all.length, url: `/v1${path}` }
}
