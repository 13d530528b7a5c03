import {
  type Read,
  expand,
  integer,
  invalid,
  list,
  metadata,
  object,
  oneOf,
  optional,
  text,
  webAddress,
} from './parameters.ts'

/** Stripe's limits, of an item and of a session. */
const MAX_CENTS = 99_999_999
const MIN_CENTS = 50
const MAX_QUANTITY = 999_999

/** Those of the published description and of the SDK both. */
const LOCALES = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru ' +
  'sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ')

const item = object({
  price_data: object({
    currency: oneOf(['eur']),
    unit_amount: integer(0, MAX_CENTS),
    product_data: object({
      name: text(),
      description: optional(text()),
      images: optional(list(webAddress)),
      metadata,
    }),
    tax_behavior: optional(oneOf(['exclusive', 'inclusive', 'unspecified'])),
  }),
  quantity: integer(1, MAX_QUANTITY),
})

/** What this provider takes of POST /v1/checkout/sessions. What it would not heed it refuses. */
export const sessionParams = object({
  mode: oneOf(['payment']),
  line_items: list(item),
  success_url: webAddress,
  cancel_url: optional(webAddress),
  client_reference_id: optional(text(200)),
  customer_email: optional(text(800)),
  expires_at: optional(integer(0, Number.MAX_SAFE_INTEGER)),
  locale: optional(oneOf(LOCALES)),
  metadata,
  payment_intent_data: optional(object({ description: optional(text(1000)), metadata })),
  payment_method_types: optional(list(oneOf(['card', 'sepa_debit']))),
  submit_type: optional(oneOf(['auto', 'book', 'donate', 'pay'])),
  expand,
})

export type SessionParams = Read<typeof sessionParams>
export type ItemParams = SessionParams['line_items'][number]

const HALF_AN_HOUR_S = 30 * 60
const A_DAY_S = 24 * 60 * 60

/** What cannot be seen from one parameter alone. @returns the amount of all items */
export function requireSession(params: SessionParams, nowS: number): number {
  const { line_items, expires_at } = params
  if (line_items.length === 0)
    throw invalid(
      'The `line_items` parameter is required in payment mode.',
      'line_items',
      'parameter_missing',
    )
  const total = line_items.reduce((sum, one) => sum + one.price_data.unit_amount * one.quantity, 0)
  if (total < MIN_CENTS)
    throw invalid(
      "The Checkout Session's total amount due must add up to at least €0.50 eur",
      undefined,
      'amount_too_small',
    )
  if (total > MAX_CENTS)
    throw invalid(
      "The Checkout Session's total amount due must be no more than €999,999.99",
      undefined,
      'amount_too_large',
    )
  if (expires_at !== undefined && (expires_at < nowS + HALF_AN_HOUR_S || expires_at > nowS + A_DAY_S))
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      'expires_at',
    )
  return total
}
