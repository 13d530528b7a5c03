import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { askToConvert, balanceOf, csvFile, type Visitor, startApp, eventually, upload } from './steps.ts'

const app = startApp()

const FILE = csvFile('once.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n')
const BULK = '**/api/convert/bulk'

const confirm = ({ page, words }: Visitor) => page.getByRole('button', { name: words.confirm })

/** The server receives and charges the rows; the response is dropped. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

/** Converts with a lost response and closes the error message. */
async function convertWithLostResponse(visitor: Visitor): Promise<void> {
  const { page, context } = visitor
  await context.route(BULK, loseResponse)
  await askToConvert(visitor)
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
