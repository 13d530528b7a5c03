import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { describe, expect, it } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import { askToConvert, balanceOf, csvFile, chooseFile, type Visitor, startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    title:
      'Заглавието на колоната е „Цена, EUR“. Над таблицата пише „Всички цени са в лева с ДДС“. Във файла са посочени и двете валути.',
    sheet:
      'Над таблицата пише „всички цени са в лева“. Листът се казва „Цени в евро“. Във файла са посочени и двете валути.',
    other: 'Никъде не е посочено в каква валута са цените, а друга колона е озаглавена „Стара цена EUR“.',
    part: 'Заглавието на колоната е „Цена, лв.“. Между продуктите пише „ИЗНОС - цени в EUR“: част от цените може да са в евро.',
    advice:
      'Отговорът важи за целия списък. Ако в него има цени и в двете валути, добавете колона с валутата или го разделете на два файла.',
    ask: 'В каква валута са цените?',
    lev: 'Посочихте, че цените са в лева.',
    euro: 'Посочихте, че цените са в евро.',
    twoQuestions: '2 въпроса преди превалутирането',
    oneQuestion: '1 въпрос преди превалутирането',
    answerBoth: 'Първо отговорете на 2 въпроса',
    chosen: 'Валута на цените, посочена от вас',
    pick: { lev: 'Лева', euro: 'Евро' },
    otherCurrency: 'Нова цена',
    wanted: 'Искам цените',
    inOther: ['0,97 €', '8,12 лв.', '0,46 €'],
    onlyEuro: ['0,97', '', '0,46'],
    both: '2 цени в евро',
  },
  en: {
    title:
      'The title of the column is “Цена, EUR”. Above the table it says “Всички цени са в лева с ДДС”. The file names both currencies.',
    sheet:
      'Above the table it says “всички цени са в лева”. The sheet is called “Цени в евро”. The file names both currencies.',
    other: 'Nothing says which currency the prices are in, and another column is titled “Стара цена EUR”.',
    part: 'The title of the column is “Цена, лв.”. Between the products it says “ИЗНОС - цени в EUR”: a part of the prices may be in euro.',
    advice:
      'Your answer holds for the whole list. If it has prices in both currencies, add a column with the currency or split it into two files.',
    ask: 'Which currency are the prices in?',
    lev: 'You said that the prices are in lev.',
    euro: 'You said that the prices are in euro.',
    twoQuestions: '2 questions before the conversion',
    oneQuestion: '1 question before the conversion',
    answerBoth: 'Answer 2 questions first',
    chosen: 'Currency of the prices, as you said',
    pick: { lev: 'Lev (BGN)', euro: 'Euro (EUR)' },
    otherCurrency: 'New price',
    wanted: 'I want the prices',
    inOther: ['€0.97', '8.12 BGN', '€0.46'],
    onlyEuro: ['0.97', '', '0.46'],
    both: '2 prices in euro',
  },
}

// 0.004 lev come to 0.00 euro, and 0.004 euro to 0.01 lev.
const TITLE = csvFile(
  'спор.csv',
  'Всички цени са в лева с ДДС;;\n;;\nИме;Код;Цена, EUR\nХляб;A1;1,80\nПлик;A2;0,004\n',
)
const OTHER = csvFile('друга.csv', 'Име;Цена;Стара цена EUR\nХляб;1,80;2,20\nСол;0,90;1,20\n')
const PART = csvFile('износ.csv', 'Име;Цена, лв.\nХляб;1,80\nСирене;14,90\nИЗНОС - цени в EUR;\nМед;5,00\n')
const SHEET = named(
  'спор.xlsx',
  Buffer.from(
    workbook({
      'Цени в евро': [['всички цени са в лева'], [], ['Име', 'Цена'], ['Хляб', 1.8], ['Сирене', 14.9]],
    }),
  ),
)

