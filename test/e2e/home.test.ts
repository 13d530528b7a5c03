import { describe, expect, it } from 'vitest'
import { countsOf, csvFile, signedInMark, signedOutMark, startApp, eventually, upload } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    /** Headings of the sections. */
    order: [
      'Цените ви от лева в евро, точно до цента',
      'Какво може',
      'Как работи',
      'Цяла ценова листа наведнъж',
      'За кого е',
      'Левро в числа',
      'Точно и лесно за проверка',
      'Файлът остава при вас',
      'Една цена или цял каталог',
    ],
    rate: '1 € = 1,95583 лв.',
    features: ['Една сума, веднага', 'И обратно, в лева', 'Файлът, какъвто е', 'Поправки на място'],
    steps: 4,
    list: [
      ['Сирене краве, 1 кг', '12,50 лв.', 'Валиден', '12,50 лв.', '6,39 €'],
      ['Кафе на зърна, 1 кг', '38.90', 'Валиден', '38,90 лв.', '19,89 €'],
      ['', '', 'Празен', '', ''],
      ['Еспресо машина', '1 234.00', 'Валиден', '1234,00 лв.', '630,93 €'],
      ['Захар на пакетчета', '', 'Невалиден', '', ''],
    ],
    cost: 'Струва 3 жетона',
    uses: [
      ['Магазини', 'Business 2000 жетона'],
      ['Ресторанти и кафенета', 'Starter 500 жетона'],
      ['Онлайн магазини', 'Pro 10 000 жетона'],
      ['Услуги', 'Starter 500 жетона'],
      ['Свободни професии', 'Starter 500 жетона'],
      ['Търговия на едро', 'Pro 10 000 жетона'],
    ],
    facts: [
      ['1,95583', 'лева за едно евро – фиксиран курс'],
      ['100 000', 'реда най-много в един каталог'],
      ['24/7', 'на разположение денонощно, всеки ден'],
      ['6', 'файлови формата: CSV, XLSX, XLS, XLSM, XLSB, JSON'],
      ['15', 'безплатни жетона за всеки нов профил'],
      ['1', 'закръгляване на цена, в самия край'],
    ],
    sums: [
      '12,50 ÷ 1,95583 = 6,391148… → 6,39 €',
      '6,39 × 1,95583 = 12,4977537 → 12,50 лв.',
      '12,50 ÷ 1,96 = 6,377551… → 6,38 €',
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
      'Your prices from lev to euro, right to the cent',
      'What it does',
      'How it works',
      'A whole price list at once',
      'Who it is for',
      'Levro in numbers',
      'Exact, and easy to check',
      'Your file stays with you',
      'One price or a whole catalogue',
    ],
    rate: '1 € = 1.95583 BGN',
    features: ['One amount, at once', 'And back to lev', 'The file as it is', 'Fix it on the spot'],
    steps: 4,
    list: [
      ['White cheese, 1 kg', '12,50 лв.', 'Valid', '12.50 BGN', '€6.39'],
      ['Coffee beans, 1 kg', '38.90', 'Valid', '38.90 BGN', '€19.89'],
      ['', '', 'Empty', '', ''],
      ['Espresso machine', '1 234.00', 'Valid', '1,234.00 BGN', '€630.93'],
      ['Sugar sachets', '', 'Invalid', '', ''],
    ],
    cost: 'It costs 3 tokens',
    uses: [
      ['Retail', 'Business 2,000 tokens'],
      ['Restaurants', 'Starter 500 tokens'],
      ['Online shops', 'Pro 10,000 tokens'],
      ['Service providers', 'Starter 500 tokens'],
      ['Freelancers', 'Starter 500 tokens'],
      ['Wholesalers', 'Pro 10,000 tokens'],
    ],
    facts: [
      ['1.95583', 'lev to the euro, the fixed rate'],
      ['100,000', 'rows in one catalogue at most'],
      ['24/7', 'available around the clock, every day'],
      ['6', 'file formats: CSV, XLSX, XLS, XLSM, XLSB, JSON'],
      ['15', 'free tokens for every new account'],
      ['1', 'rounding per price, at the very end'],
    ],
    sums: [
      '12.50 ÷ 1.95583 = 6.391148… → €6.39',
      '6.39 × 1.95583 = 12.4977537 → 12.50 BGN',
      '12.50 ÷ 1.96 = 6.377551… → €6.38',
    ],
    promises: [
      'Articles 4 and 5 of Regulation (EC) No 1103/97',
      'never uploaded',
      'Advertising, tracking, scripts of third parties',
    ],
    open: 'Open Converter',
    start: 'Start Converting Now',
    plans: 'View Pricing Plans',
    free: 'with 15 free tokens',
    about: {
      parts: ['Why we make it', 'Who it is for', 'The fixed rate', 'Your data', 'What Levro is not'],
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

  it('HOME-01 · the converter gives the rows of the pictured price list the pictured statuses', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/')
    const lines = page.getByRole('region', { name: texts.order[3], exact: true }).locator('tbody tr')
    const cellsOf = (i: number) => lines.nth(i).locator('td').allInnerTexts()
    const shown = await Promise.all(texts.list.map((_, i) => cellsOf(i)))
    expect(shown.map((cells) => cells.map(plain))).toEqual(texts.list)
    expect(await lines.count()).toBe(texts.list.length)
    const file = shown.map(([name, price]) => `${name};${price}\n`).join('')
    await upload(visitor, csvFile('list.csv', `Име;Цена\n${file}`))
    await eventually(() => countsOf(page)).toEqual([3, 1, 1])
    const read = page.getByTestId('rows').locator('tr[data-row]')
    const statuses = () => read.evaluateAll((all) => all.map((row) => row.getAttribute('data-status')))
    await eventually(statuses).toEqual(['valid', 'valid', 'empty', 'valid', 'invalid'])
  })

  it('HOME-05 · the closing section links to converter and pricing, and names the free tokens only when signed out', async () => {
    const closing = (page: typeof visitor.page) =>
      page.getByRole('region', { name: texts.order.at(-1) ?? '', exact: true })
    const visitor = await app.visitor(lang)
    await visitor.go('/')
    await signedOutMark(visitor).waitFor()
    const start = closing(visitor.page).getByRole('link', { name: texts.start, exact: true })
    expect(await start.getAttribute('href')).toBe(`${prefix}/converter`)
    expect(plain(await closing(visitor.page).innerText())).toContain(texts.free)

    const user = await app.user(lang)
    await user.go('/')
    await signedInMark(user.page).waitFor()
    const open = closing(user.page).getByRole('link', { name: texts.open, exact: true })
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
