import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiCallError } from '../http/client.ts'
import { memoryDevice } from '#test/device-records.ts'
import { startSiteServer } from '#test/site-server.ts'
import { BulkSubmitter, conversionDelayMs, failedAttempt, submissionKey, submitBulk } from './submit.ts'

const device = memoryDevice()
/** The pending submission on the device. */
const pending = () => device.saved.get('sending')

const DELAY_MS = 1000
const REPLY = { rows: [], newBalance: 1 }

type Act = (response: ServerResponse) => unknown

let stop: () => void
/** What the server does with each request in turn, and what it was sent. */
let acts: Act[] = []
let requests: { key: IncomingHttpHeaders[string]; body: string }[] = []
/** What is on the device when a request arrives. */
let pendingAtRequest: unknown

const reply: Act = (response) => response.end(JSON.stringify(REPLY))
const lose: Act = (response) => response.destroy()
const refuse =
  (status: number, code: string): Act =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ error: code, code }))

beforeAll(async () => {
  stop = await startSiteServer((request, response, body) => {
    requests.push({ key: request.headers['idempotency-key'], body })
    pendingAtRequest = pending()
    acts.shift()?.(response)
  })
})

beforeEach(() => {
  acts = []
  requests = []
  device.saved.clear()
})

afterAll(() => stop())

describe('CONV-02 · the simulated delay', () => {
  it('CONV-02 · is 600 ms and 35 for each row, with up to 200 more, and never over 3 s', () => {
    expect([conversionDelayMs(0, 0), conversionDelayMs(10, 0), conversionDelayMs(10, 1)]).toEqual([
      600, 950, 1150,
    ])
    expect([conversionDelayMs(68, 1), conversionDelayMs(100_000, 0.5)]).toEqual([3000, 3000])
  })

  it('CONV-02 · runs in parallel with the request: a response after the delay is not delayed again', async () => {
    let waiting: ServerResponse | undefined
    acts = [(response) => (waiting = response)]
    const result = submitBulk('{"rows":[]}', { headers: {}, delayMs: DELAY_MS, key: 'k' })
    await sleep(DELAY_MS + 100)
    if (waiting) reply(waiting)
    const first = await Promise.race([result, sleep(DELAY_MS, 'a second delay')])
    expect(first).toEqual({ outcome: 'converted', reply: REPLY, wasLost: false })
  })
})

describe('CONV-11 · retries', () => {
  const post = () => submitBulk('{"rows":[]}', { headers: {}, delayMs: 0, key: 'k', retryDelaysMs: [1, 1] })

  it('CONV-11 · a lost response and a running conversion are retried with the same key', async () => {
    acts = [lose, refuse(409, 'conversion_in_progress'), reply]
    expect(await post()).toEqual({ outcome: 'converted', reply: REPLY, wasLost: true })
    const sent = { key: 'k', body: '{"rows":[]}' }
    expect(requests).toEqual([sent, sent, sent])
  })

  it.each([502, 504])('CONV-11 · a proxy that lost its server (%s) has lost an answer', async (status) => {
    acts = [refuse(status, 'outcome_unknown'), reply]
    expect(await post()).toEqual({ outcome: 'converted', reply: REPLY, wasLost: true })
  })

  it('CONV-11 · the last retry is final, and no other error is retried', async () => {
    acts = [lose, lose, lose]
    expect(await post()).toEqual({ outcome: 'unreachable', wasLost: true })
    acts = [refuse(402, 'not_enough_tokens')]
    expect(await post()).toMatchObject({ outcome: 'rejected', status: 402, code: 'not_enough_tokens' })
    expect(requests).toHaveLength(4)
  })
})

