import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { order, start } from './stripe-emulator-setup.ts'

describe('the Stripe emulator: pages', () => {
  it('PAY-08 · a form sent twice or from another site has no further effect', async () => {
    const provider = await start()
    const { url } = await provider.stripe.checkout.sessions.create(order())
    const send = (headers: Record<string, string>) =>
      fetch(url ?? '', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ outcome: 'paid', attempt: '0' }),
        redirect: 'manual',
      })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'https://elsewhere.example' })).status).toBe(403)
    expect(await provider.events()).toEqual([])
    const answers = await Promise.all([send({}), send({ origin: provider.origin })])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await provider.events()).toHaveLength(3)
  })

  it('PAY-08 · pages have one style by their policy, no script, and a form that may redirect to the product', async () => {
    const provider = await start()
    const { url } = await provider.stripe.checkout.sessions.create(order({ locale: 'en' }))
    const response = await fetch(url ?? '')
    const page = await response.text()
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' http://localhost:3000; ` +
        `base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toContain('<script')
    expect(page).toContain('lang="en"')
    expect(page).toContain('Test payment: no real card, no real money')
  })

  it('PAY-08 · product names are escaped on every page', async () => {
    const provider = await start()
    const name = `<img src=x onerror="alert('1')">&`
    const { id, url } = await provider.stripe.checkout.sessions.create(
      order({
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 50, product_data: { name } } },
        ],
      }),
    )
    await provider.pay(id, 'paid')
    for (const address of [url ?? '', provider.origin])
      expect(await (await fetch(address)).text()).toContain(
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;',
      )
  })
})
