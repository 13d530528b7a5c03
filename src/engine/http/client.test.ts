import { afterEach, expect, it, vi } from 'vitest'
import type { getJob } from '#api/conversions.ts'
import type { listEntries } from '#api/account.ts'
import { send } from './client.ts'

const URLS: string[] = []
vi.stubGlobal('fetch', async (url: string) => {
  URLS.push(url)
  return new Response('{}')
})
const OPTIONS = { headers: {} }

afterEach(() => void URLS.splice(0))

it('LAY-07 · parameters replace their names in the path, and the others become the query', async () => {
  await send<typeof getJob>('GET /api/convert/jobs/:id', { params: { id: 'a/b?c' } }, OPTIONS)
  await send<typeof listEntries>('GET /api/account/tokens', { params: { before: '7' } }, OPTIONS)
  await send<typeof listEntries>('GET /api/account/tokens', { params: {} }, OPTIONS)
  expect(URLS).toEqual(['/api/convert/jobs/a%2Fb%3Fc', '/api/account/tokens?before=7', '/api/account/tokens'])
})