describe('CONV-11 · the key of a submission', () => {
  const options = { headers: {}, delayMs: 0, owner: '', retryDelaysMs: [] }
  const send = (sender: BulkSubmitter, body: string, key: string, evenIfPending = false) =>
    sender.send(body, key, { ...options, evenIfPending })
  const keys = () => requests.map(({ key }) => key)

  it.each([
    ['nothing', lose],
    ['500', refuse(500, 'internal')],
    ['another program', (response: ServerResponse) => response.writeHead(503).end('busy')],
  ])(
    'CONV-11 · answered by %s, it stands for the same rows, and other rows are asked about first',
    async (_, act) => {
      const sender = new BulkSubmitter('sending', device.records)
      acts = [act]
      await send(sender, 'A', 'first')
      expect(await send(sender, 'B', 'second')).toEqual({ outcome: 'submission-pending' })
      acts = [act, reply]
      await send(sender, 'A', 'third')
      expect((await send(sender, 'B', 'fourth', true)).outcome).toBe('converted')
      expect(keys()).toEqual(['first', 'first', 'fourth'])
    },
  )

  it.each([
    ['an answer', reply],
    ['an error about the rows', refuse(402, 'not_enough_tokens')],
    ['an early error', refuse(401, 'not_authenticated')],
    ['another conversion that runs', refuse(409, 'conversion_in_progress')],
  ])('CONV-11 · after %s the next sending is a new one', async (_, act) => {
    const sender = new BulkSubmitter('sending', device.records)
    acts = [act, reply]
    await send(sender, 'A', 'first')
    expect((await send(sender, 'B', 'second')).outcome).toBe('converted')
    expect(keys()).toEqual(['first', 'second'])
  })

  it('CONV-11 · an early error after a lost attempt does not tell what the attempt did', async () => {
    const sender = new BulkSubmitter('sending', device.records)
    acts = [lose, refuse(429, 'too_many_requests')]
    const withRetry = { ...options, retryDelaysMs: [1], evenIfPending: false }
    await sender.send('A', 'first', withRetry)
    expect(await send(sender, 'B', 'second')).toEqual({ outcome: 'submission-pending' })
    // A refusal without a code is not the server's own.
    acts = [(response) => response.writeHead(403).end('<html>')]
    await send(sender, 'A', 'third')
    expect(await send(sender, 'B', 'fourth')).toEqual({ outcome: 'submission-pending' })
  })

  it('CONV-11 · where the response is not awaited nothing is retried, and the same rows are sent under the same key', async () => {
    const sender = new BulkSubmitter('sending', device.records)
    let hasArrived = () => {}
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve))
    acts = [() => hasArrived(), reply]
    const withRetry = { ...options, retryDelaysMs: [1, 1], evenIfPending: false }
    const sent = sender.send('A', 'first', withRetry)
    await arrived
    sender.stopWaiting()
    expect(await sent).toEqual({ outcome: 'unreachable', wasLost: true })
    expect(sender.isWaitingStopped).toBe(true)
    expect(sender.pendingOf('first')).toEqual({ owner: '', first: undefined })
    expect((await send(sender, 'A', 'second')).outcome).toBe('converted')
    expect(sender.isWaitingStopped).toBe(false)
    expect(keys()).toEqual(['first', 'first'])
  })

  it('CONV-11 · another user’s submission is neither asked about nor repeated', async () => {
    const sender = new BulkSubmitter('sending', device.records)
    const of = (owner: string) => ({ ...options, owner, evenIfPending: false })
    acts = [lose, reply]
    await sender.send('A', 'first', of('a@example.bg'))
    expect(sender.pendingOf('first')).toEqual({ owner: 'a@example.bg', first: undefined })
    expect(sender.pendingOf('fir')).toBeNull()
    expect((await sender.send('A', 'second', of('b@example.bg'))).outcome).toBe('converted')
    expect(keys()).toEqual(['first', 'second'])
  })

  it('CONV-11 CONV-05 · tells how many of the first rows had no answer', async () => {
    const sender = new BulkSubmitter('sending', device.records)
    acts = [lose, lose, lose]
    await send(sender, 'A', submissionKey('rows', 115))
    expect(sender.pendingOf('rows')).toEqual({ owner: options.owner, first: 115 })
    expect(sender.pendingOf('other')).toBeNull()
  })

  it('CONV-11 · an early error tells nothing about an earlier submission', async () => {
    const sender = new BulkSubmitter('sending', device.records)
    acts = [lose, refuse(401, 'not_authenticated'), reply]
    await send(sender, 'A', 'first')
    await send(sender, 'A', 'second')
    expect(await send(sender, 'B', 'third')).toEqual({ outcome: 'submission-pending' })
    await send(sender, 'A', 'fourth')
    expect(keys()).toEqual(['first', 'first', 'first'])
  })

  it.each(['A', 'sha256'])(
    'CONV-11 · is restored after a reload, with the body saved as %s',
    async (saved) => {
      acts = [lose, lose, lose]
      await send(new BulkSubmitter('sending', device.records), 'A', 'first')
      expect(pending()).toMatchObject({ key: 'first', body: expect.stringMatching(/^[\da-f]{64}$/) })
      // Earlier versions of the page saved the body itself.
      if (saved === 'A') device.saved.set('sending', { version: 1, key: 'first', body: 'A', owner: '' })
      const restored = new BulkSubmitter('sending', device.records)
      await restored.restore()
      expect(await send(restored, 'B', 'second')).toEqual({ outcome: 'submission-pending' })
      acts = [reply]
      await send(restored, 'A', 'third')
      expect(keys()).toEqual(['first', 'first'])
      expect(pending()).toBeUndefined()
    },
  )
})

