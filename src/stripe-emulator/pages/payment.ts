import type Stripe from 'stripe'
import { formatMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { intentOf, latestChargeOf, outcomesOf } from '../checkouts.ts'
import type { Checkout, LineItem } from '../state.ts'
import type { World } from '../context.ts'
import { type Html, html, page } from './html.ts'
import { PAGE_WORDS, dateOf, langOf } from './texts.ts'
import { refundsOf } from '../refunds.ts'

export const money = (cents: number | null, lang: Lang): string => formatMoney(cents ?? 0, 'EUR', lang)

/** What the person sees who is to pay, has paid, or comes too late. */
export function paymentPage(world: World, checkout: Checkout): string {
  const { session } = checkout
  const lang = langOf(session.locale)
  const words = PAGE_WORDS[lang]
  const amount = money(session.amount_total, lang)
  return page({
    lang,
    title: words.title(amount),
    main: html` <p class="seller">${PRODUCT.name[lang]}</p>
      <h1>${headingOf(checkout)}</h1>
      ${checkout.details.map((detail) => html`<p class="muted">${detail}</p>`)}
      <p class="amount">${amount}</p>
      ${checkout.items.length > 1 || isPlural(checkout) ? itemList(checkout.items, lang) : undefined}
      ${session.status === 'open' ? openPart(world, checkout, lang) : closedPart(world, checkout, lang)}`,
  })
}

const isPlural = ({ items }: Checkout): boolean => items.some(({ quantity }) => quantity !== 1)

const headingOf = ({ items }: Checkout): string => items.map(({ description }) => description).join(' · ')

const itemList = (items: LineItem[], lang: Lang): Html =>
  html` <ul class="items">
    ${items.map(
      ({ description, quantity, price, amount_total }) =>
        html` <li>
          <span
            >${description ?? ''}<br /><span class="muted"
              >${PAGE_WORDS[lang].times(quantity ?? 1, money(price.unit_amount, lang))}</span
            ></span
          >
          <span>${money(amount_total, lang)}</span>
        </li>`,
    )}
  </ul>`

function openPart(world: World, checkout: Checkout, lang: Lang): Html {
  const { session, attempts } = checkout
  const words = PAGE_WORDS[lang]
  const wasDeclined = (intentOf(world, checkout)?.last_payment_error ?? null) !== null
  return html` ${wasDeclined && html`<p class="notice" role="alert">${words.declined}</p>`}
    <form method="post" action="/c/pay/${session.id}">
      <input type="hidden" name="attempt" value="${attempts}" />
      <button class="primary" name="outcome" value="paid">
        ${words.pay(money(session.amount_total, lang))}
      </button>
      <h2>${words.otherwise}</h2>
      <ul class="outcomes">
        ${outcomesOf(session)
          .filter((outcome) => outcome !== 'paid')
          .map((outcome) => {
            const { name, hint } = words.choices[outcome]
            return html` <li>
              <button name="outcome" value="${outcome}">
                <strong>${name}</strong> <small>${hint}</small>
                ${ARROW}
              </button>
            </li>`
          })}
      </ul>
    </form>
    ${session.cancel_url !== null && html`<p class="back"><a href="${session.cancel_url}">${words.cancel}</a></p>`}`
}

const ARROW: Html = {
  html: '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="m7.5 4.5 5.5 5.5-5.5 5.5"/></svg>',
}

function closedPart(world: World, checkout: Checkout, lang: Lang): Html {
  const { session } = checkout
  const words = PAGE_WORDS[lang]
  const { state, text, tone } = closedState(checkout, lang)
  const intent = intentOf(world, checkout)
  const receipt = intent && latestChargeOf(world, intent)?.receipt_url
  const back = session.status === 'expired' ? session.cancel_url : successUrl(session)
  return html` <p class="state ${tone}">${state}</p>
    <p>${text}</p>
    ${back !== null && html`<p><a class="button primary" href="${back}">${words.back}</a></p>`}
    ${typeof receipt === 'string' && html`<p class="back"><a href="${receipt}">${words.toReceipt}</a></p>`}`
}

function closedState(
  { session, settlement }: Checkout,
  lang: Lang,
): { state: string; text: string; tone: string } {
  const words = PAGE_WORDS[lang]
  if (session.status === 'expired') return { state: words.expired, text: words.expiredText, tone: 'bad' }
  if (session.payment_status === 'paid') return { state: words.paid, text: words.paidText, tone: 'good' }
  return settlement === undefined
    ? { state: words.refused, text: words.refusedText, tone: 'bad' }
    : { state: words.waiting, text: words.waitingText, tone: '' }
}

/** Where the shop wants the person after the payment. */
export const successUrl = ({ id, success_url }: Stripe.Checkout.Session): string =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

/** What was paid and what was given back, in the language of the payment. */
export function receiptPage(world: World, { session, items }: Checkout, charge: Stripe.Charge): string {
  const lang = langOf(session.locale)
  const words = PAGE_WORDS[lang]
  const refunds = refundsOf(world, charge)
  return page({
    lang,
    title: `${words.receipt} · ${PRODUCT.name[lang]}`,
    main: html` <p class="seller">${PRODUCT.name[lang]}</p>
      <h1>${words.receipt}</h1>
      <p class="amount">${money(charge.amount, lang)}</p>
      <dl>
        <div>
          <dt>${words.paidOn}</dt>
          <dd>${dateOf(charge.created, lang)}</dd>
        </div>
        <div>
          <dt>${words.paidWith}</dt>
          <dd>${methodOf(charge, lang)}</dd>
        </div>
        <div>
          <dt>${words.number}</dt>
          <dd>${charge.id}</dd>
        </div>
      </dl>
      <dl>
        ${items.map(
          ({ description, quantity, amount_total }) =>
            html` <div>
              <dt>${description ?? ''}${quantity !== 1 && ` × ${quantity}`}</dt>
              <dd class="money">${money(amount_total, lang)}</dd>
            </div>`,
        )}
        <div class="total">
          <dt>${words.total}</dt>
          <dd class="money">${money(charge.amount, lang)}</dd>
        </div>
        ${refunds.map(
          ({ created, amount }) =>
            html` <div>
              <dt>${words.refunded(dateOf(created, lang))}</dt>
              <dd class="money">−${money(amount, lang)}</dd>
            </div>`,
        )}
        ${
          refunds.length > 0 &&
          html`<div class="total">
            <dt>${words.left}</dt>
            <dd class="money">${money(charge.amount - charge.amount_refunded, lang)}</dd>
          </div>`
        }
      </dl>`,
  })
}

function methodOf({ payment_method_details }: Stripe.Charge, lang: Lang): string {
  const { card, bank } = PAGE_WORDS[lang]
  return payment_method_details?.type === 'card'
    ? card(payment_method_details.card?.last4 ?? '')
    : bank(payment_method_details?.sepa_debit?.last4 ?? '')
}
