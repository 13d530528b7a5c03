import type Stripe from 'stripe'
import { PRODUCT } from '#product/product.ts'
import type { Lang } from '#i18n/language.ts'
import { refundsOf } from '../refunds.ts'
import type { Checkout } from '../state.ts'
import type { World } from '../context.ts'
import { html, page } from './html.ts'
import { dateOf, langOf, PAGE_WORDS } from './texts.ts'
import { money } from './payment.ts'

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
