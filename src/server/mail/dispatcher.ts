import type { FastifyInstance } from 'fastify'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { startBackgroundJob } from '../background-job.ts'
import { AT_ONCE, type MailTransport, type Letter, UndeliverableError } from './transport.ts'
import { type OutboxEmail, claim, findDue, postpone, remove } from './outbox.ts'

/** Interval at which due emails are polled: those that other processes stored, and retries. */
export const LOOK_EVERY_MS = 2000
/** Limit for one attempt, so that a mail server that answers slowly does not block the others. */
const ATTEMPT_WITHIN_MS = MINUTE_MS
/** Longer than an attempt can take, so that no other process sends the same email during it. */
const LEASE_MS = 2 * MINUTE_MS
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = HOUR_MS
/** How long an email is retried: as long as mail servers do (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * DAY_MS
const MAX_PROBLEM_LENGTH = 200

type Parts = { db: Db; clock: Clock; carrier: MailTransport; compose: Composer; lookEveryMs: number }

export type Dispatch = {
  /** Polls the outbox now. */
  wake: () => void
}

/** Sends the emails in the outbox while the app runs. When the mail server is down they are delayed, not lost. */
export function startEmailDispatcher(app: FastifyInstance, parts: Parts): Dispatch {
  async function round(stopping: AbortSignal): Promise<boolean> {
    const due = await findDue(parts.db, parts.clock(), AT_ONCE)
    const outcomes = await Promise.allSettled(due.map((letter) => attempt(letter, stopping)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    // A full batch: there may be more.
    return due.length === AT_ONCE
  }

  /**
   * Ids of emails that the mail server has accepted but that are not yet removed from the outbox: they are
   * not sent again.
   */
  const taken = new Set<string>()

  /** @throws when the database fails; the email is due again when its lease ends */
  async function attempt(letter: OutboxEmail, stopping: AbortSignal): Promise<void> {
    const { db, clock } = parts
    const { id, kind } = letter
    const until = clock() + LEASE_MS
    if (!(await claim(db, letter, until))) return
    try {
      if (!taken.has(id)) await send(letter, stopping)
    } catch (error) {
      const dueAt = nextAttempt(letter, error, clock())
      const problem = problemOf(error)
      await postpone(db, { id, until, dueAt, problem })
      app.log.error({ kind, id, problem, isGivenUp: dueAt === null }, 'letter not sent')
      return
    }
    await remove(db, id, until)
    taken.delete(id)
  }

  async function send(letter: OutboxEmail, stopping: AbortSignal): Promise<void> {
    const { id, kind } = letter
    const composed = await parts.compose(letter)
    if (composed !== undefined) {
      const inTime = AbortSignal.timeout(ATTEMPT_WITHIN_MS)
      await parts.carrier.carry(composed, AbortSignal.any([stopping, inTime]))
      app.log.info({ kind, id }, 'letter sent')
    }
    taken.add(id)
  }

  // onClose hooks run last first: an email being sent when the app stops still has its connection.
  app.addHook('onClose', () => parts.carrier.close())
  const failure = 'the outbox could not be read or written'
  const wake = startBackgroundJob(app, { everyMs: parts.lookEveryMs, round, failure })
  return { wake }
}

/** When to retry an email after it failed (Unix ms), or null when a retry is of no use. */
function nextAttempt({ attempts, created_at }: OutboxEmail, error: unknown, now: number): number | null {
  if (error instanceof UndeliverableError || now - created_at > GIVE_UP_AFTER_MS) return null
  return now + Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
}

/**
 * The reason for the operator, without the address that mail servers often repeat, and without NUL, which
 * PostgreSQL rejects.
 */
function problemOf(error: unknown): string {
  const cause = error instanceof UndeliverableError ? error.cause : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '…')
    .slice(0, MAX_PROBLEM_LENGTH)
}

/** Makes an email from its stored record; undefined when it has no recipient. */
export type Composer = (stored: OutboxEmail) => Promise<Letter | undefined>
