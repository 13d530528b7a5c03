import { describe, expect, it } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import {
  PASSWORD,
  csvFile,
  login,
  signedInMark,
  signedOutMark,
  startApp,
  eventually,
  upload,
} from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    plans: {
      free: ['Безплатен', '15 жетона', '0,00 €'],
      starter: [
        'Starter',
        '500 жетона',
        '4,99 €',
        '500 цени',
        '500 жетона по около 1 цент',
        'крайна цена, еднократно и окончателно',
      ],
      business: [
        'Business',
        '2000 жетона',
        '14,99 €',
        '2000 цени',
        '2000 жетона по около 0,75 цента',
        'крайна цена',
      ],
      pro: [
        'Pro',
        '10 000 жетона',
        '59,99 €',
        '10 000 цени',
        '10 000 жетона по около 0,6 цента',
        'крайна цена',
      ],
      enterprise: ['Enterprise', '50 000 жетона', 'По договаряне'],
    },
    rules: [
      'С покупката искате жетоните веднага и приемате, че за използваните няма право на отказ.',
      'пакетът се плаща веднъж',
      'Жетоните не изтичат',
      'Покупките са окончателни',
      'номерът на картата не стига до нас',
      'Тя не е фактура',
    ],
    register: 'Регистрирайте се',
    buy: 'Купете',
    contact: 'Пишете ни: Enterprise',
    given: 'Вече е в профила ви',
    balance: 'В профила си имате 15 жетона.',
    questions: [
      ['Как се плаща за жетони?', 'Данните на картата остават при него.'],
      ['Изтичат ли жетоните?', 'Няма месечна такса и няма срок.'],
      ['Мога ли да върна пакет?', 'Покупките са окончателни и използваните жетони не се връщат.'],
    ],
    terms: 'Общите условия',
    forTokens: 'Влезте за жетони',
    signIn: 'Влезте, ако имате профил',
    signInWhy: 'Влезте, за да видите жетоните си и да купите още.',
    howMany: 'Колко цени имате?',
    inFile: 'Пребройте ги във файла ми',
    found: '3 цени в май.csv',
    notFound: /^В празен\.csv не намерихме цени/,
    covers: { starter: 'Достатъчен е пакетът с 500 жетона', business: 'Достатъчен е пакетът с 2000 жетона' },
    left: (n: string) => `Остават ${n} жетона за следващия файл.`,
    free: 'Стигат безплатните 15 жетона.',
    enough: 'Жетоните ви стигат.',
    beyond: 'За повече цени ни пишете: ще ви предложим условия.',
    forYours: 'за вашите 1200 цени',
    buyTerms: ['Крайна цена 14,99 €, еднократно и окончателно.', 'няма право на отказ'],
    largest: 'Най-големият пакет е с 50 000 жетона',
    cheapest: 'Най-изгодно: 2 × Business, общо 4000 жетона',
    twoPacks: '2 пакета за вашите 3600 цени',
    first: ['Купете първите 2000 жетона', 'Първата от 2 покупки. Крайна цена 14,99 €'],
    sum: '29,98 €',
    grouped: ['120 000', '1 920 000'],
    covered: ['Жетоните ви стигат за', '1000 цени'],
  },
  en: {
    plans: {
      free: ['Free', '15 tokens', '€0.00'],
      starter: [
        'Starter',
        '500 tokens',
        '€4.99',
        '500 prices',
        '500 tokens at about 1 cent each',
        'total price, one-time and final',
      ],
      business: [
        'Business',
        '2,000 tokens',
        '€14.99',
        '2,000 prices',
        '2,000 tokens at about 0.75 cents each',
        'total price',
      ],
      pro: [
        'Pro',
        '10,000 tokens',
        '€59.99',
        '10,000 prices',
        '10,000 tokens at about 0.6 cents each',
        'total price',
      ],
      enterprise: ['Enterprise', '50,000 tokens', 'Custom'],
    },
    rules: [
      'By buying, you ask for the tokens at once and accept that there is no right of withdrawal for those you have used.',
      'you pay for a pack once',
      'Tokens never expire',
      'Purchases are final',
      'your card number never reaches us',
      'It is not an invoice',
    ],
    register: 'Register',
    buy: 'Buy',
    contact: 'Contact us: Enterprise',
    given: 'Already in your account',
    balance: 'You have 15 tokens in your account.',
    questions: [
      ['How do I pay?', 'Your card details stay there.'],
      ['Do tokens expire?', 'There is no monthly fee and no deadline.'],
      ['Can I return a pack?', 'Purchases are final and used tokens are not refunded.'],
    ],
    terms: 'Terms of Service',
    forTokens: 'Sign in for tokens',
    signIn: 'Sign in if you have an account',
    signInWhy: 'Sign in to see your tokens and buy more.',
    howMany: 'How many prices do you have?',
    inFile: 'Count them in my file',
    found: '3 prices in май.csv',
    notFound: /^We found no prices in празен\.csv/,
    covers: { starter: 'The pack of 500 tokens is enough', business: 'The pack of 2,000 tokens is enough' },
    left: (n: string) => `${n} tokens are left for the next file.`,
    free: 'The 15 free tokens are enough.',
    enough: 'Your tokens are enough.',
    beyond: 'For more prices, write to us and we will send you a quote.',
    forYours: 'for your 1,200 prices',
    buyTerms: ['Total price €14.99, one-time and final.', 'no right of withdrawal'],
    largest: 'The largest pack has 50,000 tokens',
    cheapest: 'Best value: 2 × Business, 4,000 tokens in all',
    twoPacks: '2 packs for your 3,600 prices',
    first: ['Buy the first 2,000 tokens', 'The first of 2 purchases. Total price €14.99'],
    sum: '€29.98',
    grouped: ['120,000', '1,920,000'],
    covered: ['Your tokens are enough for', '1,000 prices'],
  },
} as const

