import { expect, it } from 'vitest'
import { logout, me } from '#api/auth.ts'
import { convertBulk } from '#api/conversions.ts'
import { fileBody } from '#api/files.ts'
import { deleteAccount } from '#api/account.ts'
import { DIALECTS } from '../harness.ts'
import { PASSWORD } from '../server/client.ts'
import { CHANGING, ENDPOINTS, keysOf, nameOf, pathOf } from './endpoints.ts'
import { withAbuseServer } from './abuse-server.ts'
import { confirmAddressOf } from '../server/second-factors.ts'

/** Bodies that are valid for no endpoint. */
const BODIES: string[] = [
  '',
  ' ',
  '[]',
  '[[]]',
  'null',
  'true',
  '"x"',
  '1',
  '-0',
  '1e999',
  '{}',
  '{',
  '}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '{} {}',
  '{"a":NaN}',
  '{"a":undefined}',
  '\uFEFF{}',
  '/**/{}',
  '{"a":"\n"}',
  '\0',
  '{"__proto__":{"email":"a@b.bg","password":"long enough secret","rows":[]}}',
  '{"constructor":{"prototype":{"email":"a@b.bg","isAdmin":true}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
  `{"a":${'9'.repeat(50_000)}}`,
  `{${Array.from({ length: 3000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  `"${String.raw`\ud800`}"`,
]

/** Values in place of a string. */
const VALUES = [
  '1',
  '1e999',
  '-1',
  'true',
  'null',
  '[]',
  '["a@b.bg"]',
  '{}',
  '{"$ne":null}',
  '{"$gt":""}',
  '{"toString":1}',
  '{"valueOf":1,"length":5}',
  '{"__proto__":null}',
  '[{"a":[]}]',
]

const TYPES: [string, number][] = [
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json; charset=utf-7', 415],
  ['application/json; charset=utf-16', 415],
  ['application/jsonp', 415],
  ['application/json-patch+json', 415],
  ['application/xml', 415],
  ['text/json', 415],
  ['application/json, text/plain', 415],
  ['application/json;', 415],
  ['', 415],
  ['%', 415],
  [`application/json; ${'x'.repeat(5000)}`, 415],
]

const json = { 'content-type': 'application/json' }
/** Endpoints that need a body; one without, or with an optional one, may have its normal effect. */
const TAKING = CHANGING.filter(
  ({ body }) => body !== undefined && body !== fileBody && !body.safeParse({}).success,
)
const OF_FILES = CHANGING.filter(({ body }) => body === fileBody)

/** Parts of forms that are cut off, repeated, nested or of other names. */
const FORMS = [
  '--x',
  '--x--',
  '--x\r\n\r\n--x--',
  '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na;b',
  '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\na\r\n--x--',
  '--x\r\nContent-Disposition: form-data; name="recipe"\r\n\r\n{}\r\n--x--',
  `--x\r\n${'A: b\r\n'.repeat(5000)}\r\na\r\n--x--`,
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(5000),
]

withAbuseServer({ payments: true }, (getTarget) => {
  it.each(TAKING.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'API-03 · C15 · no invalid body causes a failure or an effect: %s',
    async (_name, endpoint) => {
      const target = getTarget()
      const user = await target.user()
      const { method } = endpoint
      const post = (body: string | Buffer, headers: Record<string, string> = json) =>
        target.ask({ method, path: pathOf(endpoint), headers, body, as: user })
      const keys = keysOf(endpoint)
      const own = keys.flatMap((key) =>
        VALUES.map((value) => `{${keys.map((each) => `"${each}":${each === key ? value : '"x"'}`).join()}}`),
      )
      const isLate = { 401: true, 402: true, 404: true, 410: true }
      for (const body of [...BODIES, ...own]) {
        const { status } = await post(body)
        // The error of a wrong password or an unknown token, where the rest is valid.
        if (!(status in isLate)) expect(status, body.slice(0, 200)).toBe(400)
      }
      expect((await post(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400)
      for (const [type, expected] of TYPES) {
        const { status } = await post('{}', { 'content-type': type })
        expect(status, type).toBe(expected)
      }
      for (const coding of ['gzip', 'br', 'deflate', 'identity', 'zstd', 'x'])
        expect((await post('{}', { ...json, 'content-encoding': coding })).status, coding).toBe(415)
      if (endpoint !== convertBulk) expect((await post(' '.repeat(66_000), json)).status).toBe(413)
      expect((await user.call(me)).reply).toEqual({ ok: true, user: { email: user.email }, tokens: 15 })
    },
  )

  it.each(OF_FILES.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'API-03 OPEN-02 · C15 · no invalid body of a file causes a failure or an effect: %s',
    async (_name, endpoint) => {
      const target = getTarget()
      const user = await target.user()
      const post = async (body: string | Buffer, type: string) => {
        const headers = { 'content-type': type }
        const sent = { method: endpoint.method, path: pathOf(endpoint), headers, body, as: user }
        const { status } = await target.ask(sent)
        // Many that were refused are a limit.
        expect([400, 415, 422, 429], `${type} ${body.toString().slice(0, 200)}`).toContain(status)
      }
      for (const form of FORMS) await post(form, 'multipart/form-data; boundary=x')
      await post('--x--', 'multipart/form-data')
      await post('--x--', `multipart/form-data; boundary=${'x'.repeat(5000)}`)
      for (const body of [
        Buffer.from([0x7b, 0xff, 0x7d]),
        Buffer.alloc(100_000),
        Buffer.from('PK\u0003\u0004'),
      ])
        await post(body, 'application/octet-stream')
      for (const body of [...BODIES, ...VALUES]) await post(body, 'application/json')
      expect((await user.call(me)).reply).toEqual({ ok: true, user: { email: user.email }, tokens: 15 })
    },
  )

  it('API-03 · C15 · no body pollutes a prototype', async () => {
    const target = getTarget()
    const spoilt = [
      '{"email":"a@b.bg","password":"x","__proto__":{"user":{"email":"a@b.bg"},"tokens":9999,"ok":false}}',
      '{"version":"1.0.0","__proto__":{"accountId":"x","polluted":true}}',
      '{"rows":[{"name":"a","price":"1","currency":"BGN","__proto__":{"invalid":false}}],"__proto__":{"source":"x"}}',
      '{"constructor":{"prototype":{"polluted":true}},"version":"1.0.0"}',
    ]
    for (const body of spoilt)
      for (const path of ['/api/auth/login', '/api/legal/accept', '/api/convert/bulk'])
        await target.ask({ method: 'POST', path, headers: json, body })
    for (const path of [
      '/api/auth/me?__proto__[tokens]=9&constructor.prototype.ok=1&__proto__=x',
      '/api/auth/me',
    ])
      expect(JSON.parse((await target.ask({ path })).text)).toEqual({ ok: true, user: null, tokens: 0 })
  })

  it('API-03 · C15 · a body on an endpoint without one is ignored or rejected', async () => {
    const target = getTarget()
    const user = await target.user()
    await confirmAddressOf(target, user)
    const silent = ENDPOINTS.filter((endpoint) => endpoint.body === undefined && endpoint !== deleteAccount)
    for (const endpoint of silent)
      for (const body of ['{"id":"x"}', '[', '\0', `{"a":"${'x'.repeat(60_000)}"}`]) {
        const { method } = endpoint
        const question = { method, path: pathOf(endpoint), headers: json, body, as: await revived(user) }
        const { status } = await target.ask(question)
        expect([200, 400, 404, 413], `${nameOf(endpoint)} ${body.slice(0, 20)}`).toContain(status)
      }
    expect((await (await revived(user)).call(me)).reply.tokens).toBe(15)

    async function revived(owner: typeof user): Promise<typeof user> {
      if ((await owner.call(me)).reply.user === null) await owner.login()
      return owner
    }
  })
})

withAbuseServer({ databases: DIALECTS, payments: true }, (getTarget) => {
  it('API-03 · C15 · no text breaks the database: NUL, lone surrogates, marks, quotes', async () => {
    const target = getTarget()
    const user = await target.user(1000)
    const texts = [
      '\0',
      'a\0b',
      '\uD800',
      '\uDC00\uD800',
      '\uFEFF',
      '\uFFFF',
      "'; drop table account; --",
      '$1',
      '%',
      '_',
      '\\',
    ]
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      target.ask({ method: 'POST', path, json: body, headers, as: user })
    for (const [n, text] of texts.entries()) {
      const inPath = encodeURIComponent(text.toWellFormed())
      for (const endpoint of ENDPOINTS) {
        if (endpoint === deleteAccount || endpoint === logout) continue
        const { method } = endpoint
        const path = `${pathOf(endpoint, inPath)}?before=${inPath}&id=${inPath}&${inPath}=1`
        const fields = Object.fromEntries(keysOf(endpoint).map((key) => [key, text]))
        await target.ask({ method, path, as: user, ...(method === 'POST' && { json: fields }) })
      }
      for (const id of [inPath, '%ED%A0%80', '%F4%90%80%80', '%C0%80']) {
        const { status } = await target.ask({ path: `/api/convert/jobs/${id}`, as: user })
        expect([400, 404], id).toContain(status)
      }
      const row = { name: text, price: '1', currency: 'BGN' }
      expect((await post('/api/convert/bulk', { rows: [row], filename: text })).status).toBe(200)
      const contact = { name: `Ани${text}`, email: 'a@b.bg', topic: 'general', message: `x${text}` }
      expect((await post('/api/support/contact', contact)).status).toBe(200)
      const agent = `Mozilla/5.0 (${'x'.repeat(n * 500)}) \x80\xFF`
      const again = { email: user.email, password: PASSWORD }
      const browser = { 'user-agent': agent, origin: target.origin }
      expect((await post('/api/auth/login', again, browser)).status).toBe(200)
      expect((await user.login()).status).toBe(200)
      for (const key of [`k${n}\xFF`, 'x'.repeat(5000), ' ', `k'${n}`])
        await post('/api/convert/bulk', { rows: [row], filename: 'f.csv' }, { 'idempotency-key': key })
    }
    expect((await user.call(me)).reply.user).toEqual({ email: user.email })
  })
})
