import type { Recording } from './recording.ts'
import { withServer } from './with-server.ts'

/** Headers that differ by run, build or connection. */
const VARYING_HEADERS = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'etag',
  'x-request-id',
  'retry-after',
])

const ANNA = { email: 'anna@example.bg', password: 'a long enough secret' }
const NEW_PASSWORD = 'another long enough secret'
const ROWS = [
  { name: 'Bread', price: '1.69', currency: 'BGN' },
  { name: 'Cheese', price: '12,50', currency: 'BGN' },
  { name: 'Milk', price: 2.89, currency: 'EUR' },
  { name: '<b>Salt</b>', price: 'ask', currency: 'BGN' },
  { name: 'Sugar', price: null, currency: 'BGN' },
  { price: '1234567.895', currency: 'EUR' },
  { name: 'Pepper', price: '0.001', currency: 'BGN' },
  { name: 'Oil', price: '5', currency: 'USD' },
  'no row',
]
const MESSAGE = { name: 'Anna', email: ANNA.email, topic: 'general', message: 'How do I convert a list?' }

type Send = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Recorded instead of a large body. */
  readonly title?: string
}

const get = (path: string): Send => ({ method: 'GET', path })
const remove = (path: string, body?: unknown): Send => ({ method: 'DELETE', path, body })
const post = (path: string, body?: unknown, more: Partial<Send> = {}): Send => ({
  method: 'POST',
  path,
  body,
  ...more,
})
const bulk = (rows: unknown, key?: string, more: Partial<Send> = {}): Send =>
  post(
    '/api/convert/bulk',
    { rows, filename: 'prices.csv', source: 'upload' },
    { ...(key !== undefined && { headers: { 'idempotency-key': key } }), ...more },
  )

const manyRows = (count: number, price: string) =>
  Array.from({ length: count }, () => ({ name: 'x', price, currency: 'BGN' }))

/** Errors without an account, in each language. */
const REFUSED: readonly Send[] = [
  get('/api/account'),
  get('/api/nothing'),
  { method: 'PUT', path: '/api/auth/me' },
  post('/api/auth/login', '{"email":', { title: 'a body that is no JSON' }),
  post('/api/auth/login', 'a=b', { headers: { 'content-type': 'text/plain' } }),
  post('/api/auth/login', { email: 5 }),
  post('/api/auth/login', ANNA, { headers: { origin: 'https://elsewhere.example' } }),
  post('/api/auth/login', ANNA),
  post('/api/auth/register', { ...ANNA, email: 'anna' }),
  post('/api/auth/register', { ...ANNA, password: 'short' }),
  post('/api/auth/register', { ...ANNA, password: 'password1234' }),
  post('/api/auth/reset-check', { token: 'x' }),
  post('/api/auth/reset-password', { token: 'x', password: NEW_PASSWORD }),
  post('/api/auth/verify-email', { token: 'x' }),
  post('/api/auth/forgot-password', { email: 'anna' }),
  post('/api/support/contact', { ...MESSAGE, email: 'anna' }),
  post('/api/support/contact', { ...MESSAGE, message: '' }),
  post('/api/support/contact', { ...MESSAGE, website: 'http://spam.example' }),
  post('/api/legal/accept', { version: 'none' }),
  post('/api/webhooks/stripe', {}),
]

