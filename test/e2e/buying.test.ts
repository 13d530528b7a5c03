import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { chooseFile, listOf } from './check-page.ts'
import { keyboardPress, tabTo } from './keyboard.ts'
import { startAppWithPayments, successPath } from './payments.ts'
import { plantedPairs } from '#test/planted-pairs.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  balanceOf,
  csvFile,
  downloaded,
  eventually,
  ownFile,
  PASSWORD,
  removeFile,
  signedOutMark,
  upload,
  type Upload,
  type Visitor,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const { app, payments } = startAppWithPayments()

const TEXTS = {
  bg: {
    buy: 'Купете: Starter',
    toRegister: 'Регистрация',
    email: 'Имейл',
    password: 'Парола',
    pay: 'Платете 4,99 €',
    done: 'Плащането е успешно',
    added: '500 жетона са добавени в профила ви.',
    toConverter: 'Към конвертора',
    starting: 'Подготвяме плащането…',
    redirecting: 'Преминаване към плащането…',
    unstarted: 'Плащането не можа да започне',
    checking: 'Приключваме покупката ви…',
    waiting: /^Доставчикът още не е потвърдил плащането/,
    failed: 'Не успяхме да потвърдим плащането',
    choose: 'Изберете файл',
    getFree: 'Вземете 15 безплатни жетона',
    registerToConvert: 'Регистрирайте се и превалутирайте',
    first15: 'Превалутирайте първите 15',
    waiting199: 'Чакат ви 199 цени от cenova-lista.csv',
    counted: 'Толкова са цените в cenova-lista.csv, който ви чака на това устройство.',
    cancel: 'Отказ и връщане назад',
    toFile: 'Към конвертора',
    cancelled: 'Плащането не е завършено. Нищо не е удържано.',
    backToFile: 'Върнете се при файла',
    close: 'Затворете',
    prices: 'Цени',
    receipt: /^Вижте разписката/,
    notKept: 'Файлът не можа да се запази на това устройство. Изберете го отново: проверката е безплатна.',
    getCorrected: 'Вземете поправения файл',
    visitor: ['Струва 199 жетона', 'Пакет от 500 жетона 4,99 €'],
    short: ['Струва 199 жетона', 'Имате 15', 'Не достигат 184 жетона'],
    pack: '500 жетона 4,99 € стига за всичко, остават 316',
    others: 'Други пакети: 2000, 10 000',
    other: '2000 жетона 14,99 € стига за всичко, остават 1816',
    buyOther: 'Купете 2000 жетона за 14,99 €',
    otherTerms: 'Крайна цена 14,99 €, еднократно и окончателно.',
    buyHere: 'Купете 500 жетона за 4,99 €',
    terms:
      'Крайна цена 4,99 €, еднократно и окончателно. С покупката искате жетоните веднага и приемате, че за използваните няма право на отказ (отваря се в нов раздел).',
    noCharge: 'След плащането се връщате при тези цени. Засега нищо не е удържано.',
    paid: '500 жетона са добавени. Файлът ви е тук, както го оставихте.',
    enough: ['Струва 199 жетона', 'Имате 515', 'Остават 316'],
    convert: 'Превалутирайте всички 199',
    free: 'Стигат безплатните 15 жетона на новия профил. Редовете остават тук.',
    beyond: /^Нито един пакет няма 11\s985 жетона\./,
    cheaper: 'По-евтино с 3 покупки: 2000 + 2000 + 2000 жетона за 44,97 €. Вижте цените',
    beyondPack: '10 000 жетона 59,99 € не стига, липсват още 1985',
  },
  en: {
    buy: 'Buy: Starter',
    toRegister: 'Register',
    email: 'Email',
    password: 'Password',
    pay: 'Pay €4.99',
    done: 'Payment successful',
    added: '500 tokens were added to your account.',
    toConverter: 'Go to Converter',
    starting: 'Starting checkout…',
    redirecting: 'Redirecting to Checkout…',
    unstarted: "We couldn't start checkout",
    checking: 'Finalizing your purchase…',
    waiting: /^The provider has not confirmed the payment yet/,
    failed: "We couldn't verify the payment",
    choose: 'Choose a file',
    getFree: 'Get 15 free tokens',
    registerToConvert: 'Register and convert',
    first15: 'Convert the first 15',
    waiting199: '199 prices of cenova-lista.csv are waiting for you',
    counted: 'That is the number of prices in cenova-lista.csv, which is waiting for you on this device.',
    cancel: 'Cancel and go back',
    toFile: 'Back to the converter',
    cancelled: 'The payment was not completed. Nothing was charged.',
    backToFile: 'Back to the file',
    close: 'Close',
    prices: 'Pricing',
    receipt: /^View receipt/,
    notKept: 'The file could not be kept on this device. Choose it again: the check is free.',
    getCorrected: 'Get the corrected file',
    visitor: ['Costs 199 tokens', 'Pack of 500 tokens €4.99'],
    short: ['Costs 199 tokens', 'You have 15', 'You need 184 more'],
    pack: '500 tokens €4.99 covers all, 316 left over',
    others: 'Other packs: 2,000, 10,000',
    other: '2,000 tokens €14.99 covers all, 1,816 left over',
    buyOther: 'Buy 2,000 tokens for €14.99',
    otherTerms: 'Total price €14.99, one-time and final.',
    buyHere: 'Buy 500 tokens for €4.99',
    terms:
      'Total price €4.99, one-time and final. By buying, you ask for the tokens at once and accept that there is no right of withdrawal (opens in a new tab) for those you have used.',
    noCharge: 'After the payment you are back at these prices. Nothing has been charged so far.',
    paid: '500 tokens were added. Your file is here as you left it.',
    enough: ['Costs 199 tokens', 'You have 515', 'Left afterwards 316'],
    convert: 'Convert All 199',
    free: 'The 15 free tokens of a new account are enough. Your rows stay here.',
    beyond: /^No pack has 11,985 tokens\./,
    cheaper: 'Cheaper in 3 purchases: 2,000 + 2,000 + 2,000 tokens for €44.97. See the prices',
    beyondPack: '10,000 tokens €59.99 not enough, 1,985 short',
  },
}