const PACKS = ['starter', 'business', 'pro'] as const

const plain = (text: string): string => text.replace(/\s+/g, ' ')

describe.each(LANGS)('pricing, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  it('PAY-01 ROUTE-04 · five plans with tokens, price and rules are rendered before any script', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/pricing')
    const main = page.getByRole('main')
    const lines = (await main.locator('[data-testid^=plan-]').allInnerTexts()).map(plain)
    const plans = Object.values(texts.plans)
    expect(lines.length).toBe(plans.length)
    for (const [i, parts] of plans.entries()) for (const part of parts) expect(lines[i]).toContain(part)
    const described = await main.locator('#consent, #terms-business').allInnerTexts()
    expect(described.length).toBe(2)
    const button = main.getByTestId('plan-business').getByRole('link')
    expect(await button.getAttribute('aria-describedby')).toBe('terms-business consent')
    const words = plain(await main.innerText())
    for (const rule of texts.rules) expect(words).toContain(rule)
  })

  it('PAY-02 · packs lead visitors to sign-in and signed-in users to the checkout', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const leadsTo = (name: string) =>
      page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href')
    const packs = () => Promise.all(PACKS.map((id) => leadsTo(`${texts.buy}: ${texts.plans[id][0]}`)))
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    expect(await packs()).toEqual(
      PACKS.map((id) => `${prefix}/login?next=${encodeURIComponent(`${prefix}/checkout?priceId=${id}`)}`),
    )
    const contact = `${prefix}/contact?topic=billing&plan=enterprise`
    expect(await leadsTo(texts.contact)).toBe(contact)

    // The free plan leads to the registration, and back to the pricing page with the balance.
    await page.getByRole('main').getByRole('link', { name: texts.register }).click()
    await page.waitForURL(`${app.product.origin}${prefix}/register?next=/pricing`)
    await page.fill('input[name=email]', `${lang}.free@example.bg`)
    await page.fill('input[name=password]', PASSWORD)
    await page.getByRole('button', { name: visitor.words.registerAction }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
    await signedInMark(page).waitFor()
    await page.getByText(texts.balance, { exact: true }).waitFor()
    const free = page.getByTestId('plan-free')
    expect(await free.innerText()).toContain(texts.given)
    expect(await free.getByRole('link').count()).toBe(0)
    expect(await packs()).toEqual(PACKS.map((id) => `${prefix}/checkout?priceId=${id}`))
    expect(await leadsTo(texts.contact)).toBe(contact)
  })

  it('LAY-01 PAY-02 · the prices lead a visitor to the sign-in, which leads back to them', async () => {
    const { email } = await app.user(lang)
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/')
    await page.getByRole('banner').getByRole('link', { name: texts.forTokens, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
    await page.getByRole('main').getByRole('link', { name: texts.signIn, exact: true }).click()
    await page.waitForURL(
      `${app.product.origin}${prefix}/login?next=${encodeURIComponent(`${prefix}/pricing`)}`,
    )
    await page.getByText(texts.signInWhy, { exact: true }).waitFor()
    await login(visitor, email)
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
    await page.getByText(texts.balance, { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: texts.signIn, exact: true }).count()).toBe(0)
  })

  it('PAY-01 · a number of prices marks the plan that covers it and tells what is left', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    const field = page.getByLabel(texts.howMany)
    const answer = page.locator('main output')
    const marked = () => page.locator('[data-testid^=plan-]').filter({ has: page.locator('.pill') })
    await field.fill('1200')
    await answer.getByText(texts.covers.business, { exact: true }).waitFor()
    // A new account has 15 tokens.
    await answer.getByText(texts.left('815'), { exact: true }).waitFor()
    expect(await marked().getAttribute('data-testid')).toBe('plan-business')
    await marked().getByText(texts.forYours).waitFor()
    const action = page.locator('main output + *').getByRole('link').first()
    expect(await action.getAttribute('href')).toBe(
      `${prefix}/login?next=${encodeURIComponent(`${prefix}/checkout?priceId=business`)}`,
    )
    const described = (await action.getAttribute('aria-describedby'))?.split(' ') ?? []
    const terms = await Promise.all(described.map((id) => page.locator(`#${id}`).innerText()))
    for (const part of texts.buyTerms) expect(plain(terms.join(' '))).toContain(part)
    // The consent stands once on the page.
    expect(plain(await page.getByRole('main').innerText()).split(texts.buyTerms[1])).toHaveLength(2)
    await field.fill('515')
    await answer.getByText(texts.covers.starter, { exact: true }).waitFor()
    await answer.getByText(texts.left('0'), { exact: true }).waitFor()
    await field.fill('15')
    await answer.getByText(texts.free, { exact: true }).waitFor()
    expect(await marked().getAttribute('data-testid')).toBe('plan-free')
    await field.fill('90000')
    await answer.getByText(texts.beyond, { exact: true }).waitFor()
    await answer.getByText(texts.largest, { exact: true }).waitFor()
    expect(await marked().getAttribute('data-testid')).toBe('plan-enterprise')
    await field.fill('много')
    await eventually(() => marked().count()).toBe(0)
    const user = await app.user(lang, 985)
    await user.go('/pricing')
    await signedInMark(user.page).waitFor()
    await user.page.getByLabel(texts.howMany).fill('900')
    await user.page.getByText(texts.enough, { exact: true }).waitFor()
    await user.page.getByText(texts.left('100'), { exact: true }).waitFor()
  })

  it('PAY-01 · several packs that cost less than one are what is advised, marked and begun, and nothing else is', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    await page.getByLabel(texts.howMany).fill('3600')
    const answer = page.locator('main output')
    await answer.getByText(texts.cheapest, { exact: true }).waitFor()
    expect(plain(await answer.locator('.sum').innerText())).toBe(texts.sum)
    const marked = page.locator('[data-testid^=plan-]').filter({ has: page.locator('.pill') })
    expect(await marked.count()).toBe(1)
    expect(await marked.getAttribute('data-testid')).toBe('plan-business')
    await marked.getByText(texts.twoPacks, { exact: true }).waitFor()
    const action = page.locator('main output + *')
    const [name, terms] = texts.first
    const href = await action.getByRole('link', { name, exact: true }).getAttribute('href')
    expect(href).toContain(encodeURIComponent('priceId=business'))
    expect(plain(await action.innerText())).toContain(terms)
  })

  it('PAY-01 · the number is grouped while it is typed, and the caret stays in its place', async () => {
    const { page, go } = await app.user(lang, 985)
    await go('/pricing')
    const answer = page.locator('main output')
    const [covered, count] = texts.covered
    await answer.getByText(covered, { exact: true }).waitFor()
    expect(plain(await answer.innerText())).toContain(count)
    const field = page.getByLabel(texts.howMany)
    const state = () =>
      field.evaluate((input: HTMLInputElement) => [input.value.replace(/\s/g, ' '), input.selectionStart])
    await field.pressSequentially('120000')
    expect(await state()).toEqual([texts.grouped[0], 7])
    for (const key of ['Home', 'ArrowRight', '9']) await page.keyboard.press(key)
    expect(await state()).toEqual([texts.grouped[1], 3])
    await page.keyboard.press('Backspace')
    expect(await state()).toEqual([texts.grouped[0], 1])
  })

  it('PAY-01 · prices are counted in a file, which is not sent and leaves rows on the device alone', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, csvFile('чакащ.csv', 'Име;Цена\nХляб;1,20\n'))
    await eventually(() => isStoredOnDevice(page, 'rows')).toBe(true)
    await visitor.go('/pricing')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const input = page.locator('main input[type=file]')
    await input.setInputFiles(csvFile('празен.csv', 'Име;Цена\n'))
    await page.getByText(texts.notFound).waitFor()
    await input.setInputFiles(
      csvFile('май.csv', 'Име;Цена в лева\nХляб;1,20\nМляко;2,30\nСирене;по договаряне\nЯйца;0,45\n'),
    )
    await page.getByText(texts.found, { exact: true }).waitFor()
    expect(await page.getByLabel(texts.howMany).inputValue()).toBe('3')
    expect(sent).toEqual([])
    await page.getByRole('button', { name: texts.inFile }).waitFor()
    await visitor.go('/converter?mode=bulk')
    await page.getByText('чакащ.csv').first().waitFor()
  })

  it('PAY-01 · FAQ answers open one at a time and link to the terms', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/pricing')
    const open = () => page.locator('main details[open] summary').allInnerTexts()
    expect(await open()).toEqual([])
    for (const [question, answer] of texts.questions) {
      await page.getByText(question, { exact: true }).click()
      await eventually(open).toEqual([question])
      await page.getByText(answer).waitFor()
    }
    const terms = page.getByRole('main').getByRole('link', { name: texts.terms, exact: true })
    await terms.click()
    await page.waitForURL((url) => url.pathname === `${prefix}/terms`)
  })
})
