import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { getJob, listJobs } from '#api/conversions.ts'
import { callHeaders } from '#engine/http/client.ts'
import { type Place, type TestServer, makePlace, startServer } from './harness.ts'
import type { Client } from './server/client.ts'
import { enterSite } from './site-server.ts'

/** The real server as a page calls it, with a new user for each test and a network that may lose calls. */
export type ConversionSite = {
  server: TestServer
  user: Client
  /** What the network does with each call in turn: loses it before the server has it, or its response. */
  losses: ('request' | 'response')[]
  /** What a page sends with each call of a user. */
  headersOf: (client: Client) => Record<string, string>
}

export function conversionSite(): ConversionSite {
  const headersOf = (client: Client) => ({ ...callHeaders('bg'), cookie: client.cookie ?? '' })
  const site = { losses: [], headersOf } as unknown as ConversionSite
  let place: Place
  let leave: () => void

  beforeAll(async () => {
    place = await makePlace('sqlite')
    site.server = await startServer(place.settings)
  })
  afterAll(async () => {
    await site.server.stop()
    await place.remove()
  })

  beforeEach(async () => {
    site.user = await site.server.user()
    site.losses = []
    leave = enterSite(site.server.origin)
    const call = globalThis.fetch
    globalThis.fetch = async (path, init) => {
      // No two jobs have the same time.
      site.server.time.now += 1000
      const loss = site.losses.shift()
      if (loss === 'request') throw new TypeError('no network')
      const response = await call(path, init)
      if (loss === 'response') throw new TypeError('connection lost')
      return response
    }
  })
  afterEach(() => leave())
  return site
}

/** The saved jobs of a user, the newest first. */
export const jobsOf = async (client: Client) => (await client.call(listJobs)).reply.jobs

export const rowsOf = async (client: Client, id: string) =>
  (await client.call(getJob, { params: { id } })).reply.rows
