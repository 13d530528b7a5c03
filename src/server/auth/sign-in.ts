import Bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '#api/auth.ts'
import type { Clock } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'
import type { AccountCookies } from './cookies.ts'
import { type KnownDevice, findKnownDevice, forgetDevice, rememberDevice } from './devices.ts'
import { endSession, startSession } from './sessions.ts'

const MAX_AGENT_LENGTH = 512

const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
])

/**
 * Browser and system of a User-Agent, `Chrome · Windows`; empty when unknown. Only names that the parser has a table of: others
 * are text of the client, which must not appear in an email.
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_AGENT_LENGTH) return ''
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter((name) => name !== undefined && KNOWN_NAMES.has(name)).join(' · ')
}

export const sessionReply = (email: string, tokens: number): Session => ({
  ok: true,
  user: { email },
  tokens,
})

/** Secrets for the cookies; to be set after the transaction is committed. */
export type SignInSecrets = { session?: string; device: string }

/** What the user has proved. */
export type Proof = {
  /** Every factor that the account has, and when (Unix ms): for a while no further proof is needed. */
  confirmedAt: number | null
  /** A second factor: it is not asked again on this device. */
  passedSecondFactor: boolean
}

/** Starts sessions within the caller's transaction. The caller must have locked the account. */
export type SignIn = {
  /** Starts a session, remembers the device, and ends the session of the request. */
  start: (
    trx: Transaction,
    request: FastifyRequest,
    accountId: string,
    proof: Proof,
  ) => Promise<SignInSecrets>
  /** Remembers the device without signing in, after the use of an emailed link or code. */
  rememberDevice: (
    trx: Transaction,
    request: FastifyRequest,
    accountId: string,
    proof: Pick<Proof, 'passedSecondFactor'>,
  ) => Promise<SignInSecrets>
  /** The device of the request, where it is known for the account. */
  findDevice: (
    db: Db | Transaction,
    request: FastifyRequest,
    accountId: string,
  ) => Promise<KnownDevice | undefined>
  setCookies: (reply: FastifyReply, secrets: SignInSecrets) => void
}

export function makeSignIn({ clock, cookies }: { clock: Clock; cookies: AccountCookies }): SignIn {
  const findDevice: SignIn['findDevice'] = (db, request, accountId) =>
    findKnownDevice(db, accountId, cookies.device.read(request), clock())

  const remember: SignIn['rememberDevice'] = async (trx, request, accountId, proof) => {
    const previous = await findDevice(trx, request, accountId)
    if (previous !== undefined) await forgetDevice(trx, previous.hash)
    const passedSecondFactor = proof.passedSecondFactor || previous?.passedSecondFactor === true
    return { device: await rememberDevice(trx, accountId, { passedSecondFactor, now: clock() }) }
  }
  return {
    findDevice,
    rememberDevice: remember,
    async start(trx, request, accountId, proof) {
      const device = deviceName(request.headers['user-agent'])
      if (request.signedIn !== undefined) await endSession(trx, request.signedIn.tokenHash)
      const session = await startSession(trx, {
        accountId,
        device,
        confirmedAt: proof.confirmedAt,
        at: clock(),
      })
      return { session, ...(await remember(trx, request, accountId, proof)) }
    },
    setCookies(reply, { session, device }) {
      if (session !== undefined) cookies.session.set(reply, session)
      cookies.device.set(reply, device)
    },
  }
}
