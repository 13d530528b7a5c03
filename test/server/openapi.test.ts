import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#api/auth.ts'
import { convertBulk } from '#api/conversions.ts'
import { ENDPOINTS, type EndpointName } from '#api/endpoints.ts'
import * as secondFactor from '#api/second-factor.ts'
import { getDescription } from '#api/site.ts'
import { deleteFile } from '#api/stored-files.ts'
import type { Endpoint } from '#api/endpoint.ts'
import type { openapiDocument } from '#api/openapi.ts'
import { createEmailToken } from '#server/auth/email-tokens.ts'
import { addedApiKey } from './api-keys.ts'
import { Authenticator } from './authenticator.ts'
import { type Answer, type Client, PASSWORD } from './client.ts'
import { accountIdOf } from './ledger-check.ts'
import { addedPasskey, confirmAddressOf, siteOf } from './second-factors.ts'
import { makeRows } from './reference.ts'
import { storedFile } from './stored-files.ts'
import { type Shop, openShop, pay, startPayment } from './with-payments.ts'

type Document = ReturnType<typeof openapiDocument>
type Operation = {
  operationId: string
  summary: string
  parameters: { name: string; in: string }[]
  requestBody?: object
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

/** Every route of the server, reported by Fastify. */
const routes = new Set<string>()

function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, path }) => {
    for (const one of [method].flat()) routes.add(`${one} ${path || url}`)
  })
}

const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

const BY_NAME = Object.assign({}, ...Object.values(ENDPOINTS)) as Record<EndpointName, Endpoint>

type Input = Parameters<Client['call']>[1]

type Context = {
  shop: Shop
  /** A registered, signed-in user of this test only. */
  user: Client
  visitor: Client
  /** Sends a request to the endpoint under test, and compares the reply with the document. */
  send: (client: Client, input?: Input) => Promise<void>
}

const credentialsOf = ({ email }: Client) => ({ email, password: PASSWORD })

const both = async ({ user, visitor, send }: Context) => {
  await send(user)
  await send(visitor)
}

const unconfirmedToo = async (context: Context) => {
  await both(context)
  await confirmAddressOf(context.shop.server, context.user)
  await context.send(context.user)
}

const BODY = {
  rows: [...makeRows(3), { name: 'Хляб', price: 'скъпо', currency: 'BGN' }, null],
  filename: 'май.csv',
}

const convertOnce = async (user: Client): Promise<string> => {
  const { jobId } = (await user.call(convertBulk, { body: BODY })).reply
  return jobId
}

