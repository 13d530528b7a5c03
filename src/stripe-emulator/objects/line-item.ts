import type Stripe from 'stripe'
import { newId } from '../identifiers.ts'
import type { LineItem } from '../state.ts'
import { secondsOf, type World } from '../context.ts'
import type { ItemParams } from '../api/session-params.ts'

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
