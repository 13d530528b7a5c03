import { refundsOf } from '../reversals.ts'
import type { World } from '../world.ts'
import type Stripe from 'stripe'
import { invalid } from './api-error.ts'

/** Any object of the API, while it is being put together. */
export type Expandable = { object: string } & Record<string, unknown>

type Found = object | null | undefined
type Finder = (world: World, owner: Expandable) => Found

const intent: Finder = ({ state }, { payment_intent }) => state.intents.get(String(payment_intent))
const charge: Finder = ({ state }, { charge: id }) => state.charges.get(String(id))

/** What may stand in full where otherwise an id stands, or nothing. */
const EXPANDABLE: Record<string, Record<string, Finder>> = {
  'checkout.session': {
    payment_intent: intent,
    line_items: ({ state }, { id }) =>
      wholeList(
        `/v1/checkout/sessions/${String(id)}/line_items`,
        state.checkouts.get(String(id))?.items ?? [],
      ),
  },
  payment_intent: {
    latest_charge: ({ state }, { latest_charge }) => state.charges.get(String(latest_charge)),
  },
  charge: {
    payment_intent: intent,
    refunds: (world, owner) =>
      wholeList(
        `/v1/charges/${String(owner['id'])}/refunds`,
        refundsOf(world, owner as unknown as Stripe.Charge).toReversed(),
      ),
  },
  refund: { charge, payment_intent: intent },
  dispute: { charge, payment_intent: intent },
}

const MAX_DEPTH = 4

/** A copy of an object or list with what was asked for in full. @throws {ApiError} for what cannot be */
export function expanded(world: World, subject: object, paths: readonly string[]): object {
  const copy = structuredClone(subject) as Expandable
  for (const [index, path] of paths.entries()) {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH)
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property`, `expand[${index}]`)
    expandInto(world, copy, parts, () => notExpandable(path, `expand[${index}]`))
  }
  return copy
}

function expandInto(world: World, owner: Expandable, [name, ...rest]: string[], refuse: () => Error): void {
  if (name === undefined) return
  if (owner.object === 'list') {
    if (name !== 'data' || rest.length === 0) throw refuse()
    for (const one of owner['data'] as Expandable[]) expandInto(world, one, rest, refuse)
    return
  }
  const kind = EXPANDABLE[owner.object]
  if (kind === undefined || !Object.hasOwn(kind, name)) throw refuse()
  if (typeof owner[name] !== 'object' || owner[name] === null) {
    const found = kind[name]?.(world, owner)
    if (found !== undefined) owner[name] = structuredClone(found)
  }
  const inner = owner[name]
  if (typeof inner === 'object' && inner !== null) expandInto(world, inner as Expandable, rest, refuse)
}

const notExpandable = (path: string, param: string) =>
  invalid(`This property cannot be expanded (${path}).`, param)

const wholeList = (url: string, data: unknown[]) => ({ object: 'list', data, has_more: false, url })
