import { z } from 'zod'
import { LANGS } from '#i18n/language.ts'
import { integer, metadata, webAddress } from './parameters.ts'

/**
 * Values of `expand` for a session. The payment intent and its charge are returned as objects instead of ids; line items are
 * absent unless expanded.
 */
export const EXPANDABLE = ['payment_intent', 'payment_intent.latest_charge', 'line_items']

export const expand = z.array(z.enum(EXPANDABLE)).default([])

const text = z.string().min(1)

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.literal('eur'),
    unit_amount: integer,
    product_data: z.strictObject({ name: text, description: text.optional() }),
  }),
  quantity: z.literal('1'),
})

/** The parameters of POST /v1/checkout/sessions that the product sends. All others are rejected. */
export const sessionParams = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.tuple([lineItem]),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.max(200).optional(),
  locale: z.enum(LANGS).optional(),
  metadata,
  payment_intent_data: z.strictObject({ description: text.optional(), metadata }).prefault({}),
  submit_type: z.literal('pay').optional(),
  adaptive_pricing: z
    .strictObject({ enabled: z.stringbool({ truthy: ['true'], falsy: ['false'] }) })
    .optional(),
  expand,
})

export type SessionParams = z.output<typeof sessionParams>
