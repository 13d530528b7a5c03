import { describe, expect, test } from 'vitest'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { pasteInto, type Visitor, readAlert, startApp, eventually } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    convert: 'Превалутирайте',
    turn: 'Сменете посоката',
    copy: 'Копирайте резултата',
    clear: 'Изчистете списъка',
    repeat: /^Превалутирайте отново: 8,10/,
    invalid: { BGN: 'Моля, въведете валидна сума в лева', EUR: 'Моля, въведете валидна сума в евро' },
    most: {
      BGN: 'Най-голямата допустима сума е 9 999 999,99 лв.',
      EUR: 'Най-голямата допустима сума е 9 999 999,99 €',
    },
    zero: '0,00',
    hint: 'Например 12,50 или 12.50',
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
    clear: 'Clear the list',
    repeat: /^Convert again: 8\.10/,
    invalid: { BGN: 'Please enter a valid BGN amount', EUR: 'Please enter a valid EUR amount' },
    most: { BGN: 'Max allowed is 9,999,999.99 BGN', EUR: 'Max allowed is €9,999,999.99' },
    zero: '0.00',
    hint: 'For example 12.50 or 12,50',
    readAs: (text: string, amount: string) => `“${text}” was read as ${amount}.`,
    named: {
      BGN: 'The amount is in lev, so it was converted from lev to euro.',
      EUR: 'The amount is in euro, so it was converted from euro to lev.',
    },
  },
}

const plain = (text: string) => text.replace(/\u00a0/g, ' ')

