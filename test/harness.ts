import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as PostgresClient } from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type AppDependencies, buildApp } from '#server/app.ts'
import { type HashCost, type PasswordHasher, makePasswordHasher } from '#server/auth/password-hash.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { type Env, readEnv } from '#server/env.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { Client } from './server/client.ts'

export const DIALECTS = ['sqlite', 'postgres'] as const
export type TestDialect = (typeof DIALECTS)[number]

/** A test database: the settings that name it, and its removal. */
export type Place = {
  settings: { DATA_DIR: string; DATABASE_URL?: string; SECRET_KEY?: string }
  remove: () => Promise<void>
}

/** The same for all, so that a backup of one place can be used at another. */
export const SECRET_KEY = 'the-secret-key-of-the-tests-which-is-not-secret'

/** Creates an empty database for a test. */
export async function makePlace(dialect: TestDialect): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (dialect === 'sqlite')
    return { settings: { DATA_DIR: folder, SECRET_KEY }, remove: async () => removeFolder() }

  const server = inject('postgresUrl')
  const name = `levro_${randomUUID().replaceAll('-', '')}`
  await command(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: url.href, SECRET_KEY },
    remove: async () => {
      await command(server, `drop database ${name} with (force)`)
      removeFolder()
    },
  }
}

async function command(url: string, sql: string): Promise<void> {
  const client = new PostgresClient(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Opens a second connection to a database, while a server uses it or after it has stopped. */
export async function withDatabase<T>(place: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(readEnv(place.settings))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export type TestServer = {
  origin: string
  db: Db
  env: Env
  /** The server's clock, UTC ms; tests advance it. */
  time: { now: number }
  /** Creates a client with its own cookies. */
  client: () => Client
  /** Creates a client signed in to a new account with this balance. */
  user: (tokens?: number) => Promise<Client>
  stop: () => Promise<void>
}

/** Argon2id at a thousandth of its cost: most tests sign up users, and are not about passwords. */
export const CHEAP_PASSWORDS: HashCost = { memoryKib: 32, passes: 1 }

export const makeCheapHasher = (): PasswordHasher => makePasswordHasher(undefined, CHEAP_PASSWORDS)

type Dependencies = Pick<
  AppDependencies,
  'outboxPollMs' | 'reconcileIntervalMs' | 'hasher' | 'filesPollMs' | 'fileConverter' | 'webhookNetwork'
>

/**
 * Starts the real server on a free port, with pages when their folder is given. The caller stops it.
 * @param dependencies by default those of production, but for the cost of passwords and the interval of the outbox
 */
export async function startServer(
  settings: Record<string, string | undefined>,
  pagesRoot?: string,
  dependencies: Dependencies = {},
): Promise<TestServer> {
  const env = readEnv({ LOG_LEVEL: 'fatal', PORT: '0', ...settings })
  const db = await openDatabase(env)
  const time = { now: Date.now() }
  const polls = { outboxPollMs: 50, filesPollMs: 50 }
  const parts = { env, db, clock: () => time.now, pagesRoot, ...polls, hasher: makeCheapHasher() }
  const { app } = await buildApp({ ...parts, ...dependencies }).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = () => new Client(origin)
  return {
    origin,
    db,
    env,
    time,
    client,
    user: async (tokens = 15) => signUp(client(), db, tokens),
    stop: async () => {
      await app.close()
      await db.destroy()
    },
  }
}

async function signUp(client: Client, db: Db, tokens: number): Promise<Client> {
  await client.register()
  if (tokens > 15)
    await grantTokens(db, { email: client.email, tokens: tokens - 15, note: 'test', at: Date.now() })
  return client
}

/** Runs the suite with a running server on each database. */
export function onEachDatabase(suite: (server: () => TestServer, dialect: TestDialect) => void): void {
  describe.each(DIALECTS)('%s', (dialect) => {
    let place: Place
    let server: TestServer
    beforeAll(async () => {
      place = await makePlace(dialect)
      server = await startServer(place.settings)
    })
    afterAll(async () => {
      await server.stop()
      await place.remove()
    })
    suite(() => server, dialect)
  })
}
