import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { forgetLimits } from './with-mail.ts'
import { type Shop, buyerOf, checkout, onEachDatabaseWithPayments, sessionAt } from './with-payments.ts'

const SUCCESS = /^(?:\/en|\/bg)?\/checkout\/success\?session_id=\{CHECKOUT_SESSION_ID\}$/
const CANCEL = /^(?:\/en|\/bg)?\/pricing\?cancelled=1$/

/** URLs of other sites, from C51, and similar ones. */
const foreign = (own: string): string[] => [
  'https://evil.example/',
  'https://evil.example/checkout/success',
  '//evil.example',
  '//evil.example/checkout/success',
  '///evil.example/checkout/success',
  '/\\evil.example',
  '/\\evil.example/checkout/success',
  '\\\\evil.example/checkout/success',
  'https:evil.example/checkout/success',
  'javascript:alert(1)',
  'javascript:alert(1)//checkout/success',
  'data:text/html,<script>alert(1)</script>',
  `${own}@evil.example/checkout/success`,
  `${own}.evil.example/checkout/success`,
  own.replace('://', '://user:secret@') + '/checkout/success',
  `${own}/checkout/success\r\nX: 1`,
  `${own}/checkout/success\u2028`,
  `${own}\t/checkout/success`,
  `${own}/checkout/success/../../elsewhere`,
  `${own}/checkout/success/%2e%2e/%2e%2e/elsewhere`,
  `${own}/checkout/success-of-others`,
  `${own}/logout?next=/checkout/success`,
  `${own}/en/en/checkout/success`,
  `${own}/de/checkout/success`,
  `${own}/`,
  `${own.replace('http:', 'https:')}/checkout/success`,
  own.replace(/:\d+$/, '') + '/checkout/success',
  own.replace(/:\d+$/, ':1') + '/checkout/success',
  'x',
  '/',
  '',
]

const honest = (own: string): string[] => [
  `${own}/checkout/success`,
  `${own}/checkout/success/`,
  `${own}/en/checkout/success`,
  `${own}/bg/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
  '/checkout/success',
  '/en/checkout/success',
]

function suite(getShop: () => Shop, ownOf: (shop: Shop) => string[]): void {
  /** Asserts that every return URL is of this site. */
  async function expectAllAtHome(shop: Shop): Promise<void> {
    const all = await shop.provider.stripe.checkout.sessions
      .list({ limit: 100 })
      .autoPagingToArray({ limit: 1000 })
    expect(all.length).toBeGreaterThan(0)
    for (const { success_url, cancel_url } of all)
      for (const [text, path] of [
        [success_url, SUCCESS],
        [cancel_url, CANCEL],
      ] as const) {
        const own = ownOf(shop).find((origin) => text?.startsWith(`${origin}/`)) ?? expect.fail(String(text))
        expect(text?.slice(own.length)).toMatch(path)
      }
  }

  async function pressed(buyer: Client, successUrl: string, cancelUrl?: string): Promise<number> {
    await forgetLimits(getShop().server.db)
    const answer = await checkout(buyer, 'starter', {
      successUrl,
      ...(cancelUrl !== undefined && { cancelUrl }),
    })
    if (answer.status === 400)
      expect(['foreign_return_address', 'bad_request']).toContain(answer.refusal.code)
    return answer.status
  }

  it('PAY-03 · that is not of this site is rejected', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    for (const own of ownOf(shop)) {
      for (const text of foreign(own)) expect(await pressed(buyer, text), text).toBe(400)
      const pricing = (text: string) => text.replaceAll('/checkout/success', '/pricing')
      for (const text of foreign(own).map(pricing))
        expect(await pressed(buyer, `${own}/checkout/success`, text), text).toBe(400)
    }
    expect(await shop.server.db.selectFrom('purchase').select('id').execute()).toEqual([])
  })

  it('PAY-03 · that is of this site is where the buyer returns to', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    for (const own of ownOf(shop)) {
      for (const text of honest(own)) {
        await forgetLimits(shop.server.db)
        const { reply } = await checkout(buyer, 'starter', {
          successUrl: text,
          cancelUrl: `${own}/en/pricing`,
        })
        const id = sessionAt(reply.url)
        const { success_url } = await shop.provider.stripe.checkout.sessions.retrieve(id)
        expect(success_url?.startsWith(text.startsWith('/') ? `${ownOf(shop)[0]}/` : `${own}/`), text).toBe(
          true,
        )
      }
    }
    await expectAllAtHome(shop)
    shop.provider.expectAllFit()
  })

  it('PAY-03 · never leads to another site, however it is written', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const piece = fc.oneof(
      fc.constantFrom(
        ...ownOf(shop),
        'http://',
        'https://',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '%',
        '.',
        '..',
        ';',
        '&',
      ),
      fc.constantFrom(
        'evil.example',
        'localhost',
        '127.0.0.1',
        '/checkout/success',
        '/pricing',
        '/en',
        '/bg',
        '%2f',
        '%5c',
      ),
      fc.constantFrom(
        '\r\n',
        '\t',
        '\u0000',
        '\u2028',
        '\u202e',
        '。',
        '／',
        'ⓔvil.example',
        '{CHECKOUT_SESSION_ID}',
      ),
      fc.string({ maxLength: 6, unit: 'grapheme' }),
    )
    const address = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(address, fc.option(address, { nil: undefined }), async (success, cancel) => {
        expect([200, 400]).toContain(await pressed(buyer, success, cancel))
      }),
      { numRuns: 150 },
    )
    await expectAllAtHome(shop)
  })
}

describe('a return URL, without PUBLIC_ORIGIN', () => {
  onEachDatabaseWithPayments((getShop) => {
    const port = (shop: Shop) => new URL(shop.server.origin).port
    suite(getShop, (shop) =>
      ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port(shop)}`),
    )
  })
})

describe('a return URL, with PUBLIC_ORIGIN', () => {
  onEachDatabaseWithPayments(
    (getShop) => {
      suite(getShop, () => ['http://levro.example:8080'])

      it('PAY-03 · that has only the address of this server is rejected', async () => {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        for (const text of [shop.server.origin, shop.server.origin.replace('127.0.0.1', 'localhost')]) {
          const successUrl = `${text}/checkout/success`
          expect((await checkout(buyer, 'starter', { successUrl })).status).toBe(400)
        }
      })
    },
    { PUBLIC_ORIGIN: 'http://levro.example:8080' },
  )
})
