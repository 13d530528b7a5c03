import type Stripe from 'stripe'
import { expire, intentOf, latestChargeOf, settle } from '../checkouts.ts'
import { closeDispute, dispute, disputesOf, isOpen, refund } from '../refunds.ts'
import type { Checkout, Delivery } from '../state.ts'
import type { World } from '../context.ts'
import { type Html, html, page } from './html.ts'
import { money } from './payment.ts'
import { ApiError, invalid } from '../api/parameters.ts'

const SHOWN = 50

/** For whoever develops: every payment, and what a bank or the passing of time may do with it. */
export function dashboardPage(world: World, problem?: string): string {
  const checkouts = [...world.state.checkouts.values()].toReversed()
  const undelivered = [...world.state.deliveries.values()]
  return page({
    lang: 'en',
    title: 'Test payments',
    isWide: true,
    main: html` <h1>Test payments</h1>
      ${problem !== undefined && html`<p class="notice" role="alert">${problem}</p>`}
      ${
        undelivered.length > 0 &&
        html`<h2>Not delivered yet</h2>
          <ul class="events">
            ${undelivered.map((one) => deliveryLine(world, one))}
          </ul>`
      }
      <h2>Sessions</h2>
      ${checkouts.length === 0 && html`<p class="muted">None yet. Buy something in the product.</p>`}
      ${checkouts.slice(0, SHOWN).map((checkout) => entry(world, checkout))}
      ${checkouts.length > SHOWN && html`<p class="muted">${checkouts.length - SHOWN} older ones are not shown.</p>`}`,
  })
}

function deliveryLine({ state }: World, { eventId, attempts, dueAt, problem }: Delivery): Html {
  const fate = dueAt === null ? 'given up' : attempts === 0 ? 'waiting' : countOf(attempts, 'attempt')
  return html`<li>
    <span>${state.events.get(eventId)?.type}</span>
    <span class="muted">${fate}${problem !== null && `: ${problem}`}</span
    >${button('resend', eventId, 'Send now')}
  </li>`
}

function entry(world: World, checkout: Checkout): Html {
  const { session, items } = checkout
  const intent = intentOf(world, checkout)
  const charge = intent && latestChargeOf(world, intent)
  const ids = new Set([session.id, intent?.id, charge?.id, ...disputesIn(world, charge).map(({ id }) => id)])
  const events = [...world.state.events.values()].filter(({ data }) =>
    ids.has((data.object as { id?: string }).id),
  )
  return html` <section class="entry" id="${session.id}">
    <h2>
      <span>${money(session.amount_total, 'en')}</span> <span>${items[0]?.description ?? ''}</span>
      <span class="state ${tone(checkout)}">${stateOf(checkout, charge)}</span>
    </h2>
    <p><code>${session.id}</code></p>
    <div class="actions">
      ${session.status === 'open' && html`<a class="button" href="/c/pay/${session.id}">Open the payment page</a>${button('expire', session.id, 'Expire')}`}
      ${checkout.settlement !== undefined && html`${button('settle-paid', session.id, 'Settle as paid')}${button('settle-failed', session.id, 'Settle as failed')}`}
      ${charge?.status === 'succeeded' && chargeActions(world, session, charge)}
    </div>
    <details>
      <summary>${countOf(events.length, 'event')}</summary>
      <ul class="events">
        ${events.map((event) => html`<li><span>${event.type}</span> ${button('resend', event.id, 'Send again')}</li>`)}
      </ul>
    </details>
  </section>`
}

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const disputesIn = (world: World, charge: Stripe.Charge | undefined): Stripe.Dispute[] =>
  charge === undefined ? [] : disputesOf(world, charge)

function chargeActions(world: World, { id }: Stripe.Checkout.Session, charge: Stripe.Charge): Html {
  const open = disputesOf(world, charge).find(isOpen)
  return html` <a class="button" href="/receipts/${charge.id}">Receipt</a>
    ${!charge.refunded && open === undefined && html`${amountForm('refund', id, 'Refund')}${amountForm('dispute', id, 'Dispute')}`}
    ${open !== undefined && html`${button('dispute-won', open.id, 'Dispute won')}${button('dispute-lost', open.id, 'Dispute lost')}`}`
}

const button = (action: string, id: string, label: string): Html =>
  html` <form method="post" action="/actions/${action}">
    <input type="hidden" name="id" value="${id}" /><button>${label}</button>
  </form>`

const amountForm = (action: string, id: string, label: string): Html =>
  html` <form method="post" action="/actions/${action}">
    <input type="hidden" name="id" value="${id}" />
    <input
      name="cents"
      inputmode="numeric"
      placeholder="all cents"
      aria-label="${label}: cents, all when empty"
    /><button>${label}</button>
  </form>`

function stateOf({ session, settlement }: Checkout, charge: Stripe.Charge | undefined): string {
  if (session.status !== 'complete')
    return charge === undefined ? String(session.status) : `${session.status}, declined`
  if (session.payment_status !== 'paid') return settlement === undefined ? 'failed' : 'waiting for the bank'
  if (charge?.refunded) return 'refunded'
  const refunded =
    (charge?.amount_refunded ?? 0) > 0 ? `, ${money(charge?.amount_refunded ?? 0, 'en')} refunded` : ''
  return `paid${refunded}${charge?.disputed ? ', disputed' : ''}`
}

function tone({ session }: Checkout): string {
  if (session.payment_status === 'paid') return 'good'
  return session.status === 'expired' ? 'bad' : ''
}

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
