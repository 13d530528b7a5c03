import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Client as PostgresClient } from 'pg'
import { pseudoRandom } from '../server/reference.ts'
import type { Component, Journal } from './journal.ts'
import type { Site } from './site.ts'

/** Maximum pause between faults, ms. Many last longer, so faults overlap. */
const LONGEST_PAUSE_MS = 3000

/** Number of concurrent faults; with more, users make no progress. */
const AT_ONCE = 2

type Fault = {
  name: string
  weight: number
  /** The affected component; it has one fault at a time. */
  what: Component
  inject: (durationMs: number) => Promise<void>
}

/** Injects random faults until `isOver`, and waits until all have ended. */
export async function injectFaults(
  site: Site,
  journal: Journal,
  { seed, isOver }: { seed: number; isOver: () => boolean },
): Promise<void> {
  const random = pseudoRandom(seed + 77)
  const faults = faultsOf(site, journal)
  const weight = faults.reduce((sum, fault) => sum + fault.weight, 0)
  const active = new Map<Component, Promise<void>>()
  while (!isOver()) {
    await delay(random.next().value * LONGEST_PAUSE_MS)
    let place = random.next().value * weight
    const fault = faults.find((one) => (place -= one.weight) < 0)
    const durationMs = 300 + random.next().value * 5000
    if (fault === undefined || active.has(fault.what) || active.size >= AT_ONCE) continue
    journal.countIn(journal.faults, fault.name)
    const outage = { what: fault.what, from: Date.now(), to: Infinity }
    journal.outages.push(outage)
    const over = fault
      .inject(durationMs)
      .catch((error: unknown) => journal.addDifference(`${fault.name}: ${String(error)}`))
      .finally(() => {
        outage.to = Date.now()
        active.delete(fault.what)
      })
    active.set(fault.what, over)
  }
  await Promise.all(active.values())
}

function faultsOf(site: Site, journal: Journal): Fault[] {
  const { mail, provider } = site
  const processFaults = site.processes.flatMap((supervised, n): Fault[] => {
    const what = n === 0 ? 'process 0' : 'process 1'
    return [
      { name: 'SIGKILL', weight: 4, what, inject: async () => void (await supervised.end('SIGKILL')) },
      {
        name: 'SIGTERM',
        weight: 1,
        what,
        async inject() {
          const code = await supervised.end('SIGTERM')
          if (code !== 0) journal.addDifference(`a server ended after SIGTERM with ${code}`)
        },
      },
    ]
  })
  const modes = ['down', 'failing', 'nonsense', 'slow'] as const
  return [
    ...processFaults,
    ...(site.postgres === undefined ? ofSqlite(site) : ofPostgres(site)),
    {
      name: 'mail server down',
      weight: 1,
      what: 'mail',
      async inject(ms) {
        await mail.goDown()
        await delay(ms)
        await mail.comeUp()
      },
    },
    {
      name: 'mail server refuses',
      weight: 0.5,
      what: 'mail',
      async inject(ms) {
        mail.behave('answer 451')
        await delay(ms)
        mail.behave('take')
      },
    },
    ...modes.map((mode): Fault => ({
      name: `provider ${mode}`,
      weight: 0.5,
      what: 'provider',
      async inject(ms) {
        provider.behave(mode)
        await delay(ms)
        provider.behave('fine')
      },
    })),
  ]
}

/** Another process holds a write lock on the database file. */
function ofSqlite({ settings }: Site): Fault[] {
  return [
    {
      name: 'database locked',
      weight: 2,
      what: 'database',
      async inject(ms) {
        const other = new DatabaseSync(join(settings['DATA_DIR'] ?? '', 'levro.db'), { timeout: 2000 })
        try {
          other.exec('begin immediate')
          await delay(ms * 1.5)
          other.exec('rollback')
        } finally {
          other.close()
        }
      },
    },
  ]
}

function ofPostgres({ postgres, settings }: Site): Fault[] {
  return [
    {
      name: 'database connections cut',
      weight: 2,
      what: 'database',
      async inject() {
        const client = new PostgresClient(settings['DATABASE_URL'])
        await client.connect()
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
        await client.end()
      },
    },
    {
      name: 'database crashed',
      weight: 1.5,
      what: 'database',
      async inject(ms) {
        await postgres?.crash()
        await delay(ms / 2)
        await postgres?.start()
      },
    },
  ]
}
