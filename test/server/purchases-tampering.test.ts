import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS } from '../harness.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { startProcess } from './server-process.ts'
import {
  type Shop,
  buy,
  buyerOf,
  checkout,
  eventOf,
  finalize,
  openShop,
  ordersOf,
  pay,
  purchaseOf,
  reasonsOf,
  sendEvent,
  startPayment,
} from './with-payments.ts'

/** Changes the field at a path of an answer, such as `payment_intent.amount`. */
function withField(answer: object, path: string, value: unknown): object {
  const copy: Record<string, unknown> = structuredClone({ ...answer })
  const names = path.split('.')
  const last = names.pop() ?? ''
  let target: Record<string, unknown> = copy
  for (const name of names) target = target[name] as Record<string, unknown>
  target[last] = value
  return copy
}

type Answer = [status: number, code: string | undefined]

const REFUSED: Answer = [409, 'payment_refused']
const UNVERIFIED: Answer = [503, 'payment_unverified']
const PENDING: Answer = [202, undefined]

const SOMEBODY = '0199a1b2-0000-7000-8000-000000000000'
const CHARGE = 'payment_intent.latest_charge'

/** Each field of a paid session that is compared: another value, the page's answer, and the operator's `problem`. */
const FIELDS: [path: string, value: unknown, answer: Answer, problem: string | null][] = [
  ['id', 'cs_test_another', UNVERIFIED, null],
  ['object', 'payment_intent', UNVERIFIED, null],
  ['livemode', true, UNVERIFIED, null],
  ['mode', 'subscription', REFUSED, 'session'],
  ['mode', 'setup', REFUSED, 'session'],
  ['mode', null, UNVERIFIED, null],
  ['status', 'open', PENDING, null],
  ['payment_status', 'unpaid', PENDING, null],
  ['payment_status', 'no_payment_required', REFUSED, 'amount'],
  ['amount_total', 498, REFUSED, 'amount'],
  ['amount_total', null, UNVERIFIED, null],
  ['currency', 'bgn', REFUSED, 'currency'],
  ['client_reference_id', SOMEBODY, REFUSED, 'session'],
  ['client_reference_id', null, REFUSED, 'session'],
  ['metadata.plan', 'pro', REFUSED, 'session'],
  ['metadata.plan', undefined, REFUSED, 'session'],
  ['metadata.purchase', SOMEBODY, [404, 'not_found'], null],
  ['metadata.product', 'another', [404, 'not_found'], null],
  ['metadata', {}, [404, 'not_found'], null],
  ['payment_intent', null, UNVERIFIED, null],
  ['payment_intent.livemode', true, UNVERIFIED, null],
  ['payment_intent.status', 'requires_action', UNVERIFIED, null],
  ['payment_intent.amount', 1, UNVERIFIED, null],
  ['payment_intent.metadata.purchase', SOMEBODY, REFUSED, 'session'],
  ['payment_intent.metadata', {}, REFUSED, 'session'],
  [`${CHARGE}.livemode`, true, UNVERIFIED, null],
  [`${CHARGE}.payment_intent`, 'pi_another', UNVERIFIED, null],
  [`${CHARGE}.amount`, 498, UNVERIFIED, null],
  [`${CHARGE}.currency`, 'usd', UNVERIFIED, null],
  [`${CHARGE}.paid`, false, UNVERIFIED, null],
  [`${CHARGE}.amount_refunded`, 500, UNVERIFIED, null],
]

/** Fields of an answer about a payment whose tokens were credited, and then refunded or disputed. */
const REVERSAL_FIELDS: [path: string, value: unknown, answer: number][] = [
  ['id', 'cs_test_another', 503],
  ['livemode', true, 503],
  ['mode', 'subscription', 200],
  ['amount_total', 1, 200],
  ['currency', 'usd', 200],
  ['client_reference_id', SOMEBODY, 200],
  ['metadata.plan', 'pro', 200],
  ['metadata.purchase', SOMEBODY, 200],
  ['payment_intent.metadata.purchase', SOMEBODY, 200],
  [`${CHARGE}.payment_intent`, 'pi_another', 503],
  [`${CHARGE}.currency`, 'usd', 503],
  [`${CHARGE}.amount`, 1, 503],
  [`${CHARGE}.amount_refunded`, 500, 503],
]