/** One space at most, and none that a hidden word has left before a full stop. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replaceAll(' .', '.').trim()

/** A list of so many prices in lev, each another. */
const priceList = (count: number): Upload =>
  csvFile(
    'cenova-lista.csv',
    `Наименование;Цена в лева\n${pricesOf(count)
      .map((price, i) => `Стока ${i + 1};${price.replace('.', ',')}`)
      .join('\n')}\n`,
  )

const pricesOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i + 1}.25`)

/** 30 pairs of which 20 are a cent off: more than a new account has tokens for. */
const TWENTY_WRONG = plantedPairs(30, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, 1])))

const START = '**/api/create-checkout-session'
const FINALIZE = '**/api/checkout/finalize'

describe.each(LANGS)('buying tokens, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  /** Checks a file, and goes to the payment page of the pack that its correction lacks. */
  async function goToPayForCheck(user: Visitor): Promise<void> {
    const { page } = user
    await chooseFile(user, listOf(TWENTY_WRONG))
    const offer = page.getByTestId('corrected-file')
    await offer.getByRole('link', { name: texts.buyHere, exact: true }).click()
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
  }

  const waitForTitle = ({ page }: Visitor, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  it('PAY-02 PAY-03 PAY-04 PAY-08 LAY-08 · a visitor buys a pack, from the pricing page via registration to the credited tokens, by keyboard only', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const { keyboard } = page
    const press = keyboardPress(visitor)
    /** Waits until the new page has the focus and receives key presses. */
    const arrived = async (path: string) => {
      await page.waitForURL((url) => url.pathname === prefix + path)
      await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    }
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    await press(texts.buy)
    await arrived('/login')
    // The link in the header keeps the `next` parameter, as the form does.
    const header = page.getByRole('banner').getByRole('link', { name: texts.toRegister, exact: true })
    await eventually(() => header.getAttribute('href')).toContain('next=')
    await tabTo(visitor, texts.toRegister, 'Shift+Tab')
    await keyboard.press('Enter')
    await arrived('/register')
    await tabTo(visitor, texts.email)
    await keyboard.insertText(`keys.${lang}@example.bg`)
    await tabTo(visitor, texts.password)
    await keyboard.insertText(PASSWORD)
    await keyboard.press('Enter')
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    await press(texts.pay)
    await waitForTitle(visitor, texts.done)
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(texts.done)
    await page.getByText(texts.added).waitFor()
    await eventually(() => balanceOf(page)).toBe(515)
    await press(texts.toConverter)
    await arrived('/converter')
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('LAY-08 PAY-03 PAY-04 · every checkout state has no axe violation in light and dark mode and fits 320 px', async () => {
    const user = await app.user(lang)
    const { page } = user
    const violations: string[] = []
    const look = async (name: string) => violations.push(...(await accessibilityViolations(page, name)))
    await page.clock.install()
    await page.route(`${payments.provider.origin}/**`, (route) => route.fulfill({ status: 204 }))
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    await user.go('/checkout?priceId=starter')
    await waitForTitle(user, texts.starting)
    await page.getByText('Starter').first().waitFor()
    await look('starting')
    answered.resolve()
    await waitForTitle(user, texts.redirecting)
    await look('redirecting')
    await user.go('/checkout')
    await waitForTitle(user, texts.unstarted)
    await look('not started')

    const sessionId = await payments.pay(user, 'business', 'delayed')
    await user.go(successPath(sessionId))
    await waitForTitle(user, texts.checking)
    const waiting = page.getByText(texts.waiting)
    await eventually(async () => {
      await page.clock.fastForward(5000)
      return waiting.count()
    }).toBe(1)
    await look('waiting')
    await payments.provider.settleDelayed(sessionId, 'paid')
    await page.reload()
    await waitForTitle(user, texts.done)
    await look('credited')
    await page.route(FINALIZE, (route) => route.fulfill({ status: 410, json: { error: 'x'.repeat(300) } }))
    await page.reload()
    await waitForTitle(user, texts.failed)
    await look('failed')
    expect(violations).toEqual([])
  })

  /** What a visitor presses from the home page on; the file chooser and the provider's page are not counted. */
  function presses(visitor: Visitor) {
    const { page } = visitor
    let count = 0
    const main = page.getByRole('main')
    const press = async (target: Locator) => {
      count++
      await target.click()
    }
    return {
      count: () => count,
      button: (name: string | RegExp) =>
        press(page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })),
      link: (name: string) => press(main.getByRole('link', { name, exact: true })),
      async choose(file: Upload) {
        const chooser = page.waitForEvent('filechooser')
        await press(main.getByRole('button', { name: texts.choose, exact: true }).first())
        await (await chooser).setFiles(file)
      },
      async download() {
        count++
        return downloaded(page, ownFile(visitor))
      },
    }
  }

  const rail = ({ page }: Visitor) => page.getByTestId('review').locator('aside')
  const costs = async (visitor: Visitor) => {
    const [names, values] = await Promise.all([
      rail(visitor).locator('dl').first().locator('dt').allInnerTexts(),
      rail(visitor).locator('dl').first().locator('dd').allInnerTexts(),
    ])
    // The first value repeats its name for screen readers.
    return names.map((name, i) => `${plain(name)} ${plain(values[i] ?? '').replace(`${plain(name)} `, '')}`)
  }

  async function fillForm({ page }: Visitor, email: string): Promise<void> {
    await page.fill('input[name=email]', email)
    await page.fill('input[name=password]', PASSWORD)
  }

  const expectOwnFile = (text: string, count: number) => {
    const lines = text.trim().split(/\r?\n/).slice(1)
    expect(lines).toHaveLength(count)
    for (const [i, price] of pricesOf(count).entries())
      expect(lines[i]).toContain(referenceAmounts(price, 'BGN').eur.replace('.', ','))
  }

  it('PAY-03 PAY-04 CONV-01 CONV-03 · a visitor with 199 prices registers, buys what is missing at the review, and comes back to the same file: eight presses to the converted file', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const press = presses(visitor)
    await visitor.go('/')
    await signedOutMark(visitor).waitFor()
    await press.choose(priceList(199))
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => costs(visitor)).toEqual(texts.visitor)
    await press.link(texts.getFree)
    await page.waitForURL((url) => url.pathname === `${prefix}/register`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${prefix}/converter`)
    await page.getByTestId('waiting').getByRole('heading', { name: texts.waiting199 }).waitFor()
    await fillForm(visitor, `${lang}.buyer@example.bg`)
    await press.button(words.registerAction)
    await page.waitForURL((url) => url.pathname === `${prefix}/converter` && url.search === '?mode=bulk')
    await page.getByRole('heading', { name: words.ready }).waitFor()

    const buy = page.getByTestId('buy')
    await buy.waitFor()
    expect(await costs(visitor)).toEqual(texts.short)
    expect(plain(await buy.locator('label').first().innerText())).toBe(texts.pack)
    expect((await buy.locator('> p').allInnerTexts()).map(plain)).toEqual([texts.terms, texts.noCharge])
    expect(await buy.getByRole('radio', { checked: true }).count()).toBe(1)
    const described = await buy.getByRole('link', { name: texts.buyHere }).getAttribute('aria-describedby')
    expect(plain(await page.locator(`[id="${described}"]`).innerText())).toBe(texts.terms)
    expect(await buy.locator('a[target=_blank]').getAttribute('href')).toBe(`${prefix}/terms#consumer-rights`)
    await press.link(texts.buyHere)
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    await page.getByRole('button', { name: texts.pay }).click()

    await page.getByTestId('paid').getByText(texts.paid).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${prefix}/converter`)
    await page.getByText('cenova-lista.csv').first().waitFor()
    await eventually(() => costs(visitor)).toEqual(texts.enough)
    await eventually(() => balanceOf(page)).toBe(515)
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(texts.convert)
    await press.button(words.convertAll)
    await press.button(words.accept)
    await press.button(words.confirm)
    await page.getByRole('heading', { name: words.results }).waitFor()
    const { text } = await press.download()
    expectOwnFile(text, 199)
    expect(press.count()).toBe(8)
    await eventually(() => balanceOf(page)).toBe(316)
  })

  it('PAY-03 LAY-08 · back from the payment on a phone, the page is at its top, and the button to convert has the focus', async () => {
    const user = await app.user(lang)
    const { page } = user
    await page.setViewportSize({ width: 390, height: 844 })
    await upload(user, priceList(199))
    const link = page.getByTestId('buy').getByRole('link', { name: texts.buyHere })
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    await page.getByRole('button', { name: texts.pay }).click()
    await page.getByTestId('paid').getByText(texts.paid).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('convert-all-phone')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  it('PAY-01 PAY-03 · after a cancelled payment the prices name the waiting file, and lead back to it', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, priceList(199))
    await page.getByTestId('buy').getByRole('link', { name: texts.buyHere }).click()
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    await page.getByRole('link', { name: texts.cancel }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
    const main = page.getByRole('main')
    const notice = main.getByRole('status').filter({ hasText: texts.cancelled })
    await notice.getByText(texts.waiting199).waitFor()
    // The calculator starts with the same number.
    await main.getByText(texts.counted).waitFor()
    expect(await main.getByRole('textbox').inputValue()).toBe('199')
    expect(await accessibilityViolations(page, 'the prices for a waiting file')).toEqual([])
    await notice.getByRole('link', { name: texts.backToFile, exact: true }).click()
    await page.getByRole('heading', { name: user.words.ready }).waitFor()
    expect(await costs(user)).toEqual(texts.short)
    // Said once, and closed by who has read it.
    await user.go('/pricing?cancelled=1')
    await notice.getByRole('button', { name: texts.close, exact: true }).click()
    expect(await notice.count()).toBe(0)
  })

  it('CHECK-04 PAY-03 · a purchase for a corrected file leads back to the same check', async () => {
    const user = await app.user(lang)
    const { page } = user
    await goToPayForCheck(user)
    const section = page.getByTestId('corrected-file')
    await page.getByRole('button', { name: texts.pay }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/check`)
    const paid = page.getByTestId('paid')
    await paid.getByText(texts.done, { exact: true }).waitFor()
    await paid.getByText(texts.paid).waitFor()
    expect(await paid.getByRole('link', { name: texts.receipt }).getAttribute('href')).toMatch(/^https?:/)
    await section.getByRole('button', { name: texts.getCorrected }).click()
    await page.getByRole('button', { name: user.words.accept }).click()
    await page.getByRole('dialog').getByText('495', { exact: true }).waitFor()

    // Said once: not again after a reload, nor of another file.
    await page.reload()
    await page.getByLabel(user.words.upload).setInputFiles(listOf(TWENTY_WRONG))
    await section.getByRole('button', { name: texts.getCorrected }).waitFor()
    expect(await paid.count()).toBe(0)
  })

  it('CHECK-04 PAY-04 · where the checked file is no longer kept, the success page reports the purchase, and the check says it', async () => {
    const user = await app.user(lang)
    const { page } = user
    await goToPayForCheck(user)
    // Another tab checks another file.
    const other = await user.context.newPage()
    await other.goto(`${app.product.origin}${prefix}/check`)
    await other.locator('#app[data-started]').waitFor({ state: 'attached' })
    await other.getByLabel(user.words.upload).setInputFiles(listOf(TWENTY_WRONG.slice(0, 25)))
    await other.getByTestId('corrected-file').waitFor()
    await other.close()
    await page.getByRole('button', { name: texts.pay }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/checkout/success`)
    await waitForTitle(user, texts.done)
    await eventually(() => balanceOf(page)).toBe(515)
    await user.go('/check')
    await page.getByRole('status').getByText(texts.notKept).waitFor()
    expect(await accessibilityViolations(page, 'a file that was not kept')).toEqual([])
  })

  it('PAY-01 · the prices name a waiting file as it is called, and lead back to its rows', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const name = 'цени [нови](contact).csv'
    await upload(visitor, { ...priceList(199), name })
    await page.getByRole('banner').getByRole('link', { name: texts.prices, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
    const main = page.getByRole('main')
    await main.getByText(texts.waiting199.replace('cenova-lista.csv', name), { exact: true }).waitFor()
    await main.getByRole('link', { name: texts.toFile, exact: true }).click()
    await page.getByRole('heading', { name: visitor.words.ready }).waitFor()
  })

  it('AUTH-01 CONV-01 · a visitor with 15 prices registers and is asked to confirm at once: six presses to the converted file', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const press = presses(visitor)
    await visitor.go('/')
    await signedOutMark(visitor).waitFor()
    await press.choose(priceList(15))
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await rail(visitor).getByText(texts.free).waitFor()
    await press.link(texts.registerToConvert)
    await fillForm(visitor, `${lang}.small@example.bg`)
    await press.button(words.registerAction)
    await press.button(words.accept)
    await page.getByRole('heading', { name: words.confirmTitle }).waitFor()
    await press.button(words.confirm)
    await page.getByRole('heading', { name: words.results }).waitFor()
    const { text } = await press.download()
    expectOwnFile(text, 15)
    expect(press.count()).toBe(6)
    await eventually(() => balanceOf(page)).toBe(0)
  })

  it('AUTH-01 CONV-01 CONV-05 · a visitor has one way to the free tokens, and after it the first 15 prices are one press away', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await upload(visitor, priceList(199))
    const main = page.getByRole('main')
    await main.getByRole('link', { name: texts.getFree, exact: true }).waitFor()
    expect(await page.getByRole('button', { name: texts.first15, exact: true }).count()).toBe(0)
    await main.getByRole('link', { name: texts.getFree, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/register`)
    await fillForm(visitor, `${lang}.first@example.bg`)
    await page.getByRole('button', { name: words.registerAction }).click()
    // What is bought comes first, and both are in the first screen.
    const first = page.getByTestId('review').getByRole('button', { name: texts.first15, exact: true }).first()
    await first.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    const buy = await page.getByTestId('buy').getByRole('link').last().boundingBox()
    const place = await first.boundingBox()
    expect(place?.y).toBeGreaterThanOrEqual((buy?.y ?? Infinity) + (buy?.height ?? 0))
    expect((place?.y ?? Infinity) + (place?.height ?? 0)).toBeLessThan(900)
    await first.click()
    await page.getByRole('button', { name: words.accept, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: words.confirmTitle })
    await dialog.waitFor()
    const costs = async () =>
      (await dialog.locator('dd').allInnerTexts()).filter((text) => /^\d+$/.test(text))
    await eventually(costs).toEqual(['15', '15', '15', '0'])
    await dialog.getByRole('button', { name: words.confirm }).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(0)
    // A reload does not ask again.
    await page.reload()
    await page.getByRole('heading', { name: words.results }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('CONV-03 PAY-01 · another pack can be bought at the review, and one that does not cover the file says so', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, priceList(199))
    const buy = page.getByTestId('buy')
    await buy.getByText(texts.others).click()
    const other = buy.locator('label').filter({ hasText: texts.other.slice(0, 4) })
    expect(plain(await other.innerText())).toBe(texts.other)
    await other.click()
    const link = buy.getByRole('link', { name: texts.buyOther })
    expect(await link.getAttribute('href')).toBe(`${prefix}/checkout?priceId=business`)
    expect(plain(await buy.locator('> p').first().innerText())).toContain(texts.otherTerms)
    await removeFile(user)
    await upload(user, priceList(12_000))
    await buy.getByText(texts.beyond).waitFor()
    expect(plain(await buy.locator('label').first().innerText())).toBe(texts.beyondPack)
    // Like the prices, which advise what is cheapest.
    await removeFile(user)
    await upload(user, priceList(5015))
    const cheaper = buy.locator('p').filter({ hasText: '44' })
    expect(plain(await cheaper.innerText())).toContain(texts.cheaper)
    expect(await accessibilityViolations(page, 'review without enough tokens')).toEqual([])
  })
})
