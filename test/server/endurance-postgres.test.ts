import { expect, it } from 'vitest'
import { endure } from '../endurance/endure.ts'
import { findCoverageGaps } from '../endurance/coverage.ts'
import { reportOf } from '../endurance/report.ts'

/** On a busy machine it takes longer until enough has happened. Longer ones are run by hand, see docs/resilience.md. */
const TIME = { seconds: 30, atMostSeconds: 300 }

it(
  'CONV-11 AUTH-06 PAY-06 · on PostgreSQL everything acknowledged is stored once, through all faults',
  { timeout: 600_000 },
  async ({ signal }) => {
    const endured = await endure('postgres', { seed: 1, ...TIME, signal })
    process.stdout.write(reportOf(endured))
    expect(endured.journal.differences).toEqual([])
    expect(findCoverageGaps(endured.journal), 'enough has happened').toEqual([])
  },
)
