import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Place, makePlace } from '#test/harness.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './db/database.ts'
import { readEnv } from './env.ts'

let place: Place
beforeAll(async () => {
  place = await makePlace('sqlite')
})
afterAll(() => place.remove())

it('API-04 · a failed accept does not end the process', async () => {
  const env = readEnv({ ...place.settings, LOG_LEVEL: 'silent' })
  const db = await openDatabase(env)
  const { app } = await buildApp({ env, db, clock: Date.now })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.emit('error', new Error('accept ENFILE'))
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  await app.close()
  await db.destroy()
})