/** Valid and invalid requests to each endpoint. `receivePaymentEvent` is called by the payment provider only. */
const ENDPOINT_REQUESTS = {
  register: async ({ user, visitor, send }) => {
    await send(visitor, { body: { ...credentialsOf(visitor), password: 'short' } })
    await send(visitor, { body: credentialsOf(visitor) })
    await send(user, { body: credentialsOf(visitor) })
  },
  login: async ({ user, visitor, send }) => {
    await send(visitor, { body: { ...credentialsOf(user), password: 'no such secret' } })
    await send(visitor, { body: credentialsOf(user) })
  },
  completeSignIn: ({ visitor, send }) => send(visitor, { body: { ticket: 'none', code: '123456' } }),
  requestPasskey: ({ visitor, send }) => send(visitor),
  signInWithPasskey: async ({ shop, user, send }) => {
    const passkey = await addedPasskey(shop.server, user)
    const { options } = (await user.call(secondFactor.requestPasskey)).reply
    await send(user, { body: { passkey: passkey.get(options) } })
    await send(user, { body: { passkey: passkey.get(options) } })
  },
  requestDeviceCode: ({ user, visitor, send }) => send(visitor, { body: { email: user.email } }),
  recogniseDevice: ({ user, visitor, send }) =>
    send(visitor, { body: { email: user.email, code: 'ABCD-EFGH' } }),
  confirmIdentity: async ({ user, send }) => {
    await send(user, { body: { password: 'wrong one' } })
    await send(user, { body: { password: PASSWORD } })
  },
  listFactors: async ({ shop, user, visitor, send }) => {
    await addedPasskey(shop.server, user)
    await send(user)
    await send(visitor)
  },
  startApp: unconfirmedToo,
  confirmApp: async ({ shop, user, send }) => {
    await send(user, { body: { code: '000000' } })
    await confirmAddressOf(shop.server, user)
    await send(user, { body: { code: '000000' } })
  },
  removeApp: both,
  requestNewPasskey: unconfirmedToo,
  addPasskey: async ({ shop, user, send }) => {
    await confirmAddressOf(shop.server, user)
    const { options } = (await user.call(secondFactor.requestNewPasskey)).reply
    const passkey = new Authenticator(siteOf(user)).create(options)
    await send(user, { body: { passkey } })
    await send(user, { body: { passkey } })
  },
  removePasskey: async ({ shop, user, send }) => {
    await send(user, { params: { id: (await addedPasskey(shop.server, user)).id } })
    await send(user, { params: { id: 'none' } })
  },
  replaceRecoveryCodes: async ({ shop, user, send }) => {
    await send(user)
    await addedPasskey(shop.server, user)
    await send(user)
  },
  listApiKeys: async ({ shop, user, visitor, send }) => {
    await addedApiKey(shop.server, user)
    await send(user)
    await send(visitor)
  },
  createApiKey: async (context) => {
    const input = { body: { name: 'Магазин', scopes: ['convert', 'read'], tokensPerDay: 100 } }
    await context.send(context.user, input)
    await confirmAddressOf(context.shop.server, context.user)
    await context.send(context.user, input)
    await context.send(context.user, { body: { name: ' ', scopes: ['read'] } })
    await context.send(context.user, { body: { name: 'Магазин', scopes: [] } })
  },
  revokeApiKey: async ({ shop, user, send }) => {
    const { apiKey } = await addedApiKey(shop.server, user)
    for (const id of [apiKey.id, apiKey.id, 'none']) await send(user, { params: { id } })
  },
  logout: both,
  me: both,
  requestReset: ({ user, visitor, send }) => send(visitor, { body: { email: user.email } }),
  checkReset: ({ visitor, send }) => send(visitor, { body: { token: 'none' } }),
  resetPassword: ({ visitor, send }) => send(visitor, { body: { token: 'none', password: PASSWORD } }),
  verifyEmail: async ({ shop: { server }, user, visitor, send }) => {
    await send(visitor, { body: { token: 'none' } })
    const accountId = await accountIdOf(server.db, user.email)
    const token = await createEmailToken(server.db, accountId, 'verify', server.time.now)
    for (const password of [undefined, 'wrong one', PASSWORD])
      await send(visitor, { body: { token, password } })
  },
  convertBulk: async ({ user, visitor, send }) => {
    await send(visitor, { body: { rows: [] } })
    await send(user, { body: { rows: [] } })
    await send(user, { body: { rows: makeRows(16) } })
    await send(user, { body: 'rows' })
    const headers = { 'idempotency-key': 'one' }
    await send(user, { body: BODY, headers })
    await send(user, { body: BODY, headers })
    await send(user, { body: { rows: makeRows(1) }, headers })
  },
  listJobs: async ({ user, visitor, send }) => {
    await convertOnce(user)
    await send(user)
    await send(visitor)
  },
  getJob: async ({ user, visitor, send }) => {
    const params = { id: await convertOnce(user) }
    await send(user, { params })
    await send(visitor, { params })
    await send(user, { params: { id: 'none' } })
  },
  deleteJob: async ({ user, send }) => {
    await send(user, { params: { id: 'none' } })
    await send(user, { params: { id: await convertOnce(user) } })
  },
  // A file that is converted is described by its headers only.
  convertFile: async ({ user, visitor, send }) => {
    await send(visitor, { body: [{ name: 'Чай', price: 1.95, currency: 'BGN' }] })
    await send(user, { body: {} })
    await send(user, { body: [{ name: 'Чай', едно: 1.95, друго: 2.5 }] })
  },
  checkFile: async ({ user, visitor, send }) => {
    const body = {
      list: [1, 2, 3].map((n) => ({ name: `Чай ${n}`, 'price BGN': '1.95', 'price EUR': `${n}.00` })),
    }
    await send(visitor, { body })
    await send(user, { body })
    await send(user, { body: {} })
    await send(user, { body: [{ name: 'Чай', price: 1.95, currency: 'BGN' }] })
  },
  getFile: async ({ shop, user, visitor, send }) => {
    const params = { id: await storedFile(shop.server, user) }
    await send(user, { params })
    await send(visitor, { params })
    await send(user, { params: { id: 'none' } })
  },
  getFileResult: async ({ shop, user, visitor, send }) => {
    const params = { id: await storedFile(shop.server, user) }
    await send(user, { params })
    await send(visitor, { params })
    await user.call(deleteFile, { params })
    await send(user, { params })
  },
  deleteFile: async ({ shop, user, send }) => {
    await send(user, { params: { id: await storedFile(shop.server, user) } })
    await send(user, { params: { id: 'none' } })
  },
  getAccount: both,
  listEntries: both,
  listSessions: both,
  downloadData: async (context) => {
    await convertOnce(context.user)
    await both(context)
  },
  requestVerification: ({ user, send }) => send(user),
  changePassword: async ({ user, send }) => {
    await send(user, { body: { currentPassword: 'wrong one', newPassword: PASSWORD } })
    await send(user, { body: { currentPassword: PASSWORD, newPassword: PASSWORD } })
  },
  endSession: ({ user, send }) => send(user, { params: { id: 'none' }, body: { password: PASSWORD } }),
  endAllSessions: async ({ user, visitor, send }) => {
    await send(visitor, { body: { password: PASSWORD } })
    await send(user, { body: { password: PASSWORD } })
  },
  deleteAccount: both,
  acceptTerms: async ({ visitor, send }) => {
    await send(visitor, { body: { version: '1.0.0' } })
    await send(visitor, { body: { version: '0' } })
  },
  contact: async ({ visitor, send }) => {
    const message = { name: 'Ана', email: 'ana@example.com', topic: 'bug', message: 'Здравейте' }
    await send(visitor, { body: message })
    await send(visitor, { body: { ...message, message: '' } })
  },
  createCheckoutSession: async ({ user, send }) => {
    await send(user, { body: {} })
    await send(user, { body: { priceId: 'none' } })
    await send(user, { body: { priceId: 'pro' } })
  },
  finalizeCheckout: async ({ shop, user, send }) => {
    const paid = await pay(shop, user, 'starter')
    const open = await startPayment(user, 'business')
    for (const session_id of [paid, open, 'none', '']) await send(user, { body: { session_id } })
  },
  listPurchases: async ({ shop, user, visitor, send }) => {
    await pay(shop, user, 'starter')
    await send(user)
    await send(visitor)
  },
  getDescription: ({ visitor, send }) => send(visitor),
} satisfies Record<Exclude<EndpointName, 'receivePaymentEvent'>, (context: Context) => Promise<void>>

