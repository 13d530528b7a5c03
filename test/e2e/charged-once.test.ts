import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { askToConvert, balanceOf, csvFile, type Visitor, startApp, eventually, upload } from './steps.ts'

const app = startApp()

const FILE = csvFile('once.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n')
const BULK = '**/api/convert/bulk'

/** How the notice about them begins. */
const UNANSWERED = /^(Изпратихме редовете, но|The rows were sent, but)/

const confirm = ({ page, words }: Visitor) => page.getByRole('button', { name: words.confirm })

/** The server receives and charges the rows; the response is dropped. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

/** Converts with a lost response and closes the error message. */
const convertWithLostResponse = (visitor: Visitor): Promise<void> =>
  loseResponses(visitor, () => askToConvert(visitor))

/** The same, from the button to the confirmation by `start`. */
async function loseResponses(visitor: Visitor, start: () => Promise<void>): Promise<void> {
  const { page, context } = visitor
  await context.route(BULK, loseResponse)
  await start()
  await confirm(visitor).click()
  await page
    .getByRole('dialog')
    .getByText(/^(Превалутирането е неуспешно|Failed to convert)/)
    .waitFor()
  await page.getByRole('button', { name: visitor.words.ok, exact: true }).click()
  await context.unroute(BULK)
}

const jobsOf = async ({ context }: Visitor) =>
  ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: unknown[] }).jobs.length

/** Expects results, one job, and a charge of two tokens. */
async function expectChargedOnce(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('heading', { name: visitor.words.results }).waitFor()
  await eventually(() => balanceOf(visitor.page)).toBe(13)
  expect(await jobsOf(visitor)).toBe(1)
}

describe('CONV-11 · a conversion is charged once', () => {
  it('CONV-11 · a double click on the button charges the conversion once', async () => {
    const user = await app.user('en')
    await upload(user, FILE)
    await askToConvert(user)
    await confirm(user).dblclick()
    await expectChargedOnce(user)
  })

  it('CONV-11 · a lost response is retried by the page and charged once', async () => {
    const user = await app.user('en')
    const { context } = user
    await upload(user, FILE)
    await context.route(BULK, loseResponse, { times: 1 })
    await askToConvert(user)
    await confirm(user).click()
    await expectChargedOnce(user)
  })

  it.each([1440, 390])(
    'CONV-02 CONV-11 · at %d px the user can stop waiting for a late response; the rows stay, and are charged once',
    async (width) => {
      const user = await app.user('bg')
      const { page, context } = user
      await page.setViewportSize({ width, height: 844 })
      await upload(user, FILE)
      // The server charges the rows, and its response does not come.
      await context.route(BULK, async (route) => void (await route.fetch()))
      await askToConvert(user)
      await confirm(user).click()
      await page.getByText('Отговорът се бави').filter({ visible: true }).waitFor({ timeout: 20_000 })
      await page.getByRole('button', { name: 'Спрете чакането', exact: true }).click()
      await page.getByText(UNANSWERED).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await eventually(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^convert-all/)
      expect(await jobsOf(user)).toBe(1)
      await context.unroute(BULK)
      await askToConvert(user)
      // That conversion is in the account by now, and is not called another one.
      await confirm(user).waitFor()
      expect(await page.getByText('Файл със същото име').count()).toBe(0)
      await confirm(user).click()
      await expectChargedOnce(user)
    },
  )

  it('CONV-11 · a retry after lost responses and a reload is charged once', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, FILE)
    await convertWithLostResponse(user)
    expect(await jobsOf(user)).toBe(1)
    await page.reload()
    await askToConvert(user)
    await confirm(user).click()
    await expectChargedOnce(user)
  })

  it('CONV-11 · changed rows after a lost response ask for confirmation before anything is sent; the original rows are charged once', async () => {
    const user = await app.user('en')
    const { page, words } = user
    await upload(user, FILE)
    await convertWithLostResponse(user)
    const name = page.getByLabel('Name, row 3', { exact: true })
    await name.fill('Кашкавал')
    await name.blur()
    const question = page.getByRole('dialog', { name: 'The previous conversion was never answered' })
    await askToConvert(user)
    await confirm(user).click()
    await question.getByRole('button', { name: words.cancel, exact: true }).click()
    await question.waitFor({ state: 'detached' })
    expect(await jobsOf(user)).toBe(1)
    // The original rows have the same idempotency key: no confirmation, and no second charge.
    await name.fill('Сирене')
    await name.blur()
    await askToConvert(user)
    await confirm(user).click()
    await expectChargedOnce(user)
  })

  it('CONV-11 CONV-05 · the first prices are repeated after a lost response, although it took all tokens', async () => {
    const user = await app.user('en')
    const { page, words } = user
    const lines = Array.from({ length: 20 }, (_, i) => `Стока ${i + 1},${i + 1}.50\n`)
    await upload(user, csvFile('first.csv', `Име,Цена\n${lines.join('')}`))
    const first = page
      .getByTestId('review')
      .getByRole('button', { name: 'Convert the first 15', exact: true })
    const start = async () => {
      await first.click()
      const accept = page.getByRole('button', { name: words.accept, exact: true })
      await accept.or(confirm(user)).first().waitFor()
      if (await accept.isVisible()) await accept.click()
    }
    await loseResponses(user, start)
    await page.reload()
    await eventually(() => balanceOf(page)).toBe(0)
    await page.getByText(UNANSWERED).first().waitFor()
    await start()
    await confirm(user).click()
    await page.getByRole('heading', { name: '15 prices converted' }).waitFor()
    expect(await balanceOf(page)).toBe(0)
    expect(await jobsOf(user)).toBe(1)
  })

  it('CONV-11 BULK-12 · a price typed and taken back leaves the rows those that had no response', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, FILE)
    await convertWithLostResponse(user)
    await page.getByText(UNANSWERED).first().waitFor()
    const price = page.getByTestId('rows').locator('input[inputmode=decimal]').first()
    await price.focus()
    const before = await price.inputValue()
    await price.press('End')
    await price.pressSequentially('7')
    await page.getByText(UNANSWERED).first().waitFor({ state: 'detached' })
    await price.press('Backspace')
    expect(await price.inputValue()).toBe(before)
    await page.getByText(UNANSWERED).first().waitFor()
    await price.blur()
    await askToConvert(user)
    await confirm(user).click()
    await expectChargedOnce(user)
  })

  it('CONV-11 · the same rows in two tabs are charged once', async () => {
    const user = await app.user('en')
    const { page, context, words } = user
    await upload(user, FILE)
    // Rows are stored on the device shortly after they were read.
    await eventually(() => isStoredOnDevice(page, 'rows')).toBe(true)
    const twin: Visitor = { ...user, page: await context.newPage() }
    await twin.page.goto(page.url())
    await twin.page.getByRole('heading', { name: words.ready }).waitFor()
    await askToConvert(user)
    await askToConvert(twin)
    await Promise.all([confirm(user).click(), confirm(twin).click()])
    for (const tab of [page, twin.page]) await tab.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(13)
    expect(await jobsOf(user)).toBe(1)
  })
})
