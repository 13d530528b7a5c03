import { describe, expect, it } from 'vitest'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { pasteInto, type Person, readAlert, stage, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    convert: 'Превалутиране',
    turn: 'Смяна на посоката',
    copy: 'Копиране на резултата',
    repeat: /^Повторно превалутиране: 8,10/,
    invalid: { BGN: 'Моля, въведете валидна сума в лева', EUR: 'Моля, въведете валидна сума в евро' },
    most: {
      BGN: 'Най-голямата допустима сума е 9 999 999,99 лв.',
      EUR: 'Най-голямата допустима сума е 9 999 999,99 €',
    },
    zero: '0,00',
    readAs: (text: string, amount: string) => `„${text}“ е прочетено като ${amount}.`,
    named: {
      BGN: 'Сумата е в лева, затова е превалутирана от лева в евро.',
      EUR: 'Сумата е в евро, затова е превалутирана от евро в лева.',
    },
  },
  en: {
    convert: 'Convert',
    turn: 'Switch direction',
    copy: 'Copy result',
    repeat: /^Convert again: 8\.10/,
    invalid: { BGN: 'Please enter a valid BGN amount', EUR: 'Please enter a valid EUR amount' },
    most: { BGN: 'Max allowed is 9,999,999.99 BGN', EUR: 'Max allowed is €9,999,999.99' },
    zero: '0.00',
    readAs: (text: string, amount: string) => `“${text}” was read as ${amount}.`,
    named: {
      BGN: 'The amount is in lev, so it was converted from lev to euro.',
      EUR: 'The amount is in euro, so it was converted from euro to lev.',
    },
  },
}

const plain = (text: string) => text.replace(/\u00a0/g, ' ')

