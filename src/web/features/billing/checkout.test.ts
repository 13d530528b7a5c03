import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCheckout } from './checkout.ts'

let answer: () => Response | Promise<Response>

const start = (text: string, status = 200) => {
  answer = () => new Response(text, { status })
  return startCheckout({ priceId: 'business' })
}

const failed = (message: string) => ({ status: 'failed', message })
const NOT_PREPARED = failed('Плащането не можа да бъде подготвено.')

beforeEach(() => {
  vi.stubGlobal('window', { location: new URL('https://levro.example/checkout') })
  vi.stubGlobal('fetch', async () => answer())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('asking for the page to pay on', () => {
  it('PAY-03 · it is ready when there is a web address to go to', async () => {
    const url = 'https://pay.example/c/pay/cs_1'
    expect(await start(JSON.stringify({ url }))).toEqual({ status: 'ready', url, owed: 0 })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/checkout',
    'https:',
    'https://',
    'x https://x',
    '',
    7,
    null,
  ])('PAY-03 · %j is no such address', async (url) => {
    expect(await start(JSON.stringify({ url }))).toEqual(NOT_PREPARED)
  })

  it.each([
    ['{}', 500, NOT_PREPARED],
    ['{"url":"https://pay.example"}', 503, NOT_PREPARED],
    ['{"error":""}', 400, NOT_PREPARED],
    ['{"error":"Too many & <b>"}', 429, failed('Too many & <b>')],
    ['{"error":"no"}', 401, { status: 'signed-out' }],
    [
      '<html>\n  <h1>Bad Gateway</h1>\n</html>',
      502,
      failed('Сървърът не отговори с JSON (статус 502): <html> <h1>Bad Gateway</h1> </html>'),
    ],
    ['"text"', 200, failed('Сървърът не отговори с JSON (статус 200): "text"')],
    ['null', 200, failed('Сървърът не отговори с JSON (статус 200): null')],
    ['x'.repeat(500), 200, failed(`Сървърът не отговори с JSON (статус 200): ${'x'.repeat(120)}`)],
  ])('PAY-03 · what is no page to pay on is told in words (%#)', async (text, status, outcome) => {
    expect(await start(text, status)).toEqual(outcome)
  })

  it('PAY-03 · no answer at all is told too', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await startCheckout({ priceId: 'business' })).toEqual(failed('Проверете връзката си.'))
  })
})
