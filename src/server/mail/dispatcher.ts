import type { FastifyInstance } from 'fastify'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { startBackgroundJob } from '../background-job.ts'
import { AT_ONCE, type MailTransport, type Letter, UndeliverableError } from './transport.ts'
import { type OutboxEmail, claim, findDue, postpone, remove } from './outbox.ts'

/** Letters of other processes, and those whose time has come, are found this often. */
export const LOOK_EVERY_MS = 2000
/** An attempt ends by then, whatever the mail server does: one that says a word now and then would hold up all others. */
const ATTEMPT_WITHIN_MS = MINUTE_MS
/** Longer than an attempt can take, so that no other process takes the letter meanwhile. */
const LEASE_MS = 2 * MINUTE_MS
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = HOUR_MS
/** As long as mail servers try (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * DAY_MS
const MAX_PROBLEM_LENGTH = 200

type Parts = { db: Db; clock: Clock; carrier: MailTransport; compose: Composer; lookEveryMs: number }

export type Dispatch = {
  /** Looks for letters now. */
  wake: () => void
}

/** Sends what is in the outbox, for as long as the app runs. A mail server that is down delays, and loses nothing. */
export function startEmailDispatcher(app: FastifyInstance, parts: Parts): Dispatch {
  async function round(stopping: AbortSignal): Promise<boolean> {
    const due = await findDue(parts.db, parts.clock(), AT_ONCE)
    const outcomes = await Promise.allSettled(due.map((letter) => attempt(letter, stopping)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    // As many as were asked for: there may be more.
    return due.length === AT_ONCE
  }

  /** Letters that the mail server has taken, until that is written down: they are not sent again. */
  const taken = new Set<string>()

  /** @throws when the store fails; the letter is due again when its lease ends */
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

  // Hooks of the end run last first: a letter under way when the app stops still has its connection.
  app.addHook('onClose', () => parts.carrier.close())
  const failure = 'the outbox could not be read or written'
  const wake = startBackgroundJob(app, { intervalMs: parts.lookEveryMs, run: round, errorMessage: failure })
  return { wake }
}

/** When a letter is tried again after it failed, or null when that is of no use any more. */
function nextAttempt({ attempts, created_at }: OutboxEmail, error: unknown, now: number): number | null {
  if (error instanceof UndeliverableError || now - created_at > GIVE_UP_AFTER_MS) return null
  return now + Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
}

/** The reason for the operator, without the address that mail servers like to repeat; PostgreSQL keeps no NUL. */
function problemOf(error: unknown): string {
  const cause = error instanceof UndeliverableError ? error.cause : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '…')
    .slice(0, MAX_PROBLEM_LENGTH)
}

/** The letter that a stored one becomes; undefined when nobody is to get one. */
export type Composer = (stored: OutboxEmail) => Promise<Letter | undefined>
