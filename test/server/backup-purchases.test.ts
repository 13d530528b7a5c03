import { describe, expect, it, onTestFinished } from 'vitest'
import { DIALECTS, startServer, withDatabase } from '../harness.ts'
import { backupOf, makeTestPlace, restoreInto } from './backups.ts'
import { balanceOf } from './ledger-check.ts'
import {
  RECONCILE_INTERVAL_MS,
  buy,
  buyerOf,
  expectConsistent,
  openShop,
  startPayment,
} from './with-payments.ts'
import { until } from '../until.ts'

describe.each(DIALECTS)('purchases of a restored backup: %s', (dialect) => {
  it('PAY-06 · payments and refunds since the backup are found by the reconciliation', async () => {
    const target = await makeTestPlace(dialect)
    const shop = await openShop(dialect)
    onTestFinished(shop.stop)
    const [payer, refunded] = [await buyerOf(shop), await buyerOf(shop)]
    const session = await startPayment(payer)
    const sold = await buy(shop, refunded)
    const { db, time } = shop.server
    // Its next check is a day away.
    const looks = await db.selectFrom('purchase').select('look_at').where('session_id', '=', sold).execute()
    expect(looks[0]?.look_at).toBeGreaterThan(time.now + 3_600_000)
    const content = await backupOf(shop.place)

    await shop.provider.pay(session, 'paid')
    await shop.provider.refund(sold)
    const given = (await balanceOf(db, refunded.email)) - 15
    expect(given).toBeGreaterThan(0)
    await shop.server.stop()

    await restoreInto(target, content, time.now)
    const balances = () =>
      withDatabase(target, (restored) =>
        Promise.all([payer, refunded].map(({ email }) => balanceOf(restored, email))),
      )
    expect(await balances()).toEqual([15, 15 + given])
    shop.server = await startServer({ ...target.settings, ...shop.provider.settings }, undefined, {
      reconcileIntervalMs: RECONCILE_INTERVAL_MS,
    })
    await until(async () => expect(await balances()).toEqual([15 + given, 15]))
    await expectConsistent(shop)
  })
})
