import { describe, expect, it } from 'vitest'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { type Person, readAlert, stage, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    convert: 'Превалутиране',
    turn: 'Смяна на посоката',
    copyLink: 'Копиране на връзка',
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
  const said = SAID[lang]
  const amount = ({ page }: Person) => page.locator('input[name=amount]')
  const result = ({ page }: Person) => page.locator('output')
  const press = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true }).click()
  const recent = ({ page }: Person) => page.locator('section[aria-labelledby=recent-title] li')
  const address = ({ page }: Person) => page.url().slice(theatre.product.origin.length)
  const at = (query: string, prefix: string = lang === 'en' ? '/en' : '') => `${prefix}/converter${query}`

  async function showsConverted(person: Person, price: string, from: 'BGN' | 'EUR'): Promise<void> {
    const { bgn, eur } = referenceAmounts(price, from)
    await eventually(() => result(person).innerText()).toBe(shown(from === 'BGN' ? eur : bgn, lang))
    expect(await amount(person).inputValue()).toBe(typed(price, lang))
  }

  it.each([
    ['?amount=12.50&from=BGN', '12.50', 'BGN'],
    ['?amount=12,5&from=eur', '12.50', 'EUR'],
    ['?amount=1+234,567', '1234.567', 'BGN'],
    ['?amount=9999999.99&from=Bgn&utm_source=x', '9999999.99', 'BGN'],
  ] as const)('SNG-06 · %s opens filled in and converted', async (query, price, from) => {
    const person = await theatre.person(lang)
    for (const prefix of lang === 'bg' ? ['', '/bg'] : ['/en']) {
      await person.page.goto(at(query, prefix))
      await showsConverted(person, price, from)
      await eventually(() => address(person)).toBe(at(`?amount=${price}&from=${from}`, prefix))
      expect(await recent(person).count()).toBe(1)
    }
  })

  it('SNG-05 SNG-06 · an opened link is added to the recent conversions once', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await person.go('/converter?amount=12.50&from=EUR')
    await showsConverted(person, '12.50', 'EUR')
    await eventually(() => recent(person).count()).toBe(1)
    await page.reload()
    await showsConverted(person, '12.50', 'EUR')
    expect(await recent(person).count()).toBe(1)
    await press(person, words.clear)
    await eventually(() => recent(person).count()).toBe(0)
    await page.reload()
    await showsConverted(person, '12.50', 'EUR')
    expect(await recent(person).count()).toBe(0)
  })

  it('SNG-06 · the URL reflects amount and direction without a new history entry', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    await person.go('/converter')
    await amount(person).fill('7')
    const steps = await page.evaluate(() => history.length)
    await press(person, said.convert)
    await eventually(() => address(person)).toBe(at('?amount=7.00&from=BGN'))
    expect(await amount(person).inputValue()).toBe('7')
    await page.reload()
    await showsConverted(person, '7.00', 'BGN')
    await amount(person).fill('8')
    await eventually(() => address(person)).toBe(at(''))
    await press(person, said.convert)
    await eventually(() => address(person)).toBe(at('?amount=8.00&from=BGN'))
    await press(person, said.turn)
    await eventually(() => address(person)).toBe(at('?from=EUR'))
    await page.reload()
    await press(person, said.convert)
    expect((await readAlert(person)).text).toBe(said.invalid.EUR)
    await recent(person).first().getByRole('button').click()
    await showsConverted(person, '8.00', 'BGN')
    await eventually(() => address(person)).toBe(at('?amount=8.00&from=BGN'))
    expect(await page.evaluate(() => history.length)).toBe(steps)
  })

  it('SNG-06 ROUTE-06 · the language link keeps the conversion, formatted for the other language', async () => {
    const person = await theatre.person(lang)
    await person.go('/converter?amount=1234.5&from=EUR')
    await showsConverted(person, '1234.50', 'EUR')
    const link = person.page.getByRole('banner').getByRole('link', { name: said.other })
    const query = '?amount=1234.50&from=EUR'
    const there = at(query, lang === 'bg' ? '/en' : '')
    await eventually(() => link.getAttribute('href')).toBe(there)
    await link.click()
    const other = lang === 'bg' ? 'en' : 'bg'
    await eventually(() => result(person).innerText()).toBe(
      shown(referenceAmounts('1234.5', 'EUR').bgn, other),
    )
    expect([address(person), await amount(person).inputValue()]).toEqual([there, typed('1234.50', other)])
  })

  it('SNG-06 · the copied link has the language of the page and opens in another tab', async () => {
    const person = await theatre.person(lang)
    const { page, context } = person
    await page.goto(at('', lang === 'bg' ? '/bg' : '/en'))
    await amount(person).fill('0,12345')
    await press(person, said.convert)
    await press(person, said.copyLink)
    const copied = theatre.product.origin + at('?amount=0.12345&from=BGN')
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
    await amount(person).fill('1')
    expect(await page.getByRole('button', { name: said.copyLink }).count()).toBe(0)
    const elsewhere = { ...person, page: await context.newPage() }
    await elsewhere.page.goto(copied)
    await showsConverted(elsewhere, '0.12345', 'BGN')
  })

  it('SNG-03 SNG-06 · an invalid amount is filled in and rejected once', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    const cases = [
      ['<img src=x onerror=alert(1)>', 'BGN', said.invalid.BGN],
      ['0', 'EUR', said.invalid.EUR],
      ['9'.repeat(500), 'EUR', said.most],
    ] as const
    for (const [text, from, words] of cases) {
      await person.go(`/converter?amount=${encodeURIComponent(text)}&from=${from}`)
      const said = (await readAlert(person)).text.replace(/\u00a0/g, ' ')
      expect([text, said]).toEqual([text, words])
      const field = await amount(person).inputValue()
      expect([field, await result(person).innerText()]).toEqual([text.slice(0, 64), SAID[lang].zero])
      expect(await page.locator('main img').count()).toBe(0)
      await page.reload()
      await eventually(() => amount(person).inputValue()).toBe(field)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    expect(await recent(person).count()).toBe(0)
    await person.go('/converter?amount=&from=EUR')
    await press(person, said.convert)
    expect((await readAlert(person)).text).toBe(said.invalid.EUR)
  })

  it('READ-10 SNG-06 · an unsupported currency is named, and the amount is not converted', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    const notice = page.locator('form div[role=status]')
    await person.go('/converter?amount=5&from=USD')
    await eventually(() => notice.innerText()).toBe(said.unsupported('USD'))
    expect([await amount(person).inputValue(), await result(person).innerText()]).toEqual(['5', said.zero])
    await page.reload()
    await eventually(() => notice.innerText()).toBe(said.unsupported('USD'))
    expect([await amount(person).inputValue(), await result(person).innerText()]).toEqual(['5', said.zero])
    expect([await recent(person).count(), await page.getByRole('dialog').count()]).toEqual([0, 0])
    await amount(person).fill('6')
    await eventually(() => address(person)).toBe(at(''))
    expect(await notice.innerText()).toBe('')
    await person.go(`/converter?amount=5&from=${encodeURIComponent('<img src=x>')}`)
    await eventually(() => notice.innerText()).toBe(said.unsupported('<img src=x>'))
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('READ-10 SNG-06 · the amount parameter accepts currency and separators like a pasted amount', async () => {
    const person = await theatre.person(lang)
    const notice = person.page.locator('form div[role=status]')
    await person.go(`/converter?amount=${encodeURIComponent('12,50 €')}&from=BGN`)
    await showsConverted(person, '12.50', 'EUR')
    await eventually(() => address(person)).toBe(at('?amount=12.50&from=EUR'))
    expect(await notice.innerText()).not.toBe('')
    await person.go('/converter?amount=1,000')
    await showsConverted(person, '1.00', 'BGN')
    await notice.getByRole('button', { name: '1 000?', exact: true }).click()
    await showsConverted(person, '1000.00', 'BGN')
    await eventually(() => address(person)).toBe(at('?amount=1000.00&from=BGN'))
  })

  it('SNG-06 · links, back and forward navigation show the conversion of their URL', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    // The page reads its address from the history.
    const follow = (to: string) =>
      page.evaluate((to) => {
        history.pushState({ idx: history.length, key: to }, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }, to)
    await person.go('/converter?amount=5')
    await showsConverted(person, '5.00', 'BGN')
    await follow(at('?amount=6&from=EUR'))
    await showsConverted(person, '6.00', 'EUR')
    await page.getByRole('banner').getByRole('link', { name: said.converter }).click()
    await eventually(() => amount(person).inputValue()).toBe('')
    expect([address(person), await result(person).innerText()]).toEqual([at(''), said.zero])
    for (let round = 0; round < 2; round++) {
      await page.goBack()
      await showsConverted(person, '6.00', 'EUR')
      await page.goBack()
      await showsConverted(person, '5.00', 'BGN')
      await page.goForward()
      await showsConverted(person, '6.00', 'EUR')
      await page.goForward()
      await eventually(() => amount(person).inputValue()).toBe('')
    }
    expect(await recent(person).count()).toBe(2)
    await follow(at('?mode=bulk&amount=5'))
    await page.getByText(person.words.upload, { exact: true }).waitFor()
    expect(address(person)).toBe(at('?mode=bulk&amount=5'))
  })
})
