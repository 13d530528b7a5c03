import { describe, expect, it } from 'vitest'
import { referenceAmounts } from '#test/reference-rate.ts'
import { shown, sumOf } from './reference.ts'
import { LIST, PRICES, longName } from './review-list.ts'
import {
  askToConvert,
  csvFile,
  downloaded,
  eventually,
  fromMenu,
  ownFile,
  startApp,
  upload,
  type Visitor,
} from './steps.ts'

const app = startApp()

/** Of a list for which there are 115 tokens. */
const PART = {
  bg: {
    convert: 'Превалутирайте първите 115',
    converted: '115 цени са превалутирани',
    left: 'Първите 115 са превалутирани. Остават 84 цени.',
  },
  en: {
    convert: 'Convert the first 115',
    converted: '115 prices converted',
    left: 'The first 115 are converted. 84 prices are left.',
  },
}

const READ_AGAIN = 'Прочетете отново'

const EUROS = PRICES.map((price) => referenceAmounts(price, 'BGN').eur)

async function convertFirst({ page, words }: Visitor): Promise<void> {
  const first = { name: 'Превалутирайте първите 15', exact: true }
  await page.getByTestId('review').getByRole('button', first).click()
  await page.getByRole('button', { name: words.accept, exact: true }).click()
  await page.getByRole('button', { name: words.confirm }).click()
  // Of the prices that are converted, not of all.
  await page.locator('progress[max="15"]').first().waitFor()
  await page.getByRole('heading', { name: words.results }).waitFor()
}

async function convertRest(
  { page, words }: Visitor,
  name: string | RegExp = /^Превалутирайте останалите/,
): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: words.confirm }).click()
}

/** The new column of the list, next to its price. */
const euroColumn = ({ text }: { text: string }): (string | undefined)[] =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(';')[4])

/** The prices of the jobs in the account, the newest first. */
async function jobsOf({ context }: Visitor): Promise<number[]> {
  const reply = await context.request.get('/api/convert/jobs')
  const { jobs } = (await reply.json()) as { jobs: { validRows: number }[] }
  return jobs.map(({ validRows }) => validRows)
}

