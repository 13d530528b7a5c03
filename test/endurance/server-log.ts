import type { Journal } from './journal.ts'

/** Messages at level `error` that are expected while the database is unavailable. */
const OF_DATABASE = new Set([
  'a statement timed out or was aborted',
  'the outbox could not be read or written',
  'the waiting files could not be read or written',
  'the webhooks could not be read or written',
  'purchases could not be checked',
  'a purchase could not be checked',
  'cleanup step failed',
  'ledger entries could not be chained',
  'the security log could not be written',
])

/** Errors of an unavailable database. Any other error is a bug. */
const UNAVAILABLE =
  /locked|terminat|ECONNRE|EPIPE|ENOENT|shutting down|starting up|recovery mode|timeout|connection error|Connection|57P0|08\d\d\d/

/** Maximum delay between an outage and its log line, ms. */
const NOTICED_WITHIN_MS = 40_000
const ERROR_LEVEL = 50

type Line = { level: number; time: number; msg: string; problem?: string; err?: object; hasFailed?: boolean }

/** Reports every error in the log of a process that no outage explains. */
export function checkServerLog(journal: Journal, stdout: string): void {
  // The last line may be incomplete.
  const lines = stdout.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
  for (const text of lines) {
    const line = JSON.parse(text) as Line
    if (line.level >= ERROR_LEVEL && !isExcused(journal, line))
      journal.addDifference(`logged: ${text.slice(0, 900)}`)
  }
}

function isExcused(journal: Journal, { time, msg, problem, err, hasFailed }: Line): boolean {
  // The account was deleted after the payment, before the webhook: the operator refunds it.
  if (msg === 'a payment differs from its purchase') return problem === 'account'
  // Delivery is checked at the end.
  if (msg === 'email not sent') return hasFailed === false
  const wasUnavailable = journal.wasDown('database', time - NOTICED_WITHIN_MS, time)
  return OF_DATABASE.has(msg) && wasUnavailable && UNAVAILABLE.test(JSON.stringify(err))
}
