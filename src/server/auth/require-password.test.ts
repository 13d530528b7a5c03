import { beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import { forgetLimits } from '#test/server/with-mail.ts'
import { inTransaction } from '../db/transaction.ts'
import { makePasswordHasher } from './password-hash.ts'
import {
  lockConfirmed,
  requireConfirmedAddress,
  requirePassword,
  requireRecentConfirmation,
} from './require-password.ts'
import { endSession, startSession } from './sessions.ts'
import { sha256 } from './secrets.ts'

const PASSWORD = 'a long enough secret'
const QUARTER_MS = 15 * 60_000

const reject = (code: string): never => {
  throw new Error(code)
}

it('AUTH-06 · a change needs a confirmation of the last 15 minutes', () => {
  const demand = (confirmedAt: number | null) => () =>
    requireRecentConfirmation({ confirmedAt }, QUARTER_MS, reject)
  expect(demand(1)).not.toThrow()
  for (const late of [0, null]) expect(demand(late)).toThrow('confirmation_required')
})

onEachDatabase((server) => {
  beforeEach(() => forgetLimits(server().db))

  /** A signed-in user with a password. */
  async function signedIn(confirmedAt: number | null = null) {
    const { db, time } = server()
    const { accountId, email } = await addStoredAccount(db)
    const hash = await makePasswordHasher().hash(PASSWORD, { ip: '', account: '', isKnown: true })
    await db
      .updateTable('account')
      .set({ password_hash: hash ?? '' })
      .where('id', '=', accountId)
      .execute()
    const token = await startSession(db, { accountId, device: '', confirmedAt, at: time.now })
    return { accountId, email, balance: 0, tokenHash: sha256(token), confirmedAt }
  }

  type User = Awaited<ReturnType<typeof signedIn>>

  const enter = (user: User, password: string, hasher = makePasswordHasher(), ip = '10.8.0.1') =>
    requirePassword(
      { db: server().db, clock: () => server().time.now, hasher },
      { signedIn: user, ip },
      password,
      reject,
    )

  /** How many attempts are counted: of wrong passwords of the session, and of right ones. */
  async function counted({ tokenHash }: User): Promise<Record<string, number>> {
    const rows = await server().db.selectFrom('throttle').select(['key', 'hits']).execute()
    return Object.fromEntries(
      rows.map(({ key, hits }) => [key === `confirm:${tokenHash}` ? 'wrong' : key.split(':')[1], hits]),
    )
  }

  describe('the password of a signed-in user', () => {
    it('AUTH-06 · gives the account, and counts apart when it is right and when it is wrong', async () => {
      const user = await signedIn()
      expect(await enter(user, PASSWORD)).toMatchObject({ id: user.accountId, email: user.email })
      expect(await counted(user)).toEqual({ wrong: 0, right: 1 })
      await expect(enter(user, 'another secret')).rejects.toThrow('wrong_password')
      expect(await counted(user)).toEqual({ wrong: 1, right: 1 })
    })

    it('AUTH-06 · is refused after ten wrong ones of the session, and after sixty right ones', async () => {
      const [user, other] = [await signedIn(), await signedIn()]
      const exceed = (key: string, hits: number) =>
        server().db.updateTable('throttle').set({ hits }).where('key', 'like', `${key}%`).execute()
      await enter(user, PASSWORD)
      await exceed('confirm:', 10)
      await expect(enter(user, PASSWORD)).rejects.toMatchObject({ code: 'too_many_requests' })
      expect(await enter(other, PASSWORD)).toMatchObject({ id: other.accountId })
      await exceed('confirm:', 0)
      await exceed('login:right:', 60)
      await expect(enter(user, PASSWORD)).rejects.toMatchObject({ code: 'too_many_requests' })
    })

    it('AUTH-06 · is not compared, or counted, while too many of the network or the account wait', async () => {
      const user = await signedIn()
      const hasher = makePasswordHasher({ width: 1, waiting: 9, ofKey: 1, reserved: 0 })
      const occupy = (ip: string, account: string) => hasher.hash(PASSWORD, { ip, account, isKnown: true })
      const busy = [occupy('10.8.0.9', 'x'), occupy('10.8.0.1', 'y')]
      await expect(enter(user, PASSWORD, hasher)).rejects.toThrow('busy')
      expect(await counted(user), 'before the database is asked').toEqual({})
      busy.push(occupy('10.8.0.3', user.accountId))
      await expect(enter(user, PASSWORD, hasher, '10.8.0.4')).rejects.toThrow('busy')
      expect(await counted(user)).toEqual({ wrong: 0, right: 0 })
      await Promise.all(busy)
      expect(await enter(user, PASSWORD, hasher)).toBeDefined()
    })

    it('AUTH-06 · is compared while passwords of unknown devices have taken all places but those for users', async () => {
      const user = await signedIn()
      const hasher = makePasswordHasher({ width: 1, waiting: 1, ofKey: 9, reserved: 1 })
      const busy = ['10.8.0.5', '10.8.0.6'].map((ip) =>
        hasher.hash(PASSWORD, { ip, account: ip, isKnown: false }),
      )
      expect(await enter(user, PASSWORD, hasher)).toMatchObject({ id: user.accountId })
      await Promise.all(busy)
    })

    it('AUTH-06 · of an account that was deleted since is not compared', async () => {
      const nobody = { ...(await signedIn()), accountId: 'nobody' }
      await expect(enter(nobody, PASSWORD)).rejects.toThrow('not_authenticated')
    })
  })

  it('AUTH-02 · a second factor needs a confirmed address', async () => {
    const { db } = server()
    const user = await signedIn()
    const demand = (accountId: string) => requireConfirmedAddress(db, { ...user, accountId }, reject)
    await expect(demand(user.accountId)).rejects.toThrow('email_unconfirmed')
    await expect(demand('nobody')).rejects.toThrow('not_authenticated')
    await db.updateTable('account').set({ verified_at: 1 }).where('id', '=', user.accountId).execute()
    await expect(demand(user.accountId)).resolves.toBeUndefined()
  })

  it('AUTH-06 · a sensitive change is decided by what is stored of the session, not by what it was', async () => {
    const { db, time } = server()
    const user = await signedIn(time.now)
    const lock = (of: User) => inTransaction(db, (trx) => lockConfirmed(trx, of, time.now, reject))
    await expect(lock({ ...user, confirmedAt: null })).resolves.toBeUndefined()
    await db.updateTable('session').set({ confirmed_at: null }).execute()
    await expect(lock(user)).rejects.toThrow('confirmation_required')
    await endSession(db, user.tokenHash)
    await expect(lock(user)).rejects.toThrow('not_authenticated')
  })
})
