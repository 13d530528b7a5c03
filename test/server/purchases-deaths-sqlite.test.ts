import { describe, expect, it } from 'vitest'
import { FLOWS, type FlowName, dieAtEachStep } from './purchase-deaths.ts'

describe.concurrent('a server that is killed before any step of a purchase, on SQLite', () => {
  it.for(Object.keys(FLOWS) as FlowName[])(
    'PAY-06 · loses and duplicates nothing: %s',
    { timeout: 600_000 },
    async (name) => {
      const points = await dieAtEachStep('sqlite', name)
      process.stdout.write(`SQLite, ${name}: killed before each of ${points} steps\n`)
      expect(points).toBeGreaterThanOrEqual(FLOWS[name].steps)
    },
  )
})
