import { describe, expect, it, onTestFinished } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { buildApp } from '#server/app.ts'
import type { Db } from '#server/db/schema.ts'
import { deleteUnpaid } from '#server/payments/purchases.ts'
import {
  buy,
  buyerOf,
  checkout,
  eventOf,
  expectConsistent,
  finalize,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  startPayment,
  sendEvent,
  waitForBackgroundWork,
} from './with-payments.ts'
import { readTogether } from './read-together.ts'
import { until } from '../until.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

onEachDatabaseWithPayments((shop) => {
  const stored = (sessionId: string) => purchaseOf(shop().server.db, sessionId)

  describe('the reconciliation', () => {
    it('PAY-07 · checks a purchase again five minutes after the server stopped during a check', async () => {
      const buyer = await buyerOf(shop())
      const sessionId = await pay(shop(), buyer)
      const { look_at: due } = await stored(sessionId)
      shop().provider.behave('slow')
      shop().passTime(2 * MINUTE_MS)
      const { now } = shop().server.time
      await until(async () => expect((await stored(sessionId)).look_at).not.toBe(due))
      await shop().restart()
      shop().provider.behave('fine')
      expect(await stored(sessionId)).toMatchObject({ status: 'open', look_at: now + 5 * MINUTE_MS })
      shop().passTime(5 * MINUTE_MS)
      await until(async () => expect((await stored(sessionId)).status).toBe('credited'))
      await expectConsistent(shop())
    })
  })

  describe('processes that have just started', () => {
    /** The purchases that are due two minutes from now are checked once by each. */
    async function startTwoMinutesLater(db: Db, count: number) {
      const { env, time } = shop().server
      const parts = { env, db, clock: () => time.now + 2 * MINUTE_MS, reconcileIntervalMs: DAY_MS }
      const processes = await Promise.all(Array.from({ length: count }, () => buildApp(parts)))
      // Awaits the checks that are still running.
      const stop = () => Promise.all(processes.map(({ app }) => app.close()))
      onTestFinished(async () => void (await stop()))
      await Promise.all(processes.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
      return { stop }
    }

    it('PAY-07 · query the provider once about a purchase that both find due', async () => {
      const { server, provider } = shop()
      const sessionId = await pay(shop(), await buyerOf(shop()))
      const queries = () => provider.exchanges().filter(({ path }) => path.endsWith(`/${sessionId}`)).length
      const before = queries()
      const readers = readTogether(({ session_id }) => session_id === sessionId)
      const processes = await startTwoMinutesLater(server.db.withPlugin(readers.plugin), 2)
      await readers.both
      await until(async () => expect((await stored(sessionId)).status).toBe('credited'))
      await processes.stop()
      expect(queries() - before).toBe(1)
      await expectConsistent(shop())
    })

    it('PAY-07 · check all purchases that are due, however many, and the unpaid ones a minute later again', async () => {
      const { db, time } = shop().server
      const started = await Promise.all(
        Array.from({ length: 9 }, async () => startPayment(await buyerOf(shop()))),
      )
      const { stop } = await startTwoMinutesLater(db, 1)
      const nextChecks = async () => (await Promise.all(started.map(stored))).map(({ look_at }) => look_at)
      await until(
        async () => expect(await nextChecks()).toEqual(Array(9).fill(time.now + 3 * MINUTE_MS)),
        9000,
      )
      await stop()
    })
  })

  describe('a payment in processing', () => {
    it('PAY-07 · that the provider no longer finds is logged for the operator, and credited once found again', async () => {
      const buyer = await buyerOf(shop())
      const sessionId = await startPayment(buyer)
      await shop().provider.pay(sessionId, 'delayed')
      expect((await finalize(buyer, sessionId)).status).toBe(202)
      expect((await stored(sessionId)).status).toBe('processing')
      const elsewhere = `${sessionId}ofAnotherKey`
      const rename = (from: string, to: string) =>
        shop()
          .server.db.updateTable('purchase')
          .set({ session_id: to })
          .where('session_id', '=', from)
          .execute()
      await rename(sessionId, elsewhere)
      expect((await finalize(buyer, elsewhere)).body.code).toBe('payment_unverified')
      expect(await stored(elsewhere)).toMatchObject({ status: 'expired', problem: 'unknown' })
      await rename(elsewhere, sessionId)
      await waitForBackgroundWork(shop(), async () =>
        expect(await stored(sessionId)).toMatchObject({ status: 'credited', problem: null }),
      )
      await expectConsistent(shop())
    })

    it('PAY-07 · is kept however long it takes, while unpaid purchases are deleted', async () => {
      const [left, awaited] = await Promise.all([buyerOf(shop()), buyerOf(shop())])
      const [open, processing, bought] = [
        await startPayment(left),
        await startPayment(awaited),
        await buy(shop(), left, 'pro'),
      ]
      await shop().provider.pay(processing, 'delayed')
      await finalize(awaited, processing)
      const { db, time } = shop().server
      await deleteUnpaid(db, time.now + DAY_MS)
      const rows = await db
        .selectFrom('purchase')
        .select(['session_id', 'status'])
        .where('session_id', 'in', [open, processing, bought])
        .execute()
      expect(rows.map(({ status }) => status).toSorted()).toEqual(['credited', 'processing'])
    })
  })

  describe('an account deleted a moment ago', () => {
    it('PAY-03 · starts no checkout, and is answered as signed out', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const buyer = await buyerOf(shop())
          const [started] = await Promise.all([checkout(buyer), buyer.call(deleteAccount)])
          return started.status
        }),
      )
      for (const status of answers) expect([200, 401]).toContain(status)
    })
  })

  describe('a payment without a purchase, as after a restored backup', () => {
    it('PAY-06 · credits no tokens, and its event is acknowledged', async () => {
      const buyer = await buyerOf(shop())
      const sessionId = await pay(shop(), buyer)
      const event = await eventOf(shop(), sessionId)
      await shop().server.db.deleteFrom('purchase').where('session_id', '=', sessionId).execute()
      expect(await sendEvent(shop(), event)).toBe(200)
      expect((await finalize(buyer, sessionId)).status).toBe(404)
      await expectConsistent(shop())
    })
  })
})
