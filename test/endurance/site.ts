import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as PostgresClient } from 'pg'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { type OwnPostgres, startPostgres } from '../own-postgres.ts'
import { type MailServer, startMailServer } from '../server/mail-server.ts'
import { type PaymentsProvider, startPaymentsProvider } from '../server/payments-provider.ts'
import type { Journal } from './journal.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

export type Database = 'sqlite' | 'postgres'

export type Site = {
  database: Database
  settings: Record<string, string>
  processes: readonly SupervisedProcess[]
  postgres: OwnPostgres | undefined
  mail: MailServer
  provider: PaymentsProvider
  /** The servers' database. */
  store: Db
  /** Id of the account with this email; undefined when the database is unavailable. */
  idOf: (email: string) => Promise<string | undefined>
  /** Aborted when the run is: no user continues. */
  signal: AbortSignal
  /** Cleanup functions, run in reverse order. */
  cleanups: (() => unknown)[]
}

/** Longer than any outage of the run, so that no webhook is dropped. */
const WEBHOOK_DELAYS_MS = Array<number>(5000).fill(200)
const PROCESSES = 2

type Run = Pick<Site, 'signal' | 'cleanups'> & { journal: Journal }

/** Starts two server processes on one database, with mail server and Stripe emulator. */
export async function openSite(database: Database, { journal, signal, cleanups }: Run): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-endure-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = database === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
  if (postgres !== undefined) cleanups.push(postgres.stop)
  const mail = await startMailServer()
  cleanups.push(mail.stop)
  const provider = await startPaymentsProvider({
    retryDelaysMs: WEBHOOK_DELAYS_MS,
    webhookUrl: 'http://127.0.0.1:1',
  })
  cleanups.push(provider.stop)
  const settings = {
    DATA_DIR: folder,
    ...(postgres !== undefined && { DATABASE_URL: await makeDatabase(postgres.url) }),
    SMTP_URL: mail.url,
    TRUST_PROXY: '127.0.0.0/8',
    PUBLIC_ORIGIN: 'http://levro.example',
    LOG_LEVEL: 'error',
    ...provider.settings,
  }
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const supervised = await superviseProcess(settings, journal)
      cleanups.push(supervised.close)
      return supervised
    }),
  )
  const store = await openDatabase(readEnv(settings), { statementTimeoutMs: 0 })
  cleanups.push(() => store.destroy())
  // Webhooks alternate between the processes, whose ports change.
  let turn = 0
  const aim = () => provider.passWebhooksTo(`${processes[turn++ % PROCESSES]?.origin}/api/webhooks/stripe`)
  aim()
  const aiming = setInterval(aim, 200)
  cleanups.push(() => clearInterval(aiming))

  async function idOf(email: string): Promise<string | undefined> {
    const account = store.selectFrom('account').select('id').where('email', '=', email)
    return (await account.executeTakeFirst().catch(() => undefined))?.id
  }
  return { database, settings, processes, postgres, mail, provider, store, idOf, signal, cleanups }
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
