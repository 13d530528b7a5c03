import { describe, expect, it } from 'vitest'
import { dropFile } from './check-page.ts'
import { signedInMark, signedOutMark, startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    /** Headings of the sections. */
    order: [
      'Пуснете файла. Вземете го в евро.',
      'Каквото още е в лева',
      'Как работи',
      'Цяла ценова листа наведнъж',
      'За кого е',
      'Левро в числа',
      'Точно и лесно за проверка',
      'Файлът остава при вас',
      'Една цена или цял каталог',
    ],
    rate: '1 € = 1,95583 лв.',
    choose: 'Изберете файл',
    sample: 'или опитайте с пример',
    sampleFile: 'примерна-ценова-листа.csv',
    withoutAccount: 'без регистрация',
    register: 'Създайте безплатен профил – 15 жетона',
    features: [
      'Проверка на двойките цени',
      'Протокол за счетоводството',
      'И обратно, в лева',
      'Пита, когато не е сигурно',
      'Една сума, веднага',
    ],
    steps: 4,
    list: [
      ['1042', 'Лепило за плочки, 25 кг', '14,90', '7,62'],
      ['1043', 'Латекс бял, 8 л', '46,80', '23,93'],
      ['1051', 'Валяк за боя, 25 см', '7,35', '3,76'],
      ['1068', 'Грунд, 5 л', '22,49', '11,50'],
      ['1070', 'Фугираща смес, 2 кг', '5,99', '3,06'],
    ],
    cost: 'Струва 5 жетона',
    uses: [
      ['Магазини', 'Business 14,99 € 2000 жетона'],
      ['Заведения', 'Starter 4,99 € 500 жетона'],
      ['Онлайн магазини', 'Pro 59,99 € 10 000 жетона'],
      ['Услуги', 'Starter 4,99 € 500 жетона'],
      ['Свободни професии', 'Starter 4,99 € 500 жетона'],
      ['Търговия на едро', 'Pro 59,99 € 10 000 жетона'],
    ],
    facts: [
      ['1,95583', 'лева за едно евро – фиксиран курс'],
      ['15', 'безплатни жетона за всеки нов профил'],
      ['11', 'файлови формата: CSV, XLSX, XLS, XLSM, XLSB, ODS, FODS, JSON, XML, DBF, HTML'],
      ['до 100 000', 'реда в един каталог'],
      ['1', 'закръгляване на всяка цена, накрая'],
      ['24/7', 'на разположение денонощно, всеки ден'],
    ],
    sums: [
      '8,90 ÷ 1,95583 = 4,550497… → 4,55 €',
      '4,55 × 1,95583 = 8,8990265 → 8,90 лв.',
      '8,90 ÷ 1,96 = 4,540816… → 4,54 €',
    ],
    promises: ['членове 4 и 5 от Регламент (ЕО) № 1103/97', 'никога не се качва', 'чужди скриптове'],
    open: 'Към конвертора',
    start: 'Започнете сега',
    plans: 'Вижте пакетите с жетони',
    free: 'с 15 безплатни жетона',
    about: {
      parts: ['Защо го правим', 'За кого е', 'Фиксираният курс', 'Вашите данни', 'Какво Левро не е'],
      words: [
        'ресторанти, онлайн магазини, доставчици на услуги',
        '1 € = 1,95583 лв. е официалният курс на Българската народна банка, неотменимо фиксиран с Регламент (ЕО) № 2866/98',
        'Съгласно член 5 резултатът се закръглява до най-близкия цент',
        'никога не се качва',
        'не е официален сайт на държавна институция или банка',
        'Не дава данъчни, счетоводни или правни съвети',
      ],
      links: ['Към конвертора', 'Към цените'],
    },
  },
  en: {
    order: [
      'Drop your file. Get it back in euro.',
      'Whatever is still in lev',
      'How it works',
      'A whole price list at once',
      'Who it is for',
      'Levro in numbers',
      'Exact, and easy to check',
      'Your file stays with you',
      'One price or a whole catalogue',
    ],
    rate: '1 € = 1.95583 BGN',
    choose: 'Choose a file',
    sample: 'or try a sample',
    sampleFile: 'sample-price-list.csv',
    withoutAccount: 'No account needed',
    register: 'Create free account — get 15 tokens',
    features: [
      'Check your price pairs',
      'A report for the books',
      'And back to lev',
      'It asks when it is not sure',
      'One amount, instantly',
    ],
    steps: 4,
    list: [
      ['1042', 'Tile adhesive, 25 kg', '14.90', '7.62'],
      ['1043', 'White emulsion paint, 8 l', '46.80', '23.93'],
      ['1051', 'Paint roller, 25 cm', '7.35', '3.76'],
      ['1068', 'Primer, 5 l', '22.49', '11.50'],
      ['1070', 'Grout, 2 kg', '5.99', '3.06'],
    ],
    cost: 'It costs 5 tokens',
    uses: [
      ['Retail', 'Business €14.99 2,000 tokens'],
      ['Restaurants', 'Starter €4.99 500 tokens'],
      ['Online shops', 'Pro €59.99 10,000 tokens'],
      ['Service providers', 'Starter €4.99 500 tokens'],
      ['Freelancers', 'Starter €4.99 500 tokens'],
      ['Wholesalers', 'Pro €59.99 10,000 tokens'],
    ],
    facts: [
      ['1.95583', 'lev to the euro, the fixed rate'],
      ['15', 'free tokens for every new account'],
      ['11', 'file formats: CSV, XLSX, XLS, XLSM, XLSB, ODS, FODS, JSON, XML, DBF, HTML'],
      ['up to 100,000', 'rows per catalogue'],
      ['1', 'rounding per price, at the very end'],
      ['24/7', 'available around the clock, every day'],
    ],
    sums: [
      '8.90 ÷ 1.95583 = 4.550497… → €4.55',
      '4.55 × 1.95583 = 8.8990265 → 8.90 BGN',
      '8.90 ÷ 1.96 = 4.540816… → €4.54',
    ],
    promises: ['Articles 4 and 5 of Regulation (EC) No 1103/97', 'never uploaded', 'third-party scripts'],
    open: 'Open Converter',
    start: 'Start Converting Now',
    plans: 'View Pricing Plans',
    free: 'with 15 free tokens',
    about: {
      parts: ['Why we built it', 'Who it is for', 'The fixed rate', 'Your data', 'What Levro is not'],
      words: [
        'restaurants, online shops, service providers',
        '1 EUR = 1.95583 BGN is the official rate of the Bulgarian National Bank, irrevocably fixed by Regulation (EC) No 2866/98',
        'Under Article 5 the result is rounded to the nearest cent',
        'never uploaded',
        'not an official site of any government or bank',
        'It gives no tax, accounting or legal advice',
      ],
      links: ['Go to Converter', 'View pricing'],
    },
  },
} as const

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe.each(LANGS)('home and about, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  it('HOME-01 · all sections are in order and readable without scripts', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/')
    const main = page.getByRole('main')
    const marks = await main.locator('h1, h2').allInnerTexts()
    expect(marks.map(plain)).toEqual(texts.order)
    // Without scripts a button would stay disabled.
    expect(await main.locator('button:visible').count()).toBe(0)
    const section = (title: string) => main.getByRole('region', { name: title, exact: true })
    const h3 = await section(texts.order[1]).getByRole('heading', { level: 3 }).allInnerTexts()
    expect(h3).toEqual(texts.features)
    expect(await section(texts.order[2]).getByRole('listitem').count()).toBe(texts.steps)
    const words = plain(await main.innerText())
    for (const text of [texts.rate, texts.cost, '24/7', ...texts.promises]) expect(words).toContain(text)
  })

  it('HOME-01 · on a phone the page is at most 4,000 px long, and its sections keep their order', async () => {
    const { page, go } = await app.visitor(lang, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    await go('/')
    expect((await page.locator('h1:visible, main h2').allInnerTexts()).map(plain)).toEqual(texts.order)
    // Until the font has loaded the fallback takes more lines.
    await eventually(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      4000,
    )
  })

  it('HOME-01 · statistics and calculations are correct', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/')
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    const facts = await region(texts.order[5]).locator('dl > div').all()
    const pairs = facts.map(async (fact) =>
      plain((await fact.locator('dt, dd').allInnerTexts()).join('|')).split('|'),
    )
    expect(await Promise.all(pairs)).toEqual(texts.facts)
    expect((await region(texts.order[6]).locator('dd').allInnerTexts()).map(plain)).toEqual(texts.sums)
  })

  it('HOME-01 · each use case recommends a plan and links to the pricing page', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/')
    const uses = page.getByRole('region', { name: texts.order[4], exact: true }).getByRole('listitem')
    expect(await uses.count()).toBe(texts.uses.length)
    for (const [i, [name, plan]] of texts.uses.entries()) {
      const use = uses.nth(i)
      expect(await use.getByRole('heading', { level: 3 }).innerText()).toBe(name)
      const link = use.getByRole('link')
      expect(plain(await link.innerText())).toBe(plan)
      expect(await link.getAttribute('href')).toBe(`${prefix}/pricing`)
    }
  })

  it('HOME-01 · the pictured file shows its prices before and after, and what it costs', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/')
    const files = page.getByRole('region', { name: texts.order[3], exact: true }).getByRole('figure')
    const rowsOf = async (i: number) => {
      const rows = await files.nth(i).locator('tbody tr').all()
      return Promise.all(rows.map(async (row) => (await row.locator('td').allInnerTexts()).map(plain)))
    }
    expect(await rowsOf(0)).toEqual(texts.list.map((cells) => cells.slice(0, 3)))
    expect(await rowsOf(1)).toEqual(texts.list)
  })

  it('HOME-01 · the euro column of the hero fills row by row within 1.2 s', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/')
    const ends = await page.locator('.fill').evaluateAll((cells) =>
      cells.map((cell) => {
        const { animationDelay, animationDuration } = getComputedStyle(cell)
        return Math.round(1000 * (parseFloat(animationDelay) + parseFloat(animationDuration)))
      }),
    )
    expect(ends.length).toBe(8)
    expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => a - b))
    expect(ends.at(-1)).toBeLessThanOrEqual(1200)
  })

  it('HOME-01 BULK-02 · the sample opens in the review as the hero pictures it, with one question', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/')
    const pictured = page.getByTestId('example-sheet').locator('tbody tr')
    const euro = (await pictured.locator('td:last-child').allInnerTexts()).map(plain)
    expect(euro.length).toBe(9)
    await page.getByRole('button', { name: texts.sample, exact: true }).click()
    await page.getByTestId('rows').waitFor()
    await page.getByText(texts.sampleFile).first().waitFor()
    const read = page.getByTestId('rows').locator('tr[data-row]')
    await eventually(() => read.count()).toBe(9)
    await eventually(() => page.locator('tr[data-asked]').count()).toBe(1)
    const converted = (await read.locator('td.euro').allInnerTexts()).map(plain)
    // The price that the question is about has none yet.
    expect(converted.filter((_, i) => i !== 5)).toEqual(euro.filter((_, i) => i !== 5))
  })

  it('HOME-01 BULK-02 · a file chosen in the hero or dropped anywhere on the page opens in the review', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/')
    await signedOutMark(visitor).waitFor()
    expect(plain(await page.getByRole('main').innerText())).toContain(texts.withoutAccount)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: texts.choose, exact: true }).click(),
    ])
    await chooser.setFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,price\na,1.95583\n'),
    })
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await page.getByText('list.csv').first().waitFor()

    const user = await app.user(lang)
    await user.go('/')
    await signedInMark(user.page).waitFor()
    expect(plain(await user.page.getByRole('main').innerText())).not.toContain(texts.withoutAccount)
    await dropFile(user, 'dropped.csv', 'name,price\na,1.95583\n')
    await user.page.getByRole('heading', { name: words.ready }).waitFor()
    await user.page.getByText('dropped.csv').first().waitFor()
  })

  it('HOME-02 HOME-04 · without scripts a link leads to the registration, and nothing is left blank', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await go('/')
      const link = page.getByRole('main').getByRole('link', { name: texts.register, exact: true })
      expect(await link.getAttribute('href')).toBe(`${prefix}/register`)
      // In the first screen, and at most 40 px below what stands above it.
      const box = await link.boundingBox()
      expect((box?.y ?? 900) + (box?.height ?? 0), `${width} px`).toBeLessThan(844)
      const gaps = await link.evaluate((element) => {
        const column = element.closest('section > div')
        const shown = [...(column?.children ?? [])]
          .flatMap((child) =>
            getComputedStyle(child).display === 'contents' ? [...child.children] : [child],
          )
          .map((child) => child.getBoundingClientRect())
          .filter(({ height }) => height > 0)
        return shown.slice(1).map(({ top }, i) => top - (shown[i]?.bottom ?? top))
      })
      for (const gap of gaps) expect(gap, `${width} px`).toBeLessThanOrEqual(40)
    }
  })

  it('HOME-05 · the closing section links to converter and pricing, and names the free tokens only when signed out', async () => {
    const closing = (page: typeof visitor.page) =>
      page.getByRole('region', { name: texts.order.at(-1) ?? '', exact: true })
    const visitor = await app.visitor(lang)
    await visitor.go('/')
    await signedOutMark(visitor).waitFor()
    const start = closing(visitor.page).getByRole('link', { name: texts.start, exact: true })
    expect(await start.getAttribute('href')).toBe(`${prefix}/converter`)
    // Its script comes with the sight of it.
    await closing(visitor.page).scrollIntoViewIfNeeded()
    await eventually(async () => plain(await closing(visitor.page).innerText())).toContain(texts.free)

    const user = await app.user(lang)
    await user.go('/')
    await signedInMark(user.page).waitFor()
    await closing(user.page).scrollIntoViewIfNeeded()
    const open = closing(user.page).getByRole('link', { name: texts.open, exact: true })
    await open.waitFor()
    expect(await open.getAttribute('href')).toBe(`${prefix}/converter`)
    expect(plain(await closing(user.page).innerText())).not.toContain('15')
    for (const { page } of [visitor, user]) {
      const plans = closing(page).getByRole('link', { name: texts.plans, exact: true })
      expect(await plans.getAttribute('href')).toBe(`${prefix}/pricing`)
    }
  })

  it('INFO-01 · the about page has its sections, legal facts and links', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/about')
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(texts.about.parts)
    const words = plain(await main.innerText())
    for (const text of texts.about.words) expect(words).toContain(text)
    const leadsTo = (name: string) => main.getByRole('link', { name, exact: true }).getAttribute('href')
    const [converter, pricing] = texts.about.links
    expect(await leadsTo(converter)).toBe(`${prefix}/converter`)
    expect(await leadsTo(pricing)).toBe(`${prefix}/pricing`)
    for (const target of ['privacy', 'terms', 'contact']) {
      expect(await main.locator(`a[href="${prefix}/${target}"]`).count(), target).toBe(1)
    }
  })
})
