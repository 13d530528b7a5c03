import type Stripe from 'stripe'
import {
  type Parts,
  type Rule,
  expand,
  integer,
  invalid,
  list,
  metadata,
  noSuch,
  object,
  oneOf,
  optional,
  text,
} from './parameters.ts'
import { expire, openCheckout } from '../checkouts.ts'
import { refund } from '../refunds.ts'
import type { Checkout, State } from '../state.ts'
import type { World } from '../context.ts'
import { type Kind, requireExpandable } from './expand.ts'
import { sessionParams } from './session-params.ts'

const MAX_TIME_S = 99_999_999_999

const time = optional(integer(0, MAX_TIME_S))
const range = object({ gt: time, gte: time, lt: time, lte: time })

type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

const created: Rule<Range> = (value, param) => {
  if (typeof value !== 'string') return range(value, param)
  const exact = integer(0, MAX_TIME_S)(value, param)
  return { gte: exact, lte: exact }
}

/** What every list takes. */
export const LIST_PARAMS = {
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
  created: optional(created),
  expand,
}

type Page = {
  limit: number | undefined
  starting_after: string | undefined
  ending_before: string | undefined
  created: Range | undefined
}

const DEFAULT_LIMIT = 10

/** A page of objects that were made one after another, newest first. @throws {ApiError} for a page after no object */
export function pageOf<T extends { id: string; created: number }>(
  url: string,
  oldestFirst: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after, ending_before, created }: Page,
): Stripe.ApiList<T> {
  const all = oldestFirst.filter((one) => isWithin(one.created, created)).toReversed()
  const placeOf = (id: string, param: string) => {
    const place = all.findIndex((one) => one.id === id)
    if (place === -1) throw noSuch('object', id, param)
    return place
  }
  if (ending_before !== undefined) {
    const end = placeOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : placeOf(starting_after, 'starting_after') + 1
  const data = all.slice(start, start + limit)
  return { object: 'list', data, has_more: start + data.length < all.length, url }
}

function isWithin(time: number, { gt, gte, lt, lte }: Range = {}): boolean {
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  )
}

export type Endpoint = {
  method: 'GET' | 'POST'
  /** Without /v1. */
  path: string
  /** Reads the parameters; what it returns does the work. @throws {ApiError} */
  prepare: (form: Parts) => {
    expand: string[]
    /** @throws {ApiError} */
    run: (world: World, id: string) => object
  }
}

function endpoint<P extends { expand: string[] | undefined }>(
  method: Endpoint['method'],
  path: string,
  kind: Kind,
  rule: Rule<P>,
  run: (world: World, params: P, id: string) => object,
): Endpoint {
  return {
    method,
    path,
    prepare(form) {
      const params = rule(form, '')
      const { expand = [] } = params
      requireExpandable(kind, expand)
      return { expand, run: (world, id) => run(world, params, id) }
    },
  }
}

const only = object({ expand })
const ofPayment = { payment_intent: optional(text()), charge: optional(text()) }

export const ENDPOINTS: readonly Endpoint[] = [
  endpoint(
    'POST',
    '/checkout/sessions',
    'checkout.session',
    sessionParams,
    (world, params) => openCheckout(world, params).session,
  ),
  endpoint(
    'GET',
    '/checkout/sessions',
    'list of checkout.session',
    object({
      ...LIST_PARAMS,
      payment_intent: optional(text()),
      status: optional(oneOf(['open', 'complete', 'expired'])),
    }),
    ({ state }, params) => {
      const sessions = [...state.checkouts.values()].map(({ session }) => session)
      return pageOf(
        '/v1/checkout/sessions',
        sessions.filter(matches(params, ['payment_intent', 'status'])),
        params,
      )
    },
  ),
  endpoint(
    'GET',
    '/checkout/sessions/:id',
    'checkout.session',
    only,
    ({ state }, _, id) => requireCheckout(state, id).session,
  ),
  endpoint('POST', '/checkout/sessions/:id/expire', 'checkout.session', only, (world, _, id) => {
    const checkout = requireCheckout(world.state, id)
    expire(world, checkout)
    return checkout.session
  }),
  endpoint('GET', '/payment_intents/:id', 'payment_intent', only, ({ state }, _, id) =>
    required(state.intents, 'payment_intent', id, 'intent'),
  ),
  endpoint('GET', '/charges/:id', 'charge', only, ({ state }, _, id) =>
    required(state.charges, 'charge', id, 'charge'),
  ),
  endpoint(
    'POST',
    '/refunds',
    'refund',
    object({
      ...ofPayment,
      amount: optional(integer(1, 99_999_999)),
      reason: optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
      metadata,
      expand,
    }),
    (world, params) => refund(world, chargeToRefund(world.state, params), params),
  ),
  endpoint(
    'GET',
    '/refunds',
    'list of refund',
    object({ ...LIST_PARAMS, ...ofPayment }),
    ({ state }, params) =>
      pageOf(
        '/v1/refunds',
        [...state.refunds.values()].filter(matches(params, ['payment_intent', 'charge'])),
        params,
      ),
  ),
  endpoint('GET', '/refunds/:id', 'refund', only, ({ state }, _, id) =>
    required(state.refunds, 'refund', id, 'id'),
  ),
  endpoint(
    'GET',
    '/disputes',
    'list of dispute',
    object({ ...LIST_PARAMS, ...ofPayment }),
    ({ state }, params) =>
      pageOf(
        '/v1/disputes',
        [...state.disputes.values()].filter(matches(params, ['payment_intent', 'charge'])),
        params,
      ),
  ),
  endpoint('GET', '/disputes/:id', 'dispute', only, ({ state }, _, id) =>
    required(state.disputes, 'dispute', id, 'dispute'),
  ),
  endpoint(
    'GET',
    '/events',
    'list of event',
    object({ ...LIST_PARAMS, type: optional(text()), types: optional(list(text())) }),
    ({ state }, params) => {
      const wanted = params.types ?? (params.type === undefined ? undefined : [params.type])
      const events = [...state.events.values()]
      return pageOf(
        '/v1/events',
        wanted ? events.filter(({ type }) => wanted.includes(type)) : events,
        params,
      )
    },
  ),
  endpoint('GET', '/events/:id', 'event', only, ({ state }, _, id) =>
    required(state.events, 'event', id, 'id'),
  ),
]

/** Whether an object has what was asked for; what was not asked for does not count. */
const matches =
  <K extends string>(asked: Partial<Record<K, string | undefined>>, names: readonly K[]) =>
  (one: object): boolean =>
    names.every((name) => asked[name] === undefined || (one as Record<string, unknown>)[name] === asked[name])

function required<T>(table: Map<string, T>, what: string, id: string, param: string): T {
  const found = table.get(id)
  if (found === undefined) throw noSuch(what, id, param)
  return found
}

const requireCheckout = (state: State, id: string): Checkout => {
  const found = state.checkouts.get(id)
  if (found === undefined) throw noSuch('checkout.session', id, 'session')
  return found
}

type OfPayment = { payment_intent: string | undefined; charge: string | undefined }

function chargeToRefund(state: State, { payment_intent, charge }: OfPayment): Stripe.Charge {
  if ((payment_intent === undefined) === (charge === undefined))
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  if (charge !== undefined) return required(state.charges, 'charge', charge, 'charge')
  const intent = required(state.intents, 'payment_intent', payment_intent ?? '', 'payment_intent')
  const latest =
    typeof intent.latest_charge === 'string' ? state.charges.get(intent.latest_charge) : undefined
  if (latest?.status !== 'succeeded')
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  return latest
}
