import type { Schema } from '#server/db/schema.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

/** Tokens by price in cents, written here independently of the product. */
const PACKS: Record<number, bigint> = { 4_99: 500n, 14_99: 2000n, 59_99: 10_000n }

/** Expects that every paid session is credited once to its account, and no other tokens exist. */
export async function checkPurchases(
  { provider, store: db }: Site,
  journal: Journal,
  stored: ReadonlyMap<string, Schema['account']>,
): Promise<void> {
  const sessions = await provider.stripe.checkout.sessions
    .list({ limit: 100, expand: ['data.payment_intent.latest_charge'] })
    .autoPagingToArray({ limit: 10_000 })
  const purchases = new Map(
    (await db.selectFrom('purchase').selectAll().execute()).map((row) => [row.id, row]),
  )
  const entries = await db
    .selectFrom('token_entry')
    .selectAll()
    .where('purchase_id', 'is not', null)
    .execute()
  const entriesOf = Map.groupBy(entries, ({ purchase_id }) => purchase_id)
  const expectedPayments = new Map(
    journal.accounts.flatMap(({ email, payments }) =>
      payments.map((payment) => [payment.sessionId, { ...payment, payerId: stored.get(email)?.id }]),
    ),
  )
  const known = new Set(sessions.map(({ id }) => id))
  for (const id of expectedPayments.keys())
    if (!known.has(id)) journal.addDifference(`payment ${id}: unknown to the provider`)
  for (const session of sessions) {
    const addDifference = (what: string) => journal.addDifference(`payment ${session.id}: ${what}`)
    const isPaid = session.payment_status === 'paid'
    const { isConfirmed = false, additions = [], payerId } = expectedPayments.get(session.id) ?? {}
    if (!isPaid && isConfirmed) addDifference('confirmed, and not paid')
    const purchase = purchases.get(session.client_reference_id ?? '')
    if (purchase === undefined) {
      if (isPaid) addDifference('paid without an order')
      continue
    }
    if (isPaid && purchase.session_id !== session.id)
      addDifference(`paid, but its order has ${purchase.session_id}`)
    if (expectedPayments.has(session.id) && purchase.account_id !== (payerId ?? null))
      addDifference('the account of its order differs')
    // The ledger entries were deleted with the account.
    if (purchase.account_id === null || purchase.session_id !== session.id) continue
    const own = entriesOf.get(purchase.id) ?? []
    entriesOf.delete(purchase.id)
    if (own.some(({ account_id }) => account_id !== purchase.account_id))
      addDifference('its tokens belong to another account')
    const given = own.filter(({ reason }) => reason === 'purchase').map(({ delta }) => BigInt(delta))
    const due = isPaid ? [PACKS[session.amount_total ?? 0]] : []
    if (additions.length > 1 || additions.some((tokens) => BigInt(tokens) !== due[0]))
      addDifference(`${due.join()} tokens are due, responses reported ${additions.join()}`)
    if (given.join() !== due.join()) addDifference(`${session.payment_status}, and given ${given.join()}`)
    const intent = session.payment_intent
    const charge = typeof intent === 'object' ? intent?.latest_charge : undefined
    const refunded = BigInt(typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0)
    const price = BigInt(session.amount_total ?? 1)
    const back = ((due[0] ?? 0n) * refunded) / price
    const taken = own.filter(({ reason }) => reason === 'refund')
    const total = taken.reduce((sum, { delta, uncovered }) => sum - BigInt(delta) + BigInt(uncovered), 0n)
    if (total !== back)
      addDifference(`${refunded} cents were refunded, ${total} tokens reversed in place of ${back}`)
  }
  if (entriesOf.size > 0)
    journal.addDifference(`token entries without a paid session: ${[...entriesOf.keys()].join(' ')}`)
  try {
    provider.expectAllFit()
  } catch (error) {
    journal.addDifference(String(error).slice(0, 500))
  }
}
