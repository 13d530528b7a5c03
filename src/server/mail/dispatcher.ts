import type { FastifyInstance } from 'fastify'
import { type Clock, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { retryDelayMs, startBackgroundJob } from '../background-job.ts'
import {
  MAX_CONCURRENT_SENDS,
  type MailTransport,
  type ComposedEmail,
  UndeliverableError,
} from './transport.ts'
import { type OutboxEmail, claim, findDue, postpone, remove } from './outbox.ts'

/** Interval at which due emails are polled: those that other processes stored, and retries. */
export const OUTBOX_POLL_MS = 2000
/** Limit of one attempt, so that a slow mail server does not block the other emails. */
const ATTEMPT_TIMEOUT_MS = MINUTE_MS
/** Longer than an attempt can take, so that no other process sends the same email during it. */
const LEASE_MS = 2 * MINUTE_MS
/** An email fails when it is older than this and an attempt fails: mail servers retry as long (RFC 5321, 4.5.4.1). */
const MAX_RETRY_AGE_MS = 5 * DAY_MS
const MAX_PROBLEM_LENGTH = 200

type DispatcherDependencies = {
  db: Db
  clock: Clock
  transport: MailTransport
  compose: Composer
  pollMs: number
}

export type EmailDispatcher = {
  /** Polls the outbox now. */
  wake: () => void
}

/** Sends the emails in the outbox while the app runs. When the mail server is down they are delayed, not lost. */
export function startEmailDispatcher(
  app: FastifyInstance,
  dependencies: DispatcherDependencies,
): EmailDispatcher {
  async function sendDue(stopping: AbortSignal): Promise<boolean> {
    const due = await findDue(dependencies.db, dependencies.clock(), MAX_CONCURRENT_SENDS)
    const outcomes = await Promise.allSettled(due.map((email) => attempt(email, stopping)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    // A full batch: there may be more.
    return due.length === MAX_CONCURRENT_SENDS
  }

  /**
   * Ids of emails that the mail server has accepted but that are not yet removed from the outbox: they are
   * not sent again.
   */
  const accepted = new Set<string>()

  /** @throws when the database fails; the email is due again when its lease ends */
  async function attempt(email: OutboxEmail, stopping: AbortSignal): Promise<void> {
    const { db, clock } = dependencies
    const { id, kind } = email
    const until = clock() + LEASE_MS
    if (!(await claim(db, email, until))) return
    try {
      if (!accepted.has(id)) await send(email, stopping)
    } catch (error) {
      const dueAt = nextAttemptAt(email, error, clock())
      const problem = describeError(error)
      await postpone(db, { id, until, dueAt, problem })
      app.log.error({ kind, id, problem, hasFailed: dueAt === null }, 'email not sent')
      return
    }
    await remove(db, id, until)
    accepted.delete(id)
  }

  async function send(email: OutboxEmail, stopping: AbortSignal): Promise<void> {
    const { id, kind } = email
    const composed = await dependencies.compose(email)
    if (composed !== undefined) {
      const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)
      await dependencies.transport.send(composed, AbortSignal.any([stopping, timeout]))
      app.log.info({ kind, id }, 'email sent')
    }
    accepted.add(id)
  }

  // onClose hooks run last first: an email being sent when the app stops still has its connection.
  app.addHook('onClose', () => dependencies.transport.close())
  const errorMessage = 'the outbox could not be read or written'
  const wake = startBackgroundJob(app, { intervalMs: dependencies.pollMs, run: sendDue, errorMessage })
  return { wake }
}

/** When to retry an email after it failed (Unix ms), or null when a retry is of no use. */
function nextAttemptAt({ attempts, created_at }: OutboxEmail, error: unknown, now: number): number | null {
  if (error instanceof UndeliverableError || now - created_at > MAX_RETRY_AGE_MS) return null
  return now + retryDelayMs(attempts)
}

/**
 * The reason for the operator, without the address that mail servers often repeat, and without NUL, which
 * PostgreSQL rejects.
 */
function describeError(error: unknown): string {
  const cause = error instanceof UndeliverableError ? error.cause : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '…')
    .slice(0, MAX_PROBLEM_LENGTH)
}

/** Makes an email from its stored record; undefined when it has no recipient. */
export type Composer = (stored: OutboxEmail) => Promise<ComposedEmail | undefined>
