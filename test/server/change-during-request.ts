import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type TestServer, makeCheapHasher } from '../harness.ts'

type IsRow = (row: Record<string, unknown>) => boolean
type Change = () => Promise<unknown>

/** A second server on the database of another: a test changes rows between two reads of one of its requests. */
export type PausableServer = {
  origin: string
  /** Makes this change once the next request has read such a row, before it gets it. Called by a change, once the same request has. */
  onceRead: (isRow: IsRow, change: Change) => void
  /** Fails where a change was not made: nothing has read such a row. */
  expectChanged: () => void
  stop: () => Promise<void>
}

/** Starts such a server. Changes use the database connection of the other server, not its own. */
export async function startPausableServer({ db, env, time }: TestServer): Promise<PausableServer> {
  let awaited: { isRow: IsRow; change: Change; request: object | undefined } | undefined
  // Emails are read in the background, also because of earlier requests: nothing is changed for them.
  const current = new AsyncLocalStorage<object>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const request = current.getStore()
      if (request === undefined || request !== awaited?.request || !result.rows.some(awaited.isRow))
        return result
      const { change } = awaited
      awaited = undefined
      await change()
      return result
    },
  }
  const parts = { env, db: db.withPlugin(plugin), clock: () => time.now, hasher: makeCheapHasher() }
  const { app } = await buildApp(parts)
  app.server.prependListener('request', () => {
    const request = {}
    if (awaited !== undefined) awaited.request ??= request
    current.enterWith(request)
  })
  return {
    origin: await app.listen({ port: 0, host: '127.0.0.1' }),
    onceRead: (isRow, change) => (awaited = { isRow, change, request: current.getStore() }),
    expectChanged: () => expect(awaited, 'the change that was not made').toBeUndefined(),
    stop: () => app.close(),
  }
}
