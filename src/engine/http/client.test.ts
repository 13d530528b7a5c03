import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { convertBulk, getJob, listJobs } from '#api/conversions.ts'
import type { listEntries } from '#api/account.ts'
import {
  ApiCallError,
  apiErrorMessage,
  call,
  callHeaders,
  download,
  hasStatus,
  query,
  requireOk,
  send,
} from './client.ts'

const CALLS: { url: string; init: RequestInit }[] = []
let answer = () => new Response('{}')
const OPTIONS = { headers: {} }

beforeEach(() => {
  CALLS.splice(0)
  answer = () => new Response('{}')
  vi.stubGlobal('window', { location: { pathname: '/en/converter' } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    CALLS.push({ url, init })
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('LAY-07 · parameters replace their names in the path, and the others become the query', async () => {
    await send<typeof getJob>('GET /api/convert/jobs/:id', { params: { id: 'a/b?c' } }, OPTIONS)
    await send<typeof listEntries>('GET /api/account/tokens', { params: { before: '7' } }, OPTIONS)
    await send<typeof listEntries>('GET /api/account/tokens', { params: {} }, OPTIONS)
    await send<typeof listEntries>('GET /api/account/tokens', { params: { before: undefined } }, OPTIONS)
    await send<typeof getJob>('GET /api/convert/jobs/:id', { params: {} } as never, OPTIONS)
    expect(CALLS.map(({ url }) => url)).toEqual([
      '/api/convert/jobs/a%2Fb%3Fc',
      '/api/account/tokens?before=7',
      '/api/account/tokens',
      '/api/account/tokens',
      '/api/convert/jobs/',
    ])
  })

  it('LAY-07 · has its method, cookies, the mark of the page and its language', async () => {
    await call<typeof listJobs>('GET /api/convert/jobs', {})
    const { init } = CALLS[0]!
    expect(init).toEqual({
      method: 'GET',
      credentials: 'include',
      headers: { accept: 'application/json', 'accept-language': 'en', 'x-requested-with': 'levro' },
    })
    expect(callHeaders('bg')['accept-language']).toBe('bg')
  })

  it('CONV-11 · with a body is JSON, sent to the byte where it was serialized before', async () => {
    const name = 'POST /api/convert/bulk'
    const { signal } = new AbortController()
    await call<typeof convertBulk>(name, { body: '{"rows":[] }' }, { ...OPTIONS, signal })
    await call<typeof convertBulk>(name, { body: { rows: [], filename: null, source: 'manual' } }, OPTIONS)
    expect(CALLS.map(({ init: { body, method, headers } }) => ({ body, method, headers }))).toEqual([
      { body: '{"rows":[] }', method: 'POST', headers: { 'content-type': 'application/json' } },
      {
        body: '{"rows":[],"filename":null,"source":"manual"}',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      },
    ])
    expect(CALLS[0]?.init.signal).toBe(signal)
  })

  it('LAY-07 · gives its reply, as a file where that is wanted, and a query the path of its key', async () => {
    answer = () => new Response('{"jobs":[]}')
    expect(await call<typeof listJobs>('GET /api/convert/jobs', {})).toEqual({ jobs: [] })
    expect(await (await download<typeof listJobs>('GET /api/convert/jobs', {})).text()).toBe('{"jobs":[]}')
    const { signal } = new AbortController()
    expect(await query(['/api/convert', 'jobs', 7], signal)).toEqual({ jobs: [] })
    expect(CALLS.at(-1)).toMatchObject({ url: '/api/convert/jobs/7', init: { method: 'GET', signal } })
  })
})

describe('an unsuccessful response', () => {
  const failed = async (status: number, body: string, statusText = '') => {
    answer = () => new Response(body, { status, statusText })
    return call<typeof listJobs>('GET /api/convert/jobs', {}).catch((error: unknown) => error)
  }

  it('LAY-07 · is an error with its status, its code and the sentence for the user', async () => {
    const body = '{"error":"Няма жетони","code":"not_enough_tokens"}'
    const error = await failed(402, body)
    expect(error).toBeInstanceOf(ApiCallError)
    expect(error).toMatchObject({
      status: 402,
      code: 'not_enough_tokens',
      sentence: 'Няма жетони',
      message: `402: ${body}`,
      text: body,
    })
    expect([hasStatus(error, 402), hasStatus(error, 401), hasStatus(new Error(), 402)]).toEqual([
      true,
      false,
      false,
    ])
    expect(apiErrorMessage(error, 'other')).toBe('Няма жетони')
  })

  it.each([
    ['{"message":"Too many"}', 'Too many'],
    ['<html>', undefined],
    ['null', undefined],
    ['"text"', undefined],
    ['', undefined],
  ])('LAY-07 · from another program has what it says: %j', async (body, sentence) => {
    const error = await failed(503, body, 'Service Unavailable')
    expect(error).toMatchObject({ status: 503, sentence, code: undefined })
    expect((error as Error).message).toBe(`503: ${body || 'Service Unavailable'}`)
    expect(apiErrorMessage(error, 'other')).toBe(sentence ?? 'other')
  })

  it('LAY-07 · no response has the sentence of the page', async () => {
    expect(apiErrorMessage(new TypeError('no network'), 'other')).toBe('other')
    const response = new Response('text')
    expect(await requireOk(response)).toBe(response)
    await expect(requireOk(new Response('text', { status: 500 }))).rejects.toThrow('500: text')
    answer = () => new Response('', { status: 500 })
    await expect(download<typeof listJobs>('GET /api/convert/jobs', {})).rejects.toThrow('500')
    await expect(query(['/api'], new AbortController().signal)).rejects.toThrow('500')
  })
})
