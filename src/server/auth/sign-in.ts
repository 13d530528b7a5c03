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

/** Browser and system of a User-Agent, `Chrome · Windows`; empty when unknown. */
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

/** Secrets for the cookies; to be set after the transaction is committed. */
export type SignInSecrets = { session?: string; device: string }

/** Starts sessions within the caller's transaction. The caller must have locked the account. */
export type SignIn = {
  /** Starts a session, remembers the device, and ends the session of the request. */
  start: (trx: Transaction, request: FastifyRequest, accountId: string) => Promise<SignInSecrets>
  /** Remembers the device without signing in, after the use of an emailed link. */
  rememberDevice: (trx: Transaction, request: FastifyRequest, accountId: string) => Promise<SignInSecrets>
  setCookies: (reply: FastifyReply, secrets: SignInSecrets) => void
}

export function makeSignIn({ clock, cookies }: { clock: Clock; cookies: AccountCookies }): SignIn {
  const remember: SignIn['rememberDevice'] = async (trx, request, accountId) => {
    const previous = await findKnownDevice(trx, accountId, cookies.device.read(request), clock())
    if (previous !== undefined) await forgetDevice(trx, previous)
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
