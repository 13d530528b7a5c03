import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findSecretHash, makeSecret, sha256 } from './secrets.ts'

it('AUTH-02 · a secret has 256 random bits, and another one each time', () => {
  const secrets = Array.from({ length: 100 }, makeSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
})

it('AUTH-02 · only its hash is stored, a SHA-256', () => {
  const secret = makeSecret()
  const hash = createHash('sha256').update(secret).digest().toString('base64url')
  expect([findSecretHash(secret), sha256(secret)]).toEqual([hash, hash])
})

it.each([
  undefined,
  '',
  'A'.repeat(42),
  'A'.repeat(44),
  `${'A'.repeat(43)}\n`,
  ` ${'A'.repeat(43)}`,
  `${'A'.repeat(42)}+`,
  `${'A'.repeat(42)}=`,
  'я'.repeat(43),
])('AUTH-02 · %j is none', (text) => {
  expect(findSecretHash(text)).toBeUndefined()
})
