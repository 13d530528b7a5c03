import type { Broken, Journal } from './record.ts'

/** What a server may complain of at `error`, and what has to be broken for it. */
const EXCUSED_BY: Record<string, Broken> = {
  'request failed': 'database',
  'the outbox could not be read or written': 'database',
  'purchases could not be looked after': 'database',
  'a purchase could not be looked after': 'database',
  'sweep failed': 'database',
  'letter not sent': 'mail',
}

/** How a database that is away is told. Anything else is a fault of ours, whatever is broken. */
const AWAY =
  /locked|terminat|ECONNRE|EPIPE|ENOENT|shutting down|starting up|recovery mode|timeout|connection error|Connection|57P0|08\d\d\d/

/** Nobody notices at once. */
const NOTICED_WITHIN_MS = 40_000
const ERROR_LEVEL = 50

type Line = { level: number; time: number; msg: string; problem?: string; err?: object; isGivenUp?: boolean }

/** Whatever a process has complained of that is not the doing of something that was broken. */
export function judgeLog(journal: Journal, stdout: string): void {
  // What it has written last may be cut off.
  const lines = stdout.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
  for (const text of lines) {
    const line = JSON.parse(text) as Line
    if (line.level >= ERROR_LEVEL && !isExcused(journal, line))
      journal.differs(`logged: ${text.slice(0, 900)}`)
  }
}

function isExcused(journal: Journal, { time, msg, problem, err, isGivenUp }: Line): boolean {
  // Paid, and deleted before the provider's message came: the operator has to give the money back.
  if (msg === 'a payment is not as it was ordered') return problem === 'account'
  const cause = EXCUSED_BY[msg]
  if (cause === undefined || !journal.wasBroken(cause, time - NOTICED_WITHIN_MS, time)) return false
  return cause === 'mail' ? isGivenUp === false : AWAY.test(JSON.stringify(err))
}