describe.each(DIALECTS)('%s', (dialect) => {
  let shop: Shop
  /** Serves the same database; its log is read. */
  let observed: Awaited<ReturnType<typeof startProcess>>
  beforeAll(async () => {
    shop = await openShop(dialect)
    observed = await startProcess(shop.settings)
  })
  afterAll(async () => {
    observed.kill('SIGTERM')
    await observed.ended
    await shop.stop()
  })

  /** Answers about checkout sessions have another value there while `work` runs. */
  async function whileAltered<T>(path: string, value: unknown, work: () => Promise<T>): Promise<T> {
    shop.provider.alter((answer) =>
      answer['object'] === 'checkout.session' ? withField(answer, path, value) : answer,
    )
    try {
      return await work()
    } finally {
      shop.provider.alter(undefined)
    }
  }

  /** The error lines of the log that name one of the ids. */
  const told = (...ids: string[]) =>
    observed
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":50') && ids.some((id) => line.includes(id)))

  describe('an answer of the provider with one field changed', () => {
    it.each(FIELDS)(
      'PAY-06 · %s = %j credits no tokens, and the operator is told',
      async (path, value, answer, problem) => {
        const buyer = await buyerOf(shop)
        const sessionId = await pay(shop, buyer)
        const { id } = await purchaseOf(shop.server.db, sessionId)
        const { status, body } = await whileAltered(path, value, () =>
          finalize(buyer.at(observed.origin), sessionId),
        )
        expect([status, body.code]).toEqual(answer)
        expect(await reasonsOf(buyer)).toEqual(['signup'])
        expect((await purchaseOf(shop.server.db, sessionId)).problem).toBe(problem)
        const isPending = answer === PENDING
        const isUnreadable = value === null && path !== 'client_reference_id' && path !== 'payment_intent'
        if (!isPending && !isUnreadable && path !== 'object')
          await expect.poll(() => told(id, sessionId).length).toBeGreaterThan(0)
        // What was not refused is credited by a right answer.
        if (answer !== REFUSED) {
          expect((await finalize(buyer, sessionId)).body).toMatchObject({ balance: 515 })
          expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
        }
        await expectConsistentLedger(shop.server.db)
      },
    )

    it.each(REVERSAL_FIELDS)(
      'PAY-07 · %s = %j takes no tokens for a refund, and the operator is told',
      async (path, value, answer) => {
        const buyer = await buyerOf(shop)
        const sessionId = await buy(shop, buyer)
        const { id } = await purchaseOf(shop.server.db, sessionId)
        await shop.provider.refund(sessionId)
        const refunded = await eventOf(shop, sessionId)
        await whileAltered(path, value, async () => {
          const { webhookUrl } = shop
          shop.webhookUrl = () => `${observed.origin}/api/webhooks/stripe`
          expect(await sendEvent(shop, refunded)).toBe(answer)
          shop.webhookUrl = webhookUrl
        })
        expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
        await expect.poll(() => told(id, sessionId).length).toBeGreaterThan(0)
        expect(await sendEvent(shop, refunded)).toBe(200)
        expect(await reasonsOf(buyer)).toEqual(['refund', 'purchase', 'signup'])
        await expectConsistentLedger(shop.server.db)
      },
    )

    it.each([
      ['payment_intent', 'pi_another'],
      ['currency', 'usd'],
    ])(
      'PAY-07 · a dispute with another %s takes no tokens, and the operator is told',
      async (field, value) => {
        const buyer = await buyerOf(shop)
        const sessionId = await buy(shop, buyer)
        await shop.provider.dispute(sessionId)
        shop.provider.alter((answer) =>
          answer['object'] === 'list'
            ? { ...answer, data: (answer['data'] as object[]).map((one) => ({ ...one, [field]: value })) }
            : answer,
        )
        const { webhookUrl } = shop
        shop.webhookUrl = () => `${observed.origin}/api/webhooks/stripe`
        expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(503)
        shop.webhookUrl = webhookUrl
        shop.provider.alter(undefined)
        expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
        await expect.poll(() => told(sessionId).length).toBeGreaterThan(0)
        expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
        expect(await reasonsOf(buyer)).toEqual(['dispute', 'purchase', 'signup'])
      },
    )

    it.each([
      ['livemode', true],
      ['mode', 'subscription'],
      ['amount_total', 1],
      ['currency', 'bgn'],
      ['client_reference_id', SOMEBODY],
      ['metadata.purchase', SOMEBODY],
      ['metadata.plan', 'pro'],
    ])('PAY-03 PAY-06 · %s = %j of a new session opens no payment page', async (path, value) => {
      const buyer = await buyerOf(shop)
      const { status, refusal } = await whileAltered(path, value, () => checkout(buyer.at(observed.origin)))
      expect([status, refusal.code]).toEqual([503, 'checkout_unavailable'])
      const [{ id, session_id } = expect.fail()] = await ordersOf(shop, buyer)
      expect(session_id).toBeNull()
      await expect.poll(() => told(id).length).toBeGreaterThan(0)
      expect(await startPayment(buyer)).toMatch(/^cs_/)
    })

    it('PAY-03 PAY-06 · of a session that is open already leads to no page of another order', async () => {
      const buyer = await buyerOf(shop)
      const first = await startPayment(buyer)
      const { status } = await whileAltered('metadata.plan', 'pro', () => checkout(buyer))
      expect(status).toBe(503)
      const second = await startPayment(buyer)
      expect(second).not.toBe(first)
      expect((await shop.provider.stripe.checkout.sessions.retrieve(first)).status).toBe('expired')
    })
  })
})
