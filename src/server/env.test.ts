import { expect, it } from 'vitest'
import { EnvError, missingOperatorSettings, readEnv } from './env.ts'

it('LAY-03 · the operator is read from the environment, trimmed', () => {
  const { operator } = readEnv({
    OPERATOR_NAME: ' Левро ООД ',
    OPERATOR_NUMBER: '',
    OPERATOR_ADDRESS: 'София',
  })
  expect(operator).toEqual({ name: 'Левро ООД', number: undefined, address: 'София' })
  expect(missingOperatorSettings(operator)).toEqual(['OPERATOR_NUMBER'])
})

it.each(['a\nb', 'x'.repeat(201), 'a\u2028b'])(
  'LAY-03 · the operator name %j is refused',
  (OPERATOR_NAME) => {
    expect(() => readEnv({ OPERATOR_NAME })).toThrow(EnvError)
  },
)

it.each([
  [{ NODE_ENV: 'production' }, true],
  [{ PUBLIC_ORIGIN: 'https://levro.example' }, true],
  [{ PUBLIC_ORIGIN: 'http://levro.example' }, false],
  [{ NODE_ENV: 'test', PUBLIC_ORIGIN: 'https://levro.example' }, false],
  [{}, false],
])('LAY-03 · with %j production is %j', (settings, isProduction) => {
  expect(readEnv(settings).isProduction).toBe(isProduction)
})