describe.each(LANGS)('single converter, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const amount = ({ page }: Visitor) => page.locator('input[name=amount]')
  const result = ({ page }: Visitor) => page.locator('output')
  const hint = ({ page }: Visitor) => page.locator('#single-hint')
  const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click()
  const recent = ({ page }: Visitor) => page.locator('section[aria-labelledby=recent-title] li')

  async function open(): Promise<Visitor> {
    const visitor = await app.visitor(lang)
    await visitor.go('/converter')
    await visitor.page.getByRole('button', { name: texts.convert, exact: true }).waitFor()
    return visitor
  }

  async function convert(visitor: Visitor, text: string): Promise<void> {
    await amount(visitor).fill(text)
    await press(visitor, texts.convert)
  }

  it('SNG-01 · an anonymous visitor converts in both directions and copies the result', async () => {
    const visitor = await open()
    const { page, words } = visitor
    await amount(visitor).fill('12.50')
    await amount(visitor).press('Enter')
    const eur = shown(referenceAmounts('12.50', 'BGN').eur, lang)
    await eventually(() => result(visitor).innerText()).toBe(eur)
    await press(visitor, texts.copy)
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(eur)
    await press(visitor, texts.turn)
    await convert(visitor, '12.50')
    await eventually(() => result(visitor).innerText()).toBe(
      shown(referenceAmounts('12.50', 'EUR').bgn, lang),
    )
    expect(await result(visitor).evaluate((element) => 'value' in element && element.tagName)).toBe('OUTPUT')
    await page.getByText(words.bulk, { exact: true }).click()
    await page.getByText(words.upload, { exact: true }).waitFor()
    await page.getByText(words.single, { exact: true }).click()
    await amount(visitor).waitFor()
  })

  it.each(['press', 'Enter'] as const)(
    'SNG-01 ROUTE-04 · text typed before hydration is converted (%s)',
    async (way) => {
      const visitor = await app.visitor(lang)
      const { page } = visitor
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/entry.client-*', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${visitor.words.prefix}/converter`, { waitUntil: 'commit' })
      await amount(visitor).fill('0,5')
      // A native submit leads to the URL of the conversion.
      if (way === 'Enter') await amount(visitor).press('Enter', { noWaitAfter: true })
      release()
      if (way === 'press') {
        await page
          .getByRole('banner')
          .getByRole('link', { name: visitor.words.loginAction, exact: true })
          .waitFor()
        await press(visitor, texts.convert)
      }
      await eventually(() => result(visitor).innerText()).toBe(
        shown(referenceAmounts('0.5', 'BGN').eur, lang),
      )
    },
  )

  test('SNG-02 RATE-01 · decimal comma and point give the same number, shown in the language of the page', async () => {
    const visitor = await open()
    for (const [typed, price] of [
      ['12,50', '12.50'],
      ['12.50', '12.50'],
      ['9999999.99', '9999999.99'],
      ['12345,6', '12345.6'],
      ['0,01', '0.01'],
      ['  7,3 ', '7.3'],
    ] as const) {
      await convert(visitor, typed)
      await eventually(() => result(visitor).innerText()).toBe(
        shown(referenceAmounts(price, 'BGN').eur, lang),
      )
    }
    const [first] = await recent(visitor).allInnerTexts()
    const { bgn, eur } = referenceAmounts('7.3', 'BGN')
    expect(plain(first ?? '').replace(/\s+/g, ' ')).toContain(
      lang === 'bg' ? `${shown(bgn, lang)} лв. = ${shown(eur, lang)} €` : `${bgn} BGN = €${eur}`,
    )
  })

  test.each(['BGN', 'EUR'] as const)(
    'SNG-03 LAY-04 · an invalid amount in %s is rejected in a modal dialog',
    async (from) => {
      const visitor = await open()
      if (from === 'EUR') await press(visitor, texts.turn)
      const none = { BGN: ['', '0', '-5', 'abc', '1e5'], EUR: ['0,00', 'Infinity', 'NaN', '1,2,3', '0x10'] }
      for (const typed of none[from]) {
        await convert(visitor, typed)
        expect(await readAlert(visitor), typed).toEqual({
          title: visitor.words.warningTitle,
          text: texts.invalid[from],
        })
        expect(await result(visitor).innerText()).toBe(texts.zero)
        expect(await hint(visitor).innerText()).toBe(texts.invalid[from])
        expect(await amount(visitor).getAttribute('aria-invalid')).toBe('true')
      }
      for (const typed of ['9999999.991', '9'.repeat(60)]) {
        await convert(visitor, typed)
        const { title, text } = await readAlert(visitor)
        expect({ title, text: plain(text) }, typed).toEqual({
          title: visitor.words.warningTitle,
          text: texts.most[from],
        })
      }
      expect(await recent(visitor).count()).toBe(0)
    },
  )

  test('READ-10 · an ambiguous amount is read as decimal, and the other reading is suggested', async () => {
    const visitor = await open()
    const { page } = visitor
    const notice = page.locator('form div[role=status]')
    for (const typed of ['1,000', '1.000']) {
      await convert(visitor, typed)
      await eventually(() => result(visitor).innerText()).toBe(shown(referenceAmounts('1', 'BGN').eur, lang))
      await notice.getByText(texts.readAs(typed, shown('1.00', lang))).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      const other = notice.getByRole('button', { name: '1 000?', exact: true })
      // With what it would give.
      expect(plain(await notice.innerText())).toContain(shown(referenceAmounts('1000', 'BGN').eur, lang))
      await other.focus()
      await page.keyboard.press('Enter')
      await eventually(() => result(visitor).innerText()).toBe(
        shown(referenceAmounts('1000', 'BGN').eur, lang),
      )
      expect(await amount(visitor).inputValue()).toBe(
        shown('1000.00', lang).replace(/[\s\u00a0]|,(?=\d{3})/g, ''),
      )
      await eventually(() => notice.innerText()).toBe('')
      expect(await amount(visitor).evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await convert(visitor, '2,000')
    await notice.getByRole('button').waitFor()
    await amount(visitor).fill('2,0001')
    await eventually(() => notice.innerText()).toBe('')
    for (const typed of ['0,500', '1000', '1,0000', '1 000', '1.000,00']) {
      await convert(visitor, typed)
      await visitor.page.getByRole('button', { name: texts.copy }).waitFor()
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
    const visitor = await open()
    const { page } = visitor
    const notice = page.locator('form div[role=status]')
    const { bgn, eur } = referenceAmounts(price, from)
    for (const direction of ['BGN', 'EUR'] as const) {
      if (direction === 'EUR') {
        await visitor.go('/converter?from=EUR')
        await page.getByRole('button', { name: texts.turn }).waitFor()
      }
      await amount(visitor).fill('')
      await pasteInto(amount(visitor), text)
      await page.keyboard.press('Enter')
      await eventually(() => result(visitor).innerText()).toBe(shown(from === 'BGN' ? eur : bgn, lang))
      expect(await notice.innerText()).toBe(from === direction ? '' : texts.named[from])
      expect(new URL(page.url()).search).toBe(`?amount=${price}&from=${from}`)
      // The direction now follows the pasted currency.
      await convert(visitor, price)
      await eventually(() => result(visitor).innerText()).toBe(shown(from === 'BGN' ? eur : bgn, lang))
    }
  })

  it('READ-09 SNG-03 · pasted text that is not a whole amount is rejected and kept in the field', async () => {
    const visitor = await open()
    for (const [pasted, kept] of [
      ['5 USD', '5 USD'],
      ['12%', '12%'],
      ['10-15 лв.', '10-15 лв.'],
      ['12\n500', '12 | 500'],
      ['12\t500', '12 | 500'],
      [`12.50${' '.repeat(70)}USD`, `12.50${' '.repeat(70)}USD`],
    ] as const) {
      await amount(visitor).fill('')
      await pasteInto(amount(visitor), pasted)
      await visitor.page.keyboard.press('Enter')
      expect((await readAlert(visitor)).text, pasted).toBe(texts.invalid.BGN)
      expect([await amount(visitor).inputValue(), await result(visitor).innerText()]).toEqual([
        kept,
        texts.zero,
      ])
    }
  })

  test('SNG-04 · the hint tells live what the amount will give, and the result waits for Convert', async () => {
    const visitor = await open()
    const { eur } = referenceAmounts('1299.90', 'BGN')
    await amount(visitor).fill('1299,90')
    const expected = lang === 'bg' ? `≈ ${shown(eur, lang)} €` : `≈ €${shown(eur, lang)}`
    await eventually(async () => plain(await hint(visitor).innerText())).toBe(expected)
    expect(await result(visitor).innerText()).toBe(texts.zero)
    await amount(visitor).fill('12 лв и')
    await eventually(() => hint(visitor).innerText()).toBe(texts.hint)
    await convert(visitor, '1299.90')
    await eventually(() => result(visitor).innerText()).toBe(shown(eur, lang))
    // Then it is the calculation, before it is rounded.
    await eventually(async () => plain(await hint(visitor).innerText())).toMatch(
      lang === 'bg' ? /^1299,90 ÷ 1,95583 = 664,62\d*…$/ : /^1299\.90 ÷ 1\.95583 = 664\.62\d*…$/,
    )
  })

  test('READ-10 SNG-04 · while an ambiguous amount is typed, the hint names what the other reading would give', async () => {
    const visitor = await open()
    const money = (price: string) => {
      const eur = shown(referenceAmounts(price, 'BGN').eur, lang)
      return lang === 'bg' ? `${eur} €` : `€${eur}`
    }
    const or = { bg: ['или', 'за'], en: ['or', 'for'] }[lang]
    for (const typed of ['12,500', '12.500']) {
      await amount(visitor).fill(typed)
      await eventually(async () => plain(await hint(visitor).innerText())).toBe(
        `≈ ${money('12.5')} (${or[0]} ${money('12500')} ${or[1]} 12 500)`,
      )
      expect(await result(visitor).innerText()).toBe(texts.zero)
    }
    await amount(visitor).fill('12,5001')
    await eventually(async () => plain(await hint(visitor).innerText()).trim()).toBe(`≈ ${money('12.5001')}`)
    // A press takes it.
    await amount(visitor).fill('12,500')
    await hint(visitor).getByRole('button').click()
    await eventually(() => amount(visitor).inputValue()).toBe('12500')
    await eventually(async () => plain(await hint(visitor).innerText()).trim()).toBe(`≈ ${money('12500')}`)
    expect(await amount(visitor).evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('SNG-04 · editing the amount or switching the direction hides the result', async () => {
    const visitor = await open()
    const copy = visitor.page.getByRole('button', { name: texts.copy })
    await convert(visitor, '100')
    await copy.waitFor()
    await amount(visitor).fill('1000')
    await copy.waitFor({ state: 'detached' })
    expect(await result(visitor).innerText()).toBe(texts.zero)
    await press(visitor, texts.convert)
    await copy.waitFor()
    await press(visitor, texts.turn)
    await copy.waitFor({ state: 'detached' })
    expect(await result(visitor).innerText()).toBe(texts.zero)
  })

  it('SNG-04 · before Convert the zero of the result is smaller than the amount, and the focus ring is round the amount alone', async () => {
    const visitor = await open()
    await amount(visitor).fill('12,50')
    const sizes = await Promise.all(
      [amount, result].map((part) =>
        part(visitor).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      ),
    )
    expect(sizes[1]! * 2).toBeLessThan(sizes[0]!)
    const ringsAround = (part: typeof result) =>
      part(visitor).evaluate((element) => {
        let rings = 0
        for (let at: Element | null = element; at; at = at.parentElement)
          for (const part of [undefined, '::after']) {
            const { outlineStyle, outlineWidth } = getComputedStyle(at, part)
            if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) rings++
          }
        return rings
      })
    expect([await ringsAround(amount), await ringsAround(result)]).toEqual([1, 0])
  })

  test('SNG-05 · amounts of every length are listed in one line each, in one size', async () => {
    const visitor = await open()
    for (const typed of ['12345.67', '9999999.99']) await convert(visitor, typed)
    await eventually(() => recent(visitor).count()).toBe(2)
    const parts = await recent(visitor)
      .locator('> span')
      .evaluateAll((all) =>
        all.map((part) => {
          const { fontSize, lineHeight } = getComputedStyle(part)
          return { fontSize, lines: Math.round(part.getBoundingClientRect().height / parseFloat(lineHeight)) }
        }),
      )
    // Both amounts and the sign between them, of two conversions.
    expect(parts.map(({ lines }) => lines)).toEqual([1, 1, 1, 1, 1, 1])
    expect(new Set(parts.map(({ fontSize }) => fontSize)).size).toBe(1)
  })

  test('SNG-05 RATE-02 · recent conversions keep further decimals and repeat with them', async () => {
    const visitor = await open()
    for (const typed of ['1.005', '0.001']) {
      await convert(visitor, typed)
      await eventually(() => result(visitor).innerText()).toBe(
        shown(referenceAmounts(typed, 'BGN').eur, lang),
      )
    }
    const kept = async () => (await recent(visitor).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    const [small = '', large = ''] = await kept()
    expect(small).toContain(lang === 'bg' ? '0,001 лв.' : '0.001 BGN')
    expect(large).toContain(lang === 'bg' ? '1,005 лв.' : '1.005 BGN')
    await recent(visitor).nth(1).getByRole('button').click()
    await eventually(() => result(visitor).innerText()).toBe(
      shown(referenceAmounts('1.005', 'BGN').eur, lang),
    )
    expect(await kept()).toEqual([large, small])
  })

  it('SNG-05 · the last ten conversions are kept newest first, and can be repeated and cleared', async () => {
    const visitor = await open()
    const { page } = visitor
    for (let i = 1; i <= 11; i++) {
      await convert(visitor, `${i}.10`)
      await eventually(() => result(visitor).innerText()).toBe(
        shown(referenceAmounts(`${i}.10`, 'BGN').eur, lang),
      )
    }
    const kept = async () => (await recent(visitor).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
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

    await recent(visitor).nth(3).getByRole('button', { name: texts.repeat }).click()
    await eventually(() => result(visitor).innerText()).toBe(shown(referenceAmounts('8.10', 'BGN').eur, lang))
    expect((await kept())[0]).toContain(shown('8.10', lang))
    expect(await recent(visitor).count()).toBe(10)
    await press(visitor, texts.clear)
    await eventually(() => recent(visitor).count()).toBe(0)
    await page.reload()
    await eventually(() => recent(visitor).count()).toBe(0)
  })
})
