import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { isDocumentThere } from './published-document.ts'
import { order, productStripe, start } from './stripe-emulator-setup.ts'
import { until } from '#test/until.ts'

describe('the Stripe emulator: calls', () => {
  it('PAY-08 · runs a request once per idempotency key', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    const options = { idempotencyKey: 'order-1' }
    const first = await stripe.checkout.sessions.create(order(), options)
    const second = await stripe.checkout.sessions.create(order(), options)
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    await expect(stripe.checkout.sessions.create(order({ locale: 'en' }), options)).rejects.toThrow(
      Stripe.errors.StripeIdempotencyError,
    )
    // A rejected request may be corrected and sent again under its key.
    const corrected = { idempotencyKey: 'order-2' }
    await expect(
      stripe.checkout.sessions.create(order({ success_url: 'nowhere' }), corrected),
    ).rejects.toMatchObject({ param: 'success_url' })
    expect((await stripe.checkout.sessions.create(order(), corrected)).status).toBe('open')
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(2)
  })

  it('PAY-08 · rejects what Stripe rejects', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    const { StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors
    const other = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: new URL(provider.origin).port,
      protocol: 'http',
    })
    await expect(other.checkout.sessions.list()).rejects.toThrow(StripeAuthenticationError)
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    const item = (price: number) => [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: price, product_data: { name: 'жетони' } },
      },
    ]
    const refused = async (changes: object) =>
      stripe.checkout.sessions.create({ ...order(), ...changes }).then(
        () => 'taken',
        (error: unknown) => (error instanceof StripeInvalidRequestError ? error.message : error),
      )
    expect(await refused({ line_items: item(49) })).toContain('at least €0.50')
    expect(await refused({ line_items: item(50) })).toBe('taken')
    expect(await refused({ line_items: item(0.5) })).toContain('line_items[0][price_data][unit_amount]: ')
    expect(await refused({ success_url: undefined })).toContain('success_url: ')
    expect(await refused({ sucess_url: 'x' })).toContain('sucess_url: ')
    expect(await refused({ locale: 'xx' })).toContain('locale: ')
    expect(await refused({ expand: ['nothing'] })).toContain('expand[0]: ')
    expect(await refused({ metadata: { note: 'x'.repeat(501) } })).toContain('metadata[note]: ')
    const raw = (body: string) =>
      fetch(`${provider.origin}/v1/checkout/sessions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${provider.key}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      })
    expect((await raw('metadata[__proto__][x]=1')).status).toBe(400)
    expect((await raw('__proto__[x]=1')).status).toBe(400)
    expect((await raw(`a=${'x'.repeat(70_000)}`)).status).toBe(413)
  })

  it('PAY-08 · the front disturbs requests and reports what does not fit the published API', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    provider.behave('failing')
    await expect(stripe.checkout.sessions.list()).rejects.toThrow(Stripe.errors.StripeAPIError)
    provider.behave('nonsense')
    await expect(stripe.checkout.sessions.list()).rejects.toThrow('Invalid JSON')
    expect(await stripe.checkout.sessions.list()).toMatchObject({ data: 'none' })
    provider.behave('down')
    await expect(stripe.checkout.sessions.list()).rejects.toThrow(Stripe.errors.StripeConnectionError)
    provider.behave('slow')
    const hasty = productStripe(provider, { timeout: 50 })
    await expect(hasty.checkout.sessions.create(order())).rejects.toThrow(Stripe.errors.StripeConnectionError)
    await until(() => expect(provider.exchanges().at(-1)?.method).toBe('POST'))
    provider.behave('fine')
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
    provider.expectAllFit()
    await stripe.rawRequest('GET', '/v1/checkout/sessions?limit=many').catch(() => {})
    if (isDocumentThere) expect(provider.expectAllFit).toThrow('must be integer')
  })
})
