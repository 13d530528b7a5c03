import { describe, expect, test } from 'vitest'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { type Visitor, readAlert, startApp, eventually } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    convert: 'Превалутирайте',
    turn: 'Сменете посоката',
    copyLink: 'Копирайте връзката',
    clear: 'Изчистете списъка',
    converter: 'Конвертор',
    other: 'EN – English',
    invalid: { BGN: 'Моля, въведете валидна сума в лева', EUR: 'Моля, въведете валидна сума в евро' },
    most: 'Най-голямата допустима сума е 9 999 999,99 €',
    zero: '0,00',
    unsupported: (currency: string) =>
      `Връзката е за ${currency}, а тази валута не се поддържа: Левро превалутира само лева (BGN) и евро (EUR). Сумата не е превалутирана.`,
  },
  en: {
    convert: 'Convert',
    turn: 'Switch direction',
    copyLink: 'Copy link',
    clear: 'Clear the list',
    converter: 'Converter',
    other: 'BG – Български',
    invalid: { BGN: 'Please enter a valid BGN amount', EUR: 'Please enter a valid EUR amount' },
    most: 'Max allowed is €9,999,999.99',
    zero: '0.00',
    unsupported: (currency: string) =>
      `The link asks for ${currency}, which is not supported: Levro converts lev (BGN) and euro (EUR) only. The amount was not converted.`,
  },
}

const typed = (amount: string, lang: 'bg' | 'en') => (lang === 'bg' ? amount.replace('.', ',') : amount)

