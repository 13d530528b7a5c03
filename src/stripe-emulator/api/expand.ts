import type Stripe from 'stripe'
import { refundsOf } from '../refunds.ts'
import type { World } from '../context.ts'
import { invalid } from './parameters.ts'

type One = 'checkout.session' | 'payment_intent' | 'charge' | 'refund' | 'dispute' | 'event' | 'item'

/** What an endpoint answers with. */
export type Kind = One | `list of ${One}`

/** Any object of the API, while it is being put together. */
type Owner = { object: string } & Record<string, unknown>

type Expansion = { kind: Kind; find: (world: World, owner: Owner) => object | undefined }

const intent: Expansion = {
  kind: 'payment_intent',
  find: ({ state }, { payment_intent }) => state.intents.get(String(payment_intent)),
}
const charge: Expansion = {
  kind: 'charge',
  find: ({ state }, { charge: id }) => state.charges.get(String(id)),
}

/** What may stand in full where otherwise an id stands, or nothing. */
const EXPANDABLE: Partial<Record<string, Record<string, Expansion>>> = {
  'checkout.session': {
    payment_intent: intent,
    line_items: {
      kind: 'list of item',
      find: ({ state }, { id }) =>
        wholeList(
          `/v1/checkout/sessions/${String(id)}/line_items`,
          state.checkouts.get(String(id))?.items ?? [],
        ),
    },
  },
  payment_intent: {
    latest_charge: {
      kind: 'charge',
      find: ({ state }, { latest_charge }) => state.charges.get(String(latest_charge)),
    },
  },
  charge: {
    payment_intent: intent,
    refunds: {
      kind: 'list of refund',
      find: (world, owner) =>
        wholeList(
          `/v1/charges/${String(owner['id'])}/refunds`,
          refundsOf(world, owner as unknown as Stripe.Charge).toReversed(),
        ),
    },
  },
  refund: { charge, payment_intent: intent },
  dispute: { charge, payment_intent: intent },
}

const wholeList = (url: string, data: unknown[]) => ({ object: 'list', data, has_more: false, url })

const MAX_DEPTH = 4

/** Asked before anything is done: a refused request is to leave nothing behind. @throws {ApiError} */
export function requireExpandable(kind: Kind, paths: readonly string[]): void {
  for (const [index, path] of paths.entries()) {
    const param = `expand[${index}]`
    const names = path.split('.')
    if (names.length > MAX_DEPTH)
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property`, param)
    if (names.at(-1) === 'data' || names.reduce<string | undefined>(kindWithin, kind) === undefined)
      throw invalid(`This property cannot be expanded (${path}).`, param)
  }
}

function kindWithin(kind: string | undefined, name: string): string | undefined {
  if (kind === undefined) return undefined
  if (kind.startsWith('list of ')) return name === 'data' ? kind.slice('list of '.length) : undefined
  return expansionOf(kind, name)?.kind
}

function expansionOf(kind: string, name: string): Expansion | undefined {
  const known = EXPANDABLE[kind] ?? {}
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** A copy of an object or list with what was asked for in full. */
export function expanded(world: World, subject: object, paths: readonly string[]): object {
  const copy = structuredClone(subject) as Owner
  for (const path of paths) expandInto(world, copy, path.split('.'))
  return copy
}

function expandInto(world: World, owner: Owner, [name, ...rest]: string[]): void {
  if (name === undefined) return
  if (owner.object === 'list') {
    for (const one of owner['data'] as Owner[]) expandInto(world, one, rest)
    return
  }
  if (typeof owner[name] !== 'object' || owner[name] === null) {
    const found = expansionOf(owner.object, name)?.find(world, owner)
    if (found !== undefined) owner[name] = structuredClone(found)
  }
  const inner = owner[name]
  if (typeof inner === 'object' && inner !== null) expandInto(world, inner as Owner, rest)
}