/** Errors for the account of the session, in each language. */
const REFUSED_SIGNED_IN: readonly Send[] = [
  post('/api/auth/register', ANNA),
  bulk([]),
  bulk('rows'),
  bulk(manyRows(3, 'none')),
  bulk(manyRows(40, '1.00'), undefined, { title: '40 valid rows' }),
  bulk(manyRows(1, '2.00'), 'a-key-that-is-used'),
  get('/api/convert/jobs/none'),
  remove('/api/convert/jobs/none'),
  get('/api/account/tokens?before=x'),
  post('/api/account/password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD }),
  post('/api/account/password', { currentPassword: ANNA.password, newPassword: 'short' }),
  post('/api/account/sessions/none/end', { password: 'wrong' }),
  post('/api/account/sessions/none/end', { password: ANNA.password }),
  post('/api/account/sessions/end', { password: 'wrong' }),
  post('/api/create-checkout-session', { priceId: 'none' }),
  post('/api/create-checkout-session', { priceId: 'pro', successUrl: 'https://elsewhere.example/' }),
  post('/api/create-checkout-session', { priceId: 'pro' }),
  post('/api/checkout/finalize', { session_id: 'cs_none' }),
  post('/api/checkout/finalize', { session_id: '' }),
]

const SESSION: readonly Send[] = [
  get('/api/auth/me'),
  post('/api/auth/register', ANNA),
  get('/api/auth/me'),
  post('/api/auth/logout'),
  post('/api/auth/login', ANNA),
  bulk(ROWS, 'a-key-that-is-used'),
  bulk(ROWS, 'a-key-that-is-used', { title: 'the same once more' }),
  get('/api/convert/jobs'),
  get('/api/convert/jobs/:job'),
  get('/api/account'),
  get('/api/account/sessions'),
  get('/api/account/tokens'),
  get('/api/account/tokens?before=2'),
  get('/api/account/purchases'),
  post('/api/legal/accept', { version: '1.0.0' }),
  post('/api/account/verification'),
  post('/api/auth/forgot-password', { email: ANNA.email }),
  post('/api/support/contact', MESSAGE),
  get('/api/account/data'),
]

const LAST: readonly Send[] = [
  remove('/api/convert/jobs/:job'),
  bulk(ROWS, 'a-key-that-is-used', { title: 'the rows of a deleted job once more' }),
  get('/api/convert/jobs'),
  post('/api/account/password', { currentPassword: ANNA.password, newPassword: NEW_PASSWORD }),
  remove('/api/account'),
  get('/api/auth/me'),
  get('/api/openapi.json'),
]

/** A closed port: emails stay in the outbox. */
const NO_MAIL = { SMTP_URL: 'smtp://127.0.0.1:9' }

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_levroTests',
  STRIPE_WEBHOOK_SECRET: 'whsec_levroTests',
  // A closed port.
  STRIPE_API_ORIGIN: 'http://127.0.0.1:9',
}

/** Requests that depend on payments, sent to a server whose provider is unreachable. */
const PAYMENTS: readonly Send[] = [
  post('/api/auth/register', ANNA),
  post('/api/create-checkout-session', { priceId: 'none' }),
  post('/api/create-checkout-session', { priceId: 'pro', successUrl: 'https://elsewhere.example/' }),
  post('/api/create-checkout-session', { priceId: 'starter' }),
  post('/api/checkout/finalize', { session_id: 'cs_none' }),
  post('/api/webhooks/stripe', {}, { headers: { 'stripe-signature': 't=1,v1=00' } }),
]

const inBoth = (sends: readonly Send[]): Send[] =>
  sends.flatMap((send) =>
    ['bg', 'en'].map((language) => ({ ...send, headers: { ...send.headers, 'accept-language': language } })),
  )

/** Records the responses of the checkout's server to one session, and its errors. */
export async function recordAnswers(root: string): Promise<Recording> {
  const answers = [
    ...(await exchangeAll(root, NO_MAIL, [
      ...inBoth(REFUSED),
      ...SESSION,
      ...inBoth(REFUSED_SIGNED_IN),
      ...LAST,
    ])),
    ...(await exchangeAll(root, { ...NO_MAIL, ...STRIPE }, inBoth(PAYMENTS))).map(([title, answer]) => [
      `with a payment provider: ${title}`,
      answer,
    ] as const), // oxfmt-ignore
  ]
  const usual = usualHeaders(answers.map(([, answer]) => answer))
  const recording = new Map([['headers of every answer unless it says otherwise', lines(usual)]])
  for (const [title, { status, headers, text }] of answers) {
    let unique = title
    for (let n = 2; recording.has(unique); n++) unique = `${title} (${n})`
    recording.set(unique, `${status}\n${lines(differing(headers, usual))}${text}\n`)
  }
  return recording
}

type Answer = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

