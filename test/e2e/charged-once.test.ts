import { describe, expect, it } from 'vitest'
import { askToConvert, balanceOf, csvFile, type Person, stage, until, upload } from './steps.ts'

const theatre = stage()

const FILE = csvFile('once.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n')
const BULK = '**/api/convert/bulk'

const confirm = ({ page, words }: Person) => page.getByRole('button', { name: words.confirm })
const jobsOf = async ({ context }: Person) =>
  ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: unknown[] }).jobs.length

describe('CONV-11 · a conversion is charged once', () => {
  it('CONV-11 · however often the button is pressed', async () => {
    const person = await theatre.member('en')
    const { page, words } = person
    await upload(person, FILE)
    await askToConvert(person)
    await confirm(person).dblclick()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await until(() => balanceOf(page)).toBe(13)
    expect(await jobsOf(person)).toBe(1)
  })

  it('CONV-11 · when the answer is lost on the way and the person tries again', async () => {
    const person = await theatre.member('bg')
    const { page, context, words } = person
    await upload(person, FILE)
    await context.route(
      BULK,
      async (route) => {
        // The server has got it and charged for it; the page never hears of it.
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await askToConvert(person)
    await confirm(person).click()
    await page
      .getByRole('dialog')
      .getByText(/^Превалутирането е неуспешно/)
      .waitFor()
    expect(await jobsOf(person)).toBe(1)
    await page.getByRole('button', { name: words.ok, exact: true }).click()
    await askToConvert(person)
    await confirm(person).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await until(() => balanceOf(page)).toBe(13)
    expect(await jobsOf(person)).toBe(1)
  })

  it('CONV-11 · when two tabs hold the same rows', async () => {
    const person = await theatre.member('en')
    const { page, context, words } = person
    await upload(person, FILE)
    // The rows are kept on the device a moment after they were read.
    const kept = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('levro')
            opening.onsuccess = () => {
              const reading = opening.result.transaction('bulk').objectStore('bulk').get('rows')
              reading.onsuccess = () => resolve(reading.result !== undefined)
            }
          }),
      )
    await until(kept).toBe(true)
    const twin: Person = { ...person, page: await context.newPage() }
    await twin.page.goto(page.url())
    await twin.page.getByRole('heading', { name: words.ready }).waitFor()
    await askToConvert(person)
    await askToConvert(twin)
    await Promise.all([confirm(person).click(), confirm(twin).click()])
    for (const tab of [page, twin.page]) await tab.getByRole('heading', { name: words.results }).waitFor()
    await until(() => balanceOf(page)).toBe(13)
    expect(await jobsOf(person)).toBe(1)
  })
})
