import { DAY, HOUR, MINUTE } from './counts.ts'
import { learn } from './purchase-deeds.ts'
import { looksDone } from './purchase-looks.ts'
import { type Actor, at, lettersGone } from './stage.ts'

const SPANS = [61_000, 16 * MINUTE, 31 * MINUTE, HOUR + MINUTE, 25 * HOUR, 3 * DAY, 8 * DAY]

/** Time passes: limits are free again, links end, sessions are forgotten, and the server looks after what was ordered. */
export async function wait(actor: Actor): Promise<void> {
  const { stage, model, deed } = actor
  const ms = at(SPANS, deed.n)
  // What it looks after by itself, and when, is its own affair; what it finds is not.
  const due = await stage.shop.server.db
    .selectFrom('purchase')
    .select('session_id')
    .where('look_at', '<=', model.now + ms)
    .execute()
  model.now += ms
  stage.shop.passTime(ms)
  await looksDone(stage)
  for (const { session_id: sessionId } of due) {
    const one = model.purchases.get(sessionId ?? '')
    if (one !== undefined && model.isThere(one.account)) learn(actor, one)
  }
  await lettersGone(stage)
}
