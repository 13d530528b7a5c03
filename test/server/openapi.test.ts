import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, logout, me, register, requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import { createCheckoutSession, finalizeCheckout, listPurchases } from '#api/payments.ts'
import { convertBulk, deleteJob, getJob, listJobs } from '#api/conversions.ts'
import { acceptTerms, contact, getDescription } from '#api/site.ts'
import type { Endpoint } from '#api/endpoint.ts'
import type { openapiDocument } from '#api/openapi.ts'
import * as settings from '#api/account.ts'
import { type Answer, type Client, PASSWORD } from './client.ts'
import { makeRows } from './reference.ts'
import { type Shop, openShop, pay, startPayment } from './with-payments.ts'

type Document = ReturnType<typeof openapiDocument>
type Operation = {
  operationId: string
  summary: string
  parameters: { name: string; in: string }[]
  requestBody?: object
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

/** Every route that the server has, as Fastify itself tells of them. */
const routes = new Set<string>()

function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, path }) => {
    for (const one of [method].flat()) routes.add(`${one} ${path || url}`)
  })
}

const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

describe('the description of the calls', () => {
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

  it('API-04 · is OpenAPI 3.1, by the schema that the OpenAPI Initiative publishes', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  it('API-04 · has every route of the API, and no other', () => {
    const mounted = [...routes]
      .filter((route) => / \/api\//.test(route) && !route.endsWith('/*') && !route.endsWith(' /api/'))
      .map(templateOf)
    expect(mounted.length).toBeGreaterThan(20)
    expect(
      operations()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual([...new Set(mounted)].toSorted())
  })

  it('API-04 · says of each call what it takes and how it is refused, under a name of its own', () => {
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

  it('API-04 · is asked for once, and again only when it has changed', async () => {
    const first = await fetch(`${shop.server.origin}/api/openapi.json`)
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const tag = first.headers.get('etag') ?? expect.fail()
    const again = await fetch(first.url, { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
  })

  it('API-04 · is kept by what the server really answers, to what is right and to what is wrong', async () => {
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema({ $id: 'levro:', components: document.components })
    const seen = new Set<string>()

    /** The answer is one of those that are described. */
    function expectDescribed(endpoint: Endpoint, { status, text }: Answer<unknown>): void {
      const { operationId, responses } = operationOf(endpoint)
      const schema = responses[status]?.content['application/json']?.schema
      expect(schema, `${operationId} ${status}`).toBeDefined()
      const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"levro:#/')) as object
      const validate = ajv.compile(own)
      expect([operationId, status, validate(JSON.parse(text)), validate.errors]).toEqual([
        operationId,
        status,
        true,
        null,
      ])
      seen.add(operationId)
    }
    const ask = async (client: Client, endpoint: Endpoint, input?: Parameters<Client['call']>[1]) => {
      const answer = await client.call(endpoint, input)
      expectDescribed(endpoint, answer)
      return answer
    }

    const [user, stranger] = [shop.server.client(), shop.server.client()]
    const { email } = user
    const credentials = { email, password: PASSWORD }
    await ask(user, register, { body: { ...credentials, password: 'short' } })
    await ask(user, register, { body: credentials })
    await ask(stranger, register, { body: credentials })
    await ask(stranger, login, { body: { email, password: 'no such secret' } })
    await ask(stranger, login, { body: credentials })
    await ask(stranger, logout)
    await ask(user, me)
    await ask(stranger, me)
    await ask(stranger, convertBulk, { body: { rows: [] } })
    await ask(user, convertBulk, { body: { rows: [] } })
    await ask(user, convertBulk, { body: { rows: makeRows(16) } })
    await ask(user, convertBulk, { body: 'rows' })
    const body = {
      rows: [...makeRows(3), { name: 'Хляб', price: 'скъпо', currency: 'BGN' }, null],
      filename: 'май.csv',
    }
    const key = { 'idempotency-key': 'one' }
    const { jobId: id } = (await user.call(convertBulk, { body, headers: key })).reply
    await ask(user, convertBulk, { body, headers: key })
    await ask(user, convertBulk, { body: { rows: makeRows(1) }, headers: key })
    await ask(user, listJobs)
    await ask(user, getJob, { params: { id } })
    await ask(stranger, getJob, { params: { id } })
    await ask(user, deleteJob, { params: { id: 'none' } })

    for (const endpoint of [
      settings.getAccount,
      settings.listEntries,
      settings.listSessions,
      settings.downloadData,
    ]) {
      await ask(user, endpoint)
      await ask(stranger, endpoint)
    }
    await ask(user, settings.requestVerification)
    const passwords = { currentPassword: 'wrong one', newPassword: PASSWORD }
    await ask(user, settings.changePassword, { body: passwords })
    await ask(user, settings.changePassword, { body: { ...passwords, currentPassword: PASSWORD } })
    await ask(user, settings.endSession, { params: { id: 'none' }, body: { password: PASSWORD } })
    await ask(stranger, requestReset, { body: { email } })
    await ask(stranger, resetPassword, { body: { token: 'none', password: PASSWORD } })
    await ask(stranger, verifyEmail, { body: { token: 'none' } })
    await ask(stranger, acceptTerms, { body: { version: '1.0.0' } })
    await ask(stranger, acceptTerms, { body: { version: '0' } })
    const letter = { name: 'Ана', email: 'ana@example.com', topic: 'bug', message: 'Здравейте' }
    await ask(stranger, contact, { body: letter })
    await ask(stranger, contact, { body: { ...letter, message: '' } })

    await ask(user, createCheckoutSession, { body: { priceId: 'none' } })
    await ask(user, createCheckoutSession, { body: { priceId: 'pro' } })
    const paid = await pay(shop, user, 'starter')
    const open = await startPayment(user, 'business')
    for (const session_id of [paid, open, 'none']) await ask(user, finalizeCheckout, { body: { session_id } })
    await ask(user, listPurchases)
    await ask(user, settings.downloadData)
    await ask(user, settings.deleteAccount)
    await ask(stranger, login, { body: credentials })
    await ask(stranger, settings.endAllSessions, { body: { password: PASSWORD } })
    await ask(stranger, getDescription)

    const unasked = operations()
      .map(({ operation }) => operation.operationId)
      .filter((name) => !seen.has(name))
    // The provider alone makes that call.
    expect(unasked).toEqual(['receivePaymentEvent'])
  })
})
