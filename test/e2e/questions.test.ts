import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { askToConvert, countsOf, csvFile, chooseFile, type Visitor, startApp, eventually } from './steps.ts'
import { decimal, inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    columns: ['Цена в Русе (напр. 1,80)', 'Цена (C) (напр. 1,90)', 'Цена (D) (напр. 1,85)'],
    other: 'Друга колона',
    equal:
      'Няколко колони може да са продажната цена, а стойностите им се различават. Коя да се превалутира?',
    unclear: '1 цена може да се прочете по два начина. Колко е „1,500“?',
    chosen: '1 цена може да се прочете по два начина. Посочихте, че „1,500“ е 1500,00.',
    reading: '1500,00',
    pairs: [
      'В 1 ред цените в лева и в евро се разминават с повече от 0,05 €:',
      'Превалутира се цената от колона „Цена лв.“.',
    ],
    yes: 'Да, „Стойност“ (напр. 120,00)',
    rivals:
      'Други колони с цени, които не се превалутират: „Цена в Русе“ (продажна цена), „Цена (C)“ (продажна цена).',
    taken: 'Цена от Цена (D)',
    unknown: '4 реда',
    guess: 'Показани са цените от „Цена в София“ – само като предположение.',
    cost: 'Колко жетона струва, зависи от колоната с цените',
    costs: '3 жетона',
    readAs: '1 въпрос: ред 3',
    outcomes: ['1,25 лв. → 0,64 €', '1250,00 лв. → 639,11 €'],
    assumed: 'Прочетени по предположение 1 цена',
    doubtful: '1 цена зависи от отговора',
    howMuch: 'Колко е „1,250“?',
    told: /два начина/,
  },
  en: {
    columns: ['Цена в Русе (such as 1,80)', 'Цена (C) (such as 1,90)', 'Цена (D) (such as 1,85)'],
    other: 'Choose another column',
    equal:
      'More than one column may be the selling price, and their values differ. Which one should be converted?',
    unclear: '1 price can be read in two ways. How much is “1,500”?',
    chosen: '1 price can be read in two ways. You said that “1,500” is 1,500.00.',
    reading: '1,500.00',
    pairs: [
      'In 1 row the lev and euro prices differ by more than €0.05:',
      'The price of the column “Цена лв.” is converted.',
    ],
    yes: 'Yes, “Стойност” (such as 120,00)',
    rivals:
      'Other columns with prices that are not converted: “Цена в Русе” (selling price), “Цена (C)” (selling price).',
    taken: 'Price from Цена (D)',
    unknown: '4 rows',
    guess: 'The prices shown are those of “Цена в София”, as a guess only.',
    cost: 'The cost depends on the price column',
    costs: '3 tokens',
    readAs: '1 question: row 3',
    outcomes: ['1.25 BGN → €0.64', '1,250.00 BGN → €639.11'],
    assumed: 'Read by assumption 1 price',
    doubtful: '1 price depends on the answer',
    howMuch: 'How much is “1,250”?',
    told: /two ways/,
  },
}

const SEVERAL = csvFile(
  'градове.csv',
  'Артикул;Цена в Русе;Цена;Цена\nХляб;1,80;1,90;1,85\nСирене;14,90;15,20;15,00\n',
)

/** With plain spaces. */
const plain = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll('\u00a0', ' '))

