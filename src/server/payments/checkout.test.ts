import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PACKS } from '#product/plans.ts'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { createAccount } from '../auth/accounts.ts'
import { parseEmail } from '../auth/email.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import { findOwnOrigin, makeCheckout } from './checkout.ts'
import type { CheckoutOrder, CheckoutSession } from './provider.ts'
import type { PaymentDependencies } from './sync.ts'

const [OWN, OTHER] = ['https://levro.example', 'https://www.levro.example']
const originOf = (text: string) => findOwnOrigin(text, '/pricing', [OWN, OTHER])

it.each([
  ['/pricing', OWN],
  ['/pricing/', OWN],
  ['/en/pricing?cancelled=1#top', OWN],
  ['/bg/pricing', OWN],
  [`${OWN}/pricing`, OWN],
  [`${OTHER}/bg/pricing/`, OTHER],
  ['/checkout', undefined],
  ['/pricing/more', undefined],
  ['/more/en/pricing', undefined],
  ['/pricing/en/', undefined],
  ['/more/pricing', undefined],
  ['/en/en/pricing', undefined],
  ['/pri/cing', undefined],
  ['/enpricing', undefined],
  ['/', undefined],
  ['https://evil.example/pricing', undefined],
  [`https://user@levro.example/pricing`, undefined],
  [`https://:secret@levro.example/pricing`, undefined],
  ['https://[/pricing', undefined],
  ['/pricing\n', undefined],
  ['/pricing\u2028', undefined],
  ['/pricing\u2029', undefined],
  ['\\pricing', undefined],
])('PAY-03 · the address %j of a browser leads to %s', (text, origin) => {
  expect(originOf(text)).toBe(origin)
})

it('PAY-03 · a site without an origin has no address of its own', () => {
  expect(findOwnOrigin('/pricing', '/pricing', [])).toBeUndefined()
})

const MINUTE_MS = 60_000
const START = 1_790_000_000_000

let place: Place
let db: Db

/** An account, and a checkout at a provider that does not answer until it is told to. */
async function startCheckout(address: string) {
  const email = parseEmail(address) ?? expect.fail('no email')
  const account = await inTransaction(db, (trx) =>
    createAccount(trx, { email, passwordHash: 'x', at: START }),
  )
  const time = { now: START }
  const opened: CheckoutOrder[] = []
  let doesAnswer = false
  const open = async (order: CheckoutOrder): Promise<CheckoutSession> => {
    opened.push(order)
    if (!doesAnswer) throw new TypeError('no answer')
    const { purchaseId, plan, price } = order
    return {
      id: `cs_${purchaseId}`,
      purchaseId,
      plan,
      reference: purchaseId,
      mode: 'payment',
      state: 'open',
      url: `https://pay.example/${purchaseId}`,
      amount: price,
      currency: 'eur',
      payment: undefined,
      paidAt: undefined,
      receiptUrl: undefined,
      refundedCents: 0,
      disputedCents: 0,
      lostCents: 0,
    }
  }
  const dependencies = { db, clock: () => time.now, provider: { open } } as unknown as PaymentDependencies
  const checkout = makeCheckout(dependencies, async () => undefined)
  const order = { accountId: account?.id ?? '', pack: PACKS[0]!, lang: 'en', site: OWN } as const
  await expect(checkout(order)).rejects.toThrow('no answer')
  doesAnswer = true
  return { time, opened, again: () => checkout(order) }
}

describe.each(DIALECTS)('%s', (dialect) => {
  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  it.each([
    [10 * MINUTE_MS, true],
    [10 * MINUTE_MS + 1, false],
  ])(
    'PAY-03 · an order whose page got no answer is requested again under its id for %i ms: %s',
    async (age, isSame) => {
      const { time, opened, again } = await startCheckout(`${age}@example.bg`)
      time.now += age
      const { status } = await again()
      expect([status, opened.length]).toEqual(['ready', 2])
      expect(opened[0]?.purchaseId === opened[1]?.purchaseId).toBe(isSame)
      expect(opened[1]).toMatchObject({
        name: 'Levro Starter',
        successUrl: `${OWN}/en/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${OWN}/en/pricing?cancelled=1`,
        price: 499,
      })
    },
  )

  it('PAY-03 · an account that is not there any more buys nothing', async () => {
    const dependencies = { db, clock: () => START, provider: {} } as unknown as PaymentDependencies
    const order = { accountId: 'none', pack: PACKS[0]!, lang: 'bg', site: OWN } as const
    expect(await makeCheckout(dependencies, async () => undefined)(order)).toEqual({ status: 'no-account' })
  })
})
