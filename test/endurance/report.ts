import type { EnduranceResult } from './endure.ts'
import { coverageOf } from './coverage.ts'

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** Formats the result as text. */
export function reportOf({ database, seed, seconds, journal }: EnduranceResult): string {
  const { calls, errorCodes, faults, differences } = journal
  const callLines = [...calls].toSorted(byName).map(([kind, { done, refused, unsure }]) => {
    const rest = [refused > 0 ? `${refused} rejected` : '', unsure > 0 ? `${unsure} without a response` : '']
    return `  ${kind}: ${[`${done} done`, ...rest.filter((one) => one !== '')].join(', ')}`
  })
  const total = [...calls.values()].reduce(
    (sum, { done, refused, unsure }) => sum + done + refused + unsure,
    0,
  )
  const unsure = [...calls.values()].reduce((sum, outcomeCounts) => sum + outcomeCounts.unsure, 0)
  const listed = (counts: Map<string, number>) =>
    [...counts]
      .toSorted(byName)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  return [
    `${database}, seed ${seed}, ${seconds} s: ${total} calls, ${unsure} of them without a response`,
    ...callLines,
    `  faults: ${listed(faults)}`,
    `  error codes: ${listed(errorCodes)}`,
    `  compared: ${listed(new Map(Object.entries(coverageOf(journal))))}`,
    differences.length === 0 ? '  Nothing differs.' : `  DIFFERENCES: ${differences.length}`,
    ...differences.map((what) => `  - ${what}`),
    '',
  ].join('\n')
}
