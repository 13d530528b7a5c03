import type Stripe from 'stripe'
import { ApiError, invalid } from '../api/api-error.ts'
import { expire, intentOf, latestChargeOf, settle } from '../checkouts.ts'
import { closeDispute, dispute, refund } from '../refunds.ts'
import type { Checkout } from '../state.ts'
import type { World } from '../context.ts'

type Request = { id: string; cents: number | undefined }

/** What the dashboard's buttons do. Each throws an ApiError when it cannot be. */
const ACTIONS: Record<string, (world: World, request: Request) => void> = {
  expire: (world, { id }) => expire(world, requireCheckout(world, id)),
  'settle-paid': (world, { id }) => settle(world, requireCheckout(world, id), 'paid'),
  'settle-failed': (world, { id }) => settle(world, requireCheckout(world, id), 'failed'),
  refund: (world, { id, cents }) =>
    void refund(world, requireCharge(world, id), {
      amount: cents,
      reason: 'requested_by_customer',
      metadata: {},
    }),
  dispute: (world, { id, cents }) => void dispute(world, requireCharge(world, id), cents),
  'dispute-won': (world, { id }) => closeDispute(world, requireDispute(world, id), 'won'),
  'dispute-lost': (world, { id }) => closeDispute(world, requireDispute(world, id), 'lost'),
  resend,
}

/** @throws {ApiError} */
export function act(world: World, action: string, id: string, cents: string): void {
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (run === undefined) throw new ApiError(404, 'There is no such action.')
  if (!/^\d{0,9}$/.test(cents) || Number(cents || 1) < 1) throw invalid('Write whole cents, 1 or more.')
  run(world, { id, cents: cents === '' ? undefined : Number(cents) })
}

function resend({ state, clock }: World, { id }: Request): void {
  const event = state.events.get(id)
  if (event === undefined) throw new ApiError(404, 'There is no such event.')
  event.pending_webhooks = 1
  state.deliveries.set(id, { eventId: id, attempts: 0, dueAt: clock(), problem: null })
}

function requireCheckout({ state }: World, id: string): Checkout {
  const found = state.checkouts.get(id)
  if (found === undefined) throw new ApiError(404, 'There is no such session.')
  return found
}

function requireCharge(world: World, id: string): Stripe.Charge {
  const intent = intentOf(world, requireCheckout(world, id))
  const charge = intent && latestChargeOf(world, intent)
  if (charge === undefined) throw invalid('Nothing has been paid.')
  return charge
}

function requireDispute({ state }: World, id: string): Stripe.Dispute {
  const found = state.disputes.get(id)
  if (found === undefined) throw new ApiError(404, 'There is no such dispute.')
  return found
}
