import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { StorageHealth } from '../db/storage-health.ts'
import type { Db } from '../db/schema.ts'
import { Gauge, type Registry } from 'prom-client'

/** Work stored in the database, which all processes share. */
export type QueueDepths = {
  emailsQueued: number
  emailsFailed: number
  /** Age of the oldest queued email, seconds; 0 without any. */
  oldestEmailSeconds: number
  purchasesProcessing: number
  purchasesOpen: number
  purchasesWithProblem: number
  /** Files to be processed in the background, also those being processed. */
  filesWaiting: number
  /** Age of the oldest of them, seconds; 0 without any. */
  oldestFileSeconds: number
  webhooksWaiting: number
  webhooksFailed: number
}

/** Lifetime of cached results: several scrapers cost no more than one. */
const CACHE_MS = 5000
/** A database that takes longer is reported as down. */
const QUERY_TIMEOUT_MS = 2000

/** Returns a cached reader. It returns undefined when the database fails or does not answer in time. */
export function makeQueueDepthReader(db: Db, clock: Clock): () => Promise<QueueDepths | undefined> {
  let cached: { until: number; depths: Promise<QueueDepths | undefined> } | undefined
  return () => {
    const now = clock()
    if (cached === undefined || now >= cached.until)
      cached = { until: now + CACHE_MS, depths: readWithTimeout(db, now) }
    return cached.depths
  }
}

async function readWithTimeout(db: Db, now: number): Promise<QueueDepths | undefined> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      readQueueDepths(db, now),
      delay(QUERY_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }),
    ])
  } catch {
    return undefined
  } finally {
    timeout.abort()
  }
}

async function readQueueDepths(db: Db, now: number): Promise<QueueDepths> {
  const emails = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('due_at').as('queued'),
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
  const files = await db
    .selectFrom('file_conversion')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest')])
    // Those that are not completed, found by the index on `due_at`, which SQLite does not use for `is not null`.
    .where('due_at', '>=', 0)
    .executeTakeFirstOrThrow()
  const webhooks = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('due_at').as('waiting')])
    .executeTakeFirstOrThrow()
  return {
    emailsQueued: emails.queued,
    emailsFailed: emails.all - emails.queued,
    oldestEmailSeconds: ageSeconds(emails.oldest, now),
    purchasesProcessing: purchases.processing,
    purchasesOpen: purchases.open,
    purchasesWithProblem: purchases.problem,
    filesWaiting: files.waiting,
    oldestFileSeconds: ageSeconds(files.oldest, now),
    webhooksWaiting: webhooks.waiting,
    webhooksFailed: webhooks.all - webhooks.waiting,
  }
}

const ageSeconds = (oldest: number | null, now: number): number =>
  oldest === null ? 0 : Math.max(0, now - oldest) / 1000

const GAUGES: readonly [keyof QueueDepths, name: string, help: string][] = [
  ['emailsQueued', 'levro_outbox_waiting', 'Emails waiting to be sent.'],
  ['emailsFailed', 'levro_outbox_given_up', 'Emails that are not retried any more.'],
  ['oldestEmailSeconds', 'levro_outbox_oldest_seconds', 'Age of the oldest email waiting to be sent.'],
  ['purchasesOpen', 'levro_purchases_open', 'Checkout sessions that are open and unpaid.'],
  ['purchasesProcessing', 'levro_purchases_processing', 'Payments that are confirmed but not complete.'],
  ['purchasesWithProblem', 'levro_purchases_with_problem', "Payments that need the operator's attention."],
  ['filesWaiting', 'levro_files_waiting', 'Files to be processed in the background.'],
  ['oldestFileSeconds', 'levro_files_oldest_seconds', 'Age of the oldest of these files.'],
  ['webhooksWaiting', 'levro_webhooks_waiting', 'Webhooks waiting to be sent.'],
  ['webhooksFailed', 'levro_webhooks_given_up', 'Webhooks that are not retried any more.'],
]

/** Registers gauges of the database. While it is unavailable they are absent and `levro_database_up` is 0. */
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
        const depths = await read()
        if (depths === undefined) gauge.remove()
        else gauge.set(depths[key])
      },
    })
  }
}

/** Registers whether writes reach the disk, as /readyz reports it. */
export function registerStorageMetric(register: Registry, { isWritable }: StorageHealth): void {
  const gauge: Gauge = new Gauge({
    name: 'levro_database_writable',
    help: 'Whether writes reach the disk of the database.',
    registers: [register],
    collect: async () => gauge.set((await isWritable()) ? 1 : 0),
  })
}
