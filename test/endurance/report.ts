import type { Endured } from './endure.ts'
import { happenedIn } from './coverage.ts'

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** What happened, plainly. */
export function reportOf({ database, seed, seconds, journal }: Endured): string {
  const { calls, refusals, faults, differences } = journal
  const tallies = [...calls].toSorted(byName).map(([kind, { done, refused, unsure }]) => {
    const rest = [refused > 0 ? `${refused} refused` : '', unsure > 0 ? `${unsure} without an answer` : '']
    return `  ${kind}: ${[`${done} done`, ...rest.filter((one) => one !== '')].join(', ')}`
  })
  const total = [...calls.values()].reduce(
    (sum, { done, refused, unsure }) => sum + done + refused + unsure,
    0,
  )
  const unsure = [...calls.values()].reduce((sum, tally) => sum + tally.unsure, 0)
  const listed = (counts: Map<string, number>) =>
    [...counts]
      .toSorted(byName)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  return [
    `${database}, seed ${seed}, ${seconds} s: ${total} calls, ${unsure} of them without an answer`,
    ...tallies,
    `  broken: ${listed(faults)}`,
    `  refusals: ${listed(refusals)}`,
    `  compared: ${listed(new Map(Object.entries(happenedIn(journal))))}`,
    differences.length === 0 ? '  Nothing differs.' : `  DIFFERENCES: ${differences.length}`,
    ...differences.map((what) => `  - ${what}`),
    '',
  ].join('\n')
}