const exchangeAll = (
  root: string,
  settings: Record<string, string>,
  sends: readonly Send[],
): Promise<[title: string, answer: Answer][]> =>
  withServer(root, settings, async (origin) => {
    const browser = new Browser(origin)
    const answers: [string, Answer][] = []
    for (const send of sends) answers.push([titleOf(send), await browser.send(send)])
    return answers
  })

function titleOf({ method, path, body, headers = {}, title }: Send): string {
  const sent = title ?? (typeof body === 'string' ? body : JSON.stringify(body))
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path}`, ...named, sent].filter((part) => part !== undefined).join(' | ')
}

/** Sends requests with cookies and the id of the last job; replaces values that differ by run with names. */
class Browser {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  readonly #ids = new Map<string, string>()
  #job = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  async send({ method, path, body, headers = {} }: Send): Promise<Answer> {
    const sent = new Headers(headers)
    if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json')
    if (this.#cookies.size > 0)
      sent.set('cookie', [...this.#cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(this.#origin + path.replace(':job', this.#job), {
      method,
      headers: sent,
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    this.#keepCookies(response)
    const text = await response.text()
    this.#job = /"jobId":"([^"]+)"/.exec(text)?.[1] ?? this.#job
    const names = [...new Set(response.headers.keys())].filter((name) => !VARYING_HEADERS.has(name))
    const named = names.map((name): [string, string] => [name, this.#named(response.headers.get(name) ?? '')])
    return { status: response.status, headers: new Map(named), text: onLines(this.#named(text)) }
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  #named(text: string): string {
    return (
      text
        .replaceAll(this.#origin, '<origin>')
        .replaceAll(this.#origin.replace('127.0.0.1', 'localhost'), '<origin>')
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
        // Stored every second: how many there are depends on the machine.
        .replaceAll(/(?<="securityEvents":\s*)\[[^\]]*\]/g, '"<events>"')
        .replaceAll(/(levro[\w-]*=)[^;]{20,}/g, '$1<secret>')
        .replaceAll(/(?<="id":")[\w-]{22}(?=")/g, (id) => this.#nameOf(id))
        .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) => this.#nameOf(id))
        .replaceAll(/(?<=filename="[^"]*)\d{4}-\d\d-\d\d/g, '<date>')
    )
  }

  #nameOf(id: string): string {
    const name = this.#ids.get(id) ?? `<id ${this.#ids.size + 1}>`
    this.#ids.set(id, name)
    return name
  }
}

/** Headers with the same value in most responses. */
function usualHeaders(answers: readonly Answer[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { headers } of answers)
    for (const header of headers) {
      const key = JSON.stringify(header)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const usual = [...counts].filter(([, count]) => count > answers.length / 2)
  return new Map(usual.map(([key]) => JSON.parse(key) as [string, string]))
}

/** Headers that differ from the usual ones; `(none)` for a missing one. */
function differing(
  headers: ReadonlyMap<string, string>,
  usual: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const missing = [...usual.keys()].filter((name) => !headers.has(name))
  const others = [...headers].filter(([name, value]) => usual.get(name) !== value)
  return new Map([...missing.map((name): [string, string] => [name, '(none)']), ...others])
}

const lines = (headers: ReadonlyMap<string, string>): string =>
  [...headers]
    .map(([name, value]) => `${name}: ${value}\n`)
    .toSorted()
    .join('')

/** Length in characters from which a body is recorded with line breaks. */
const LONG = 2000
const LEVELS = 4

/** Puts each value of the upper levels of a long JSON text on its own line, for readable diffs. */
function onLines(text: string): string {
  if (text.length < LONG || !text.startsWith('{')) return text
  const value: unknown = JSON.parse(text)
  // Only canonical JSON, or its white space would be lost.
  return JSON.stringify(value) === text ? spread(value, LEVELS, '') : text
}

function spread(value: unknown, levels: number, indent: string): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const inner = `${indent} `
  const entries = Object.entries(value).map(
    ([name, one]) => `${inner}${JSON.stringify(name)}: ${spread(one, levels - 1, inner)}`,
  )
  return `{\n${entries.join(',\n')}\n${indent}}`
}
