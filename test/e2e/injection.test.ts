import { expect, it } from 'vitest'
import { stage, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

/** Ways in which a fault of ours could make a script or HTML of a text. */
const WAYS = {
  innerHTML: () => void (document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'),
  insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>b</b>'),
  srcdoc: () => void (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
  'a fragment': () => void document.createRange().createContextualFragment('<b>b</b>'),
  'the text of a script': () => void (document.createElement('script').textContent = 'alert(1)'),
  'the address of a script': () =>
    void (document.createElement('script').src = 'https://evil.example/assets/a.js'),
  'a handler': () => document.createElement('p').setAttribute('onclick', 'alert(1)'),
  // A moment later: while a test speaks to the page, its tool lets these two pass.
  // oxlint-disable-next-line no-eval -- that it is refused is what is tested
  eval: () => new Promise((resolve) => setTimeout(resolve)).then(() => void globalThis.eval('1')),
  'a function': () =>
    new Promise((resolve) => setTimeout(resolve)).then(() => void Reflect.construct(Function, ['return 1'])),
  'a worker of data': () => void new Worker('data:text/javascript,1'),
  'a worker of elsewhere': () => void new Worker('https://evil.example/assets/a.js'),
  'a worker that is an answer': () => void new Worker('/api/auth/me'),
}

/** What the browser says where it lets something not be done. */
const REFUSED = /TypeError|EvalError|SecurityError/

it.each(LANGS)(
  'API-03 · Trusted Types and CSP block every way to run text as script or HTML, in %s',
  async (lang) => {
    const { page, go, complaints } = await theatre.person(lang)
    for (const path of ['/', '/converter', '/account', '/nothing']) {
      await go(path)
      for (const [name, way] of Object.entries(WAYS)) {
        const refusal = await page.evaluate<void>(way).then(
          () => 'none',
          (error: unknown) => String(error),
        )
        expect([path, name, refusal]).toEqual([path, name, expect.stringMatching(REFUSED)])
      }
      expect(await page.locator('iframe, body > b').count()).toBe(0)
    }
    await eventually(() => complaints.length).toBeGreaterThan(0)
    // The browser reports each of them, and nothing else.
    expect(complaints.filter((complaint) => !/Trusted|Content Security Policy/i.test(complaint))).toEqual([])
    complaints.length = 0
  },
)