describe('the first prices, and the rest', () => {
  it('CONV-03 CONV-05 CONV-08 CONV-11 · the first 15 are converted and charged, then the rest, into one result', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    await convertFirst(user)
    await eventually(() => page.getByTestId('balance').innerText()).toBe('500')
    await page
      .getByTestId('waiting')
      .getByText(/^Още 184 цени .* остават, както са били/)
      .waitFor()
    expect(euroColumn(await downloaded(page, ownFile(user)))).toEqual([
      ...EUROS.slice(0, 15),
      ...EUROS.slice(15).map(() => ''),
    ])
    await page.reload()
    await page.getByTestId('waiting').waitFor()
    // A file that cannot be read takes neither the rows nor their result away.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Друг файл', exact: true }).click(),
    ])
    await chooser.setFiles(csvFile('празен.csv', ''))
    await page.getByRole('button', { name: 'Отворете другия файл', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Файлът е празен|празен/)
      .first()
      .waitFor()
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByTestId('waiting').waitFor()
    await convertRest(user)
    await eventually(() => page.getByTestId('balance').innerText()).toBe('316')
    await eventually(() => page.locator('tr[data-row]').count()).toBe(0)
    await page.reload()
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    expect(await page.getByTestId('waiting').count()).toBe(0)
    expect(euroColumn(await downloaded(page, ownFile(user)))).toEqual(EUROS)
    const csv = await downloaded(page, await fromMenu(user, user.words.csv))
    expect(
      csv.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';').slice(0, 2)),
    ).toEqual(PRICES.map((_, i) => [String(i + 1), longName(i)]))
    expect(await jobsOf(user)).toEqual([184, 15])
  })

  it.each(['bg', 'en'] as const)(
    'CONV-03 CONV-05 CONV-08 · tokens for a part of the list convert as many of its first prices, in %s',
    async (lang) => {
      const texts = PART[lang]
      const user = await app.user(lang, 100)
      const { page } = user
      await upload(user, LIST)
      await page.getByTestId('review').getByRole('button', { name: texts.convert, exact: true }).click()
      await page.getByRole('button', { name: user.words.accept, exact: true }).click()
      await page.getByRole('button', { name: user.words.confirm }).click()
      await page.getByRole('heading', { name: texts.converted }).waitFor()
      await eventually(() => page.getByTestId('balance').innerText()).toBe('0')
      await page.getByTestId('review').getByText(texts.left, { exact: true }).waitFor()
      expect(euroColumn(await downloaded(page, ownFile(user)))).toEqual([
        ...EUROS.slice(0, 115),
        ...EUROS.slice(115).map(() => ''),
      ])
      expect(await jobsOf(user)).toEqual([115])
    },
  )

  it('CONV-03 CONV-05 · after the first 15 the review says what they have cost, and the result offers the rest', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, LIST)
    const buy = page.getByTestId('buy')
    await buy.getByText(/Засега нищо не е удържано\.$/).waitFor()
    await convertFirst(user)
    await buy.getByText(/Удържани са 15 жетона за първите 15 цени\.$/).waitFor()
    const rail = page.getByTestId('review').locator('aside')
    await rail.getByText('Целият списък: 199 цени', { exact: true }).waitFor()
    await rail.getByText('Първите 15 са превалутирани. Остават 184 цени.', { exact: true }).waitFor()
    expect(await rail.getByTestId('cost').innerText()).toBe('184 жетона')
    // Without tokens it leads to the packs.
    await page.getByRole('region', { name: '15 цени са превалутирани' }).waitFor()
    await page.getByText('500 жетона за 4,99 € стигат за останалите 184 цени.', { exact: true }).waitFor()
    const offer = page
      .getByRole('region', { name: '15 цени са превалутирани' })
      .getByRole('button', { name: 'Купете жетони', exact: true })
    const place = await offer.boundingBox()
    expect(place?.y).toBeGreaterThan((await ownFile(user).boundingBox())?.y ?? Infinity)
    // Every number says what it counts.
    await page.getByText('199 цени · 15 превалутирани · в лева', { exact: true }).waitFor()
    expect(
      (await page.locator('[data-testid=row-filter] [data-status=valid]').innerText()).split(/\s+/),
    ).toEqual(['Остават', '184'])
    await offer.click()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('buy-tokens')
    // The sums are in sight too.
    await eventually(async () => ((await page.getByTestId('review-totals').boundingBox())?.y ?? 0) > 60).toBe(
      true,
    )
    await app.product.grant(user.email, 200)
    await page.reload()
    // The rail calls it the same.
    const rest = page.getByRole('button', { name: 'Превалутирайте останалите 184', exact: true })
    await eventually(() => rest.count()).toBe(2)
    await rest.last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: user.words.confirm }).waitFor()
    const sums = (await dialog.locator('dd').allInnerTexts()).slice(1, 3)
    expect(sums).toEqual([
      `${shown(sumOf(PRICES.slice(15)), 'bg')}\u00a0лв.`,
      `${shown(sumOf(EUROS.slice(15)), 'bg')}\u00a0€`,
    ])
    await dialog.getByRole('button', { name: user.words.confirm }).click()
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
  })

  it('CONV-05 · the rest is counted in the place of its button, where nothing moves, and the result follows', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await upload(user, LIST)
      if (width === 1440) await convertFirst(user)
      else {
        const review = page.getByTestId('review')
        await review.getByRole('button', { name: 'Превалутирайте първите 15', exact: true }).click()
        await page.getByRole('button', { name: user.words.confirm }).click()
      }
      await page.getByTestId('waiting').waitFor()
      const tops = async () =>
        Promise.all(
          ['#results-title', '[data-testid=waiting]', '#export-own', '[data-testid=own-file]'].map(
            async (part) => Math.round((await page.locator(part).boundingBox())?.y ?? NaN),
          ),
        )
      if (width === 1440) {
        await page.getByTestId('review').getByText('15 от 199', { exact: true }).waitFor()
        expect(await ownFile(user).innerText()).toMatch(/^Изтеглете\s/)
      } else {
        const places = await page.getByRole('group', { name: 'Къде да са новите цени' }).boundingBox()
        expect(places?.height).toBeLessThan(90)
      }
      await page.getByRole('button', { name: 'Превалутирайте останалите 184', exact: true }).last().click()
      await page.getByRole('button', { name: user.words.confirm }).waitFor()
      const before = await tops()
      await page.getByRole('button', { name: user.words.confirm }).click()
      const progress = page.getByTestId('rest-progress')
      await progress.getByText(/от 184\sцени$/).waitFor()
      expect(await progress.getByRole('progressbar').getAttribute('max')).toBe('184')
      const moved = (await tops()).map((top, i) => Math.abs(top - (before[i] ?? NaN)))
      // Parts of a pixel are rounded.
      expect(Math.max(...moved), `${width}`).toBeLessThanOrEqual(1)
      expect(await progress.evaluate((element) => element === document.activeElement)).toBe(true)
      const box = await progress.boundingBox()
      expect(box?.y).toBeGreaterThan(0)
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844)
      await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    }
  })

  it.each([
    ['', 'no-preference'],
    [', also with reduced motion', 'reduce'],
  ] as const)(
    'CONV-02 · while the rows are converted no row moves, and the euro column is filled as they are counted%s',
    async (_, reducedMotion) => {
      const user = await app.user('bg', 500)
      const { page, words } = user
      await page.emulateMedia({ reducedMotion })
      // Without a response the count goes on to the last but one.
      await page.route('**/api/convert/bulk', () => undefined)
      await upload(user, LIST)
      const cells = page.locator('tr[data-row] > td:last-child')
      await eventually(() => cells.count()).toBe(50)
      const top = async () => (await page.locator('tr[data-row]').nth(20).boundingBox())?.y
      await askToConvert(user)
      await page.getByRole('button', { name: words.confirm }).waitFor()
      const before = await top()
      await page.getByRole('button', { name: words.confirm }).click()
      await page.getByRole('timer').filter({ hasText: /^198 / }).first().waitFor()
      expect(await top()).toBe(before)
      const filled = (await cells.allInnerTexts()).filter((text) => /\d/.test(text))
      expect(filled).toEqual(EUROS.slice(0, 50).map((euro) => euro.replace('.', ',')))
    },
  )

  it('CONV-05 CONV-08 CONV-11 · after the first 15 another currency begins anew, if it is confirmed', async () => {
    const user = await app.user('bg', 500)
    const { page, words } = user
    await upload(user, LIST)
    await convertFirst(user)
    const euro = page.getByTestId('review').getByRole('radio', { name: 'Евро', exact: true })
    await euro.click()
    await page
      .getByRole('dialog')
      .getByText(/^15 цени вече са превалутирани\./)
      .waitFor()
    await page.getByRole('button', { name: words.cancel, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await euro.isChecked()).toBe(false)
    expect(await page.getByTestId('cost').first().innerText()).toBe('184 жетона')

    await euro.click()
    await page.getByRole('button', { name: READ_AGAIN, exact: true }).click()
    await eventually(() => page.getByTestId('cost').first().innerText()).toBe('199 жетона')
    await convertRest(user, words.convertAll)
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    const { text } = await downloaded(page, ownFile(user))
    const [, first, ...others] = text.trim().split(/\r?\n/)
    expect(first).toBe(`1000;${longName(0)};1.10;1.35;${referenceAmounts('1.35', 'EUR').bgn}`)
    expect(others).toHaveLength(198)
    expect(await jobsOf(user)).toEqual([199, 15])
  })

  it('CONV-05 CONV-08 · among prices that wait, none is replaced in the own file, and other columns begin anew', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    await convertFirst(user)
    await page.getByRole('radio', { name: 'На мястото на старите', exact: true }).check()
    const replaced = await downloaded(page, ownFile(user))
    expect(replaced.text.split('\n')[1]).toMatch(/;1\.35;0\.69$/)
    await page.getByText(/^В колоната щеше да има цени и в лева, и в евро, докато останалите/).waitFor()
    const head = page.getByRole('button', { name: /Цена без ДДС.*каква е тази колона/ })
    // The menu closes when the page moves.
    await head.scrollIntoViewIfNeeded()
    await head.click()
    await page.getByRole('button', { name: /^Цена за превалутиране/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/^15 цени вече са превалутирани\./)
      .waitFor()
    await page.getByRole('button', { name: READ_AGAIN, exact: true }).click()
    await eventually(() => page.getByLabel('Цена, ред 2', { exact: true }).inputValue()).toBe('1,10')
    await convertRest(user, user.words.convertAll)
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    expect(await jobsOf(user)).toEqual([199, 15])
  })
})
