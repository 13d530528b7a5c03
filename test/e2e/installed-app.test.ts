import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { csvFile, eventually, startApp, untilControlled, type Upload } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: { missing: /^Споделеният файл не стигна до Левро/ },
  en: { missing: /^The shared file did not reach Levro/ },
}

const LIST = csvFile('Ценова листа.csv', 'name,price\nКон,1.50\nСкоба,12.50\n')
const OTHER = csvFile('other.csv', 'name,price\nБатерия,2.00\n')

/** Shares files as the system does: a form that is posted to the app. */
async function share(page: Page, action: string, files: Upload[]): Promise<void> {
  await page.evaluate(
    ([action, files]) => {
      const form = document.createElement('form')
      Object.assign(form, { action, method: 'POST', enctype: 'multipart/form-data' })
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: 'files', multiple: true })
      const given = new DataTransfer()
      for (const { name, text } of files) given.items.add(new File([text], name, { type: 'text/csv' }))
      input.files = given.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [action, files.map(({ name, buffer }) => ({ name, text: buffer.toString() }))] as const,
  )
  await page.waitForURL((url) => url.pathname.endsWith('/converter'))
}

describe.each(LANGS)('the installed app, in %s', (lang) => {
  const installed = async () => {
    const visitor = await app.visitor(lang, { serviceWorkers: 'allow' })
    await visitor.go('/converter')
    await untilControlled(visitor.page)
    return visitor
  }

  it('OPEN-05 · opens a file that is shared to it, also without a connection, and once', async () => {
    const { page, context, words } = await installed()
    await context.setOffline(true)
    await share(page, `${words.prefix}/share`, [LIST])
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await page.getByText('Ценова листа.csv').first().waitFor()
    expect(new URL(page.url()).search).toBe('?mode=bulk')
    expect(await page.evaluate(() => caches.has('shared-files'))).toBe(false)
    expect(await page.getByRole('alert').filter({ hasText: TEXTS[lang].missing }).count()).toBe(0)
  })

  it('OPEN-05 · opens several shared files together', async () => {
    const { page, words } = await installed()
    await share(page, `${words.prefix}/share`, [LIST, OTHER])
    for (const { name } of [LIST, OTHER]) await page.getByText(name).first().waitFor()
  })

  it('OPEN-05 · says what to do when a shared file has missed the service worker', async () => {
    const { page, go, words } = await app.visitor(lang)
    await go('/converter')
    await share(page, `${words.prefix}/share`, [LIST])
    await page.getByRole('alert').filter({ hasText: TEXTS[lang].missing }).waitFor()
    await page.getByLabel(words.upload).first().setInputFiles(LIST)
    await page.getByRole('heading', { name: words.ready }).waitFor()
  })

  it('OPEN-05 · opens files that the system launches it with', async () => {
    const { page, go, words } = await app.visitor(lang)
    // Headless Chromium launches no files: the queue of the platform is replaced.
    await page.addInitScript(() => {
      const handle = (name: string, text: string) => ({
        getFile: async () => new File([text], name, { type: 'text/csv' }),
      })
      const lost = { getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }
      const launchQueue = {
        setConsumer: (consume: (launch: { files: unknown[] }) => void) =>
          consume({ files: [handle('launched.csv', 'name,price\nКон,1.50\n'), lost] }),
      }
      Object.defineProperty(window, 'launchQueue', { value: launchQueue })
    })
    await go('/converter?mode=bulk')
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await page.getByText('launched.csv').first().waitFor()
  })

  it('OPEN-05 SNG-07 · reads rare kinds of files without a connection, once it had time to load what they need', async () => {
    const { page, context, words } = await installed()
    const isComplete = () =>
      page.evaluate(async () => {
        const keys = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        )
        return keys.flat().some(({ url }) => /\/assets\/xlsx-/.test(url))
      })
    await eventually(isComplete).toBe(true)
    await context.setOffline(true)
    await page.goto(`${words.prefix}/converter?mode=bulk`)
    // A table of Excel 2003 in XML, which only the workbook library reads.
    const cell = (type: string, text: string) => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`
    const rows = [
      ['name', 'price'],
      ['Кон', '1.5'],
    ].map(
      ([name = '', price = ''], i) =>
        `<Row>${cell('String', name)}${cell(i === 0 ? 'String' : 'Number', price)}</Row>`,
    )
    const buffer = Buffer.from(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${rows.join('')}</Table></Worksheet></Workbook>`,
    )
    await page
      .getByLabel(words.upload)
      .first()
      .setInputFiles({ name: 'old.xls', mimeType: 'application/vnd.ms-excel', buffer })
    await page.getByRole('heading', { name: words.ready }).waitFor()
  })
})