describe('CONV-11 · what an answer tells about a lost attempt', () => {
  const withoutRetry = {
    headers: {},
    delayMs: 0,
    owner: '',
    retryDelaysMs: [] as number[],
    evenIfPending: false,
  }
  const withRetry = { ...withoutRetry, retryDelaysMs: [1] }
  const sendBoth = async (act: Act) => {
    const sender = new BulkSubmitter('sending', device.records)
    acts = [lose, act, reply]
    await sender.send('A', 'first', withRetry)
    return (await sender.send('B', 'second', withoutRetry)).outcome
  }

  it.each([
    [402, 'not_enough_tokens'],
    [400, 'no_valid_rows'],
    [413, 'too_many_rows'],
    [400, 'too_many_invalid_rows'],
    [409, 'idempotency_conflict'],
    [409, 'job_deleted'],
  ])('CONV-11 · %i %s: the rows are not converted under its key', async (status, code) => {
    expect(await sendBoth(refuse(status, code))).toBe('converted')
    expect(requests.map(({ key }) => key)).toEqual(['first', 'first', 'second'])
  })

  it.each([
    [401, 'not_authenticated'],
    [429, 'too_many_requests'],
    [403, 'foreign_origin'],
    [500, 'not_enough_tokens'],
  ])('CONV-11 · %i %s: nothing', async (status, code) => {
    expect(await sendBoth(refuse(status, code))).toBe('submission-pending')
  })
})

describe('CONV-11 · the pending submission', () => {
  const options = { headers: {}, delayMs: 0, owner: '', retryDelaysMs: [], evenIfPending: false }

  it('CONV-11 · is on the device before it is sent, and no more after an answer', async () => {
    const sender = new BulkSubmitter('correcting', device.records)
    acts = [reply]
    await sender.send('A', 'first', { ...options, owner: 'a@example.bg' })
    expect(pendingAtRequest).toBeUndefined()
    expect(device.saved.size).toBe(0)
    acts = [lose]
    await sender.send('A', 'first', { ...options, owner: 'a@example.bg' })
    expect(device.saved.get('correcting')).toMatchObject({ version: 1, key: 'first', owner: 'a@example.bg' })
    const bulk = new BulkSubmitter('sending', device.records)
    acts = [reply]
    await bulk.send('A', 'second', options)
    expect(pendingAtRequest).toMatchObject({ key: 'second', owner: '' })
  })

  it.each([
    ['a@example.bg', ''],
    ['', 'a@example.bg'],
  ])('CONV-11 · of %j is asked about by %j: who has sent it is not known', async (first, second) => {
    const sender = new BulkSubmitter('sending', device.records)
    acts = [lose]
    await sender.send('A', 'first', { ...options, owner: first })
    expect(await sender.send('B', 'second', { ...options, owner: second })).toEqual({
      outcome: 'submission-pending',
    })
  })

  it('CONV-11 · is that of the rows, or of so many of the first, and of nothing alike', async () => {
    const sender = new BulkSubmitter('sending', device.records)
    expect(sender.pendingOf('rows')).toBeNull()
    acts = [lose]
    await sender.send('A', 'rows.7x', options)
    expect(sender.pendingOf('rows')).toBeNull()
    expect(sender.pendingOf('rows.7')).toBeNull()
    expect(submissionKey('rows', undefined)).toBe('rows')
    expect(submissionKey('rows', 15)).toBe('rows.15')
  })
})

