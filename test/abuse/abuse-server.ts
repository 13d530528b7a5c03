import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { Endpoint, ReplyOf } from '#api/endpoint.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { type Place, type TestDialect, makePlace } from '../harness.ts'
import { freePort } from '../free-port.ts'
import { type Answer, Client, PASSWORD } from '../server/client.ts'
import { expectConsistentLedger } from '../server/ledger-check.ts'
import { type MailServer, startMailServer } from '../server/mail-server.ts'
import { type PaymentsProvider, startPaymentsProvider } from '../server/payments-provider.ts'
import { type ServerProcess, startProcess } from '../server/server-process.ts'
import { BYSTANDER_LIMIT_MS, type Watched, maxExpectedWait, watchBystander } from './bystander.ts'
import { type Failures, expectValidResponse } from './clean.ts'
import {
  MAX_RESPONSE_MS,
  type Question,
  type RawOptions,
  type RawReply,
  type Reply,
  ask,
  sendBytes,
} from './request.ts'

/** How often an attack is made that a bystander notices. */
const UNNOTICED_ATTEMPTS = 3

/** A browser that checks every response for what holds for all. */
export class Caller extends Client {
  failures: Failures = 'none'

  override async send<E extends Endpoint>(
    endpoint: E,
    path: string,
    init: RequestInit,
  ): Promise<Answer<ReplyOf<E>>> {
    const signal = init.signal ?? AbortSignal.timeout(MAX_RESPONSE_MS)
    const answer = await super.send(endpoint, path, { ...init, signal })
    const { status, text, headers } = answer
    const contentType = headers.get('content-type') ?? ''
    const retryAfter = headers.has('retry-after')
    expectValidResponse({ path, status, text, contentType, retryAfter }, this.failures)
    return answer
  }
}

export type AbuseServerOptions = {
  databases?: readonly TestDialect[]
  /** Emails go to a mail server; without one they are files in the data folder. */
  mail?: boolean
  /** Packs are sold through a Stripe emulator. */
  payments?: boolean
  /** Further settings. */
  settings?: Record<string, string>
}

/** A server process with all services that it needs. */
export type AbuseServer = {
  dialect: TestDialect
  place: Place
  /** The settings of the process. */
  settings: Record<string, string>
  process: ServerProcess
  origin: string
  /** A connection of the test to the database of the process. */
  db: Db
  mail: MailServer
  provider: PaymentsProvider
  /** A browser without a session. */
  stranger: () => Caller
  /** A browser signed in to a new account with this balance. */
  user: (tokens?: number) => Promise<Caller>
  ask: (question: Question) => Promise<Reply>
  raw: (pieces: string | Buffer | (string | Buffer)[], options?: RawOptions) => Promise<RawReply>
  /** Texts that must not appear in the log; those of `user` are included. */
  keepSecret: (...texts: (string | undefined)[]) => void
  /** What the bystander has seen since the last call; asserts that it got correct responses in time. */
  waits: () => Promise<Watched>
  /** Runs an attack and asserts that the bystander waits hardly longer than before it; up to three times where it does. */
  expectUnnoticed: <T>(attack: () => Promise<T>) => Promise<T>
  /** One more process on the same database, until the suite ends. */
  startAnother: (settings?: Record<string, string>) => Promise<ServerProcess>
}

type Opened = AbuseServer & {
  secrets: Set<string>
  processes: ServerProcess[]
  /** The longest wait so far. */
  longestMs: () => number
  close: () => Promise<void>
}

/**
 * A suite of attacks on a running server. During and after each of them a bystander gets timely responses;
 * after each the ledger is consistent; at the end the log has no secrets.
 */
export function withAbuseServer(
  options: AbuseServerOptions,
  suite: (getTarget: () => AbuseServer, dialect: TestDialect) => void,
): void {
  describe.each(options.databases ?? (['sqlite'] as const))('%s', (dialect) => {
    let target: Opened
    beforeAll(async () => {
      target = await startAbuseServer(dialect, options)
    })
    afterEach(async () => {
      await target.waits()
      await expectConsistentLedger(target.db)
    })
    afterAll(async () => {
      const file = basename(expect.getState().testPath ?? '')
      process.stdout.write(`${file}: a bystander waited ${target?.longestMs()} ms at most (${dialect}).\n`)
      await target?.close()
    })
    suite(() => target, dialect)
  })
}

