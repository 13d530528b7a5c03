import Bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '#api/auth.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../db/schema.ts'
import type { AccountCookies } from './cookies.ts'
import { findKnownDevice, forgetDevice, rememberDevice } from './devices.ts'
import { endSession, startSession } from './sessions.ts'

const MAX_AGENT_LENGTH = 512
const MAX_NAME_LENGTH = 60

/**
 * Browser and system as a person would name them, `Chrome · Windows`; empty when the browser does not say. The rest of
 * what it tells about itself is not kept.
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_AGENT_LENGTH) return ''
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return names.join(' · ').slice(0, MAX_NAME_LENGTH)
}

export const sessionReply = (email: string, tokens: number): Session => ({
  ok: true,
  user: { email },
  tokens,
})

/** What the browser is to keep, once the transaction that made it is committed. */
export type SignInSecrets = { session?: string; device: string }

/**
 * Starting a session, in the transaction of whatever shows who somebody is: it is there if that is, and if not, neither.
 * The caller holds the account.
 */
export type SignIn = {
  /** A new session, and the device is known from now on; the session that the browser came with ends. */
  start: (trx: Transaction, request: FastifyRequest, accountId: string) => Promise<SignInSecrets>
  /** Knows the device of somebody who has used a mailed link, and is yet to sign in. */
  rememberDevice: (trx: Transaction, request: FastifyRequest, accountId: string) => Promise<SignInSecrets>
  setCookies: (reply: FastifyReply, secrets: SignInSecrets) => void
}

export function makeSignIn({ clock, cookies }: { clock: Clock; cookies: AccountCookies }): SignIn {
  const remember: SignIn['rememberDevice'] = async (trx, request, accountId) => {
    const former = await findKnownDevice(trx, accountId, cookies.device.read(request), clock())
    if (former !== undefined) await forgetDevice(trx, former)
    return { device: await rememberDevice(trx, accountId, clock()) }
  }
  return {
    rememberDevice: remember,
    async start(trx, request, accountId) {
      const device = deviceName(request.headers['user-agent'])
      if (request.signedIn !== undefined) await endSession(trx, request.signedIn.tokenHash)
      const session = await startSession(trx, { accountId, device, at: clock() })
      return { session, ...(await remember(trx, request, accountId)) }
    },
    setCookies(reply, { session, device }) {
      if (session !== undefined) cookies.session.set(reply, session)
      cookies.device.set(reply, device)
    },
  }
}
