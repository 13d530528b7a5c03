import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { startAppWithPayments } from './payments.ts'
import { type Visitor, eventually } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const { app, payments } = startAppWithPayments()

const TEXTS = {
  bg: {
    title: 'Покупки',
    none: 'Още не сте купували жетони. Пакетите са на страницата Цени.',
    prices: 'Цени',
    starter: ['Starter · 500 жетона', '4,99 €'],
    business: ['Business · 2000 жетона', '14,99 €'],
    pro: ['Pro · 10 000 жетона', '59,99 €'],
    processing: 'Плащането се обработва.',
    refused: 'Плащането се различава от поръчката. Пишете ни на support@levro.bg.',
    refunded: ['Върната сума: 7,50 €', 'Отнети жетони: 1000'],
    disputed: ['Оспорена сума: 4,99 €', 'Отнети жетони: 500'],
    receipt: 'Вижте разписката',
    returned: '−7,50 €',
    entries: {
      signup: 'Безплатни жетони при регистрация',
      conversion: 'Превалутиране: all.csv',
      bought: (plan: string) => `Покупка на пакет ${plan}`,
      refund: 'Върната сума за пакет Business',
      dispute: 'Оспорено плащане за пакет Starter',
      uncovered: 'Вече използвани: 495 жетона',
      debt: 'Приспаднат дълг за пакет Starter',
      back: 'Оспорването отпадна: пакет Starter',
    },
    more: 'Покажете още: Покупки',
    failed: 'Покупките не можаха да бъдат заредени.',
  },
  en: {
    title: 'Purchases',
    none: 'You have not bought any tokens yet. The packs are on the Pricing page.',
    prices: 'Pricing',
    starter: ['Starter · 500 tokens', '€4.99'],
    business: ['Business · 2,000 tokens', '€14.99'],
    pro: ['Pro · 10,000 tokens', '€59.99'],
    processing: 'The payment is being processed.',
    refused: 'The payment differs from the order. Write to us at support@levro.bg.',
    refunded: ['Refunded: €7.50', 'Tokens deducted: 1,000'],
    disputed: ['Disputed: €4.99', 'Tokens deducted: 500'],
    receipt: 'View receipt',
    returned: '−€7.50',
    entries: {
      signup: 'Free tokens at registration',
      conversion: 'Conversion: all.csv',
      bought: (plan: string) => `Purchase: ${plan} pack`,
      refund: 'Refund: Business pack',
      dispute: 'Disputed payment: Starter pack',
      uncovered: 'Already used: 495 tokens',
      debt: 'Debt paid: Starter pack',
      back: 'Dispute closed: Starter pack',
    },
    more: 'Load more: Purchases',
    failed: 'The purchases could not be loaded.',
  },
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe.each(LANGS)('purchases in the account, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const part = ({ page }: Visitor) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 1, name: texts.title }) })
  const items = (visitor: Visitor) => part(visitor).locator('tbody tr')
  const receiptIn = (item: ReturnType<typeof items>) => item.getByRole('link', { name: texts.receipt })

  /** Pack, price, notes and receipt link of each listed purchase. */
  const shown = async (visitor: Visitor) => {
    const all = []
    for (const item of await items(visitor).all()) {
      const [name = '', ...notes] = (await item.locator('p').allInnerTexts()).map(plain)
      const price = plain(await item.locator('td.euro').innerText())
      all.push({ pack: [name, price], notes, receipt: (await receiptIn(item).count()) === 1 })
    }
    return all
  }

  const history = async ({ page }: Visitor) => {
    const rows = await page.getByTestId('history').locator('tbody tr').all()
    return Promise.all(
      rows.map(async (row) => {
        const [, what = '', change = '', balance = ''] = (await row.locator('td').allInnerTexts()).map(plain)
        return [what, change, balance]
      }),
    )
  }

  const tokens = async ({ context }: Visitor) => {
    const reply = await context.request.get('/api/auth/me')
    return ((await reply.json()) as { tokens: number }).tokens
  }

  async function buy(visitor: Visitor, plan: string): Promise<string> {
    const sessionId = await payments.pay(visitor, plan)
    expect(await payments.finalize(visitor, sessionId)).toBe(200)
    return sessionId
  }

  async function useTokens({ context }: Visitor, count: number): Promise<void> {
    const rows = Array.from({ length: count }, () => ({ name: 'Хляб', price: '1.95', currency: 'BGN' }))
    const reply = await context.request.post('/api/convert/bulk', {
      data: { rows, filename: 'all.csv', source: 'upload' },
      headers: { origin: app.product.origin },
    })
    expect(reply.status()).toBe(200)
  }

  /** Pays another amount than ordered, by the API of the provider: no page allows it. */
  async function payOtherAmount({ context }: Visitor, plan: string): Promise<void> {
    const { provider } = payments
    provider.behave('down')
    const reply = await context.request.post('/api/create-checkout-session', {
      data: { priceId: plan },
      headers: { origin: app.product.origin },
    })
    expect(reply.status()).toBe(503)
    provider.behave('fine')
    const newest = await app.product.levro('admin', 'purchases', '--limit', '1')
    const { id } = JSON.parse(newest) as { id: string }
    const session = await provider.stripe.checkout.sessions.create({
      mode: 'payment',
      metadata: { product: 'levro', purchase: id },
      success_url: app.product.origin,
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 50, product_data: { name: 'x' } } },
      ],
    })
    await provider.pay(session.id, 'paid')
  }

  test('PAY-04 PAY-07 AUTH-11 · purchases are listed with receipt and with refund, dispute or processing state', async () => {
    const user = await app.user(lang)
    const { page, context } = user
    const { provider } = payments
    await user.go('/account/purchases')
    await eventually(async () => plain(await part(user).locator('p').innerText())).toBe(texts.none)
    expect(await part(user).getByRole('link', { name: texts.prices }).getAttribute('href')).toBe(
      `${prefix}/pricing`,
    )

    payments.deliverWebhooks(true)
    const used = await buy(user, 'starter')
    await useTokens(user, 510)
    const lost = await provider.dispute(used)
    await eventually(() => tokens(user)).toBe(0)
    await provider.closeDispute(lost, 'lost')
    await provider.refund(await buy(user, 'business'), 750)
    // Of 2,000 tokens the pack has paid 495 for the used ones.
    await eventually(() => tokens(user)).toBe(505)
    const won = await provider.dispute(await buy(user, 'starter'))
    await eventually(() => tokens(user)).toBe(505)
    await provider.closeDispute(won, 'won')
    await eventually(() => tokens(user)).toBe(1005)
    const later = await payments.pay(user, 'pro', 'delayed')
    expect(await payments.finalize(user, later)).toBe(202)
    await payOtherAmount(user, 'business')
    await buy(user, 'starter')
    // An abandoned checkout page is not shown.
    await payments.order(user, 'pro')
    // Events that only the provider reports arrive asynchronously.
    const listed = async () => (await context.request.get('/api/account/purchases')).text()
    await eventually(listed).toContain('"refused"')

    await page.reload()
    const { starter, business, pro, processing, refused, refunded, disputed, entries } = texts
    await eventually(() => shown(user)).toEqual([
      // Paid ones stand under the provider's clock, which runs slower in these tests.
      { pack: pro, notes: [processing], receipt: false },
      { pack: starter, notes: [], receipt: true },
      { pack: business, notes: [refused], receipt: true },
      { pack: starter, notes: [], receipt: true },
      { pack: business, notes: refunded, receipt: true },
      { pack: starter, notes: disputed, receipt: true },
    ])
    expect(await accessibilityViolations(page, 'the purchases')).toEqual([])
    await user.go('/account/tokens')
    await eventually(() => history(user)).toEqual([
      [entries.bought('Starter'), '+500', lang === 'bg' ? '1505' : '1,505'],
      [entries.back, '+500', lang === 'bg' ? '1005' : '1,005'],
      [entries.dispute, '−500', '505'],
      [entries.bought('Starter'), '+500', lang === 'bg' ? '1005' : '1,005'],
      [entries.refund, lang === 'bg' ? '−1000' : '−1,000', '505'],
      [entries.debt, '−495', lang === 'bg' ? '1505' : '1,505'],
      [entries.bought('Business'), lang === 'bg' ? '+2000' : '+2,000', lang === 'bg' ? '2000' : '2,000'],
      [`${entries.dispute} ${entries.uncovered}`, '−5', '0'],
      [entries.conversion, '−510', '5'],
      [entries.bought('Starter'), '+500', '515'],
      [entries.signup, '+15', '15'],
    ])
    expect(await accessibilityViolations(page, 'the token history')).toEqual([])
    await user.go('/account/purchases')
    const receipt = receiptIn(items(user).nth(4))
    const [opened] = await Promise.all([context.waitForEvent('page'), receipt.click()])
    await opened.getByText(texts.returned, { exact: true }).waitFor()
    expect(await opened.evaluate(() => window.opener)).toBeNull()
  })

  it('PAY-04 · more than twenty purchases are paged; a failed request shows an error and keeps the list', async () => {
    const user = await app.user(lang)
    const { page } = user
    payments.deliverWebhooks(true)
    // A user has at most one open order per pack.
    const packs = ['starter', 'business', 'pro']
    for (let i = 0; i < 7; i++) await Promise.all(packs.map((pack) => payments.pay(user, pack)))
    await eventually(() => tokens(user)).toBe(15 + 7 * (500 + 2000 + 10_000))
    await page.route('**/api/account/purchases', (route) => route.abort())
    await user.go('/account/purchases')
    await part(user).getByText(texts.failed).waitFor()
    await page.unroute('**/api/account/purchases')
    await part(user).getByRole('button').click()
    await eventually(() => items(user).count()).toBe(20)
    expect(plain(await part(user).getByRole('heading').innerText())).toBe(`${texts.title} 21`)
    await page.route('**/api/account/purchases?*', (route) => route.fulfill({ status: 500, body: 'oops' }))
    const more = page.getByRole('button', { name: texts.more })
    await more.click()
    await part(user).getByText(texts.failed).waitFor()
    expect(await items(user).count()).toBe(20)
    await page.unroute('**/api/account/purchases?*')
    await more.click()
    await eventually(() => items(user).count()).toBe(21)
    const last = await items(user).last().getAttribute('id')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(last)
    expect(await more.count()).toBe(0)
  })
})
