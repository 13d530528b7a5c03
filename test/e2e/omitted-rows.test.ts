import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { accessibilityViolations } from './accessibility.ts'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  downloaded,
  chooseFile,
  type Visitor,
  startApp,
  eventually,
  upload,
  ownFile,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    wanted: 'Искам цените',
    inEuro: 'В евро (пропуснати: 1)',
    already: 'Вече е в евро – остава, както е',
    leftOut: '1 пропуснат (вече в евро)',
    filter: /^Пропуснати/,
    convertToo: 'Ред 3: да се превалутира',
    leaveOut: 'Ред 3: да се пропусне',
    replace: 'На мястото на старите',
    mixed: 'В една колона има цени и в лева, и в евро. Какво да стане с тях?',
    mark: 'Всяка в другата валута, изписана до цената',
    allEuro: 'Всички в евро; тези в евро остават, както са',
    zeros: /^Да се превалутира и тя, за 1 жетон$/,
    leaveZeros: 'Да се пропусне',
    zeroMark: 'Резултатът е 0,00 – не се превалутира',
    second:
      'Колоната с продажната цена е празна или е във валута, която не се превалутира. Да се превалутира ли „Доставна цена“ вместо нея?',
    doubt:
      'Никъде не е посочено в каква валута са цените, а друга колона е озаглавена „Стара цена EUR“. В каква валута са цените?',
    dollars:
      'Във файла пише „Цени в USD“, а такива цени не се превалутират. Ако все пак има цени в лева или евро, посочете колоната им.',
    choose: 'Посочете колоната с цените',
    yes: 'Доставна цена (напр. 5,00)',
    first: '1 въпрос преди превалутирането',
    toQuestion: 'Към въпроса',
    answer: 'Първо отговорете на въпроса',
    totals: '1 ред е сбор и не се превалутира (ред 4).',
    totalMark: 'Сбор – не се плаща',
    totalToo: 'Ред 4: да се превалутира',
    maybe: /Ред 4 .*прилича на сбор/,
    totalsChoice: 'Сборове или продукти',
    isTotal: 'Сбор – да се пропусне',
    product: 'Продукт – да се превалутира',
    stated: 'Над таблицата пише „Всички цени са в евро“.',
    rivals:
      'Други колони с цени, които не се превалутират: „Цена на едро“ (на едро), „Промо цена“ (промоционална).',
    still:
      'Над таблицата пише „Всички цени са в лева“. Там още е посочена старата валута: променете я на ръка.',
    conflict: /Във файла са посочени и двете валути\. В каква валута са цените\?/,
  },
  en: {
    wanted: 'I want the prices',
    inEuro: 'In euro (left out: 1)',
    already: 'Already in euro – left as it is',
    leftOut: '1 left out (already in euro)',
    filter: /^Left out/,
    convertToo: 'Row 3: convert it too',
    leaveOut: 'Row 3: leave it out',
    replace: 'In place of the old ones',
    mixed: 'One column has prices in lev and in euro. What should be done with them?',
    mark: 'Each in the other currency, written next to the price',
    allEuro: 'All in euro; those in euro stay as they are',
    zeros: /^Convert it too, for 1 token$/,
    leaveZeros: 'Leave it out',
    zeroMark: 'The result is 0.00 – not converted',
    second:
      'The selling price column is empty or in a currency that is not converted. Should “Доставна цена” be converted instead?',
    doubt:
      'Nothing says which currency the prices are in, and another column is titled “Стара цена EUR”. Which currency are the prices in?',
    dollars:
      'The file says “Цени в USD”: that is money, or units of it, that cannot be converted. If there are prices in lev or euro all the same, choose their column.',
    choose: 'Choose the price column',
    yes: 'Доставна цена (such as 5,00)',
    first: '1 question before the conversion',
    toQuestion: 'Go to the question',
    answer: 'Answer the question first',
    totals: '1 total row is not converted (row 4).',
    totalMark: 'Total – not charged',
    totalToo: 'Row 4: convert it too',
    maybe: /Row 4 .*looks like a total/,
    totalsChoice: 'Totals or products',
    isTotal: 'Total – leave out',
    product: 'Product – convert',
    stated: 'Above the table it says “Всички цени са в евро”.',
    rivals:
      'Other columns with prices that are not converted: “Цена на едро” (wholesale), “Промо цена” (promotional).',
    conflict: /The file names both currencies\. Which currency are the prices in\?/,
    still:
      'Above the table it says “Всички цени са в лева”. It still names the old currency: change it by hand.',
  },
}

