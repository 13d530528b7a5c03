import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Place, makePlace } from '#test/harness.ts'
import { storePurchase } from '#test/server/stored-purchase.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { readEnv } from '../env.ts'
import type { CheckoutSession, PaymentEvent } from './provider.ts'
import { makePaymentServices } from './routes.ts'
import type { PaymentDependencies } from './sync.ts'

let place: Place
let db: Db
/** What is logged for the operator, and the sessions and payments that the provider is asked for. */
let told: { errors: object[]; asked: string[] }

beforeAll(async () => {
  place = await makePlace('sqlite')
  db = await openDatabase(readEnv(place.settings))
  await storePurchase(db, {
    id: 'known',
    created_at: 0,
    account_id: null,
    session_id: 'cs_known',
    status: 'expired',
  })
})
afterAll(async () => {
  await db.destroy()
  await place.remove()
})
beforeEach(() => {
  told = { errors: [], asked: [] }
})

/** Handles an event at a provider that has this session, and this one for each payment. */
async function handle(event: PaymentEvent, session?: Partial<CheckoutSession>, ofPayment?: object) {
  const provider = {
    async find(id: string) {
      told.asked.push(id)
      return session
    },
    async findByPayment(id: string) {
      told.asked.push(id)
      return ofPayment
    },
  }
  const log = { error: (facts: object) => void told.errors.push(facts) }
  const outbox = { wake: () => {} }
  const dependencies = { db, clock: () => 0, provider, outbox, log } as unknown as PaymentDependencies
  await makePaymentServices(dependencies).handleEvent(event)
  return told
}

const OF_SESSION = { about: 'session', sessionId: 'cs_1', purchaseId: 'gone' } as const
const OF_PAYMENT = { about: 'payment', paymentId: 'pi_1' } as const
const MISSING = { purchase: 'gone', session: 'cs_1' }

it.each([
  ['paid', 'gone', [MISSING]],
  ['paid', 'another', []],
  ['paid', undefined, []],
  ['open', 'gone', []],
  ['processing', 'gone', []],
  ['failed', 'gone', []],
] as const)(
  'PAY-06 · a session that is %s, for %s, is told to the operator if money was taken without a purchase',
  async (state, purchaseId, errors) => {
    expect((await handle(OF_SESSION, { state, purchaseId })).errors).toEqual(errors)
  },
)

it('PAY-06 · a session that the provider does not have is told to nobody', async () => {
  expect(await handle(OF_SESSION)).toEqual({ errors: [], asked: ['cs_1'] })
})

it('PAY-06 · a paid session on another page than that of its purchase is told too', async () => {
  const event = { ...OF_SESSION, purchaseId: 'known' }
  const { errors } = await handle(event, { state: 'paid', purchaseId: 'known' })
  expect(errors).toEqual([{ purchase: 'known', session: 'cs_1' }])
})

it('PAY-06 · a payment of a purchase is told as the purchase judges it, and not as one without', async () => {
  const event = { ...OF_SESSION, sessionId: 'cs_known', purchaseId: 'known' }
  const paid = { state: 'paid', purchaseId: 'known', currency: 'usd' } as const
  expect((await handle(event, paid)).errors).toEqual([{ purchase: 'known', problem: 'currency' }])
})

it('PAY-07 · of a payment the session is looked up, and nothing is done for one of another product', async () => {
  const ofPayment = { sessionId: 'cs_1', purchaseId: 'gone' }
  const paid = { state: 'paid', purchaseId: 'gone' } as const
  expect(await handle(OF_PAYMENT, paid, ofPayment)).toEqual({ errors: [MISSING], asked: ['pi_1', 'cs_1'] })
  told = { errors: [], asked: [] }
  expect(await handle(OF_PAYMENT, paid)).toEqual({ errors: [], asked: ['pi_1'] })
})

it('PAY-07 · an event of another product, or about nothing that is used, asks for nothing', async () => {
  await handle({ about: 'nothing' })
  expect(await handle({ ...OF_SESSION, purchaseId: undefined })).toEqual({ errors: [], asked: [] })
})
