import { DAY, HOUR, MINUTE } from './counts.ts'
import { expectPagesClosed, learn } from './purchase-commands.ts'
import { expectPolled, pollsDone } from './purchase-polls.ts'
import { type Actor, at, expectEmailsSent } from './system.ts'

const SPANS = [61_000, 16 * MINUTE, 31 * MINUTE, HOUR + MINUTE, 25 * HOUR, 3 * DAY, 8 * DAY]

/** Time passes: rate limits reset, links and sessions expire, and the server polls purchases. */
export async function wait(actor: Actor): Promise<void> {
  const { system, model, command } = actor
  const ms = at(SPANS, command.n)
  // The model does not predict when exactly the server polls, only that it does in time.
  const due = await system.shop.server.db
    .selectFrom('purchase')
    .select('session_id')
    .where('look_at', '<=', model.now + ms)
    .execute()
  model.now += ms
  system.shop.passTime(ms)
  await pollsDone(system)
  expectPolled(system, (sessionId) => due.some(({ session_id }) => session_id === sessionId))
  for (const { session_id: sessionId } of due) {
    const one = model.purchases.get(sessionId ?? '')
    if (one === undefined || !model.isThere(one.account)) continue
    learn(actor, one)
    one.purchase.polledAt = model.now
    await expectPagesClosed(actor, one.account)
  }
  await expectEmailsSent(system)
}