describe('the OpenAPI document', () => {
  let shop: Shop
  let document: Document
  beforeAll(async () => {
    subscribe('fastify.initialization', watchRoutes)
    shop = await openShop('sqlite')
    unsubscribe('fastify.initialization', watchRoutes)
    const { text } = await shop.server.client().call(getDescription)
    document = JSON.parse(text) as Document
  })
  afterAll(() => shop.stop())

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation: operation as Operation,
      })),
    )
  const operationOf = ({ method, path }: Endpoint): Operation =>
    operations().find((one) => one.method === method && one.path === templateOf(path))?.operation ??
    expect.fail(path)

  it('API-04 · is valid by the OpenAPI 3.1 schema of the OpenAPI Initiative', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  it('API-04 · has exactly the routes of the API', () => {
    const all = [...routes].filter(
      (route) => / \/api\//.test(route) && !route.endsWith('/*') && !route.endsWith(' /api/'),
    )
    // HEAD is served wherever GET is.
    const isHead = (route: string) => route.startsWith('HEAD ')
    const gets = all.filter((route) => route.startsWith('GET '))
    expect(all.filter(isHead).toSorted()).toEqual(
      gets.map((route) => route.replace('GET', 'HEAD')).toSorted(),
    )
    const mounted = all.filter((route) => !isHead(route)).map(templateOf)
    expect(mounted.length).toBeGreaterThan(20)
    expect(
      operations()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual([...new Set(mounted)].toSorted())
  })

  it('API-04 · gives each endpoint its own name, its input and its errors', () => {
    const all = operations().map(({ operation }) => operation)
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    for (const { path, operation } of operations()) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '429', '500', '503']),
      )
      expect(operation.summary).not.toBe('')
    }
    const bulk = operationOf(convertBulk)
    expect(bulk.parameters.map(({ name }) => name)).toEqual(['Idempotency-Key'])
    expect(Object.keys(bulk.responses)).toEqual(expect.arrayContaining(['401', '402', '409', '413']))
    expect(document.servers).toEqual([{ url: `http://localhost:${new URL(shop.server.origin).port}` }])
    expect(document.components.securitySchemes.session).toEqual({
      type: 'apiKey',
      in: 'cookie',
      name: 'levro',
    })
  })

  it('API-04 · is cached, and sent again only when it has changed', async () => {
    const first = await fetch(`${shop.server.origin}/api/openapi.json`)
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const tag = first.headers.get('etag') ?? expect.fail()
    const again = await fetch(first.url, { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
  })

  /** The reply is one of those that the document describes, and follows its schema. */
  function expectDescribed(endpoint: Endpoint, { status, text }: Answer<unknown>): void {
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema({ $id: 'levro:', components: document.components })
    const schema = operationOf(endpoint).responses[status]?.content['application/json']?.schema
    expect(schema, `${status}`).toBeDefined()
    const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"levro:#/')) as object
    const validate = ajv.compile(own)
    expect([status, validate(JSON.parse(text)), validate.errors]).toEqual([status, true, null])
  }

  it.each(Object.entries(ENDPOINT_REQUESTS))(
    'API-04 · %s responds as described to valid and invalid requests',
    async (name, calls) => {
      const endpoint = BY_NAME[name as EndpointName]
      const [user, visitor] = [shop.server.client(), shop.server.client()]
      expect((await user.call(register, { body: credentialsOf(user) })).status).toBe(200)
      const replies: number[] = []
      await calls({
        shop,
        user,
        visitor,
        send: async (client, input) => {
          const answer = await client.call(endpoint, input)
          expectDescribed(endpoint, answer)
          replies.push(answer.status)
        },
      })
      expect(replies.length).toBeGreaterThan(0)
    },
  )
})
