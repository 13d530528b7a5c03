import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Finalized } from '#api/payments.ts'
import { finalize } from './checkout.ts'
import type { Credit } from './finalize-reply.ts'

type Act = () => Response | Promise<Response>

/** What the server does with each request in turn, the last for good; and when it was asked. */
let acts: Act[] = []
let askedAt: number[] = []

const CREDITED: Finalized = {
  ok: true,
  tokensAdded: 500,
  purchaseTokens: 500,
  already: false,
  recentlyAdded: 500,
  debtPaid: 0,
  balance: 515,
  plan: 'starter',
  priceCents: 499,
  paidAt: '2026-11-26T14:24:00.000Z',
  receiptUrl: null,
  status: 'credited',
  refundedCents: 0,
  disputedCents: 0,
  tokensReversed: 0,
  tokensUncovered: 0,
}
const ORDER = { plan: 'starter', priceCents: 499, paidAt: '2026-11-26T14:24:00.000Z' }
const NOTHING: Finalized = {
  ...CREDITED,
  tokensAdded: 0,
  recentlyAdded: 0,
  balance: 15,
  status: 'processing',
}

/** What such an answer tells of the purchase. */
const AWAITED = { order: ORDER, purchaseTokens: 500 }

const NO_REVERSAL = { refundedCents: 0, disputedCents: 0, tokensReversed: 0, tokensUncovered: 0 }
const CREDIT: Credit = {
  tokensAdded: 500,
  purchaseTokens: 500,
  balance: 515,
  debtPaid: 0,
  receiptUrl: undefined,
  order: ORDER,
  reversal: NO_REVERSAL,
}

const reply =
  (status: number, json: object): Act =>
  () =>
    Response.json(json, { status })
const pending = reply(202, NOTHING)
const empty = reply(200, NOTHING)
const refuse = (status: number, code: string) => reply(status, { error: `«${code}»`, code })
const page =
  (status: number): Act =>
  () =>
    new Response('<h1>Bad Gateway</h1>', { status })
const noNetwork: Act = () => Promise.reject(new TypeError('Failed to fetch'))

const UNCHECKED = 'Плащането не можа да бъде проверено.'
const NOT_YET = 'Доставчикът още не е потвърдил плащането.'
const UNPAID = 'Плащането не е завършено.'

/** As PAY-05 wants them: from 900 ms, growing by 1.5. Timers count whole milliseconds. */
const DELAYS = Array.from({ length: 11 }, (_, i) => Math.floor(900 * 1.5 ** i))
const ANSWER_WITHIN = 20_000

const gaps = () => askedAt.slice(1).map((at, i) => at - (askedAt[i] ?? 0))

/** Asks, and lets all the time pass that is waited for. */
async function outcomeOf(...answers: Act[]) {
  acts = answers
  const waits: [number, string][] = []
  const outcome = finalize('cs_1', {
    wasShown: false,
    signal: new AbortController().signal,
    onWait: (attempts, { kind }) => waits.push([attempts, kind]),
  })
  await vi.runAllTimersAsync()
  return { outcome: await outcome, waits }
}

