import { describe, expect, it } from 'vitest'
import { login, register, resetPassword } from '#api/auth.ts'
import { changePassword, endAllSessions } from '#api/account.ts'
import { onEachDatabase } from '#test/harness.ts'
import { PASSWORD } from '#test/server/client.ts'
import type { Db } from '../db/schema.ts'
import { makePasswordHasher } from './password-hash.ts'

const MEGABYTE = 1024 * 1024

describe('the password hasher', () => {
  it('AUTH-02 · does not block the event loop', async () => {
    const hasher = makePasswordHasher()
    let isPending = true
    let turns = 0
    const turn = () => {
      turns++
      if (isPending) setImmediate(turn)
    }
    setImmediate(turn)
    await hasher.hash('a good secret', { ip: '127.0.0.1', account: '', isKnown: false })
    isPending = false
    expect(turns).toBeGreaterThan(10)
  })
})

/** All limits except those of emails, which are sent concurrently. */
const limitsOf = (db: Db) =>
  db.selectFrom('throttle').selectAll().where('key', 'not like', 'unconfirmed:%').orderBy('key').execute()

onEachDatabase((server) => {
  describe('a password of a megabyte', () => {
    const long = 'x'.repeat(MEGABYTE)
    it.each([
      [register, { email: 'a@b.bg', password: long }],
      [login, { email: 'a@b.bg', password: long }],
      [resetPassword, { token: 'A'.repeat(43), password: long }],
      [changePassword, { currentPassword: long, newPassword: PASSWORD }],
      [changePassword, { currentPassword: PASSWORD, newPassword: long }],
      [endAllSessions, { password: long }],
    ])('AUTH-02 · is rejected before it is processed: $path (%#)', async (endpoint, body) => {
      const { db } = server()
      const user = await server().user()
      const before = await limitsOf(db)
      const { status, refusal } = await user.call(endpoint, { body })
      expect([status, refusal.code]).toEqual([413, 'body_too_large'])
      const after = await limitsOf(db)
      expect(after, 'no limit was consumed, so no password was compared').toEqual(before)
    })

    it.each([
      [register, { email: 'a@b.bg', password: 'x'.repeat(5000) }, [400, 'invalid_password']],
      [login, { email: 'a@b.bg', password: 'x'.repeat(5000) }, [401, 'invalid_credentials']],
    ])('AUTH-02 · one within the body limit is rejected as well: $path', async (endpoint, body, expected) => {
      const { status, refusal } = await server().client().call(endpoint, { body })
      expect([status, refusal.code]).toEqual(expected)
    })
  })
})
