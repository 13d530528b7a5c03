import { describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { startAppWithPayments } from './payments.ts'
import { type Visitor, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { app, payments } = startAppWithPayments()

const TEXTS = {
  bg: {
    owed: 'Дължите 385 жетона: използвани са, преди плащане да бъде върнато или оспорено. Ще бъдат приспаднати от следващия пакет, който купите, или от жетони, които ви бъдат върнати.',
    before: 'Преди да платите',
    rest: 'Пакетът ще бъде добавен изцяло, а дължимите жетони ще бъдат приспаднати веднага: от него ви остават 115 жетона.',
    pay: 'Към плащането',
    added: '500 жетона са добавени в профила ви.',
    deducted: 'Дължими жетони, приспаднати веднага: 385.',
    entry: 'Приспаднат дълг за пакет Starter',
    disputed: /^Ваше плащане е оспорено пред банката\. Жетоните в профила можете да използвате/,
    refused: /^Ваше плащане е оспорено пред банката\. Нов пакет можете да купите, след като тя реши\./,
  },
  en: {
    owed: 'You owe 385 tokens: they were used before a payment was refunded or disputed. They will be deducted from the next pack that you buy, or from tokens that are given back to you.',
    before: 'Before you pay',
    rest: 'The whole pack will be added, and the tokens you owe deducted at once: 115 tokens of it are left for you.',
    pay: 'Continue to payment',
    added: '500 tokens were added to your account.',
    deducted: 'Tokens owed, deducted at once: 385.',
    entry: 'Debt paid: Starter pack',
    disputed: /^One of your payments is disputed with the bank\. You can use the tokens in your account/,
    refused:
      /^One of your payments is disputed with the bank\. You can buy another pack once it is decided\./,
  },
}

describe.each(LANGS)('a payment that was taken back, in %s', (lang) => {
  const texts = TEXTS[lang]

  /** A user who has used 400 of 515 tokens of a pack. */
  async function user() {
    const visitor = await app.user(lang)
    const sessionId = await payments.pay(visitor, 'starter')
    expect(await payments.finalize(visitor, sessionId)).toBe(200)
    const rows = Array.from({ length: 400 }, () => ({ name: 'Хляб', price: '1.95', currency: 'BGN' }))
    const reply = await visitor.context.request.post('/api/convert/bulk', {
      data: { rows, filename: 'ceni.csv', source: 'upload' },
      headers: { origin: app.product.origin },
    })
    expect(reply.status()).toBe(200)
    payments.deliverWebhooks(true)
    return { visitor, sessionId }
  }

  const accountFacts = async ({ context }: Visitor) =>
    (await context.request.get('/api/account')).json() as Promise<Record<string, unknown>>

  it('PAY-03 PAY-07 · tokens owed are shown on the account page and before paying; the pack is added in full', async () => {
    const { visitor, sessionId } = await user()
    const { page } = visitor
    await payments.provider.refund(sessionId)
    await eventually(async () => (await accountFacts(visitor))['tokensOwed']).toBe(385)

    await visitor.go('/account/tokens')
    await page.getByText(texts.owed, { exact: true }).waitFor()
    expect(await accessibilityViolations(page, 'tokens owed')).toEqual([])

    await visitor.go('/checkout?priceId=starter')
    await page.getByRole('heading', { level: 1, name: texts.before, exact: true }).waitFor()
    await page.getByText(texts.rest).waitFor()
    expect(await accessibilityViolations(page, 'before paying')).toEqual([])
    await page.getByRole('link', { name: texts.pay }).click()
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    const [, paid = ''] = /\/c\/pay\/(\w+)/.exec(page.url()) ?? []
    payments.deliverWebhooks(false)
    await page.goto(await payments.provider.pay(paid, 'paid'))
    await page.getByText(texts.added).waitFor()
    await page.getByText(texts.deducted, { exact: true }).waitFor()

    await visitor.go('/account/tokens')
    await page.getByText(texts.entry, { exact: true }).waitFor()
    expect(await page.getByText(texts.owed).count()).toBe(0)
  })

  it('PAY-03 PAY-07 · while a payment is disputed the checkout and the account say why nothing can be bought', async () => {
    const { visitor, sessionId } = await user()
    const { page } = visitor
    await payments.provider.dispute(sessionId)
    await eventually(async () => (await accountFacts(visitor))['isDisputed']).toBe(true)
    await visitor.go('/account/tokens')
    await page.getByText(texts.disputed).waitFor()
    await visitor.go('/checkout?priceId=starter')
    expect(await page.getByRole('main').getByRole('alert').innerText()).toMatch(texts.refused)
  })
})
