import { expect, it } from 'vitest'
import { startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

/** Ways in which a bug could run text as script or HTML. */
const SINKS = {
  innerHTML: () => void (document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'),
  insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>b</b>'),
  srcdoc: () => void (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
  'a fragment': () => void document.createRange().createContextualFragment('<b>b</b>'),
  'the text of a script': () => void (document.createElement('script').textContent = 'alert(1)'),
  'the address of a script': () =>
    void (document.createElement('script').src = 'https://evil.example/assets/a.js'),
  'a handler': () => document.createElement('p').setAttribute('onclick', 'alert(1)'),
  // Deferred: within `page.evaluate` DevTools bypasses CSP for these two.
  // oxlint-disable-next-line no-eval -- the test expects that it is blocked
  eval: () => new Promise((resolve) => setTimeout(resolve)).then(() => void globalThis.eval('1')),
  'a function': () =>
    new Promise((resolve) => setTimeout(resolve)).then(() => void Reflect.construct(Function, ['return 1'])),
  'a worker of data': () => void new Worker('data:text/javascript,1'),
  'a worker of elsewhere': () => void new Worker('https://evil.example/assets/a.js'),
  'a worker that is an answer': () => void new Worker('/api/auth/me'),
}

/** Errors that the browser throws when it blocks a way. */
const BLOCKED = /TypeError|EvalError|SecurityError/

it.each(LANGS)(
  'API-03 · Trusted Types and CSP block every way to run text as script or HTML, in %s',
  async (lang) => {
    const { page, go, consoleErrors } = await app.visitor(lang)
    for (const path of ['/', '/converter', '/account', '/nothing']) {
      await go(path)
      for (const [name, sink] of Object.entries(SINKS)) {
        const outcome = await page.evaluate<void>(sink).then(
          () => 'none',
          (error: unknown) => String(error),
        )
        expect([path, name, outcome]).toEqual([path, name, expect.stringMatching(BLOCKED)])
      }
      expect(await page.locator('iframe, body > b').count()).toBe(0)
    }
    await eventually(() => consoleErrors.length).toBeGreaterThan(0)
    // The console has only reports of blocked ways.
    expect(consoleErrors.filter((alertText) => !/Trusted|Content Security Policy/i.test(alertText))).toEqual(
      [],
    )
    consoleErrors.length = 0
  },
)
