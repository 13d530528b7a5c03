import type { Journal } from './journal.ts'

/** Minimum number of events without which a run proves nothing. */
export const MINIMUMS = {
  accounts: 20,
  kills: 3,
  'other faults': 3,
  conversions: 40,
  'lost conversions repeated': 1,
  'paid payments': 3,
  'refunded payments': 1,
  'deleted accounts': 1,
  'deleted accounts by id': 1,
  'replaced passwords': 3,
  'ended sessions': 10,
  'live sessions': 3,
  messages: 3,
} as const

type Coverage = Record<keyof typeof MINIMUMS, number>

/** Counts the events of a run. */
export function coverageOf({
  calls,
  faults,
  accounts,
  messages,
  endedSessions,
  liveSessions,
}: Journal): Coverage {
  const kills = faults.get('SIGKILL') ?? 0
  const deleted = accounts.filter(({ presence }) => presence === 'gone')
  return {
    accounts: accounts.length,
    kills,
    'other faults': [...faults.values()].reduce((sum, count) => sum + count, 0) - kills,
    conversions: accounts.flatMap(({ orders }) => orders.filter(({ state }) => state === 'done')).length,
    'lost conversions repeated': calls.get('bulk, after a lost response')?.done ?? 0,
    'paid payments': accounts.flatMap(({ payments }) => payments.filter((one) => one.isConfirmed)).length,
    'refunded payments': calls.get('refund')?.done ?? 0,
    'deleted accounts': deleted.length,
    'deleted accounts by id': deleted.filter(({ id }) => id !== undefined).length,
    'replaced passwords': accounts.flatMap(({ replaced }) => replaced).length,
    'ended sessions': endedSessions.length,
    'live sessions': liveSessions.length,
    messages: messages.length,
  }
}

/** Returns the events that occurred too rarely for a run of half a minute or more. */
export const findCoverageGaps = (journal: Journal): string[] =>
  Object.entries(coverageOf(journal))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record
    .filter(([name, count]) => count < MINIMUMS[name as keyof Coverage])
    .map(([name, count]) => `${name}: ${count}`)

/** Whether the faults can end: sessions are noted afterwards. */
export const hasEnoughHappened = (journal: Journal): boolean =>
  findCoverageGaps(journal).every((gap) => gap.startsWith('live sessions'))
