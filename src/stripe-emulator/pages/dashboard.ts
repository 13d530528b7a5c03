import { invalid } from '../api/parameters.ts'
import { expire, requireCheckout, settle } from '../checkouts.ts'
import type { Context } from '../context.ts'
import { closeDispute, isOpen, openDispute, refund } from '../refunds.ts'
import type { Checkout, State } from '../store.ts'
import { resend } from '../webhooks.ts'
import { type Html, html, page } from './html.ts'
import { money } from './payment.ts'

/** For developers: every payment with its events, newest first, and what a bank or time can do to it. */
export function dashboardPage(context: Context): string {
  const checkouts = [...context.state.checkouts.values()].toReversed()
  return page({
    lang: 'en',
    title: 'Test payments',
    isWide: true,
    main: html` <h1>Test payments</h1>
      ${checkouts.length === 0 && html`<p class="muted">None yet. Buy something in the product.</p>`}
      ${checkouts.map((checkout) => entry(context, checkout))}`,
  })
}

function entry({ state }: Context, checkout: Checkout): Html {
  const { session, item, eventIds } = checkout
  const undelivered = eventIds.filter((id) => state.deliveries.has(id)).length
  return html` <section class="entry">
    <h2>
      ${money(session.amount_total, 'en')} ${item.description}
      <span class="${session.payment_status === 'paid' && 'good'}">${stateOf(checkout)}</span>
    </h2>
    <p><code>${session.id}</code></p>
    <div class="actions">${actionsOf(checkout)}</div>
    <details>
      <summary>Events: ${eventIds.length}${undelivered > 0 && `, not delivered yet: ${undelivered}`}</summary>
      <ul class="events">
        ${eventIds.map((id) => eventLine(state, id))}
      </ul>
    </details>
  </section>`
}

function eventLine({ events, deliveries }: State, id: string): Html {
  const { attempts = 0, problem } = deliveries.get(id) ?? {}
  return html`<li>
    <span>${events.get(id)?.type}</span>
    ${problem !== undefined && html`<span class="muted">attempts: ${attempts}, ${problem}</span>`}
    ${button('resend', id, deliveries.has(id) ? 'Send now' : 'Send again')}
  </li>`
}

function actionsOf({ session: { id, status }, charge, disputes, settlement }: Checkout): Html {
  const dispute = disputes.find(isOpen)
  const canRefund = charge?.paid === true && !charge.refunded && dispute === undefined
  return html` ${status === 'open' && html`${link(`/c/pay/${id}`, 'Open the payment page')}${button('expire', id, 'Expire')}`}
  ${settlement !== undefined && html`${button('settle-paid', id, 'Settle as paid')}${button('settle-failed', id, 'Settle as failed')}`}
  ${charge?.paid === true && link(`/receipts/${charge.id}`, 'Receipt')}
  ${canRefund && html`${button('refund', id, 'Refund', AMOUNT)}${button('dispute', id, 'Dispute', AMOUNT)}`}
  ${dispute !== undefined && html`${button('dispute-won', dispute.id, 'Dispute won')}${button('dispute-lost', dispute.id, 'Dispute lost')}`}`
}

const link = (path: string, label: string): Html => html`<a class="button" href="${path}">${label}</a>`

const button = (action: string, id: string, label: string, field?: Html): Html =>
  html` <form method="post" action="/actions/${action}">
    <input type="hidden" name="id" value="${id}" />${field}<button>${label}</button>
  </form>`

const AMOUNT = html`<input name="cents" placeholder="all cents" aria-label="Cents, all when empty" />`

function stateOf({ session, settlement, charge }: Checkout): string {
  if (session.status !== 'complete')
    return charge === undefined ? session.status : `${session.status}, declined`
  if (session.payment_status !== 'paid') return settlement === undefined ? 'failed' : 'waiting for the bank'
  const refunded = charge?.amount_refunded ?? 0
  return `paid${refunded > 0 ? `, ${money(refunded, 'en')} refunded` : ''}${charge?.disputed ? ', disputed' : ''}`
}

type Action = (context: Context, id: string, cents: number | undefined) => void

const ACTIONS: Record<string, Action> = {
  expire: (context, id) => expire(context, requireCheckout(context, id)),
  'settle-paid': (context, id) => settle(context, requireCheckout(context, id), 'paid'),
  'settle-failed': (context, id) => settle(context, requireCheckout(context, id), 'failed'),
  refund: (context, id, cents) => refund(context, requireCheckout(context, id), cents),
  dispute: (context, id, cents) => openDispute(context, requireCheckout(context, id), cents),
  'dispute-won': (context, id) => closeDispute(context, id, 'won'),
  'dispute-lost': (context, id) => closeDispute(context, id, 'lost'),
  resend,
}

/**
 * Runs the action of a dashboard button. `cents` may be empty.
 * @throws {ApiError} when it is not possible
 */
export function runAction(context: Context, action: string, id: string, cents: string): void {
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (run === undefined) throw invalid('There is no such action.')
  if (!/^\d{0,9}$/.test(cents) || Number(cents || 1) < 1) throw invalid('Write whole cents, 1 or more.')
  run(context, id, cents === '' ? undefined : Number(cents))
}
