import type { Lang } from '#i18n/language.ts'
import { formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { PRODUCT } from '#product/product.ts'
import { OUTCOMES } from '../checkouts.ts'
import type { Charge, Session } from '../objects.ts'
import type { Checkout } from '../store.ts'
import { type Html, html, page } from './html.ts'
import { PAGE_TEXTS, formatDate } from './texts.ts'

export const money = (cents: number, lang: Lang): string => formatMoney(cents, EURO, lang)

/** The hosted page of a session in any state, in the language that the session asks for. */
export function paymentPage(checkout: Checkout): string {
  const { session, item, params } = checkout
  const { description } = params.line_items[0].price_data.product_data
  const lang = session.locale ?? 'en'
  const amount = money(session.amount_total, lang)
  return page({
    lang,
    title: PAGE_TEXTS[lang].title(amount),
    main: html` <p class="seller">${PRODUCT.name[lang]}</p>
      <h1>${item.description}</h1>
      ${description !== undefined && html`<p class="muted">${description}</p>`}
      <p class="amount">${amount}</p>
      ${session.status === 'open' ? openPart(checkout, lang) : closedPart(checkout, lang)}`,
  })
}

function openPart({ session, attempts, charge }: Checkout, lang: Lang): Html {
  const texts = PAGE_TEXTS[lang]
  return html` ${charge?.status === 'failed' && html`<p class="notice" role="alert">${texts.declined}</p>`}
    <form method="post" action="/c/pay/${session.id}">
      <input type="hidden" name="attempt" value="${attempts}" />
      <button class="primary" name="outcome" value="paid">
        ${texts.pay(money(session.amount_total, lang))}
      </button>
      <h2>${texts.otherwise}</h2>
      <ul class="outcomes">
        ${OUTCOMES.filter((outcome) => outcome !== 'paid').map((outcome) => {
          const { name, hint } = texts.choices[outcome]
          return html` <li>
            <button name="outcome" value="${outcome}"><strong>${name}</strong> <small>${hint}</small></button>
          </li>`
        })}
      </ul>
    </form>
    ${session.cancel_url !== null && html`<p class="back"><a href="${session.cancel_url}">${texts.cancel}</a></p>`}`
}

function closedPart(checkout: Checkout, lang: Lang): Html {
  const { session, charge } = checkout
  const texts = PAGE_TEXTS[lang]
  const state = closedStateOf(checkout)
  const tone = { expired: 'bad', paid: 'good', refused: 'bad', waiting: '' }[state]
  const back = session.status === 'expired' ? session.cancel_url : successUrl(session)
  const receipt = charge?.receipt_url
  return html` <p class="state ${tone}">${texts[state]}</p>
    <p>${texts[`${state}Text`]}</p>
    ${back !== null && html`<p><a class="button primary" href="${back}">${texts.back}</a></p>`}
    ${typeof receipt === 'string' && html`<p class="back"><a href="${receipt}">${texts.toReceipt}</a></p>`}`
}

function closedStateOf({ session, settlement }: Checkout): 'expired' | 'paid' | 'refused' | 'waiting' {
  if (session.status === 'expired') return 'expired'
  if (session.payment_status === 'paid') return 'paid'
  return settlement === undefined ? 'refused' : 'waiting'
}

/** Where the product wants the buyer after the payment. */
export const successUrl = ({ id, success_url }: Session): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

/** The receipt of a paid charge with its refunds, in the language of the session. */
export function receiptPage({ session, item, refunds }: Checkout, charge: Charge): string {
  const lang = session.locale ?? 'en'
  const texts = PAGE_TEXTS[lang]
  return page({
    lang,
    title: `${texts.receipt} · ${PRODUCT.name[lang]}`,
    main: html` <p class="seller">${PRODUCT.name[lang]}</p>
      <h1>${texts.receipt}</h1>
      <p class="amount">${money(charge.amount, lang)}</p>
      <dl>
        ${row(texts.paidOn, formatDate(charge.created, lang))}
        ${row(texts.paidWith, texts[charge.payment_method_details.type])} ${row(texts.number, charge.id)}
      </dl>
      <dl>
        ${row(item.description, money(item.amount_total, lang))}
        ${row(texts.total, money(charge.amount, lang), 'total')}
        ${refunds.map(({ created, amount }) => row(texts.refunded(formatDate(created, lang)), `−${money(amount, lang)}`))}
        ${refunds.length > 0 && row(texts.left, money(charge.amount - charge.amount_refunded, lang), 'total')}
      </dl>`,
  })
}

const row = (name: string, value: string, kind = ''): Html =>
  html` <div class="${kind}">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
