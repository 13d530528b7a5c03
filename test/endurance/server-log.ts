import type { Journal } from './journal.ts'

/** What a server may complain of at `error` while its database is away. */
const OF_DATABASE = new Set([
  'a statement timed out or was aborted',
  'the outbox could not be read or written',
  'purchases could not be looked after',
  'a purchase could not be looked after',
  'cleanup step failed',
])

/** Log lines of an unavailable database. Anything else is a bug, whatever is broken. */
const UNAVAILABLE =
  /locked|terminat|ECONNRE|EPIPE|ENOENT|shutting down|starting up|recovery mode|timeout|connection error|Connection|57P0|08\d\d\d/

/** Detected with a delay. */
const NOTICED_WITHIN_MS = 40_000
const ERROR_LEVEL = 50

type Line = { level: number; time: number; msg: string; problem?: string; err?: object; isGivenUp?: boolean }

/** Whatever a process has complained of that is not the doing of something that was broken. */
export function checkServerLog(journal: Journal, stdout: string): void {
  // What it has written last may be cut off.
  const lines = stdout.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
  for (const text of lines) {
    const line = JSON.parse(text) as Line
    if (line.level >= ERROR_LEVEL && !isExcused(journal, line))
      journal.addDifference(`logged: ${text.slice(0, 900)}`)
  }
}

function isExcused(journal: Journal, { time, msg, problem, err, isGivenUp }: Line): boolean {
  // Paid, and deleted before the provider's message came: the operator has to give the money back.
  if (msg === 'a payment is not as it was ordered') return problem === 'account'
  // For now: whether it has come in the end is looked at then.
  if (msg === 'letter not sent') return isGivenUp === false
  const wasUnavailable = journal.wasDown('database', time - NOTICED_WITHIN_MS, time)
  return OF_DATABASE.has(msg) && wasUnavailable && UNAVAILABLE.test(JSON.stringify(err))
}
