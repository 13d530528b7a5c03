import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient, queryOf } from './queries.ts'

type Answer = { status: number; body: string }

let answer: Answer = { status: 200, body: '{}' }
let asked: IncomingMessage[] = []
let origin = ''

const server = createServer((request, response) => {
  asked.push(request)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})

beforeAll(async () => {
  vi.stubGlobal('window', { location: { pathname: '/en/account' } })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  asked = []
  answer = { status: 200, body: '{"n":1}' }
})

const ask = (on401: 'raise' | 'null', client = makeQueryClient()) =>
  client.fetchQuery({ queryKey: [origin, 'api', 'jobs', 7], queryFn: queryOf(on401) })

describe('data queries', () => {
  it('LAY-07 · ask by GET for the path that the elements of the key make, and read JSON', async () => {
    expect(await ask('raise')).toEqual({ n: 1 })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/jobs/7'])
    expect(asked[0]?.headers).toMatchObject({ accept: 'application/json', 'accept-language': 'en' })
  })

  it.each([
    [{ status: 500, body: '{"error":"Broken"}' }, '500: {"error":"Broken"}'],
    [{ status: 404, body: '' }, '404: Not Found'],
    [{ status: 401, body: 'Not authenticated' }, '401: Not authenticated'],
  ])('LAY-07 · %o is an error with status and text, and is not asked again', async (refusal, message) => {
    answer = refusal
    await expect(ask('raise')).rejects.toThrow(message)
    expect(asked).toHaveLength(1)
  })

  it('LAY-07 · a 401 is an empty result where the query says so; other failures stay errors', async () => {
    answer = { status: 401, body: '{"error":"Not authenticated"}' }
    expect(await ask('null')).toBeNull()
    answer = { status: 403, body: 'No' }
    await expect(ask('null')).rejects.toThrow('403: No')
  })

  it('LAY-07 · what was asked is never stale: neither time, nor the focus, nor a second look asks again', async () => {
    const client = makeQueryClient()
    await ask('raise', client)
    await ask('raise', client)
    const observer = new QueryObserver(client, {
      queryKey: [origin, 'api', 'jobs', 7],
      queryFn: queryOf('raise'),
    })
    const leave = observer.subscribe(() => undefined)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    expect(observer.getCurrentResult()).toMatchObject({ data: { n: 1 }, isStale: false, isFetching: false })
    leave()
    client.clear()
    focusManager.setFocused(undefined)
    expect(asked).toHaveLength(1)
  })
})
