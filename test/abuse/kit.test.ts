import { expect, it } from 'vitest'
import { me } from '#contract/accounts.ts'
import { expectClean } from './clean.ts'
import { onStage } from './stage.ts'

it.each([
  '{"error":"SQLITE_CONSTRAINT: UNIQUE constraint failed"}',
  '{"error":"select * from account where id = 1"}',
  '{"error":"x\\n", "stack": "Error\n    at load (file:///x.js:1:2)"}',
  '{"error":"ENOENT: no such file, open \'/home/levro/data\'"}',
  '{"code":"FST_ERR_CTP_INVALID_MEDIA_TYPE"}',
  '{"error":"Unexpected token < in JSON at position 0"}',
])('API-03 · what tells of the inside is found: %s', (text) => {
  expect(() => expectClean(text)).toThrow(/to be undefined/)
})

onStage({ databases: ['sqlite', 'postgres'], mail: true, payments: true }, (stage) => {
  it('API-03 · the server under attack answers, to clients and to bytes', async () => {
    const user = await stage().user(100)
    expect((await user.call(me)).reply).toMatchObject({ user: { email: user.email }, tokens: 100 })
    const { status, text } = await stage().ask({ path: '/api/auth/me', as: user, from: '127.0.0.2' })
    expect([status, text.includes(user.email)]).toEqual([200, true])
    const { answers, closed } = await stage().raw(
      'GET /api/none HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    )
    expect([answers.map((answer) => answer.status), closed]).toEqual([[404, 200], true])
    expect((await stage().mail.letter(user.email, 'verify')).recipients).toEqual([user.email])
  })
})
