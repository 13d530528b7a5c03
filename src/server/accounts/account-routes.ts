import type { FastifyReply } from 'fastify'
import { type Session, login, logout, me, register } from '#contract/accounts.ts'
import type { Clock } from '../clock.ts'
import { atomically } from '../db/atomically.ts'
import type { Db } from '../db/schema.ts'
import { type Api, DONE, mount } from '../http/mount.ts'
import { hit, unhit } from '../throttling/throttle.ts'
import { createAccount, findAccount } from './accounts.ts'
import { loginLimits, registerLimits } from './attempts.ts'
import { parseEmail } from './email.ts'
import { isAllowedPassword, isCommonPassword } from './password.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { SessionCookie } from './session-cookie.ts'
import { type SignedIn, endSession, startSession } from './sessions.ts'

type Parts = { db: Db; clock: Clock; hasher: PasswordHasher; cookie: SessionCookie }

const NOBODY: Session = { ok: true, user: null, tokens: 0 }

const sessionOf = (email: string, tokens: number): Session => ({ ok: true, user: { email }, tokens })

export function mountAccounts(api: Api, { db, clock, hasher, cookie }: Parts): void {
  /** Signing in always makes a new token, and ends the session that the browser came with. */
  const renewSession = async (accountId: string, former: SignedIn | undefined, reply: FastifyReply) => {
    const token = await startSession(db, accountId, clock())
    if (former !== undefined) await endSession(db, former.tokenHash)
    cookie.set(reply, token)
  }

  mount(api, me, async ({ signedIn }) =>
    signedIn === undefined ? NOBODY : sessionOf(signedIn.email, signedIn.balance),
  )

  mount(api, register, async ({ body, signedIn, refuse, request, reply }) => {
    const email = parseEmail(body.email) ?? refuse('invalid_email')
    if (!isAllowedPassword(body.password)) refuse('invalid_password')
    if (await isCommonPassword(body.password)) refuse('common_password')
    const seconds = await hit(db, registerLimits(request.ip), clock())
    if (seconds !== undefined) refuse('too_many_requests', { seconds })

    const passwordHash = await hasher.hash(body.password)
    if (passwordHash === undefined) return refuse('busy')
    const account = await atomically(db, (trx) => createAccount(trx, { email, passwordHash, at: clock() }))
    if (account === undefined) return refuse('email_taken')
    await renewSession(account.id, signedIn, reply)
    return sessionOf(email, account.balance)
  })

  mount(api, login, async ({ body, signedIn, refuse, request, reply }) => {
    const email = parseEmail(body.email)
    // Counted before the password is looked at, so that guesses at the same time are all counted.
    const limits = loginLimits(email ?? body.email, request.ip)
    const seconds = await hit(db, limits, clock())
    if (seconds !== undefined) refuse('too_many_requests', { seconds })

    const account = email === undefined ? undefined : await findAccount(db, email)
    const matches = await hasher.verify(body.password, account?.passwordHash)
    // What was not compared, or was right, is no failed attempt.
    if (matches !== false) await unhit(db, limits)
    if (matches === undefined) return refuse('busy')
    if (!matches || account === undefined) return refuse('invalid_credentials')
    await renewSession(account.id, signedIn, reply)
    return sessionOf(account.email, account.balance)
  })

  mount(api, logout, async ({ signedIn, reply }) => {
    if (signedIn !== undefined) await endSession(db, signedIn.tokenHash)
    cookie.clear(reply)
    return DONE
  })
}
