import { expect, it } from 'vitest'
import { endure, reportOf } from '../endurance/endure.ts'

/** Longer ones are run by hand, see docs/resilience.md. */
const SECONDS = 90

it(
  'CONV-11 AUTH-06 PAY-06 · on PostgreSQL all that was acknowledged is there once, whatever breaks meanwhile',
  { timeout: 400_000 },
  async () => {
    const endured = await endure('postgres', 1, SECONDS)
    process.stdout.write(reportOf(endured))
    expect(endured.journal.differences).toEqual([])
  },
)
