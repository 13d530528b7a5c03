import type Stripe from 'stripe'
import { type World, newId, secondsOf } from '../context.ts'
import type { ItemParams, SessionParams } from '../api/session-params.ts'
import type { LineItem } from '../state.ts'

type Amounts = { currency: string; total: number }

/** A session that nobody has paid yet. */
export function newSession(world: World, params: SessionParams, { currency, total }: Amounts) {
  const id = newId('cs_test_')
  const created = secondsOf(world)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? created + DAY_S,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: params.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: params.payment_method_types ?? ['card', 'sepa_debit'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin()}/c/pay/${id}`,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session
}

export const DAY_S = 86_400

/** What Stripe asks of the person who pays. */
export const payerOf = ({ customer_email }: Pick<Stripe.Checkout.Session, 'customer_email'>) =>
  ({
    address: null,
    business_name: null,
    email: customer_email ?? 'payer@example.com',
    individual_name: null,
    name: 'Test Payer',
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }) satisfies Stripe.Checkout.Session.CustomerDetails

export function newLineItem(world: World, { price_data, quantity }: ItemParams): LineItem {
  const { currency, unit_amount, product_data, tax_behavior } = price_data
  const amount = unit_amount * quantity
  return {
    id: newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product_data.name,
    metadata: {},
    price: {
      id: newId('price_'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: secondsOf(world),
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod_'),
      recurring: null,
      tax_behavior: tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount,
      unit_amount_decimal: String(unit_amount),
    } satisfies Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string },
    quantity,
  } satisfies LineItem
}
