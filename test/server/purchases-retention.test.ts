import { expect, it } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { buy, buyerOf, onEachDatabaseWithPayments } from './with-payments.ts'
import { until } from '../until.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
/** Accountancy Act, Article 12: ten years from the first of January after the year of the document. */
const KEPT_DAYS = 11 * 366

onEachDatabaseWithPayments((shop) => {
  it('AUTH-06 PAY-07 · purchases of deleted accounts are kept for eleven years, and those of others for longer', async () => {
    const [former, current] = [await buyerOf(shop()), await buyerOf(shop())]
    const sessions = new Map<string, string>()
    const buyAt = async (buyer: typeof former, name: string, days: number) => {
      const session = await buy(shop(), buyer)
      sessions.set(session, name)
      const { db, time } = shop().server
      const created_at = time.now - days * DAY_MS
      await db.updateTable('purchase').set({ created_at }).where('session_id', '=', session).execute()
    }
    await buyAt(former, 'five years', 5.1 * YEAR_DAYS)
    await buyAt(former, 'nearly eleven years', KEPT_DAYS - 1)
    await buyAt(former, 'eleven years', KEPT_DAYS + 1)
    await buyAt(current, 'of an account', 20 * YEAR_DAYS)
    await former.call(deleteAccount)
    // The clean-up runs at the start.
    await shop().restart()
    const kept = async () => {
      const rows = await shop().server.db.selectFrom('purchase').select('session_id').execute()
      return new Set(rows.map(({ session_id }) => sessions.get(session_id ?? '')))
    }
    await until(async () => expect((await kept()).has('eleven years')).toBe(false))
    expect(await kept()).toEqual(new Set(['five years', 'nearly eleven years', 'of an account']))
  })
})
