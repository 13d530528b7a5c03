import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { expectNoInternals } from './clean.ts'
import { withAbuseServer } from './abuse-server.ts'

/** For each pattern at least one text that only it matches. */
const TELLING = [
  'x\n    at load (file:x)',
  'x\n    at async Object.run (x)',
  'node:internal',
  'in node_modules',
  "'/home/levro'",
  '/tmp/levro-1',
  'src/server',
  'src/formats',
  'main.ts:12',
  'index.js:3',
  'root:x:0:',
]
const TELLING_OF_DATA = [
  'SQLITE_CONSTRAINT',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'HPE_INVALID',
  'ENOENT',
  'ECONNREFUSED',
  'TypeError',
  'ZodError',
  'select * from account',
  'INSERT INTO job VALUES',
  'update account set x',
  'UNIQUE constraint',
  'violates something',
  'a syntax error',
  'Unexpected token <',
  'x in JSON at position 0',
]

it.each([...TELLING, ...TELLING_OF_DATA])('API-03 · internal details are found: %j', (text) => {
  expect(() => expectNoInternals(JSON.stringify({ error: 'x' }) + text)).toThrow(/to be undefined/)
})

it.each(TELLING)('API-03 · internal details are found in a page: %j', (text) => {
  expect(() => expectNoInternals(`<p>${text}</p>`, 'text/html')).toThrow(/to be undefined/)
})

it('API-03 · text without internal details is accepted', () => {
  expectNoInternals('{"error":"Адресът не може да бъде прочетен.."}')
  expectNoInternals('<script src="/assets/index-1.js"></script> RangeError', 'text/html')
  expectNoInternals('<bdi id="missing-path">/home/levro/main.ts:1</bdi>', 'text/html')
})

withAbuseServer({ mail: true, payments: true }, (getTarget) => {
  it('API-03 · the server under attack responds to clients and to raw bytes', async () => {
    const user = await getTarget().user(100)
    expect((await user.call(me)).reply).toMatchObject({ user: { email: user.email }, tokens: 100 })
    const { status, text } = await getTarget().ask({ path: '/api/auth/me', as: user, from: '127.0.0.2' })
    expect([status, text.includes(user.email)]).toEqual([200, true])
    const { answers, closed } = await getTarget().raw(
      'GET /api/none HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    )
    expect([answers.map((answer) => answer.status), closed]).toEqual([[404, 200], true])
    expect((await getTarget().mail.waitForEmail(user.email, 'verify')).recipients).toEqual([user.email])
  })
})
