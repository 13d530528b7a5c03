import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { changePassword, downloadData } from '#api/account.ts'
import { confirmApp, confirmIdentity, removeApp, startApp } from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { PASSWORD } from '#test/server/client.ts'
import { haveToWait } from '#test/server/lock-waits.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findSecretHash } from '../secrets.ts'
import { confirmSession } from '../sessions.ts'
import {
  addedApp,
  codeAt,
  complete,
  confirmAddressOf,
  nextCode,
  ticketOf,
} from '#test/server/second-factors.ts'

const derive = promisify(argon2)

/** Keeps the threads that hash passwords busy: each hash has to wait. @returns ends it */
function keepHashing(): () => Promise<void> {
  const [message, nonce] = [randomBytes(16), randomBytes(16)]
  const task = { message, nonce, parallelism: 1, tagLength: 32, memory: 19_456, passes: 6 }
  const over = new AbortController()
  const work = async () => {
    while (!over.signal.aborted) await derive('argon2id', task)
  }
  const all = Promise.all(Array.from({ length: 8 }, work))
  return async () => {
    over.abort()
    await all
  }
}

onEachDatabase((server, dialect) => {
  /** Waits until a limit whose key has this prefix is consumed: the request has completed its first reads. */
  const hasBegun = (key: string) =>
    expect
      .poll(
        () =>
          server()
            .db.selectFrom('throttle')
            .select('hits')
            .where('key', 'like', `${key}%`)
            .where('hits', '>', 0)
            .execute(),
        { interval: 2 },
      )
      .not.toEqual([])

  describe('a second factor that is added while a request with the password is under way', () => {
    it('AUTH-02 · is asked for by a sign-in on a device that had passed another', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const other = server().client()
      await complete(other, await ticketOf(other, user.email), nextCode(server(), secret))
      await server().db.deleteFrom('throttle').execute()
      const stop = keepHashing()
      const signingIn = other.login(user.email)
      await hasBegun('login:device:')
      await user.call(removeApp)
      server().time.now += 30_000
      await addedApp(server(), user)
      expect((await signingIn).refusal.code).toBe('second_factor_required')
      await stop()
    })

    it('AUTH-10 · is needed for a new password', async () => {
      const user = await server().user()
      const other = server().client()
      await other.login(user.email)
      await server().db.deleteFrom('throttle').execute()
      const stop = keepHashing()
      const body = { currentPassword: PASSWORD, newPassword: 'another long secret' }
      const changing = other.call(changePassword, { body })
      await hasBegun('change:')
      await addedApp(server(), user)
      expect((await changing).refusal.code).toBe('confirmation_required')
      await stop()
      expect((await user.login()).status, 'the former password').toBe(200)
    })

    it('AUTH-06 · is asked for by a confirmation', async () => {
      const { db, time } = server()
      const user = await server().user()
      const other = server().client()
      await other.login(user.email)
      await confirmAddressOf(server(), user)
      const { secret } = (await user.call(startApp)).reply
      const session = findSecretHash(other.cookie?.split('=')[1]) ?? ''
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const { promise: held, resolve: hold } = Promise.withResolvers<void>()
      const holding = inTransaction(db, async (trx) => {
        await confirmSession(trx, session, time.now)
        hold()
        await released
      })
      await held
      const adding = user.call(confirmApp, { body: { code: codeAt(secret, time.now) } })
      await haveToWait(db, dialect, 1)
      const confirming = other.call(confirmIdentity, { body: { password: PASSWORD } })
      await haveToWait(db, dialect, 2)
      release()
      await holding
      expect((await adding).status).toBe(200)
      expect((await confirming).refusal.code).toBe('code_required')
      expect((await other.call(downloadData)).refusal.code).toBe('confirmation_required')
    })
  })
})
