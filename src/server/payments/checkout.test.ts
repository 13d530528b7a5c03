import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cents } from '#money/amount.ts'
import { PACKS } from '#product/plans.ts'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { createAccount } from '../auth/accounts.ts'
import { parseEmail } from '../auth/email.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import { findOwnOrigin, makeCheckout } from './checkout.ts'
import { type CheckoutOrder, type CheckoutSession, PaymentsUnavailableError } from './provider.ts'
import { type Purchase, findOrAddOpen, updatePurchase } from './purchases.ts'
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

async function addBuyer(address: string): Promise<{ accountId: string }> {
  const email = parseEmail(address) ?? expect.fail('no email')
  const account = await inTransaction(db, (trx) =>
    createAccount(trx, { email, passwordHash: 'x', at: START }),
  )
  return { accountId: account?.id ?? expect.fail('no account') }
}

const sessionOf = ({
  purchaseId,
  plan,
  price,
}: Pick<CheckoutOrder, 'purchaseId' | 'plan' | 'price'>): CheckoutSession => ({
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
})

/** The page that an earlier call has opened for a purchase. */
const pageOf = ({ id, plan, price_cents }: Purchase): CheckoutSession => ({
  ...sessionOf({ purchaseId: id, plan, price: price_cents as Cents }),
  id: 'cs_stored',
  url: 'https://pay.example/stored',
})