describe('the time of a submission', () => {
  let calls: { signal: AbortSignal; headers: Record<string, string> }[]
  let answers: (() => Promise<Response>)[]

  beforeEach(() => {
    calls = []
    answers = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      const { signal, headers } = init as (typeof calls)[0]
      calls.push({ signal, headers })
      const answer = answers.shift()
      return (
        answer?.() ??
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        })
      )
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const ok = async () => new Response(JSON.stringify(REPLY))
  const none = async () => Promise.reject(new TypeError('no network'))
  const refused = async () => new Response('{"code":"not_enough_tokens"}', { status: 402 })

  /** Submits, and tells what has ended at each of these times in ms. */
  async function endedAt(times: readonly number[], delayMs = 0) {
    let outcome: string | undefined
    const options = { headers: { 'accept-language': 'bg' }, delayMs, key: 'k' }
    void submitBulk('{}', options).then((result) => (outcome = result.outcome))
    const found: unknown[] = []
    let now = 0
    for (const time of times) {
      await vi.advanceTimersByTimeAsync(time - now)
      now = time
      found.push(outcome)
    }
    return found
  }

  it('CONV-02 · a success is shown after the delay, a failure at once', async () => {
    answers = [ok]
    expect(await endedAt([0, 699, 700], 700)).toEqual([undefined, undefined, 'converted'])
    expect(vi.getTimerCount()).toBe(0)
    answers = [refused]
    expect(await endedAt([0], 700)).toEqual(['rejected'])
    expect(calls.map(({ headers }) => headers)).toEqual([
      { 'accept-language': 'bg', 'idempotency-key': 'k', 'content-type': 'application/json' },
      { 'accept-language': 'bg', 'idempotency-key': 'k', 'content-type': 'application/json' },
    ])
  })

  it('CONV-11 · a lost one is sent again after half a second, and after two more', async () => {
    answers = [none, none, none]
    const counts: number[] = []
    const ended = submitBulk('{}', { headers: {}, delayMs: 0, key: 'k' })
    for (const ms of [0, 499, 1, 1999, 1]) {
      await vi.advanceTimersByTimeAsync(ms)
      counts.push(calls.length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 3])
    expect(await ended).toEqual({ outcome: 'unreachable', wasLost: true })
  })

  it('CONV-11 · all attempts together have two minutes', async () => {
    expect(await endedAt([119_999, 120_000])).toEqual([undefined, 'unreachable'])
    expect(calls).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('CONV-04 · what is stopped ends at once, and is not sent again', async () => {
    const stop = new AbortController()
    const sent = submitBulk('{}', { headers: {}, delayMs: 0, key: 'k', signal: stop.signal })
    stop.abort()
    expect(await sent).toEqual({ outcome: 'unreachable', wasLost: true })
    expect(calls).toHaveLength(1)
  })
})

it.each([
  [502, 'unreachable'],
  [503, 'rejected'],
  [504, 'unreachable'],
  [500, 'rejected'],
])('CONV-11 · a response %i leaves the rows %s', (status, outcome) => {
  const error = new ApiCallError(status, '', '{"error":"Моля, опитайте по-късно.","code":"busy"}')
  expect(failedAttempt(error)).toEqual(
    outcome === 'unreachable'
      ? { outcome }
      : { outcome, status, code: 'busy', sentence: 'Моля, опитайте по-късно.' },
  )
  expect(failedAttempt(new TypeError())).toEqual({ outcome: 'unreachable' })
})