describe.each(LANGS)('conflicting currency statements, in %s', (lang) => {
  const texts = TEXTS[lang]
  const notices = async ({ page }: Visitor) =>
    (await page.getByTestId('notice').locator('p:first-child').allInnerTexts()).map((text) =>
      text.replaceAll('\u00a0', ' ').trim(),
    )
  const pick = ({ page }: Visitor, name: string) => page.getByRole('radio', { name }).check()

  it.each([
    ['title', TITLE],
    ['sheet', SHEET],
    ['other', OTHER],
    ['part', PART],
  ] as const)(
    'READ-04 · conflicting statements are quoted in one question, before and after the answer: %s',
    async (key, file) => {
      const visitor = await app.visitor(lang)
      const { page, words } = visitor
      await chooseFile(visitor, file)
      await eventually(() => notices(visitor)).toEqual([`${texts[key]} ${texts.ask}`])
      expect(await accessibilityViolations(page, 'the question about the currency')).toEqual([])
      await pick(visitor, texts.pick.euro)
      await eventually(async () => (await notices(visitor))[0]).toBe(`${texts[key]} ${texts.euro}`)
      await page.getByRole('heading', { name: words.ready }).waitFor()
      await pick(visitor, texts.pick.lev)
      const about = `${texts[key]} ${texts.lev}`
      await eventually(async () => (await notices(visitor))[0]).toBe(about)
      await eventually(() => isStoredOnDevice(page, 'file')).toBe(true)
      await page.reload()
      await eventually(async () => (await notices(visitor))[0]).toBe(about)
      expect((await notices(visitor)).join(' ')).not.toContain('?')
      expect(await page.getByRole('radio', { name: texts.pick.lev }).isChecked()).toBe(true)
    },
  )

  it('READ-04 READ-10 · two questions are asked as steps above the button, and keep their places when they are answered', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await page.setViewportSize({ width: 1440, height: 900 })
    const list = 'Всички цени са в лева;;\n;;\nИме;Код;Цена, EUR\nДиван;A1;1,500\nМаса;A2;2,300\n'
    await chooseFile(visitor, csvFile('мебели.csv', list))
    const rail = page.getByTestId('review').locator('aside')
    await rail.getByText(texts.twoQuestions, { exact: true }).waitFor()
    await page.getByRole('heading', { name: texts.answerBoth, exact: true }).waitFor()
    const [first, second] = [page.locator('#question'), page.locator('#question-2')]
    const steps = [first, second, page.getByTestId('cost')]
    const tops = await Promise.all(steps.map(async (step) => (await step.boundingBox())?.y ?? NaN))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    // Every price that the second is about is marked in its row.
    expect(await page.locator('tr[data-row][data-asked]').count()).toBe(2)
    expect(await page.locator('tr[data-row] > td:last-child').allInnerTexts()).toEqual(['?', '?'])
    expect(await accessibilityViolations(page, 'two questions')).toEqual([])
    await first.getByRole('radio', { name: texts.pick.lev }).check()
    await rail.getByText(texts.oneQuestion, { exact: true }).waitFor()
    await page.locator('#question').getByRole('radio').first().check()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await rail.getByRole('radio', { checked: true }).count()).toBe(2)
    expect(await rail.locator('[data-kind=question]').count()).toBe(0)
    expect(await page.locator('tr[data-row][data-asked]').count()).toBe(0)
  })

  it('READ-12 · where some prices become lev and some euro, the column of the sheet says so, and each amount names its currency', async () => {
    const user = await app.user(lang)
    const { page } = user
    await chooseFile(user, csvFile('смес.csv', 'Име;Цена\nХляб;1,90 лв.\nМед;4,15 €\nСол;0,90 лв.\n'))
    const head = page.getByTestId('rows').locator('th').last()
    const amounts = page.locator('tr[data-row] > td:last-child')
    await eventually(async () => (await head.innerText()).split('\n')[0]).toBe(texts.otherCurrency)
    const shown = async () => (await amounts.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))
    await eventually(shown).toEqual(texts.inOther)
    // Each has the tint of its own.
    const tinted = await amounts.evaluateAll((all) => all.map(({ classList }) => classList.contains('euro')))
    expect(tinted).toEqual([true, false, true])
    expect(await page.locator('tr[data-row] > td.lev.converted').count()).toBe(1)
    // The choice stands with the totals, above the button.
    const rail = page.getByTestId('review').locator('aside')
    await rail.getByLabel(texts.wanted, { exact: true }).selectOption('EUR')
    await eventually(async () => (await head.innerText()).split('\n')[0]).toBe(texts.pick.euro)
    await eventually(shown).toEqual(texts.onlyEuro)
  })

  it('READ-04 · the confirmation names the currency that the user chose', async () => {
    const user = await app.user(lang)
    const { page } = user
    await chooseFile(user, OTHER)
    await pick(user, texts.pick.euro)
    await page.locator('aside').getByText(texts.both, { exact: true }).waitFor()
    await askToConvert(user)
    await page.getByRole('dialog').locator('dl').getByText(texts.chosen).waitFor()
    expect(await balanceOf(page)).toBe(15)
  })

  it('READ-04 · a currency stated between products is reported for a part of the prices, with advice', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await chooseFile(visitor, PART)
    await page.locator('#question').getByText(texts.advice).waitFor()
    await pick(visitor, texts.pick.lev)
    await eventually(async () => (await notices(visitor))[0]).toBe(`${texts.part} ${texts.lev}`)
    await page.getByTestId('notice').getByText(texts.advice).waitFor()
    const currencies = page.getByTestId('rows').locator('select')
    await eventually(
      async () =>
        new Set(await currencies.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))),
    ).toEqual(new Set(['BGN']))
  })
})
