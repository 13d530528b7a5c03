import { DAY, HOUR, MINUTE } from './counts.ts'
import { learn } from './purchase-deeds.ts'
import { expectLookedAt, looksDone } from './purchase-looks.ts'
import { type Actor, at, lettersGone } from './stage.ts'

const SPANS = [61_000, 16 * MINUTE, 31 * MINUTE, HOUR + MINUTE, 25 * HOUR, 3 * DAY, 8 * DAY]

/** Time passes: limits are free again, links end, sessions are forgotten, and the server looks after what was ordered. */
export async function wait(actor: Actor): Promise<void> {
  const { stage, model, deed } = actor
  const ms = at(SPANS, deed.n)
  // When exactly it looks is its own affair; that it does in time, and what it finds, is not.
  const due = await stage.shop.server.db
    .selectFrom('purchase')
    .select('session_id')
    .where('look_at', '<=', model.now + ms)
    .execute()
  model.now += ms
  stage.shop.passTime(ms)
  await looksDone(stage)
  expectLookedAt(stage, (sessionId) => due.some(({ session_id }) => session_id === sessionId))
  for (const { session_id: sessionId } of due) {
    const one = model.purchases.get(sessionId ?? '')
    if (one === undefined || !model.isThere(one.account)) continue
    learn(actor, one)
    one.purchase.lookedAt = model.now
  }
  await lettersGone(stage)
}