/** 1.95 lev is 1.00 euro, 12.50 lev is 6.39 euro; 10 euro is 19.56 lev. */
const BOTH = csvFile('ceni.csv', 'Име;Цена\nХляб;1,95\nСирене;10,00 €\nМляко;12,50 лв.\n')

const isUnavailable = (button: Locator) => button.getAttribute('aria-disabled')

describe.each(LANGS)('omitted rows, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const rowOf = ({ page }: Visitor, line: number) => page.locator(`tr[data-line="${line}"]`)

  it('READ-12 · prices in euro can be omitted and included one by one, also after a reload, and are unchanged in the returned file', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, BOTH)
    await page.getByLabel(texts.wanted).selectOption({ label: texts.inEuro })
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await rowOf(user, 3).getByText(texts.already).waitFor()
    await page.getByTestId('counts').getByText(texts.leftOut).waitFor()
    expect(await accessibilityViolations(page, 'omitted rows')).toEqual([])

    await page.getByRole('button', { name: texts.convertToo }).press('Enter')
    await eventually(() => countsOf(page)).toEqual([3, 0, 0])
    const again = page.getByRole('button', { name: texts.leaveOut })
    await eventually(() => again.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ControlOrMeta+Z')
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])

    await eventually(() => isStoredOnDevice(page, 'file')).toBe(true)
    await page.reload()
    await page.getByRole('button', { name: texts.filter }).click()
    await eventually(() => page.getByTestId('rows').locator('tr[data-row]').count()).toBe(1)
    await rowOf(user, 3).getByText(texts.already).waitFor()

    await convertAll(user)
    await eventually(() => balanceOf(page)).toBe(13)
    await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(2)
    await page.getByRole('radio', { name: texts.replace, exact: true }).check()
    expect(await page.getByText(texts.mixed).count()).toBe(0)
    const { text } = await downloaded(page, ownFile(user))
    expect(text).toBe('Име;Цена\nХляб;1,00\nСирене;10,00 €\nМляко;6,39 евро\n')
  })

  it('READ-12 · prices in both currencies are replaced only after the user chooses how', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, BOTH)
    await convertAll(user)
    await page.getByRole('radio', { name: texts.replace, exact: true }).check()
    await page.getByText(texts.mixed).waitFor()
    expect(await isUnavailable(ownFile(user))).toBe('true')
    expect(await accessibilityViolations(page, 'the question about mixed currencies')).toEqual([])
    await page.getByLabel(texts.mark).check()
    expect((await downloaded(page, ownFile(user))).text).toBe(
      'Име;Цена\nХляб;1,00 €\nСирене;19,56 лв.\nМляко;6,39 евро\n',
    )
    await page.getByLabel(texts.allEuro).check()
    expect((await downloaded(page, ownFile(user))).text).toBe(
      'Име;Цена\nХляб;1,00\nСирене;10,00 €\nМляко;6,39 евро\n',
    )
  })

  it('BULK-11 CONV-01 · a price that converts to 0.00 costs a token only when the user includes it', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await upload(user, csvFile('малки.csv', 'Име;Цена\nХляб;1,95\nПакет;0,004\n'))
    await askToConvert(user)
    const confirm = page.getByRole('button', { name: words.confirm })
    await confirm.waitFor()
    expect(await isUnavailable(confirm)).toBe('true')
    await page.getByRole('checkbox', { name: texts.zeros }).check()
    expect(await isUnavailable(confirm)).toBeNull()
    await page.getByRole('button', { name: texts.leaveZeros }).click()
    await eventually(() => page.getByRole('checkbox', { name: texts.zeros }).count()).toBe(0)
    await confirm.click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(14)

    await upload(user, csvFile('малки.csv', 'Име;Цена\nХляб;2,95\nПакет;0,004\n'))
    await askToConvert(user)
    await page.getByRole('button', { name: texts.leaveZeros }).click()
    await page.getByRole('button', { name: words.cancel, exact: true }).click()
    await rowOf(user, 3).getByText(texts.zeroMark).waitFor()
    await page.keyboard.press('ControlOrMeta+Z')
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
  })

  it('READ-02 · an assumed price column is asked about, and conversion is blocked until the answer', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, csvFile('доставни.csv', 'Име;Цена;Доставна цена\nХляб;;5,00\nСирене;;6,00\n'))
    await page.getByText(texts.second).waitFor()
    const convert = page.getByRole('button', { name: words.convertAll })
    expect(await isUnavailable(convert)).toBe('true')
    await page.getByText(texts.first).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await accessibilityViolations(page, 'the question about the column')).toEqual([])
    // It stands above the button; on a phone the bar leads to it.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: texts.toQuestion }).click()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('question')
    await page.getByRole('button', { name: texts.yes }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await page.getByText(texts.second).count()).toBe(0)
    expect(await isUnavailable(convert)).toBeNull()
  })

  it('READ-04 · a currency named only by another column is reported as such', async () => {
    const visitor = await app.visitor(lang)
    await chooseFile(visitor, csvFile('ceni.csv', 'Име;Цена;Стара цена EUR\nХляб;1,80;2,20\nСол;0,90;1,20\n'))
    await visitor.page.locator('#question').getByText(texts.doubt).waitFor()
  })

  it('READ-04 · prices in an unsupported currency are not suggested; the columns dialog asks for the price column', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, csvFile('usd.csv', 'Цени в USD;\nИме;Цена\nХляб;5,00\nСирене;6,00\n'))
    const question = page.locator('#question')
    await question.getByText(texts.dollars).waitFor()
    // No column is suggested: the main button leads to the choice among all.
    expect(await question.getByRole('button').count()).toBe(0)
    expect(await question.getByRole('radio').count()).toBe(0)
    await page.getByRole('dialog').getByText(texts.dollars).waitFor()
    await page.getByRole('button', { name: words.cancel, exact: true }).click()
    // Nothing is converted before a column is chosen.
    await page.getByRole('button', { name: texts.choose, exact: true }).click()
    await page.getByRole('dialog').getByText(texts.dollars).waitFor()
  })

  it('READ-05 · a total row costs no token, gets the sum of its prices in the returned file, and can be included', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, csvFile('сбор.csv', 'Име;Цена, лв.\nХляб;1,00\nСирене;1,00\nОбщо;2,00\n'))
    await page.getByText(texts.totals).waitFor()
    await rowOf(user, 4).getByText(texts.totalMark).waitFor()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await rowOf(user, 4).hover()
    await page.getByRole('button', { name: texts.totalToo }).click()
    await eventually(() => countsOf(page)).toEqual([3, 0, 0])
    await page.keyboard.press('ControlOrMeta+Z')
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await convertAll(user)
    await eventually(() => balanceOf(page)).toBe(13)
    // 1.00 lev are 0.51 euro; 2.00 would be 1.02, and so are the two together.
    await page.getByRole('radio', { name: texts.replace, exact: true }).check()
    expect((await downloaded(page, ownFile(user))).text).toBe(
      'Име;Цена, евро\nХляб;0,51\nСирене;0,51\nОбщо;1,02\n',
    )
  })

  it('READ-05 · a possible total row is asked about before the conversion', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, csvFile('може.csv', 'Име;Цена, лв.\nХляб;1,00\nСирене;3,00\nОбщо;5,00\n'))
    await page.getByText(texts.maybe).waitFor()
    const convert = page.getByRole('button', { name: words.convertAll })
    expect(await isUnavailable(convert)).toBe('true')
    await page.getByRole('radio', { name: texts.product }).check()
    await eventually(() => isUnavailable(convert)).toBeNull()
    await eventually(() => countsOf(page)).toEqual([3, 0, 0])
  })

  it('READ-05 · with a certain total row, possible total rows are asked about once', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    // 1 + 2 + 4 are 7: row 5 is certainly a total; 'Общо за деня' is the sum of no rows above it.
    const list = 'Име;Цена, лв.\nХляб;1,00\nСирене;2,00\nМляко;4,00\nОбщо;7,00\nСол;1,50\nОбщо за деня;9,00\n'
    await chooseFile(visitor, csvFile('двата.csv', list))
    const choices = page.getByRole('group', { name: texts.totalsChoice })
    await choices.waitFor()
    const most = await page.evaluateHandle((label) => {
      const seen = { choices: 1 }
      const count = () =>
        [...document.querySelectorAll('legend')].filter(({ textContent }) => textContent === label).length
      new MutationObserver(() => (seen.choices = Math.max(seen.choices, count()))).observe(document.body, {
        childList: true,
        subtree: true,
      })
      return seen
    }, texts.totalsChoice)
    for (const answer of [texts.product, texts.isTotal]) {
      await page.getByRole('radio', { name: answer }).check()
      await eventually(() => page.getByRole('radio', { name: answer }).isChecked()).toBe(true)
      await eventually(() => countsOf(page)).toEqual([answer === texts.product ? 5 : 4, 0, 0])
      expect(await choices.count()).toBe(1)
      await eventually(() => choices.locator(':focus').count()).toBe(1)
    }
    expect(await most.jsonValue()).toEqual({ choices: 1 })
  })

  it('READ-04 READ-02 · a currency stated above the table is used and shown, with the columns that are not converted', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const list =
      'Всички цени са в евро;;;\n;;;\nИме;Цена;Цена на едро;Промо цена\nХляб;10,00;9,00;8,00\nСирене;20,00;18,00;17,50\n'
    await upload(visitor, csvFile('обява.csv', list))
    await page.getByText(texts.stated).waitFor()
    await page.getByTestId('rivals').getByText(texts.rivals).waitFor()
    await eventually(() => page.getByTestId('rows').locator('select').first().inputValue()).toBe('EUR')
    expect(await accessibilityViolations(page, 'the used columns')).toEqual([])
  })

  it('READ-04 · the returned file has a warning when its text still names the old currency', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, csvFile('обява.csv', 'Всички цени са в лева;\nИме;Цена\nХляб;1,95\nМляко;12,50\n'))
    await convertAll(user)
    await downloaded(page, ownFile(user))
    expect(await page.getByText(texts.still).count()).toBe(0)
    await page.getByRole('radio', { name: texts.replace, exact: true }).check()
    // 1.95 lev are 1.00 euro, 12.50 are 6.39.
    expect((await downloaded(page, ownFile(user))).text).toBe(
      'Всички цени са в лева;\nИме;Цена\nХляб;1,00\nМляко;6,39\n',
    )
    await page.getByRole('status').filter({ hasText: texts.still }).waitFor()
    expect(await accessibilityViolations(page, 'the warning about the returned file')).toEqual([])
  })

  it('READ-04 · when title and statement conflict, the user chooses the currency before the conversion', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(
      visitor,
      csvFile('спор.csv', 'Всички цени са в евро;\n;\nИме;Цена, лв.\nХляб;10,00\nСирене;20,50\n'),
    )
    await page.getByText(texts.conflict).waitFor()
    await page.getByRole('heading', { name: texts.answer }).waitFor()
    const convert = page.getByRole('button', { name: words.convertAll })
    expect(await isUnavailable(convert)).toBe('true')
    await page.locator('#question').getByRole('radio', { name: words.euro }).check()
    await eventually(() => isUnavailable(convert)).toBeNull()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => page.getByTestId('rows').locator('select').first().inputValue()).toBe('EUR')
  })
})