async function startAbuseServer(dialect: TestDialect, options: AbuseServerOptions): Promise<Opened> {
  const place = await makePlace(dialect)
  const mail = options.mail === true ? await startMailServer() : undefined
  const provider = options.payments === true ? await startPaymentsProvider() : undefined
  const port = options.settings?.['PUBLIC_ORIGIN'] === undefined ? 0 : await freePort()
  const settings = {
    ...place.settings,
    PORT: String(port),
    LOG_LEVEL: 'trace',
    ...(mail && { SMTP_URL: mail.url }),
    ...provider?.settings,
    ...options.settings,
  }
  const process = await startProcess(settings)
  provider?.deliverTo(`${process.origin}/api/webhooks/stripe`)
  const db = await openDatabase(readEnv(place.settings))
  const secrets = new Set([PASSWORD])
  const processes = [process]
  const keepSecret = (...texts: (string | undefined)[]) => {
    for (const text of texts) if (text !== undefined && text.length > 5) secrets.add(text)
  }
  const { origin } = process
  const watcher = new Caller(origin)
  await watcher.register()
  keepSecret(watcher.email, valueOf(watcher.cookie), valueOf(watcher.device))
  const bystander = await watchBystander(origin, watcher.cookie ?? '', watcher.email)
  let longestMs = 0
  async function waits(): Promise<Watched> {
    const seen = await bystander.report()
    longestMs = Math.max(longestMs, seen.longestMs)
    expect(seen.wrong, 'what a bystander was answered').toEqual([])
    expect(seen.longestMs, 'how long a bystander waited').toBeLessThan(BYSTANDER_LIMIT_MS)
    return seen
  }
  // Delays at the start are not caused by an attack.
  await bystander.report()
  return {
    dialect,
    place,
    settings,
    process,
    origin,
    db,
    secrets,
    processes,
    get mail() {
      return mail ?? expect.fail('The server under test has no mail server.')
    },
    get provider() {
      return provider ?? expect.fail('The server under test has no payment provider.')
    },
    keepSecret,
    waits,
    async expectUnnoticed(attack) {
      for (let attempt = 1; ; attempt++) {
        const most = maxExpectedWait(await waits())
        const outcome = await attack()
        const { longestMs: waited } = await waits()
        if (waited <= most) return outcome
        // What an attack delays, it delays each time; what else runs on the machine does not.
        if (attempt === UNNOTICED_ATTEMPTS)
          expect(waited, 'how long a bystander waited, compared with before').toBeLessThanOrEqual(most)
      }
    },
    longestMs: () => longestMs,
    stranger: () => new Caller(origin),
    async user(tokens = 15) {
      const caller = new Caller(origin)
      expect((await caller.register()).status).toBe(200)
      keepSecret(caller.email, valueOf(caller.cookie), valueOf(caller.device))
      const more = { email: caller.email, tokens: tokens - 15, note: 'test', at: Date.now() }
      if (tokens > 15) await grantTokens(db, more)
      return caller
    },
    ask: (question) => ask(origin, question),
    raw: (pieces, rawOptions) => sendBytes(origin, pieces, rawOptions),
    async startAnother(more = {}) {
      const next = await startProcess({ ...settings, ...more })
      processes.push(next)
      return next
    },
    async close() {
      await bystander.stop()
      for (const { kill } of processes) kill('SIGTERM')
      const ends = await Promise.all(processes.map(({ ended }) => ended))
      await provider?.stop()
      await mail?.stop()
      await db.destroy()
      await place.remove()
      const log = ends.map(({ stdout, stderr }) => stdout + stderr).join('')
      const told = [...secrets].filter((secret) => log.includes(secret))
      expect(told, 'secrets in the log').toEqual([])
    },
  }
}

/** The secret in `name=secret`. */
export const valueOf = (cookie: string | undefined): string => cookie?.split('=')[1] ?? ''
