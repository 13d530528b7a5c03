import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isKeptOnDevice } from './stored-records.ts'
import { askToConvert, balanceOf, csvFile, type Person, stage, eventually, upload } from './steps.ts'

const theatre = stage()

const FILE = csvFile('once.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n')
const BULK = '**/api/convert/bulk'

const confirm = ({ page, words }: Person) => page.getByRole('button', { name: words.confirm })

/** The server receives and charges the rows; the response is dropped. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

/** A conversion without a response, and the page's message. */
async function convertUnanswered(person: Person): Promise<void> {
  const { page, context } = person
  await context.route(BULK, loseAnswer)
  await askToConvert(person)
  await confirm(person).click()
  await page
    .getByRole('dialog')
    .getByText(/^(Превалутирането е неуспешно|Failed to convert)/)
    .waitFor()
  await page.getByRole('button', { name: person.words.ok, exact: true }).click()
  await context.unroute(BULK)
}

const jobsOf = async ({ context }: Person) =>
  ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: unknown[] }).jobs.length

/** The results are there, and the two prices were paid for once. */
async function chargedOnce(person: Person): Promise<void> {
  await person.page.getByRole('heading', { name: person.words.results }).waitFor()
  await eventually(() => balanceOf(person.page)).toBe(13)
  expect(await jobsOf(person)).toBe(1)
}

describe('CONV-11 · a conversion is charged once', () => {
  it('CONV-11 · a double click on the button charges the conversion once', async () => {
    const person = await theatre.member('en')
    await upload(person, FILE)
    await askToConvert(person)
    await confirm(person).dblclick()
    await chargedOnce(person)
  })

  it('CONV-11 · a lost response is retried by the page and charged once', async () => {
    const person = await theatre.member('en')
    const { context } = person
    await upload(person, FILE)
    await context.route(BULK, loseAnswer, { times: 1 })
    await askToConvert(person)
    await confirm(person).click()
    await chargedOnce(person)
  })

  it('CONV-11 · a retry after lost responses and a reload is charged once', async () => {
    const person = await theatre.member('bg')
    const { page } = person
    await upload(person, FILE)
    await convertUnanswered(person)
    expect(await jobsOf(person)).toBe(1)
    await page.reload()
    await askToConvert(person)
    await confirm(person).click()
    await chargedOnce(person)
  })

  it('CONV-11 · changed rows after a lost response ask for confirmation before anything is sent; the original rows are charged once', async () => {
    const person = await theatre.member('en')
    const { page, words } = person
    await upload(person, FILE)
    await convertUnanswered(person)
    const name = page.getByLabel('Name, row 3', { exact: true })
    await name.fill('Кашкавал')
    await name.blur()
    const question = page.getByRole('dialog', { name: 'The previous conversion was never answered' })
    await askToConvert(person)
    await confirm(person).click()
    await question.getByRole('button', { name: words.cancel, exact: true }).click()
    await question.waitFor({ state: 'detached' })
    expect(await jobsOf(person)).toBe(1)
    // Put back as they were, the rows are the same conversion: nothing is asked, and nothing charged again.
    await name.fill('Сирене')
    await name.blur()
    await askToConvert(person)
    await confirm(person).click()
    await chargedOnce(person)
  })

  it('CONV-11 · the same rows in two tabs are charged once', async () => {
    const person = await theatre.member('en')
    const { page, context, words } = person
    await upload(person, FILE)
    // Rows are stored on the device shortly after they were read.
    await eventually(() => isKeptOnDevice(page, 'rows')).toBe(true)
    const twin: Person = { ...person, page: await context.newPage() }
    await twin.page.goto(page.url())
    await twin.page.getByRole('heading', { name: words.ready }).waitFor()
    await askToConvert(person)
    await askToConvert(twin)
    await Promise.all([confirm(person).click(), confirm(twin).click()])
    for (const tab of [page, twin.page]) await tab.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(13)
    expect(await jobsOf(person)).toBe(1)
  })
})
