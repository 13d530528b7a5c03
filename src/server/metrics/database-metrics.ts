import { Gauge, type Registry } from 'prom-client'
import type { StoredWork } from './stored-work.ts'

const GAUGES: readonly [keyof StoredWork, name: string, help: string][] = [
  ['lettersWaiting', 'levro_outbox_waiting', 'Letters that are still to be sent.'],
  ['lettersGivenUp', 'levro_outbox_given_up', 'Letters that no attempt is made for any more.'],
  ['oldestLetterSeconds', 'levro_outbox_oldest_seconds', 'Age of the oldest letter that waits.'],
  ['purchasesOpen', 'levro_purchases_open', 'Payment pages that nobody has paid on yet.'],
  ['purchasesProcessing', 'levro_purchases_processing', 'Payments whose money is on its way.'],
  ['purchasesWithProblem', 'levro_purchases_with_problem', 'Payments that an operator has to look at.'],
]

/** What the database knows. While it does not answer, its gauges are absent, and one says why. */
export function countStored(register: Registry, read: () => Promise<StoredWork | undefined>): void {
  const up: Gauge = new Gauge({
    name: 'levro_database_up',
    help: 'Whether the database answers.',
    registers: [register],
    collect: async () => up.set((await read()) === undefined ? 0 : 1),
  })
  for (const [key, name, help] of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const work = await read()
        if (work === undefined) gauge.remove()
        else gauge.set(work[key])
      },
    })
  }
}