describe.each(LANGS)('conversion by URL, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]
  const amount = ({ page }: Visitor) => page.locator('input[name=amount]')
  const result = ({ page }: Visitor) => page.locator('output')
  const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click()
  const recent = ({ page }: Visitor) => page.locator('section[aria-labelledby=recent-title] li')
  const address = ({ page }: Visitor) => page.url().slice(app.product.origin.length)
  const at = (query: string, prefix: string = lang === 'en' ? '/en' : '') => `${prefix}/converter${query}`

  async function showsConverted(visitor: Visitor, price: string, from: 'BGN' | 'EUR'): Promise<void> {
    const { bgn, eur } = referenceAmounts(price, from)
    await eventually(() => result(visitor).innerText()).toBe(shown(from === 'BGN' ? eur : bgn, lang))
    expect(await amount(visitor).inputValue()).toBe(typed(price, lang))
  }

  test.each([
    ['?amount=12.50&from=BGN', '12.50', 'BGN'],
    ['?amount=12,5&from=eur', '12.50', 'EUR'],
    ['?amount=1+234,567', '1234.567', 'BGN'],
    ['?amount=9999999.99&from=Bgn&utm_source=x', '9999999.99', 'BGN'],
  ] as const)('SNG-06 · %s opens filled in and converted', async (query, price, from) => {
    const visitor = await app.visitor(lang)
    for (const prefix of lang === 'bg' ? ['', '/bg'] : ['/en']) {
      await visitor.page.goto(at(query, prefix))
      await showsConverted(visitor, price, from)
      await eventually(() => address(visitor)).toBe(at(`?amount=${price}&from=${from}`, prefix))
      expect(await recent(visitor).count()).toBe(1)
    }
  })

  it('SNG-05 SNG-06 · an opened link is added to the recent conversions once', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter?amount=12.50&from=EUR')
    await showsConverted(visitor, '12.50', 'EUR')
    await eventually(() => recent(visitor).count()).toBe(1)
    await page.reload()
    await showsConverted(visitor, '12.50', 'EUR')
    expect(await recent(visitor).count()).toBe(1)
    await press(visitor, texts.clear)
    await eventually(() => recent(visitor).count()).toBe(0)
    await page.reload()
    await showsConverted(visitor, '12.50', 'EUR')
    expect(await recent(visitor).count()).toBe(0)
  })

  it('SNG-06 · the URL reflects amount and direction without a new history entry', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter')
    await amount(visitor).fill('7')
    const steps = await page.evaluate(() => history.length)
    await press(visitor, texts.convert)
    await eventually(() => address(visitor)).toBe(at('?amount=7.00&from=BGN'))
    expect(await amount(visitor).inputValue()).toBe('7')
    await page.reload()
    await showsConverted(visitor, '7.00', 'BGN')
    await amount(visitor).fill('8')
    await eventually(() => address(visitor)).toBe(at(''))
    await press(visitor, texts.convert)
    await eventually(() => address(visitor)).toBe(at('?amount=8.00&from=BGN'))
    await press(visitor, texts.turn)
    await eventually(() => address(visitor)).toBe(at('?from=EUR'))
    await page.reload()
    await press(visitor, texts.convert)
    expect((await readAlert(visitor)).text).toBe(texts.invalid.EUR)
    await recent(visitor).first().getByRole('button').click()
    await showsConverted(visitor, '8.00', 'BGN')
    await eventually(() => address(visitor)).toBe(at('?amount=8.00&from=BGN'))
    expect(await page.evaluate(() => history.length)).toBe(steps)
  })

  it('SNG-06 ROUTE-06 · the language link keeps the conversion, formatted for the other language', async () => {
    const visitor = await app.visitor(lang)
    await visitor.go('/converter?amount=1234.5&from=EUR')
    await showsConverted(visitor, '1234.50', 'EUR')
    const link = visitor.page.getByRole('banner').getByRole('link', { name: texts.other })
    const query = '?amount=1234.50&from=EUR'
    const there = at(query, lang === 'bg' ? '/en' : '')
    await eventually(() => link.getAttribute('href')).toBe(there)
    await link.click()
    const other = lang === 'bg' ? 'en' : 'bg'
    await eventually(() => result(visitor).innerText()).toBe(
      shown(referenceAmounts('1234.5', 'EUR').bgn, other),
    )
    expect([address(visitor), await amount(visitor).inputValue()]).toEqual([there, typed('1234.50', other)])
  })

  it('SNG-06 · the copied link has the language of the page and opens in another tab', async () => {
    const visitor = await app.visitor(lang)
    const { page, context } = visitor
    await page.goto(at('', lang === 'bg' ? '/bg' : '/en'))
    await amount(visitor).fill('0,12345')
    await press(visitor, texts.convert)
    await press(visitor, texts.copyLink)
    const copied = app.product.origin + at('?amount=0.12345&from=BGN')
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
    await amount(visitor).fill('1')
    expect(await page.getByRole('button', { name: texts.copyLink }).count()).toBe(0)
    const elsewhere = { ...visitor, page: await context.newPage() }
    await elsewhere.page.goto(copied)
    await showsConverted(elsewhere, '0.12345', 'BGN')
  })

  it('SNG-03 SNG-06 · an invalid amount is filled in and rejected once', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const cases = [
      ['<img src=x onerror=alert(1)>', 'BGN', texts.invalid.BGN],
      ['0', 'EUR', texts.invalid.EUR],
      ['9'.repeat(500), 'EUR', texts.most],
    ] as const
    for (const [text, from, words] of cases) {
      await visitor.go(`/converter?amount=${encodeURIComponent(text)}&from=${from}`)
      const texts = (await readAlert(visitor)).text.replace(/\u00a0/g, ' ')
      expect([text, texts]).toEqual([text, words])
      const field = await amount(visitor).inputValue()
      expect([field, await result(visitor).innerText()]).toEqual([text.slice(0, 64), TEXTS[lang].zero])
      expect(await page.locator('main img').count()).toBe(0)
      await page.reload()
      await eventually(() => amount(visitor).inputValue()).toBe(field)
      await eventually(async () =>
        (await page.locator('#single-hint').innerText()).replace(/\u00a0/g, ' '),
      ).toBe(words)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    expect(await recent(visitor).count()).toBe(0)
    await visitor.go('/converter?amount=&from=EUR')
    await press(visitor, texts.convert)
    expect((await readAlert(visitor)).text).toBe(texts.invalid.EUR)
  })

  it('READ-10 SNG-06 · an unsupported currency is named, and the amount is not converted', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const notice = page.locator('form div[role=status]')
    await visitor.go('/converter?amount=5&from=USD')
    await eventually(() => notice.innerText()).toBe(texts.unsupported('USD'))
    expect([await amount(visitor).inputValue(), await result(visitor).innerText()]).toEqual(['5', texts.zero])
    await page.reload()
    await eventually(() => notice.innerText()).toBe(texts.unsupported('USD'))
    expect([await amount(visitor).inputValue(), await result(visitor).innerText()]).toEqual(['5', texts.zero])
    expect([await recent(visitor).count(), await page.getByRole('dialog').count()]).toEqual([0, 0])
    await amount(visitor).fill('6')
    await eventually(() => address(visitor)).toBe(at(''))
    expect(await notice.innerText()).toBe('')
    // The hint does not read the amount as one in lev.
    await visitor.go('/converter?amount=5&from=usd')
    await eventually(() => notice.innerText()).toBe(texts.unsupported('USD'))
    expect(await page.locator('#single-hint').innerText()).toBe('')
    await visitor.go(`/converter?amount=5&from=${encodeURIComponent('<img src=x>')}`)
    await eventually(() => notice.innerText()).toBe(texts.unsupported('<img src=x>'))
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('READ-10 SNG-06 · the amount parameter accepts currency and separators like a pasted amount', async () => {
    const visitor = await app.visitor(lang)
    const notice = visitor.page.locator('form div[role=status]')
    await visitor.go(`/converter?amount=${encodeURIComponent('12,50 €')}&from=BGN`)
    await showsConverted(visitor, '12.50', 'EUR')
    await eventually(() => address(visitor)).toBe(at('?amount=12.50&from=EUR'))
    expect(await notice.innerText()).not.toBe('')
    await visitor.go('/converter?amount=1,000')
    await showsConverted(visitor, '1.00', 'BGN')
    await notice.getByRole('button', { name: '1 000?', exact: true }).click()
    await showsConverted(visitor, '1000.00', 'BGN')
    await eventually(() => address(visitor)).toBe(at('?amount=1000.00&from=BGN'))
  })

  it('SNG-06 · links, back and forward navigation show the conversion of their URL', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    // The page reads its address from the history.
    const follow = (to: string) =>
      page.evaluate((to) => {
        history.pushState({ idx: history.length, key: to }, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }, to)
    await visitor.go('/converter?amount=5')
    await showsConverted(visitor, '5.00', 'BGN')
    await follow(at('?amount=6&from=EUR'))
    await showsConverted(visitor, '6.00', 'EUR')
    await page.getByRole('banner').getByRole('link', { name: texts.converter }).click()
    await eventually(() => amount(visitor).inputValue()).toBe('')
    expect([address(visitor), await result(visitor).innerText()]).toEqual([at(''), texts.zero])
    for (let round = 0; round < 2; round++) {
      await page.goBack()
      await showsConverted(visitor, '6.00', 'EUR')
      await page.goBack()
      await showsConverted(visitor, '5.00', 'BGN')
      await page.goForward()
      await showsConverted(visitor, '6.00', 'EUR')
      await page.goForward()
      await eventually(() => amount(visitor).inputValue()).toBe('')
    }
    expect(await recent(visitor).count()).toBe(2)
    await follow(at('?mode=bulk&amount=5'))
    await page.getByText(visitor.words.upload, { exact: true }).waitFor()
    expect(address(visitor)).toBe(at('?mode=bulk&amount=5'))
  })
})
