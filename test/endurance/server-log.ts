import type { Journal } from './record.ts'

/** Messages that a server may log at `error` while its database is unavailable. */
const OF_DATABASE = new Set([
  'a statement timed out or was aborted',
  'the outbox could not be read or written',
  'purchases could not be checked',
  'a purchase could not be checked',
  'cleanup step failed',
])

/** Log lines of an unavailable database. Anything else is a bug, whatever is broken. */
const AWAY =
  /locked|terminat|ECONNRE|EPIPE|ENOENT|shutting down|starting up|recovery mode|timeout|connection error|Connection|57P0|08\d\d\d/

/** Detected with a delay. */
const NOTICED_WITHIN_MS = 40_000
const ERROR_LEVEL = 50

type Line = { level: number; time: number; msg: string; problem?: string; err?: object; hasFailed?: boolean }

/** Reports log lines at `error` that no simulated fault explains. */
export function judgeLog(journal: Journal, stdout: string): void {
  // The last line may be truncated.
  const lines = stdout.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
  for (const text of lines) {
    const line = JSON.parse(text) as Line
    if (line.level >= ERROR_LEVEL && !isExcused(journal, line))
      journal.differs(`logged: ${text.slice(0, 900)}`)
  }
}

function isExcused(journal: Journal, { time, msg, problem, err, hasFailed }: Line): boolean {
  // Paid, and the account deleted before the webhook arrived: the operator has to refund it.
  if (msg === 'a payment differs from its purchase') return problem === 'account'
  // Retried later; at the end a check follows that every email has arrived.
  if (msg === 'email not sent') return hasFailed === false
  const wasAway = journal.wasBroken('database', time - NOTICED_WITHIN_MS, time)
  return OF_DATABASE.has(msg) && wasAway && AWAY.test(JSON.stringify(err))
}