describe.each(LANGS)('single converter, in %s', (lang) => {
  const said = SAID[lang]
  const amount = ({ page }: Person) => page.locator('input[name=amount]')
  const result = ({ page }: Person) => page.locator('output')
  const press = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true }).click()
  const recent = ({ page }: Person) => page.locator('section[aria-labelledby=recent-title] li')

  async function open(): Promise<Person> {
    const person = await theatre.person(lang)
    await person.go('/converter')
    await person.page.getByRole('button', { name: said.convert, exact: true }).waitFor()
    return person
  }

  async function convert(person: Person, text: string): Promise<void> {
    await amount(person).fill(text)
    await press(person, said.convert)
  }

  it('SNG-01 · an anonymous visitor converts in both directions and copies the result', async () => {
    const person = await open()
    const { page, words } = person
    await amount(person).fill('12.50')
    await amount(person).press('Enter')
    const eur = shown(referenceAmounts('12.50', 'BGN').eur, lang)
    await eventually(() => result(person).innerText()).toBe(eur)
    await press(person, said.copy)
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(eur)
    await press(person, said.turn)
    await convert(person, '12.50')
    await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts('12.50', 'EUR').bgn, lang))
    expect(await result(person).evaluate((element) => 'value' in element && element.tagName)).toBe('OUTPUT')
    await page.getByText(words.bulk, { exact: true }).click()
    await page.getByText(words.upload, { exact: true }).waitFor()
    await page.getByText(words.single, { exact: true }).click()
    await amount(person).waitFor()
  })

  it.each(['press', 'Enter'] as const)(
    'SNG-01 ROUTE-04 · text typed before hydration is converted (%s)',
    async (way) => {
      const person = await theatre.person(lang)
      const { page } = person
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/entry.client-*', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${person.words.prefix}/converter`, { waitUntil: 'commit' })
      await amount(person).fill('0,5')
      // The form itself leads to the address of the conversion.
      if (way === 'Enter') await amount(person).press('Enter', { noWaitAfter: true })
      release()
      if (way === 'press') {
        await page
          .getByRole('banner')
          .getByRole('link', { name: person.words.loginAction, exact: true })
          .waitFor()
        await press(person, said.convert)
      }
      await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts('0.5', 'BGN').eur, lang))
    },
  )

  it('SNG-02 RATE-01 · decimal comma and point give the same number, shown in the language of the page', async () => {
    const person = await open()
    for (const [typed, price] of [
      ['12,50', '12.50'],
      ['12.50', '12.50'],
      ['9999999.99', '9999999.99'],
      ['12345,6', '12345.6'],
      ['0,01', '0.01'],
      ['  7,3 ', '7.3'],
    ] as const) {
      await convert(person, typed)
      await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts(price, 'BGN').eur, lang))
    }
    const [first] = await recent(person).allInnerTexts()
    const { bgn, eur } = referenceAmounts('7.3', 'BGN')
    expect(plain(first ?? '').replace(/\s+/g, ' ')).toContain(
      lang === 'bg' ? `${shown(bgn, lang)} лв. = ${shown(eur, lang)} €` : `${bgn} BGN = €${eur}`,
    )
  })

  it.each(['BGN', 'EUR'] as const)(
    'SNG-03 LAY-04 · an invalid amount in %s is rejected in a modal dialog',
    async (from) => {
      const person = await open()
      if (from === 'EUR') await press(person, said.turn)
      const none = { BGN: ['', '0', '-5', 'abc', '1e5'], EUR: ['0,00', 'Infinity', 'NaN', '1,2,3', '0x10'] }
      for (const typed of none[from]) {
        await convert(person, typed)
        expect(await readAlert(person), typed).toEqual({
          title: person.words.warningTitle,
          text: said.invalid[from],
        })
        expect(await result(person).innerText()).toBe(said.zero)
      }
      for (const typed of ['9999999.991', '9'.repeat(60)]) {
        await convert(person, typed)
        const { title, text } = await readAlert(person)
        expect({ title, text: plain(text) }, typed).toEqual({
          title: person.words.warningTitle,
          text: said.most[from],
        })
      }
      expect(await recent(person).count()).toBe(0)
    },
  )

  it('READ-10 · an ambiguous amount is read as decimal, and the other reading is suggested', async () => {
    const person = await open()
    const { page } = person
    const notice = page.locator('form div[role=status]')
    for (const typed of ['1,000', '1.000']) {
      await convert(person, typed)
      await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts('1', 'BGN').eur, lang))
      await notice.getByText(said.readAs(typed, shown('1.00', lang))).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      const other = notice.getByRole('button', { name: '1 000?', exact: true })
      await other.focus()
      await page.keyboard.press('Enter')
      await eventually(() => result(person).innerText()).toBe(
        shown(referenceAmounts('1000', 'BGN').eur, lang),
      )
      expect(await amount(person).inputValue()).toBe(
        shown('1000.00', lang).replace(/[\s\u00a0]|,(?=\d{3})/g, ''),
      )
      await eventually(() => notice.innerText()).toBe('')
      expect(await amount(person).evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await convert(person, '2,000')
    await notice.getByRole('button').waitFor()
    await amount(person).fill('2,0001')
    await eventually(() => notice.innerText()).toBe('')
    for (const typed of ['0,500', '1000', '1,0000', '1 000', '1.000,00']) {
      await convert(person, typed)
      await person.page.getByRole('button', { name: said.copy }).waitFor()
      expect(await notice.innerText()).toBe('')
    }
  })

  it.each([
    ['12.50 лв.', '12.50', 'BGN'],
    ['€ 3.20', '3.20', 'EUR'],
    ['1 234,56 лв', '1234.56', 'BGN'],
    ['12,50 BGN', '12.50', 'BGN'],
    ['3,20 евро', '3.20', 'EUR'],
  ] as const)('READ-10 · %s is pasted and converted from its own currency', async (text, price, from) => {
    const person = await open()
    const { page } = person
    const notice = page.locator('form div[role=status]')
    const { bgn, eur } = referenceAmounts(price, from)
    for (const direction of ['BGN', 'EUR'] as const) {
      if (direction === 'EUR') {
        await person.go('/converter?from=EUR')
        await page.getByRole('button', { name: said.turn }).waitFor()
      }
      await amount(person).fill('')
      await pasteInto(amount(person), text)
      await page.keyboard.press('Enter')
      await eventually(() => result(person).innerText()).toBe(shown(from === 'BGN' ? eur : bgn, lang))
      expect(await notice.innerText()).toBe(from === direction ? '' : said.named[from])
      expect(new URL(page.url()).search).toBe(`?amount=${price}&from=${from}`)
      // The direction is that of the currency from now on.
      await convert(person, price)
      await eventually(() => result(person).innerText()).toBe(shown(from === 'BGN' ? eur : bgn, lang))
    }
  })

  it('READ-09 SNG-03 · pasted text that is not a whole amount is rejected and kept in the field', async () => {
    const person = await open()
    for (const [pasted, kept] of [
      ['5 USD', '5 USD'],
      ['12%', '12%'],
      ['10-15 лв.', '10-15 лв.'],
      ['12\n500', '12 | 500'],
      ['12\t500', '12 | 500'],
      [`12.50${' '.repeat(70)}USD`, `12.50${' '.repeat(70)}USD`],
    ] as const) {
      await amount(person).fill('')
      await pasteInto(amount(person), pasted)
      await person.page.keyboard.press('Enter')
      expect((await readAlert(person)).text, pasted).toBe(said.invalid.BGN)
      expect([await amount(person).inputValue(), await result(person).innerText()]).toEqual([kept, said.zero])
    }
  })

  it('SNG-04 · editing the amount or switching the direction hides the result', async () => {
    const person = await open()
    const copy = person.page.getByRole('button', { name: said.copy })
    await convert(person, '100')
    await copy.waitFor()
    await amount(person).fill('1000')
    await copy.waitFor({ state: 'detached' })
    expect(await result(person).innerText()).toBe(said.zero)
    await press(person, said.convert)
    await copy.waitFor()
    await press(person, said.turn)
    await copy.waitFor({ state: 'detached' })
    expect(await result(person).innerText()).toBe(said.zero)
  })

  it('SNG-05 RATE-02 · recent conversions keep further decimals and repeat with them', async () => {
    const person = await open()
    for (const typed of ['1.005', '0.001']) {
      await convert(person, typed)
      await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts(typed, 'BGN').eur, lang))
    }
    const kept = async () => (await recent(person).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    const [small = '', large = ''] = await kept()
    expect(small).toContain(lang === 'bg' ? '0,001 лв.' : '0.001 BGN')
    expect(large).toContain(lang === 'bg' ? '1,005 лв.' : '1.005 BGN')
    await recent(person).nth(1).getByRole('button').click()
    await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts('1.005', 'BGN').eur, lang))
    expect(await kept()).toEqual([large, small])
  })

  it('SNG-05 · the last ten conversions are kept newest first, and can be repeated and cleared', async () => {
    const person = await open()
    const { page, words } = person
    for (let i = 1; i <= 11; i++) {
      await convert(person, `${i}.10`)
      await eventually(() => result(person).innerText()).toBe(
        shown(referenceAmounts(`${i}.10`, 'BGN').eur, lang),
      )
    }
    const kept = async () => (await recent(person).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    const before = await kept()
    expect(before).toHaveLength(10)
    for (const [i, text] of before.entries()) expect(text).toContain(shown(`${11 - i}.10`, lang))
    const stored = await page.evaluate(
      () => JSON.parse(localStorage.getItem('levro.recent') ?? '[]') as object[],
    )
    expect(stored[0]).toEqual({
      ...referenceAmounts('11.10', 'BGN'),
      mode: 'BGN_TO_EUR',
      timestamp: expect.any(Number),
    })
    await page.reload()
    await eventually(kept).toEqual(before)

    await recent(person).nth(3).getByRole('button', { name: said.repeat }).click()
    await eventually(() => result(person).innerText()).toBe(shown(referenceAmounts('8.10', 'BGN').eur, lang))
    expect((await kept())[0]).toContain(shown('8.10', lang))
    expect(await recent(person).count()).toBe(10)
    await press(person, words.clear)
    await eventually(() => recent(person).count()).toBe(0)
    await page.reload()
    await eventually(() => recent(person).count()).toBe(0)
  })
})
