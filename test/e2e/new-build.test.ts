import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProxy, startProxy } from './proxy.ts'
import { visit } from './product.ts'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { csvFile, startApp, eventually, untilControlled } from './steps.ts'
import { WORDS } from './words.ts'

const app = startApp()
let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy(app.product.origin)
})
afterAll(() => proxy.stop())

const caches = (page: Page) => page.evaluate(() => window.caches.keys())

const openConverter = async () => {
  proxy.answer((_asked, _response, pass) => pass())
  const visitor = await visit(app.browser, proxy.origin, { serviceWorkers: 'allow' })
  await visitor.page.goto('/converter')
  await untilControlled(visitor.page)
  return visitor
}

const serviceWorkerSource = async () => (await fetch(`${app.product.origin}/sw.js`)).text()

describe('offline copy of the converter', () => {
  it('SNG-07 · a new build replaces the offline copy, and an open page keeps its chunks', async () => {
    const { page, context, consoleErrors } = await openConverter()
    const [first = ''] = await caches(page)
    const sw = await serviceWorkerSource()
    const version = first.replace('levro-', '')
    expect(sw).toContain(version)
    for (const [i, next] of ['levro-second', 'levro-third'].entries()) {
      proxy.answer((asked, response, pass) => {
        // The server no longer has a chunk that the open page needs.
        if (asked.url?.startsWith('/assets/bulk-converter')) response.writeHead(404).end()
        else if (asked.url !== '/sw.js') pass()
        else
          response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(
            sw
              .replaceAll(version, next.replace('levro-', ''))
              // The next build has a different bulk chunk.
              .replace(/\{[^{}]*\/assets\/bulk-converter[^{}]*\},?/, ''),
          )
      })
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      await eventually(() => caches(page)).toEqual(i === 0 ? [first, next] : ['levro-second', next])
      // An update during an installation is ignored.
      const isInstalled = () =>
        page.evaluate(async () => (await navigator.serviceWorker.ready).installing === null)
      await eventually(isInstalled).toBe(true)
      if (i > 0) continue
      await page.getByText(WORDS.bg.bulk, { exact: true }).click()
      await page.getByText(WORDS.bg.upload, { exact: true }).waitFor()
    }
    await context.setOffline(true)
    await page.goto('/converter?amount=2')
    await eventually(() => page.locator('output').innerText()).toBe(
      shown(referenceAmounts('2', 'BGN').eur, 'bg'),
    )
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('OPEN-05 · an open page says that there is a newer version, which a button loads; a list in it stays', async () => {
    const { page, context } = await openConverter()
    const [first = ''] = await caches(page)
    const version = first.replace('levro-', '')
    const notice = page.getByText('Има нова версия на Левро.')
    const sw = await serviceWorkerSource()
    const update = (build: string) => {
      proxy.answer((asked, response, pass) => {
        if (asked.url === '/sw.js')
          response
            .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
            .end(build === 'newer' ? sw.replaceAll(version, build) : `${sw}// ${build}`)
        // The documents that it caches have other scripts.
        else if (build === 'newer' && asked.url?.startsWith('/converter') && asked.headers.accept === '*/*')
          response.writeHead(200, { 'content-type': 'text/html' }).end('<script id="scripts">[]</script>')
        else pass()
      })
      return page.evaluate(async () => {
        const changed = new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        )
        await (await navigator.serviceWorker.ready).update()
        await changed
      })
    }
    await page.goto('/converter?mode=bulk')
    await page.getByLabel(WORDS.bg.upload).first().setInputFiles(csvFile('a.csv', 'name,price\nКон,1.50\n'))
    await page.getByRole('heading', { name: WORDS.bg.ready }).waitFor()
    // A new service worker alone is no new version of the page.
    const compared = page.waitForResponse((reply) => reply.url().includes('/converter?mode=bulk'))
    await update('same')
    await (await compared).finished()
    await page.waitForTimeout(500)
    expect(await notice.count()).toBe(0)
    await update('newer')
    await notice.waitFor()
    await page.getByRole('button', { name: 'Обновете', exact: true }).click()
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: WORDS.bg.ready }).waitFor()
    await context.close()
  })

  it('SNG-07 · the offline copy is used only when the network fails; a new page is shown at once', async () => {
    const { page, context } = await openConverter()
    proxy.answer((asked, response, pass) => {
      if (!asked.url?.startsWith('/converter')) pass()
      else
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>нова страница</h1>')
    })
    await page.reload()
    await page.getByRole('heading', { name: 'нова страница' }).waitFor()

    proxy.answer((_asked, response) => response.writeHead(502).end())
    await page.goto('/converter?amount=2')
    await eventually(() => page.locator('output').innerText()).toBe(
      shown(referenceAmounts('2', 'BGN').eur, 'bg'),
    )

    // The network never responds.
    proxy.answer(() => undefined)
    await page.goto('/en/converter?amount=3', { waitUntil: 'domcontentloaded', timeout: 10_000 })
    await eventually(() => page.locator('output').innerText()).toBe(
      shown(referenceAmounts('3', 'BGN').eur, 'en'),
    )
    await context.close()
  })
})
