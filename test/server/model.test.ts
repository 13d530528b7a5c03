import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS } from '../harness.ts'
import { batches, runBatches } from '../model/batch.ts'
import { commandSequences, runCommand } from '../model/commands.ts'
import { answers } from '../model/expected.ts'
import { openSystem } from '../model/system.ts'
import { ANSWERED, SEQUENCES } from '../model/sequences.ts'
import { expectFinalState } from '../model/final-state.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { readAllRows } from './whole-store.ts'
import { type Shop, buyerOf, expectConsistent, openShop } from './with-payments.ts'

/** For longer runs by hand: `MINUTES=10 SEED=7 vitest run --project server test/server/model.test.ts`. */
const MINUTES = Number(process.env['MINUTES'] ?? 0)
/** Number of sequences, and of concurrent batches. */
const RUNS = { sequences: 9, batches: 14 }
const TIMEOUT_MS = 300_000 + MINUTES * 90_000

async function assertFor<T>(property: fc.IAsyncProperty<T>, parameters: fc.Parameters<T>): Promise<void> {
  const until = Date.now() + MINUTES * 60_000
  let { seed = 0 } = fc.readConfigureGlobal()
  do await fc.assert(property, { ...parameters, seed: seed++ })
  while (Date.now() < until)
}

describe.each(DIALECTS)('%s', (dialect) => {
  let mail: MailServer
  let shop: Shop
  beforeAll(async () => {
    mail = await startMailServer()
    shop = await openShop(dialect, { SMTP_URL: mail.url, TRUST_PROXY: '127.0.0.0/8' })
  })
  afterAll(async () => {
    await shop.stop()
    await mail.stop()
  })

  it(
    'API-03 · CONV-11 · AUTH-06 · random sequences of requests are answered, stored and deleted as a simple model does',
    async () => {
      const gone: string[] = []
      answers.clear()
      const property = fc.asyncProperty(commandSequences, async (commands) => {
        const system = openSystem(shop, mail)
        for (const command of commands) await runCommand(system, command)
        await expectFinalState(system)
        gone.push(...system.model.deleted.map(({ id }) => id))
      })
      await assertFor(property, { numRuns: RUNS.sequences, examples: SEQUENCES })
      await expectConsistent(shop)
      process.stdout.write(`${dialect}: ${JSON.stringify(Object.fromEntries(answers))}\n`)
      // Every kind of response must have occurred.
      expect(ANSWERED.filter((kind) => !answers.has(kind))).toEqual([])
      expect(gone.length).toBeGreaterThan(0)
      const rows = Object.values(await readAllRows(shop.server.db)).flat()
      expect(gone.filter((id) => rows.some((row) => row.includes(id)))).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'CONV-11 · concurrent requests have the effect of running in the order of the ledger',
    async () => {
      const property = fc.asyncProperty(batches, async (drawn) => {
        const users = [await buyerOf(shop), await buyerOf(shop, 40), await buyerOf(shop, 200)]
        await runBatches(shop.server, users, drawn)
      })
      await assertFor(property, { numRuns: RUNS.batches })
      await expectConsistent(shop)
    },
    TIMEOUT_MS,
  )
})
