import type { FastifyInstance } from 'fastify'
import { retryDelayMs, startBackgroundJob } from '../background-job.ts'
import { type Clock, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import type { SecretKey } from '../secret-key.ts'
import {
  type Delivery,
  claimDelivery,
  findDueDeliveries,
  postponeDelivery,
  removeDelivery,
} from './deliveries.ts'
import { type WebhookNetwork, WebhookError, postWebhook } from './send.ts'
import { SIGNATURE_HEADER, signatureOf, webhookSecret } from './signature.ts'

const MAX_CONCURRENT = 8
/** Longer than an attempt can take, so that no other process sends the same notice during it. */
const LEASE_MS = MINUTE_MS
/** A notice fails when it is older than this and an attempt fails. */
const MAX_RETRY_AGE_MS = DAY_MS

type Dependencies = {
  db: Db
  clock: Clock
  key: SecretKey
  network: WebhookNetwork
  /** The body of a notice: JSON. Undefined when there is nothing to tell any more. */
  compose: (delivery: Delivery) => Promise<string | undefined>
  /** Interval at which due notices are polled: those that other processes stored, and retries. */
  pollMs: number
}

/** Sends the stored notices while the app runs. @returns polls them now */
export function startWebhooks(app: FastifyInstance, dependencies: Dependencies): () => void {
  const { db, clock, key, network, compose, pollMs } = dependencies

  async function sendDue(stopping: AbortSignal): Promise<boolean> {
    const due = await findDueDeliveries(db, clock(), MAX_CONCURRENT)
    const outcomes = await Promise.allSettled(due.map((delivery) => attempt(delivery, stopping)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    // Not those of one account beyond its share, which wait for this round.
    return due.length > 0
  }

  /** The log names neither the address, whose query may be a secret, nor its host. */
  async function attempt(delivery: Delivery, stopping: AbortSignal): Promise<void> {
    const { id } = delivery
    const facts = { delivery: id, file: delivery.file_id, attempts: delivery.attempts + 1 }
    const until = clock() + LEASE_MS
    if (!(await claimDelivery(db, delivery, until))) return
    const body = (await isInUse(db, delivery.api_key_id)) ? await compose(delivery) : undefined
    if (body === undefined) return removeDelivery(db, id, until)
    try {
      const signature = signatureOf(webhookSecret(key, delivery.api_key_id), body, clock())
      await postWebhook(
        network,
        { url: delivery.url, body, signature: [SIGNATURE_HEADER, signature] },
        stopping,
      )
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      const dueAt = nextAttemptAt(delivery, clock())
      await postponeDelivery(db, id, { until, dueAt, problem: error.message })
      app.log.warn({ ...facts, problem: error.message, hasFailed: dueAt === null }, 'webhook not accepted')
      return
    }
    await removeDelivery(db, id, until)
    app.log.info(facts, 'webhook sent')
  }

  const errorMessage = 'the webhooks could not be read or written'
  return startBackgroundJob(app, { intervalMs: pollMs, run: sendDue, errorMessage })
}

const nextAttemptAt = ({ attempts, created_at }: Delivery, now: number): number | null =>
  now - created_at > MAX_RETRY_AGE_MS ? null : now + retryDelayMs(attempts)

/** Nothing is sent any more for a key that its owner has revoked. */
async function isInUse(db: Db, apiKeyId: string): Promise<boolean> {
  const key = await db
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', apiKeyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return key !== undefined
}
