import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { Gauge, type Registry } from 'prom-client'

/** Work that is stored, as all processes on the database see it. */
export type QueueDepths = {
  emailsQueued: number
  emailsFailed: number
  /** Of the letter that has waited longest; 0 when none waits. */
  oldestEmailSeconds: number
  /** Payments whose money is on its way, and payment pages that are open. */
  purchasesProcessing: number
  purchasesOpen: number
  /** That an operator has to look at. */
  purchasesWithProblem: number
}

/** Whoever asks more often is told the same: several scrapers cost no more than one. */
const CACHE_MS = 5000
/** A database that hangs is down, for who waits for an answer. */
const QUERY_TIMEOUT_MS = 2000

/** @returns reads what is stored; undefined when the database does not answer */
export function makeQueueDepthReader(db: Db, clock: Clock): () => Promise<QueueDepths | undefined> {
  let last: { until: number; work: Promise<QueueDepths | undefined> } | undefined
  return () => {
    const now = clock()
    if (last === undefined || now >= last.until)
      last = { until: now + CACHE_MS, work: readWithTimeout(db, now) }
    return last.work
  }
}

async function readWithTimeout(db: Db, now: number): Promise<QueueDepths | undefined> {
  const stop = new AbortController()
  try {
    return await Promise.race([
      readQueueDepths(db, now),
      delay(QUERY_TIMEOUT_MS, undefined, { signal: stop.signal, ref: false }),
    ])
  } catch {
    return undefined
  } finally {
    stop.abort()
  }
}

async function readQueueDepths(db: Db, now: number): Promise<QueueDepths> {
  const letters = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('due_at').as('waiting'),
      fn.min('created_at').filterWhere('due_at', 'is not', null).as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  const purchases = await db
    .selectFrom('purchase')
    .select(({ fn }) => [
      fn.count<number>('problem').as('problem'),
      fn.countAll<number>().filterWhere('status', '=', 'processing').as('processing'),
      fn.countAll<number>().filterWhere('status', '=', 'open').as('open'),
    ])
    .executeTakeFirstOrThrow()
  return {
    emailsQueued: letters.waiting,
    emailsFailed: letters.all - letters.waiting,
    oldestEmailSeconds: letters.oldest === null ? 0 : Math.max(0, now - letters.oldest) / 1000,
    purchasesProcessing: purchases.processing,
    purchasesOpen: purchases.open,
    purchasesWithProblem: purchases.problem,
  }
}

const GAUGES: readonly [keyof QueueDepths, name: string, help: string][] = [
  ['emailsQueued', 'levro_outbox_waiting', 'Letters that are still to be sent.'],
  ['emailsFailed', 'levro_outbox_given_up', 'Letters that no attempt is made for any more.'],
  ['oldestEmailSeconds', 'levro_outbox_oldest_seconds', 'Age of the oldest letter that waits.'],
  ['purchasesOpen', 'levro_purchases_open', 'Payment pages that nobody has paid on yet.'],
  ['purchasesProcessing', 'levro_purchases_processing', 'Payments whose money is on its way.'],
  ['purchasesWithProblem', 'levro_purchases_with_problem', 'Payments that an operator has to look at.'],
]

/** What the database knows. While it does not answer, its gauges are absent, and one says why. */
export function registerDatabaseMetrics(
  register: Registry,
  read: () => Promise<QueueDepths | undefined>,
): void {
  const up: Gauge = new Gauge({
    name: 'levro_database_up',
    help: 'Whether the database answers.',
    registers: [register],
    collect: async () => up.set((await read()) === undefined ? 0 : 1),
  })
  for (const [key, name, help] of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const work = await read()
        if (work === undefined) gauge.remove()
        else gauge.set(work[key])
      },
    })
  }
}