/** An account, and a checkout at a provider that does not answer until it is told to. */
async function startCheckout(address: string) {
  const { accountId } = await addBuyer(address)
  const time = { now: START }
  const opened: CheckoutOrder[] = []
  let doesAnswer = false
  const open = async (order: CheckoutOrder): Promise<CheckoutSession> => {
    opened.push(order)
    if (!doesAnswer) throw new TypeError('no answer')
    return sessionOf(order)
  }
  const dependencies = { db, clock: () => time.now, provider: { open } } as unknown as PaymentDependencies
  const checkout = makeCheckout(dependencies, async () => undefined)
  const order = { accountId, pack: PACKS[0]!, lang: 'en', site: OWN } as const
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

  it('PAY-03 · an open order at an earlier price is closed, and the pack is sold at its price', async () => {
    const { accountId } = await addBuyer('earlier-price@example.bg')
    const order = { accountId, pack: PACKS[0]!, lang: 'en', site: OWN } as const
    const earlier = { ...order, pack: { ...order.pack, price: 399 as Cents } }
    const { id } = await inTransaction(db, (trx) => findOrAddOpen(trx, earlier, START))
    const [opened, closed]: [number[], string[]] = [[], []]
    const provider = {
      async open(asked: CheckoutOrder) {
        opened.push(asked.price)
        return sessionOf(asked)
      },
      close: async (sessionId: string) => void closed.push(sessionId),
    }
    const expire = async (purchaseId: string) => {
      await db.updateTable('purchase').set({ status: 'expired' }).where('id', '=', purchaseId).execute()
      return undefined
    }
    const dependencies = { db, clock: () => START, provider } as unknown as PaymentDependencies
    expect(await makeCheckout(dependencies, expire)(order)).toMatchObject({ status: 'ready' })
    expect([opened, closed]).toEqual([[399, 499], [`cs_${id}`]])
  })

  it('PAY-03 · a page that a call at the same time has stored is used', async () => {
    const { accountId } = await addBuyer('same-time@example.bg')
    const opened: string[] = []
    const provider = {
      async open(asked: CheckoutOrder) {
        opened.push(asked.purchaseId)
        const purchase = { id: asked.purchaseId, version: 1 } as Purchase
        await updatePurchase(db, purchase, { session_id: `cs_${asked.purchaseId}` })
        return sessionOf(asked)
      },
    }
    const dependencies = { db, clock: () => START, provider } as unknown as PaymentDependencies
    const order = { accountId, pack: PACKS[0]!, lang: 'en', site: OWN } as const
    const result = await makeCheckout(dependencies, async () => undefined)(order)
    expect([result, opened.length]).toEqual([{ status: 'ready', url: `https://pay.example/${opened[0]}` }, 1])
  })

  /** A checkout of an account with an open order in Bulgarian, at a provider whose new pages are as told. */
  async function ofBulgarian(address: string, page: Partial<CheckoutSession>, isOrderedAgain: boolean) {
    const { accountId } = await addBuyer(address)
    const order = { accountId, pack: PACKS[0]!, lang: 'en', site: OWN } as const
    const addBulgarian = () => inTransaction(db, (trx) => findOrAddOpen(trx, { ...order, lang: 'bg' }, START))
    await addBulgarian()
    const opened: CheckoutOrder[] = []
    const provider = {
      async open(asked: CheckoutOrder) {
        opened.push(asked)
        return { ...sessionOf(asked), ...page }
      },
      close: async () => undefined,
    }
    const expire = async (purchaseId: string) => {
      await db.updateTable('purchase').set({ status: 'expired' }).where('id', '=', purchaseId).execute()
      if (isOrderedAgain) await addBulgarian()
      return undefined
    }
    const dependencies = { db, clock: () => START, provider } as unknown as PaymentDependencies
    return {
      opened,
      result: await makeCheckout(dependencies, expire)(order).catch((error: unknown) => error),
    }
  }

  it('PAY-03 · an order in another language is replaced once: calls in two languages do not close each other’s pages', async () => {
    const alone = await ofBulgarian('alone@example.bg', {}, false)
    expect(alone.opened.map(({ lang }) => lang)).toEqual(['bg', 'en'])
    const { opened, result } = await ofBulgarian('both@example.bg', {}, true)
    expect(opened.map(({ lang }) => lang)).toEqual(['bg', 'bg'])
    expect(result).toEqual({ status: 'ready', url: `https://pay.example/${opened[1]?.purchaseId}` })
  })

  it('PAY-03 · after five orders whose pages cannot be paid the call is given up', async () => {
    const { opened, result } = await ofBulgarian('five@example.bg', { state: 'expired' }, false)
    expect(result).toBeInstanceOf(PaymentsUnavailableError)
    expect([opened.length, (result as PaymentsUnavailableError).isRejected]).toEqual([5, false])
  })

  it.each([
    ['expired', { status: 'expired' }],
    ['paid on another page', { status: 'credited', session_id: 'cs_another' }],
  ] as const)(
    'PAY-03 · the page of an order that is meanwhile %s is not used, and the pack is ordered again',
    async (name, change) => {
      const { accountId } = await addBuyer(`${name.replaceAll(' ', '-')}@example.bg`)
      const opened: string[] = []
      const provider = {
        async open(asked: CheckoutOrder) {
          opened.push(asked.purchaseId)
          const purchase = { id: asked.purchaseId, version: 1 } as Purchase
          if (opened.length === 1) await updatePurchase(db, purchase, change)
          return sessionOf(asked)
        },
        close: async () => undefined,
      }
      const dependencies = { db, clock: () => START, provider } as unknown as PaymentDependencies
      const order = { accountId, pack: PACKS[0]!, lang: 'en', site: OWN } as const
      const result = await makeCheckout(dependencies, async () => undefined)(order)
      expect(result).toEqual({ status: 'ready', url: `https://pay.example/${opened[1]}` })
      expect(opened).toHaveLength(2)
      expect(opened[0]).not.toBe(opened[1])
    },
  )

  it('PAY-03 · an account that is not there any more buys nothing', async () => {
    const dependencies = { db, clock: () => START, provider: {} } as unknown as PaymentDependencies
    const order = { accountId: 'none', pack: PACKS[0]!, lang: 'bg', site: OWN } as const
    expect(await makeCheckout(dependencies, async () => undefined)(order)).toEqual({ status: 'no-account' })
  })

  describe('a payment page that the provider does not open', () => {
    const failure = (isRejected: boolean) =>
      new PaymentsUnavailableError('it failed', { cause: undefined, isRejected })

    /** A checkout whose provider fails as told, once, before or after another call has stored the page. */
    async function failing(address: string, isRejected: boolean, storedSession?: string) {
      const { accountId } = await addBuyer(address)
      const opened: string[] = []
      const provider = {
        async open(order: CheckoutOrder) {
          opened.push(order.purchaseId)
          if (opened.length > 1) return sessionOf(order)
          const purchase = { id: order.purchaseId, version: 1 } as Purchase
          if (storedSession !== undefined) await updatePurchase(db, purchase, { session_id: storedSession })
          throw failure(isRejected)
        },
        find: async (id: string) => (id === 'cs_gone' ? undefined : pageOf(await ofAccount())),
      }
      const ofAccount = () =>
        db.selectFrom('purchase').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()
      const dependencies = { db, clock: () => START, provider } as unknown as PaymentDependencies
      const checkout = makeCheckout(dependencies, async () => undefined)
      const call = () => checkout({ accountId, pack: PACKS[0]!, lang: 'en', site: OWN })
      return { opened, call }
    }

    it.each([
      ['rejected', true, false],
      ['without an answer', false, true],
    ])(
      'PAY-03 · is refused as it was, %s, and the next call makes another order only then',
      async (...given) => {
        const [, isRejected, isSame] = given
        const { opened, call } = await failing(`${isRejected}@example.bg`, isRejected)
        await expect(call()).rejects.toMatchObject({ message: 'it failed', isRejected })
        expect((await call()).status).toBe('ready')
        expect(opened[0] === opened[1]).toBe(isSame)
      },
    )

    it('PAY-03 · is that of an earlier call, which has stored it meanwhile', async () => {
      const { opened, call } = await failing('stored@example.bg', false, 'cs_stored')
      expect(await call()).toMatchObject({ status: 'ready', url: 'https://pay.example/stored' })
      expect(opened).toHaveLength(1)
    })

    it('PAY-03 · is refused where the stored one is gone', async () => {
      const { call } = await failing('gone@example.bg', false, 'cs_gone')
      await expect(call()).rejects.toThrow('it failed')
    })
  })
})