describe.each(LANGS)('questions about a list, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const questionOf = ({ page }: Visitor) => page.locator('#question')
  const firstPrice = ({ page }: Visitor) => page.getByTestId('rows').locator('input').nth(1)

  it('READ-02 · each of several price columns is reached by Tab, and none is applied before it is pressed', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, SEVERAL)
    await questionOf(visitor).waitFor()
    expect(await questionOf(visitor).getByRole('button').allInnerTexts()).toEqual([
      ...texts.columns,
      texts.other,
    ])
    await page.getByRole('group', { name: texts.equal, exact: true }).waitFor()
    await tabTo(visitor, texts.columns[0]!)
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe(texts.columns[1])
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe(texts.columns[2])
    expect(await accessibilityViolations(page, 'several price columns')).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => firstPrice(visitor).inputValue()).toBe(decimal('1.85', lang))
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByTestId('rivals').locator('p').innerText()).toBe(texts.rivals)
    const columns = page.locator('[data-testid=columns] div').first()
    expect((await columns.innerText()).replace(/\s+/g, ' ')).toBe(texts.taken)
  })

  it('READ-02 · counts, cost and price warnings are hidden until the price column is known', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    // The first column has a price that converts to 0.00, an ambiguous price and a total.
    const list =
      'Име;Цена в София;Цена във Варна\nХляб;1,00;1,10\nПлик;0,004;0,10\nСол;2,500;1,50\nОбщо;3,504;2,70\n'
    await chooseFile(visitor, csvFile('градове.csv', list))
    await questionOf(visitor).waitFor()
    expect(await page.getByTestId('notice').count()).toBe(1)
    await page.getByText(texts.unknown, { exact: true }).waitFor()
    await page.getByText(texts.guess).waitFor()
    expect(await page.getByTestId('cost').innerText()).toBe(texts.cost)
    expect(await page.getByTestId('counts').count()).toBe(0)
    expect(await page.getByTestId('row-filter').count()).toBe(0)
    // What stands in the guessed column is shown as it is written, and converted to nothing.
    const first = page.locator('tr[data-row]').first()
    expect(await first.innerText()).toContain('1,00')
    expect(await first.locator('input').count()).toBe(1)
    expect(await page.locator('tr[data-row] :text("0,51"), tr[data-row] .euro').count()).toBe(0)
    await questionOf(visitor).getByRole('button', { name: 'Цена във Варна' }).click()
    await eventually(() => page.getByTestId('cost').innerText()).toBe(texts.costs)
    expect(await page.getByTestId('counts').count()).toBe(1)
    expect(await page.getByText(texts.guess).count()).toBe(0)
  })

  it('READ-10 BULK-08 · a price that its column told how to read is marked until it is answered, and nothing waits for it', async () => {
    const user = await app.user(lang, 20)
    const { page, words } = user
    await chooseFile(user, csvFile('ceni.csv', 'Име;Цена, лв.\nХляб;1,95\nСол;1,250\nЧай;3,40\n'))
    await page.getByText(texts.readAs, { exact: true }).waitFor()
    const question = page.getByRole('group', { name: texts.howMuch, exact: true })
    expect(plain(await question.getByRole('button').allInnerTexts())).toEqual(texts.outcomes)
    const euros = page.locator('tr[data-row] > td:last-child')
    expect((await euros.allInnerTexts())[1]).toBe('?')
    // The cell shows what the question is about, and the sums say that they count it.
    expect(await page.locator('tr[data-asked] td.ask').innerText()).toContain('1,250')
    const rail = page.getByTestId('review').locator('aside')
    await rail.getByText(texts.doubtful).waitFor()
    expect(await page.getByTestId('review-totals').innerText()).toContain('≈')
    // In its row alone.
    expect(await page.getByTestId('notice').filter({ hasText: texts.told }).count()).toBe(0)
    await askToConvert(user)
    const dialog = page.getByRole('dialog')
    const lines = async () => (await dialog.locator('dl').innerText()).replace(/\s+/g, ' ')
    expect(await lines()).toContain(texts.assumed)
    await dialog.getByRole('button', { name: words.cancel, exact: true }).click()
    await question.getByRole('button').first().click()
    await eventually(async () => (await euros.allInnerTexts())[1]).toBe(decimal('0.64', lang))
    expect(await page.getByTestId('review-totals').innerText()).not.toContain('≈')
    expect(await page.getByText(texts.readAs, { exact: true }).count()).toBe(0)
    await askToConvert(user)
    expect(await lines()).not.toContain(texts.assumed)
  })

  it('READ-02 LAY-08 · an answer closes the question and is announced by a status, and the focus has one outline', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, csvFile('диван.csv', 'Име;Цена, лв.\nДиван;1,500\n'))
    // Its row is named before the sentence once it is in sight.
    await page.getByRole('group', { name: texts.unclear }).waitFor()
    const answer = page.getByRole('radio', { name: texts.reading })
    await tabTo(visitor, /^1[.,]50\s/)
    const rings = await page.locator('label:has(:focus-visible)').evaluate((label) => {
      const styles = [label, label.querySelector('input')!].map((element) => getComputedStyle(element))
      return styles.map(({ outlineStyle, outlineWidth }) => (outlineStyle === 'none' ? '0px' : outlineWidth))
    })
    expect(rings).toEqual(['2px', '0px'])
    await answer.check()
    await page.getByRole('status').filter({ hasText: words.ready }).waitFor()
    const notices = page.getByTestId('notice').locator('p:first-child')
    await eventually(async () => plain(await notices.allInnerTexts())).toEqual([texts.chosen])
    // The row does not ask again what the user has answered.
    expect(await page.locator('tr[data-row]').count()).toBe(1)
    expect(await page.locator('[data-asked]').count()).toBe(0)
    expect(await accessibilityViolations(page, 'an answered question')).toEqual([])
  })

  it('BULK-06 · the rows of mismatched prices directly follow the sentence about them', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await chooseFile(
      visitor,
      csvFile('двойка.csv', 'Име;Цена лв.;Цена EUR\nХляб;1,80;0,92\nМляко;3,29;2,68\n'),
    )
    const notice = page.getByTestId('notice').filter({ hasText: texts.pairs[1]! })
    await eventually(async () => plain(await notice.locator('p').allInnerTexts())).toEqual(texts.pairs)
    expect(await notice.locator('p:first-child + ul li').count()).toBe(1)
  })

  it('READ-06 · the example value is outside the quoted title', async () => {
    const visitor = await app.visitor(lang)
    await chooseFile(visitor, csvFile('редове.csv', 'Име;Брой;Стойност\nХляб;2;120,00\nСол;3;30,00\n'))
    const buttons = questionOf(visitor).getByRole('button')
    await eventually(() => buttons.first().innerText()).toBe(texts.yes)
  })
})
