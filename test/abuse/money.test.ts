import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { createCheckoutSession, finalizeCheckout, receivePaymentEvent } from '#api/payments.ts'
import { type SignedWebhook, sessionAt, signed } from '../server/with-payments.ts'
import { until } from '../until.ts'
import { type Caller, type AbuseServer, withAbuseServer } from './abuse-server.ts'

const STARTER = 500
const FREE = 15

withAbuseServer({ payments: true }, (getTarget) => {
  const press = (user: Caller, body: object) => user.call(createCheckoutSession, { body })
  const finalize = (user: Caller, session_id: unknown) =>
    user.call(finalizeCheckout, { body: { session_id } })
  const tokensOf = async (user: Caller) => (await user.call(me)).reply.tokens

  async function begun(user: Caller): Promise<string> {
    const id = sessionAt((await press(user, { priceId: 'starter' })).reply.url)
    getTarget().keepSecret(id)
    return id
  }

  /** Paid, but not reported to the server yet. */
  async function paid(user: Caller): Promise<string> {
    getTarget().provider.deliverTo(undefined)
    const id = await begun(user)
    await getTarget().provider.pay(id, 'paid')
    return id
  }

  /** A correctly signed event that reports a session as paid. */
  async function rightMessage({ provider }: AbuseServer, id: string): Promise<SignedWebhook> {
    const session = await provider.stripe.checkout.sessions.retrieve(id)
    const object = { ...session, status: 'complete', payment_status: 'paid' }
    const event = { id: `evt_${id}`, object: 'event', type: 'checkout.session.completed', data: { object } }
    const message = signed(JSON.stringify(event), { secret: provider.webhookSecret, at: Date.now() })
    getTarget().keepSecret(message.signature, provider.webhookSecret, provider.key)
    return message
  }

  const tell = async ({ body, signature }: SignedWebhook, headers: Record<string, string> = {}) => {
    const question = {
      method: 'POST',
      path: receivePaymentEvent.path,
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    }
    return (await getTarget().ask(question)).status
  }

  describe('starting a payment', () => {
    it('API-03 PAY-03 · C51 · return URLs of other sites and invalid URLs are rejected', async () => {
      const user = await getTarget().user()
      const own = getTarget().origin
      const foreign: unknown[] = [
        ...'https://evil.example/ //evil.example /\\evil.example javascript:alert(1) https:evil.example'.split(
          ' ',
        ),
        ...'/checkout/success\r\nX:1 /checkout/../../x ftp://127.0.0.1/checkout/success blob:x about:blank'.split(
          ' ',
        ),
        `${own}@evil.example/checkout/success`,
        `${own.replace('//', '//evil.example@')}/checkout/success`,
        `${own}.evil.example/checkout/success`,
        `${own}/checkout/success\u0000`,
        `${own}/checkout/success/${'x'.repeat(3000)}`,
        null,
        1,
        ['/checkout/success'],
        { href: '/checkout/success' },
      ]
      for (const address of foreign)
        for (const field of ['successUrl', 'cancelUrl'])
          expect((await press(user, { priceId: 'starter', [field]: address })).status, String(address)).toBe(
            400,
          )
      const id = await begun(user)
      const { success_url, cancel_url } = await getTarget().provider.stripe.checkout.sessions.retrieve(id)
      for (const url of [success_url, cancel_url])
        expect(['localhost', '127.0.0.1']).toContain(new URL(url ?? '').hostname)
    })

    it('API-03 PAY-06 · C51 · a price that is not for sale, or not given by its id alone, is rejected', async () => {
      const user = await getTarget().user()
      const asked = getTarget().provider.exchanges().length
      const wrong: unknown[] = [
        ...'free STARTER starter\u0000 starter\u200b stаrter __proto__ constructor toString price_1 0 -1'.split(
          ' ',
        ),
        '',
        ' starter',
        'x'.repeat(10_000),
        null,
        1,
        ['starter'],
        { id: 'starter' },
      ]
      for (const priceId of wrong)
        expect((await press(user, { priceId })).status, JSON.stringify(priceId).slice(0, 60)).toBe(400)
      expect(getTarget().provider.exchanges()).toHaveLength(asked)
    })

    it('API-03 PAY-03 · C63 · fifty times returns one payment page, or a rate limit error', async () => {
      const user = await getTarget().user()
      const answers = await Promise.all(Array.from({ length: 50 }, () => press(user, { priceId: 'pro' })))
      const open = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - open.length)
      expect(open.length).toBeGreaterThan(0)
      expect(new Set(open.map(({ reply }) => reply.url)).size).toBe(1)
      expect((await getTarget().user().then(begun)).length).toBeGreaterThan(0)
    })
  })

  describe('webhooks of the provider', () => {
    it('API-03 PAY-07 · C53 · with an invalid signature credit nothing', async () => {
      const user = await getTarget().user()
      const id = await paid(user)
      const right = await rightMessage(getTarget(), id)
      const [, v1 = ''] = /v1=(\w+)/.exec(right.signature) ?? []
      const [, t = ''] = /t=(\d+)/.exec(right.signature) ?? []
      const at = (ms: number) =>
        signed(right.body, { secret: getTarget().provider.webhookSecret, at: Date.now() + ms }).signature
      const others = signed(right.body, { secret: 'whsec_another', at: Date.now() })
      const [next, cut, double] = [Number(t) + 1, v1.slice(0, -1), `${v1}0`]
      const signatures = [
        '',
        ' ',
        ...`t=1,v1=00 t=${t} v1=${v1} t=,v1=${v1} t=NaN,v1=${v1} t=-${t},v1=${v1} t=${next},v1=${v1}`.split(
          ' ',
        ),
        ...`t=${t},v1= t=${t},v0=${v1} t=${t},v1=${v1.toUpperCase()} t=${t},v1=${cut} t=${t},v1=${double}`.split(
          ' ',
        ),
        ...`t=${t}&v1=${v1} t=${t};v1=${v1} ${v1} t=${t},v1=${v1},t=1 t=${t}${',v1=00'.repeat(1500)}`.split(
          ' ',
        ),
        at(-6 * 60_000),
        at(-24 * 60 * 60_000),
        others.signature,
      ]
      for (const signature of signatures)
        expect(await tell({ ...right, signature }), signature.slice(0, 80)).toBe(400)
      const json = { 'content-type': 'application/json' }
      const unsigned = { method: 'POST', path: receivePaymentEvent.path, body: right.body, headers: json }
      expect((await getTarget().ask(unsigned)).status, 'without the header').toBe(400)
      const bodies = [
        '',
        ' ',
        `${right.body}\n`,
        `\ufeff${right.body}`,
        ...'{} null [] 0'.split(' '),
        right.body.slice(1),
        right.body.replace(id, `${id}x`),
        right.body.replaceAll('starter', 'pro'),
      ]
      for (const body of bodies) expect(await tell({ ...right, body }), body.slice(0, 60)).toBe(400)
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        '',
      ])
        expect(await tell(right, { 'content-type': type }), type).toBe(415)
      expect(await tell(right, { 'content-encoding': 'gzip' })).toBe(415)
      const large = signed(`${right.body}${' '.repeat(1024 * 1024)}`, {
        secret: getTarget().provider.webhookSecret,
        at: Date.now(),
      })
      expect(await tell(large)).toBe(413)
      expect(await tokensOf(user)).toBe(FREE)
      const twice = { ...right, signature: right.signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`) }
      expect(await tell(twice), 'two signatures, one right').toBe(200)
      expect(await tokensOf(user)).toBe(FREE + STARTER)
    })

    it('API-03 PAY-07 · C53 · with a valid signature and unusable content are accepted without effect', async () => {
      const objects = [
        ...'null 1 "x" [] {} {"object":"checkout.session"} {"object":"checkout.session","id":1}'.split(' '),
        '{"object":"checkout.session","id":"../x","metadata":{"product":"levro","purchase":"../x"}}',
        '{"object":"charge","payment_intent":"../../x"}',
        '{"object":"refund","payment_intent":{"id":"%00"}}',
        `{"object":"dispute","payment_intent":"${'x'.repeat(255)}"}`,
        '{"object":"__proto__","id":"constructor","__proto__":{"object":"charge"}}',
      ]
      const events = [
        ...objects.map((object) => `{"id":"evt_x","object":"event","type":"x","data":{"object":${object}}}`),
        ...'{} {"object":"event"} {"data":null} {"data":"x"} {"object":"event","data":[]} null 1 []'.split(
          ' ',
        ),
      ]
      for (const body of events) {
        const status = await tell(
          signed(body, { secret: getTarget().provider.webhookSecret, at: Date.now() }),
        )
        expect([200, 400], body).toContain(status)
      }
    })

    it('API-03 PAY-06 PAY-07 · C53 C59 · that report an unpaid session as paid credit nothing', async () => {
      const user = await getTarget().user()
      const id = await begun(user)
      expect(await tell(await rightMessage(getTarget(), id))).toBe(200)
      const asked = await finalize(user, id)
      expect([asked.status, JSON.parse(asked.text)]).toMatchObject([202, { tokensAdded: 0 }])
      await getTarget().provider.pay(id, 'declined')
      expect((await finalize(user, id)).status).toBe(202)
      await getTarget().provider.pay(id, 'expired')
      expect((await finalize(user, id)).status).toBe(410)
      expect(await tokensOf(user)).toBe(FREE)
    })

    it('API-03 PAY-06 · C55 · repeated twenty times during the sync of the page, also with another id, credit once', async () => {
      const user = await getTarget().user()
      const id = await paid(user)
      const right = await rightMessage(getTarget(), id)
      const second = right.body.replace(`"evt_${id}"`, `"evt_second"`)
      const again = signed(second, { secret: getTarget().provider.webhookSecret, at: Date.now() })
      const [told, asked] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => [tell(right), tell(again)]).flat()),
        Promise.all(Array.from({ length: 10 }, () => finalize(user, id))),
      ])
      expect(new Set(told)).toEqual(new Set([200]))
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
      expect(asked.filter(({ reply }) => reply.tokensAdded > 0).length).toBeLessThan(2)
      expect(await tokensOf(user)).toBe(FREE + STARTER)
    })
  })

  describe('finalizing a checkout', () => {
    it('API-03 PAY-06 · C57 · of another account, without a session, or with an invalid id credits and reveals nothing', async () => {
      const [victim, attacker] = [await getTarget().user(), await getTarget().user()]
      const id = await paid(victim)
      const strange: unknown[] = [
        ...'../../v1/charges .. ../ %00 %2e%2e/x cs_test_x?expand[]=customer cs_test_x#y / \\ \u0000'.split(
          ' ',
        ),
        ...`сs_test_x __proto__.x ${id}\n ${id}\u0000 ${id}/expire ${id}/../${id} ${'x'.repeat(10_000)}`.split(
          ' ',
        ),
        '',
        `${id} `,
        ` ${id}`,
        null,
        1,
        [id],
        { id },
        { $ne: null },
      ]
      const asked = getTarget().provider.exchanges().length
      for (const session of strange)
        expect((await finalize(attacker, session)).status, JSON.stringify(session).slice(0, 60)).toBe(400)
      const unknown = await finalize(attacker, 'cs_test_nobodyKnowsIt')
      const foreign = await finalize(attacker, id)
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      for (const session of ['__proto__', 'constructor', 'x'.repeat(255)])
        expect((await finalize(attacker, session)).status).toBe(404)
      expect(getTarget().provider.exchanges(), 'the provider is asked nothing').toHaveLength(asked)
      expect(
        (
          await getTarget()
            .stranger()
            .call(finalizeCheckout, { body: { session_id: id } })
        ).status,
      ).toBe(401)
      expect((await finalize(victim, id)).reply).toMatchObject({ tokensAdded: STARTER, already: false })
      expect((await finalize(attacker, id)).text).toBe(unknown.text)
      expect([await tokensOf(attacker), await tokensOf(victim)]).toEqual([FREE, FREE + STARTER])
    })

    it('API-03 PAY-04 PAY-07 · C61 · while the provider is down is answered at once, and later with the tokens', async () => {
      const [user, other] = [await getTarget().user(), await getTarget().user()]
      const id = await paid(user)
      const right = await rightMessage(getTarget(), id)
      getTarget().provider.behave('down')
      user.failures = 'busy'
      other.failures = 'busy'
      try {
        const [asked, pressed] = await Promise.all([
          finalize(user, id),
          press(other, { priceId: 'business' }),
        ])
        expect([asked.status, asked.refusal.code]).toEqual([503, 'payment_unverified'])
        expect([pressed.status, pressed.refusal.code]).toEqual([503, 'checkout_unavailable'])
        const question = { method: 'POST', path: receivePaymentEvent.path, body: right.body }
        const headers = { 'content-type': 'application/json', 'stripe-signature': right.signature }
        expect((await getTarget().ask({ ...question, headers, failures: 'busy' })).status).toBe(503)
        expect(await tokensOf(user), 'nothing without asking the provider').toBe(FREE)
      } finally {
        getTarget().provider.behave('fine')
      }
      await until(async () => expect((await finalize(user, id)).status).toBe(200))
      expect(await tokensOf(user)).toBe(FREE + STARTER)
    })
  })
})
