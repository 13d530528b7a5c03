import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bothOf, shown, sumOf } from './reference.ts'
import { balanceOf, convertAll, countsOf, stage, until } from './steps.ts'

const theatre = stage()

const COUNT = 50_000
const prices = Array.from(
  { length: COUNT },
  (_, i) => `${(i * 7919) % 10_000}.${String((i % 99) + 1).padStart(2, '0')}`,
)
const folder = mkdtempSync(join(tmpdir(), 'levro-large-'))
// A file on disk: handed over from memory, the test's own copying would hold up the page.
const FILE = join(folder, 'fifty-thousand.csv')
const lines = prices.map((price, i) => `${i};Стока номер ${i + 1};${price.replace('.', ',')}`)
writeFileSync(FILE, `Код;Име;Цена\n${lines.join('\n')}\n`)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('BULK-04 CONV-12 · fifty thousand rows are read, paged and converted, and the page is never held up for 200 ms', async () => {
  const person = await theatre.member('en', COUNT)
  const { page, context } = person
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  const longest = () =>
    page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
  await person.go('/converter?mode=bulk')
  await page.getByRole('button', { name: person.words.manual }).waitFor()
  await page.evaluate(() => {
    ;(window as unknown as { longTasks: number[] }).longTasks.length = 0
  })
  await page.getByLabel(person.words.upload).first().setInputFiles(FILE)
  await page.getByRole('heading', { name: person.words.ready }).waitFor()
  expect(await countsOf(page)).toEqual([COUNT, 0, 0])
  const tasks: Record<string, number> = { reading: await longest() }
  await page.getByLabel('Per page').selectOption('200')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('201–400 of 50,000', { exact: true }).waitFor()
  const price = page.getByLabel('Price, row 202', { exact: true })
  await until(() => price.inputValue()).toBe(prices[200])

  tasks.paging = await longest()

  // Others are served while the rows are converted.
  const work = { isDone: false }
  let served = 0
  const others = async () => {
    while (!work.isDone) {
      const reply = await context.request.get('/api/auth/me')
      expect(reply.status()).toBe(200)
      served++
    }
  }
  const serving = others()
  await convertAll(person).finally(() => (work.isDone = true))
  await serving
  expect(served).toBeGreaterThan(0)
  await until(() => balanceOf(page)).toBe(15)

  const both = prices.map((price) => bothOf(price, 'BGN'))
  const totals = await page.getByTestId('totals').innerText()
  expect(totals).toContain(shown(sumOf(both.map(({ bgn }) => bgn)), 'en'))
  expect(totals).toContain(shown(sumOf(both.map(({ eur }) => eur)), 'en'))
  tasks.converting = await longest()
  await page.getByRole('button', { name: 'Show all (50,000)' }).click()
  await until(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(250)
  tasks.results = await longest()
  process.stdout.write(`Longest main-thread task up to and with each step, ms: ${JSON.stringify(tasks)}\n`)
  expect(tasks.converting).toBeLessThan(200)
  expect(tasks.results).toBeLessThan(200)
})
