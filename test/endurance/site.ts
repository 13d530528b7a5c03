import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client as PostgresClient } from 'pg'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { freePort } from '../free-port.ts'
import { type OwnPostgres, startPostgres } from '../own-postgres.ts'
import { type MailServer, startMailServer } from '../server/mail-server.ts'
import { type PaymentsProvider, startPaymentsProvider } from '../server/payments-provider.ts'
import { type ServerProcess, startProcess } from '../server/server-process.ts'
import type { Journal } from './record.ts'

export type Database = 'sqlite' | 'postgres'

/** A process that is started again whenever it has ended, as a supervisor does. */
export type Slot = {
  /** Where it listens, or listened last. */
  origin: string
  isUp: boolean
  /** Ends it, and resolves when its successor listens. @returns how it ended */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>
  /** Ends it for good. @returns its exit code */
  close: () => Promise<number | null>
}

export type Site = {
  database: Database
  settings: Record<string, string>
  slots: readonly Slot[]
  postgres: OwnPostgres | undefined
  mail: MailServer
  provider: PaymentsProvider
  /** The servers' own database, beside them. The caller closes it. */
  openStore: () => Promise<Db>
  stop: () => Promise<void>
}

/** Longer than anything here is away, so that no message of the provider is given up. */
const WEBHOOK_DELAYS_MS = Array<number>(5000).fill(200)
const PROCESSES = 2

/** Everything that the product needs in production, with two processes on one database. */
export async function openSite(database: Database, journal: Journal): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-endure-'))
  const postgres = database === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
  const mail = await startMailServer()
  const provider = await startPaymentsProvider({
    retryDelaysMs: WEBHOOK_DELAYS_MS,
    webhookUrl: 'http://127.0.0.1:1',
  })
  const settings = {
    DATA_DIR: folder,
    ...(postgres !== undefined && { DATABASE_URL: await makeDatabase(postgres.url) }),
    SMTP_URL: mail.url,
    TRUST_PROXY: '127.0.0.0/8',
    PUBLIC_ORIGIN: 'http://levro.example',
    LOG_LEVEL: 'error',
    ...provider.settings,
  }
  const slots = await Promise.all(Array.from({ length: PROCESSES }, () => openSlot(settings, journal)))
  // Messages come to one process or the other, wherever it listens by then.
  let turn = 0
  const aim = () => provider.passWebhooksTo(`${slots[turn++ % PROCESSES]?.origin}/api/webhooks/stripe`)
  aim()
  const aiming = setInterval(aim, 200)

  return {
    database,
    settings,
    slots,
    postgres,
    mail,
    provider,
    openStore: () => openDatabase(readEnv(settings), { statementTimeoutMs: 0 }),
    async stop() {
      clearInterval(aiming)
      await Promise.all(slots.map(({ close }) => close()))
      await provider.stop()
      await mail.stop()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeDatabase(server: string): Promise<string> {
  const client = new PostgresClient(server)
  await client.connect()
  await client.query('create database levro')
  await client.end()
  const url = new URL(server)
  url.pathname = '/levro'
  return url.href
}

async function openSlot(settings: Record<string, string>, journal: Journal): Promise<Slot> {
  let isClosing = false
  let isAsked = false
  let current = await begin()
  let successor: Promise<void>

  async function begin(): Promise<ServerProcess> {
    for (;;) {
      const port = String(await freePort())
      try {
        const started = await startProcess({ ...settings, PORT: port })
        return { ...started, origin: `http://127.0.0.1:${port}` }
      } catch {
        // Its database is away.
        await delay(100)
      }
    }
  }

  /** Resolves when the next one listens. */
  async function follow(process: ServerProcess): Promise<void> {
    const { code, signal, stdout, stderr } = await process.ended
    slot.isUp = false
    if (!isAsked) journal.differs(`a server ended by itself: ${code} ${signal} ${stderr.slice(-500)}`)
    for (const line of stdout.split('\n'))
      if ([...journal.failedRequests].some((id) => line.includes(id))) journal.differs(line.slice(0, 800))
    isAsked = false
    if (isClosing) return
    current = await begin()
    slot.origin = current.origin
    slot.isUp = true
    successor = follow(current)
  }

  const slot: Slot = {
    origin: current.origin,
    isUp: true,
    async end(signal) {
      const [ending, next] = [current, successor]
      isAsked = true
      ending.kill(signal)
      const { code } = await ending.ended
      await next
      return code
    },
    async close() {
      if (isClosing) return null
      isClosing = true
      isAsked = true
      current.kill('SIGTERM')
      return (await current.ended).code
    },
  }
  successor = follow(current)
  return slot
}
