import { expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'
import { settingsWarnings } from './settings-warnings.ts'

const OPERATOR = { OPERATOR_NAME: 'Левро ООД', OPERATOR_NUMBER: '123456789', OPERATOR_ADDRESS: 'София' }
const BEHIND_PROXY = { PUBLIC_ORIGIN: 'https://levro.example', TRUST_PROXY: 'loopback' }
const COMPLETE = { ...OPERATOR, ...BEHIND_PROXY }

it.each([
  ['nothing set', {}, []],
  ['a complete site', COMPLETE, []],
  [
    'a site on a socket',
    { ...OPERATOR, SOCKET: '/run/levro.sock', PUBLIC_ORIGIN: 'https://levro.example' },
    [],
  ],
  ['production without an origin', { ...OPERATOR, NODE_ENV: 'production' }, ['PUBLIC_ORIGIN']],
  ['a mail server without an origin', { SMTP_URL: 'smtps://mail.example' }, ['PUBLIC_ORIGIN']],
  ['no trusted proxy', { ...COMPLETE, TRUST_PROXY: '' }, ['TRUST_PROXY']],
  ['no operator', BEHIND_PROXY, ['OPERATOR_NAME, OPERATOR_NUMBER, OPERATOR_ADDRESS']],
])('API-04 · %s: what the log warns of at the start', (_, settings, named) => {
  const warnings = settingsWarnings(readEnv(settings))
  expect(warnings.map((warning) => warning.split(/ (?:is|are|has) /)[0])).toEqual(named)
})

// libpq: https://www.postgresql.org/docs/current/libpq-ssl.html
it.each([
  ['postgresql://localhost/levro', false],
  ['postgresql://127.0.0.1:5433/levro', false],
  ['postgresql://[::1]/levro', false],
  ['postgresql:///levro?host=/var/run/postgresql', false],
  ['postgresql://%2Fvar%2Frun%2Fpostgresql/levro', false],
  ['postgresql://db.example/levro?sslmode=verify-full', false],
  ['postgresql://db.example/levro?sslmode=require', false],
  ['postgresql://db.example/levro', true],
  ['postgresql://db.example/levro?sslmode=disable', true],
  ['postgresql://db.example/levro?sslmode=no-verify', true],
  ['postgresql://db.example/levro?sslmode=require&uselibpqcompat=true', true],
  ['postgresql://localhost/levro?host=db.example', true],
])('API-04 · the database at %s: it is said that the connection may be read: %j', (DATABASE_URL, isSaid) => {
  const warnings = settingsWarnings(readEnv({ ...COMPLETE, DATABASE_URL }))
  expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(isSaid ? ['DATABASE_URL'] : [])
})

it.each(['A'.repeat(43), 'abcdefghi'.repeat(6)])('API-04 · the secret key %j is refused', (SECRET_KEY) => {
  expect(() => readEnv({ SECRET_KEY })).toThrow(EnvError)
})
