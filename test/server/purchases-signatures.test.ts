import { describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import {
  type SignedWebhook,
  type Shop,
  buyerOf,
  eventOf,
  expectConsistent,
  onEachDatabaseWithPayments,
  pay,
  reasonsOf,
  sendWebhook,
  signed,
} from './with-payments.ts'

type Forge = (right: SignedWebhook, shop: Shop) => Partial<SignedWebhook>

const v1 = ({ signature }: SignedWebhook): string => /v1=(\w+)/.exec(signature)?.[1] ?? ''
const resigned = ({ body }: SignedWebhook, { server }: Shop, secret: string) =>
  signed(body, { secret, at: server.time.now })

const REFUSED: Record<string, Forge> = {
  'without a signature': ({ body }) => ({ body }),
  'with an empty signature': ({ body }) => ({ body, signature: '' }),
  'with a signature that is none': ({ body }) => ({ body, signature: 't=1,v1=00' }),
  'with a signature of now that is none': ({ body, signature }) => ({
    body,
    signature: signature.replace(/v1=\w+/, `v1=${'0'.repeat(64)}`),
  }),
  'with a signature of the older scheme alone': ({ body, signature }) => ({
    body,
    signature: signature.replace('v1=', 'v0='),
  }),
  "with another endpoint's secret": (right, shop) => resigned(right, shop, 'whsec_anotherEndpoint'),
  'with the secret key in place of the secret': (right, shop) => resigned(right, shop, shop.provider.key),
  'with one byte of the body changed': ({ body, signature }) => ({
    body: body.replace('"paid"', '"paie"'),
    signature,
  }),
  'with one byte more': ({ body, signature }) => ({ body: `${body} `, signature }),
  'with another time': ({ body, signature }, { server }) => ({
    body,
    signature: signature.replace(/t=\d+/, `t=${Math.floor(server.time.now / 1000) + 1}`),
  }),
  'without the time': (right) => ({ body: right.body, signature: `v1=${v1(right)}` }),
  'of six minutes ago': ({ body }, { server, provider }) =>
    signed(body, { secret: provider.webhookSecret, at: server.time.now - 6 * 60_000 }),
  'of in six minutes': ({ body }, { server, provider }) =>
    signed(body, { secret: provider.webhookSecret, at: server.time.now + 6 * 60_000 }),
  'with a body that is no JSON': (_right, { server, provider }) =>
    signed('{"object":"event"', { secret: provider.webhookSecret, at: server.time.now }),
  'with no body': (_right, { server, provider }) =>
    signed('', { secret: provider.webhookSecret, at: server.time.now }),
}

const TAKEN: Record<string, Forge> = {
  'as it was sent': (right) => right,
  'with two signatures of which the first is right': ({ body, signature }) => ({
    body,
    signature: `${signature},v1=${'0'.repeat(64)}`,
  }),
  'with two signatures of which the second is right': (right) => ({
    body: right.body,
    signature: right.signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`),
  }),
}

onEachDatabaseWithPayments((getShop) => {
  async function makeMessage(): Promise<{ shop: Shop; buyer: Client; right: SignedWebhook }> {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const event = await eventOf(shop, await pay(shop, buyer))
    const secret = shop.provider.webhookSecret
    return { shop, buyer, right: signed(JSON.stringify(event), { secret, at: shop.server.time.now }) }
  }

  describe('a webhook of the provider', () => {
    it('PAY-07 · that is forged, changed, too old or from the future is rejected', async () => {
      const { shop, buyer, right } = await makeMessage()
      const asked = shop.provider.exchanges().length
      for (const [title, forge] of Object.entries(REFUSED))
        expect(await sendWebhook(shop, forge(right, shop)), title).toBe(400)
      expect(shop.provider.exchanges(), 'nobody asks the provider for it').toHaveLength(asked)
      expect(await reasonsOf(buyer)).toEqual(['signup'])
    })

    it.each(Object.entries(TAKEN))('PAY-07 · %s is accepted', async (_title, forge) => {
      const { shop, buyer, right } = await makeMessage()
      expect(await sendWebhook(shop, forge(right, shop))).toBe(200)
      expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
      await expectConsistent(shop)
    })

    it('PAY-07 · that is larger than any of Stripe’s is not read', async () => {
      const { shop, right } = await makeMessage()
      const body = right.body + ' '.repeat(600_000)
      const secret = shop.provider.webhookSecret
      expect(await sendWebhook(shop, signed(body, { secret, at: shop.server.time.now }))).toBe(413)
    })
  })
})