beforeEach(() => {
  askedAt = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('window', { location: new URL('https://levro.example/checkout/success') })
  // The platform's own goes by the real clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), ms)
    return limit.signal
  })
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    askedAt.push(Date.now())
    const act = acts.length > 1 ? acts.shift() : acts[0]
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
      if (act) Promise.resolve(act()).then(resolve, reject)
    })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('asking for the tokens of a payment', () => {
  it.each([
    ['a payment that is still on its way', pending, { kind: 'pending', message: NOT_YET, awaited: AWAITED }],
    [
      'a payment page that is not completed',
      reply(202, { ...NOTHING, status: 'open' }),
      { kind: 'unpaid', message: UNPAID, awaited: AWAITED },
    ],
    ['an answer of 202 without JSON', page(202), { kind: 'pending', message: NOT_YET }],
    [
      'a provider that is down',
      refuse(503, 'payment_unverified'),
      { kind: 'unverified', message: '«payment_unverified»' },
    ],
    ['an answer of nobody', page(502), { kind: 'unverified', message: UNCHECKED }],
    ['success without JSON', page(200), { kind: 'unverified', message: UNCHECKED }],
    ['no network', noNetwork, { kind: 'unverified', message: UNCHECKED }],
  ])('PAY-05 · %s is asked about twelve times, ever less often', async (_, act, failed) => {
    const { outcome, waits } = await outcomeOf(act)
    expect(outcome).toEqual({ status: 'failed', ...failed })
    expect(gaps()).toEqual(DELAYS)
    expect(waits).toEqual(DELAYS.map((_, i) => [i + 1, failed.kind]))
  })

  it('PAY-05 · no answer is waited for 20 s', async () => {
    const never: Act = () => new Promise(() => {})
    const { outcome } = await outcomeOf(never, reply(200, CREDITED))
    expect(outcome).toEqual({ status: 'credited', credit: CREDIT })
    expect(gaps()).toEqual([ANSWER_WITHIN + 900])
  })

  it('PAY-05 · all is well but no tokens: 1.2 s between attempts, and given up with two of them left', async () => {
    const { outcome } = await outcomeOf(empty)
    expect(outcome).toEqual({ status: 'failed', kind: 'unverified', message: UNCHECKED })
    expect(gaps()).toEqual(Array<number>(9).fill(1200))
  })

  it('PAY-05 · that wait does not make the others longer', async () => {
    await outcomeOf(pending, empty, noNetwork, empty, pending, reply(200, CREDITED))
    expect(gaps()).toEqual([900, 1200, 1350, 1200, 2025])
  })

  it('PAY-04 · the last attempt has the last word, not an earlier failure', async () => {
    const { outcome } = await outcomeOf(refuse(503, 'payment_unverified'), noNetwork, pending)
    expect(outcome).toEqual({ status: 'failed', kind: 'pending', message: NOT_YET, awaited: AWAITED })
  })

  it('PAY-04 PAY-06 · tokens that were added now, or before, end it', async () => {
    const already = { ...NOTHING, already: true, balance: 515 }
    for (const [json, credit] of [
      [CREDITED, CREDIT],
      [already, { ...CREDIT, tokensAdded: 0 }],
    ] as const) {
      askedAt = []
      expect((await outcomeOf(pending, reply(200, json))).outcome).toEqual({ status: 'credited', credit })
      expect(askedAt).toHaveLength(2)
    }
  })

  it.each([
    [refuse(409, 'payment_refused'), 'final', '«payment_refused»'],
    [refuse(410, 'checkout_expired'), 'final', '«checkout_expired»'],
    [refuse(404, 'not_found'), 'final', expect.stringMatching(/^Това плащане не е на вашия профил\./)],
    [refuse(400, 'bad_request'), 'final', expect.stringMatching(/^Адресът на страницата е непълен/)],
    [refuse(429, 'too_many_requests'), 'unverified', '«too_many_requests»'],
    [page(404), 'unverified', UNCHECKED],
  ])('PAY-04 PAY-05 · a refusal is told at once (%#)', async (act, kind, message) => {
    expect((await outcomeOf(act)).outcome).toEqual({ status: 'failed', kind, message })
    expect(askedAt).toHaveLength(1)
  })

  it('PAY-05 · whoever is signed out is not asked for again', async () => {
    expect((await outcomeOf(refuse(401, 'not_authenticated'))).outcome).toEqual({ status: 'signed-out' })
    expect(askedAt).toHaveLength(1)
  })

  it('PAY-05 · when the page is left nothing more is asked, and nothing is told', async () => {
    for (const leavesAfter of [0, 1000]) {
      askedAt = []
      acts = [pending]
      const leaving = new AbortController()
      const outcome = finalize('cs_1', { wasShown: false, signal: leaving.signal, onWait: () => {} })
      await vi.advanceTimersByTimeAsync(leavesAfter)
      leaving.abort()
      await vi.runAllTimersAsync()
      expect(await outcome).toBeUndefined()
      expect(askedAt).toHaveLength(leavesAfter === 0 ? 1 : 2)
    }
  })
})
