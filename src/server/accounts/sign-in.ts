import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '#contract/accounts.ts'
import type { Clock } from '../clock.ts'
import { atomically } from '../db/atomically.ts'
import type { Db, Transaction } from '../db/schema.ts'
import type { AccountCookies } from './account-cookies.ts'
import { type Account, holdAccount } from './accounts.ts'
import { deviceName } from './device-name.ts'
import { findKnownDevice, forgetDevice, rememberDevice } from './known-devices.ts'
import { endSession, startSession } from './sessions.ts'

export const sessionOf = (email: string, tokens: number): Session => ({ ok: true, user: { email }, tokens })

type Parts = { db: Db; clock: Clock; cookies: AccountCookies }
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Whose password was right: the account with the hash it was compared with. */
type Shown = Pick<Account, 'id' | 'passwordHash'>

export type SignIn = {
  /**
   * Gives whoever has shown who they are a new session, ends the one that the browser came with, and knows the device
   * from now on.
   * @returns false when the account was deleted meanwhile, or its password replaced
   */
  start: (exchange: Exchange, shown: Shown) => Promise<boolean>
  /** Knows the device of somebody who has used a mailed link, and is yet to sign in. */
  remember: (exchange: Exchange, accountId: string) => Promise<void>
}

export function makeSignIn({ db, clock, cookies }: Parts): SignIn {
  return {
    async start({ request, reply }, { id: accountId, passwordHash }) {
      const device = deviceName(request.headers['user-agent'])
      const secrets = await atomically(db, async (trx) => {
        if (!(await holdAccount(trx, accountId, passwordHash))) return undefined
        if (request.signedIn !== undefined) await endSession(trx, request.signedIn.tokenHash)
        const session = await startSession(trx, { accountId, device, at: clock() })
        return { session, device: await renewDevice(trx, accountId, request) }
      })
      if (secrets === undefined) return false
      cookies.session.set(reply, secrets.session)
      cookies.device.set(reply, secrets.device)
      return true
    },
    async remember({ request, reply }, accountId) {
      const secret = await atomically(db, (trx) => renewDevice(trx, accountId, request))
      cookies.device.set(reply, secret)
    },
  }

  async function renewDevice(trx: Transaction, accountId: string, request: FastifyRequest): Promise<string> {
    const former = await findKnownDevice(trx, accountId, cookies.device.read(request), clock())
    if (former !== undefined) await forgetDevice(trx, former)
    return rememberDevice(trx, accountId, clock())
  }
}
