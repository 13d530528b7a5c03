import {
  type Session,
  checkReset,
  login,
  logout,
  me,
  register,
  requestReset,
  resetPassword,
  verifyEmail,
} from '#api/auth.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Lang } from '#i18n/language.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import type { Clock } from '../clock.ts'
import { inTransaction } from '../db/transaction.ts'
import { isForeignKeyViolation } from '../db/errors.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, addRoute } from '../http/routes.ts'
import { recordTermsAcceptance } from './terms.ts'
import type { Outbox } from '../mail/outbox.ts'
import { consumeLimits, refundLimits, requireRateLimit, resetLimits } from '../rate-limit/rate-limit.ts'
import type { AccountCookies } from './cookies.ts'
import {
  type Account,
  createAccount,
  findAccount,
  findAccountById,
  lockAccountWithPassword,
  confirmAddress,
} from './accounts.ts'
import {
  knownDeviceLimits,
  emailTakenNoticeLimits,
  recoveryLimits,
  resetCheckLimits,
  rightPasswordLimits,
  registerLimits,
  resetEmailLimits,
  unknownDeviceLimits,
  emailTakenLimits,
} from './rate-limits.ts'
import { parseEmail } from './email.ts'
import { forgetDevice } from './devices.ts'
import { findSecretHash } from './secrets.ts'
import { findPasswordProblem } from './password-policy.ts'
import type { PasswordHasher } from './password-hash.ts'
import { endSession } from './sessions.ts'
import { type Proof, type SignIn, sessionReply } from './sign-in.ts'
import { notifyOfFailures, notifyOfNewDevice } from './notices.ts'
import { giveFreeTokens } from '../tokens/free-tokens.ts'
import { setSubject } from '../security-log/log-requests.ts'
import type { SecretKey } from '../secret-key.ts'
import { createChallenge } from './second-factor/challenges.ts'
import { findFactorKinds, findFactors, removeFactors } from './second-factor/factors.ts'
import { allowCodesAfterReset } from './second-factor/totp.ts'
import { replacePassword } from './credentials.ts'
import { findTokenAccount, consumeResetToken } from './email-tokens.ts'

export type AuthDependencies = {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  cookies: AccountCookies
  signIn: SignIn
  outbox: Outbox
  key: SecretKey
  /** Whether a new account at this address of a client gets its tokens before its email is confirmed. Counts it. */
  isFreeAtOnce: (ip: string) => Promise<boolean>
  /** The origins of the site, its main one first. */
  origins: () => readonly string[]
}

/** The password of a user who has no second factor. */
const byPassword = (now: number): Proof => ({ confirmedAt: now, passedSecondFactor: false })

const SIGNED_OUT: Session = { ok: true, user: null, tokens: 0 }

/** Registers the endpoints for registering, signing in and out, and the current session. */
export function addAuthRoutes(api: Api, dependencies: AuthDependencies): void {
  const { db, clock, hasher, cookies, signIn, outbox, key, isFreeAtOnce } = dependencies

  addRoute(api, me, async ({ caller }) =>
    caller === undefined ? SIGNED_OUT : sessionReply(caller.email, caller.balance),
  )

  addRoute(api, register, async ({ body, reject, request, reply }) => {
    const email = parseEmail(body.email) ?? reject('invalid_email')
    const problem = await findPasswordProblem(body.password, email.key)
    if (problem !== undefined) reject(problem.code, problem.params)
    // `email_taken` reveals an account: its limit is consumed before the outcome is known, and refunded if it was not taken.
    if (hasher.isFullFor(request.ip)) reject('busy')
    const limits = [...registerLimits(email.key, request.ip), ...emailTakenLimits(request.ip)]
    await requireRateLimit(db, limits, clock())

    const requester = { ip: request.ip, account: email.key, isKnown: false }
    const passwordHash = await hasher.hash(body.password, requester)
    if (passwordHash === undefined) {
      await refundLimits(db, limits)
      return reject('busy')
    }
    const lang = langOf(request)
    const isFree = await isFreeAtOnce(request.ip)
    const account = await inTransaction(db, async (trx) => {
      const at = clock()
      const created = await createAccount(trx, { email, passwordHash, at })
      if (created === undefined) return undefined
      const recipient = { accountId: created.id, email: email.key, at }
      const balance = isFree ? await giveFreeTokens(trx, key, recipient) : 0
      // The registration page states that registering accepts the terms.
      await recordTermsAcceptance(trx, created.id, TERMS_VERSION, clock())
      await outbox.put(trx, { kind: 'verify', lang, email: email.address, accountId: created.id })
      setSubject(request, created.id)
      return { balance, secrets: await signIn.start(trx, request, created.id, byPassword(at)) }
    })
    if (account === undefined) {
      await notifyUser(email.key, lang)
      return reject('email_taken')
    }
    await refundLimits(db, emailTakenLimits(request.ip))
    outbox.wake()
    signIn.setCookies(reply, account.secrets)
    return sessionReply(email.address, account.balance)
  })

  /** Emails the user of an address that was used in another registration. */
  async function notifyUser(email: string, lang: Lang): Promise<void> {
    const account = await findAccount(db, email)
    if (account === undefined) return
    const { id: accountId, address } = account
    try {
      await inTransaction(db, async (trx) => {
        if ((await consumeLimits(trx, emailTakenNoticeLimits(accountId), clock())) === undefined)
          await outbox.put(trx, { kind: 'taken', lang, email: address, accountId })
      })
      outbox.wake()
    } catch (error) {
      // The account has been deleted since.
      if (!isForeignKeyViolation(error)) throw error
    }
  }

  addRoute(api, login, async ({ body, reject, request, reply }) => {
    if (hasher.isFullFor(request.ip)) reject('busy')
    const email = parseEmail(body.email)?.key
    const account = email === undefined ? undefined : await findAccount(db, email)
    setSubject(request, account?.id)
    const device = await signIn.findDevice(db, request, account?.id ?? '')
    // Consumed before the password is compared, so that concurrent guesses are all counted.
    const { ip } = request
    const name = email ?? body.email
    const ofWrong = device === undefined ? unknownDeviceLimits(name, ip) : knownDeviceLimits(device.hash)
    const ofRight = rightPasswordLimits(name, ip)
    await requireRateLimit(db, [...ofWrong, ...ofRight], clock())

    const requester = { ip, account: device?.hash ?? name, isKnown: device !== undefined }
    const matches = await hasher.verify(body.password, account?.passwordHash, requester)
    await refundLimits(db, [...(matches === false ? [] : ofWrong), ...(matches === true ? [] : ofRight)])
    if (matches === undefined) return reject('busy')
    if (!matches && email !== undefined)
      await notifyOfFailures(db, outbox, { email, lang: langOf(request), now: clock() })
    if (!matches || account === undefined) return reject('invalid_credentials')
    const outcome = await inTransaction(db, async (trx) => {
      // The account may have been deleted, or its password changed, since it was read.
      if (!(await lockAccountWithPassword(trx, account))) return undefined
      const factors = await findFactorKinds(trx, account.id)
      // Read again: the device may have been forgotten, or the second factors replaced.
      const known = await signIn.findDevice(trx, request, account.id)
      if (factors.length > 0 && known?.passedSecondFactor !== true) {
        const begun = { purpose: 'second-factor', accountId: account.id, now: clock() } as const
        return { factors, ticket: await createChallenge(trx, begun) }
      }
      if (known === undefined) await notifyOfNewDevice(trx, outbox, { account, request, now: clock() })
      const proof = { ...byPassword(clock()), ...(factors.length > 0 && { confirmedAt: null }) }
      return { secrets: await signIn.start(trx, request, account.id, proof) }
    })
    if (outcome === undefined) return reject('invalid_credentials')
    if (outcome.secrets === undefined) return reject('second_factor_required', outcome)
    outbox.wake()
    signIn.setCookies(reply, outcome.secrets)
    return sessionReply(account.address, account.balance)
  })

  addRoute(api, logout, async ({ body, signedIn, request, reply }) => {
    if (signedIn !== undefined) await endSession(db, signedIn.tokenHash)
    cookies.session.clear(reply)
    if (body.isShared === true) await forgetBrowser(request, reply)
    return DONE
  })

  /** The next person at a shared computer must not have the login limit of a known device. */
  async function forgetBrowser(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const device = findSecretHash(cookies.device.read(request))
    if (device !== undefined) await forgetDevice(db, device)
    cookies.device.clear(reply)
    reply.header('clear-site-data', '"cache", "cookies", "storage"')
  }
}

/** Registers the endpoints for resetting a password and confirming an address. */
export function addRecoveryRoutes(
  api: Api,
  { db, clock, hasher, signIn, outbox, key }: AuthDependencies,
): void {
  /**
   * Runs the same statements with and without an account, which is looked up only when the email is composed: neither the reply
   * nor its timing reveals which accounts exist.
   */
  addRoute(api, requestReset, async ({ body, reject, request }) => {
    const email = parseEmail(body.email) ?? reject('invalid_email')
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    // One transaction: a failure after `consumeLimits` must not use up one of the emails.
    await inTransaction(db, async (trx) => {
      const isExceeded = (await consumeLimits(trx, resetEmailLimits(email.key), clock())) !== undefined
      if (isExceeded) return
      // Not woken, but sent at the next poll: sending must not slow down the next request, which would reveal an account.
      await outbox.put(trx, { kind: 'reset', lang: langOf(request), email: email.key })
    })
    return DONE
  })

  /** One answer for every token that sets nothing: unknown, used, expired, or of another kind. */
  addRoute(api, checkReset, async ({ body, reject, request }) => {
    await requireRateLimit(db, resetCheckLimits(request.ip), clock())
    if ((await findTokenAccount(db, body.token, 'reset', clock())) === undefined) reject('link_expired')
    return DONE
  })

  addRoute(api, resetPassword, async ({ body, reject, request, reply }) => {
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    // Consumed later, so that a rejected password does not use up the token.
    const accountId = await findTokenAccount(db, body.token, 'reset', clock())
    const account = (await findAccountById(db, accountId ?? '')) ?? reject('link_expired')
    const problem = await findPasswordProblem(body.password, account.email)
    if (problem !== undefined) reject(problem.code, problem.params)
    const requester = { ip: request.ip, account: account.id, isKnown: true }
    const passwordHash = await hasher.hash(body.password, requester)
    if (passwordHash === undefined) return reject('busy')

    const { id, address: email } = account
    setSubject(request, id)
    const secrets = await inTransaction(db, async (trx) => {
      // Locks the account before the token, as every other transaction does, to prevent deadlocks.
      if (!(await lockAccountWithPassword(trx, account))) return undefined
      if (!(await consumeResetToken(trx, body.token, clock()))) return undefined
      await replacePassword(trx, id, passwordHash)
      const isProven = (await findAccountById(trx, id))?.isVerified === true
      if (!isProven) await removeUnprovenFactors(trx, request, account)
      await allowCodesAfterReset(trx, id, clock())
      // The user has received the last email, and may need another.
      await resetLimits(trx, resetEmailLimits(account.email))
      // The link proves access to the mailbox.
      await confirmAddress(trx, key, id, clock())
      await outbox.put(trx, { kind: 'password', lang: langOf(request), email, accountId: id })
      // The user signs in next: the limits of unknown devices, which an attacker may have exceeded, must not apply.
      return signIn.rememberDevice(trx, request, id, { passedSecondFactor: false })
    })
    if (secrets === undefined) return reject('link_expired')
    outbox.wake()
    signIn.setCookies(reply, secrets)
    // The mailbox alone removes no second factor: the page asks to look through them after the sign-in.
    const { app, passkeys } = await findFactors(db, id)
    return { ...DONE, hasApp: app !== null, passkeys: passkeys.length }
  })

  /**
   * Earlier versions let unconfirmed accounts add second factors. Where another person registered the address, these would lock
   * out its owner and still sign in that person.
   */
  async function removeUnprovenFactors(
    trx: Transaction,
    request: FastifyRequest,
    { id: accountId, address: email }: Account,
  ): Promise<void> {
    if (!(await removeFactors(trx, accountId))) return
    const lang = langOf(request)
    await outbox.put(trx, { kind: 'second-factor', lang, email, accountId, detail: 'removed-unproven' })
  }

  /** Idempotent; the token stays valid, as users open emails more than once. */
  addRoute(api, verifyEmail, async ({ body, signedIn, reject, request }) => {
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    const accountId = (await findTokenAccount(db, body.token, 'verify', clock())) ?? reject('link_expired')
    setSubject(request, accountId)
    const account = (await findAccountById(db, accountId)) ?? reject('link_expired')
    // The link shows who reads the emails, not who has set the password.
    if (!account.isVerified && signedIn?.accountId !== accountId)
      await requirePasswordOf(account, body.password, request.ip, reject)
    const outcome = await inTransaction(db, async (trx) => {
      // The password may have changed since it was compared.
      if (!(await lockAccountWithPassword(trx, account))) return undefined
      const tokensAdded = await confirmAddress(trx, key, accountId, clock())
      const confirmed = await findAccountById(trx, accountId)
      return confirmed && { tokensAdded, freeTokens: confirmed.freeTokens }
    })
    return { ...DONE, ...(outcome ?? reject('link_expired')) }
  })

  /** Counts a wrong password as a failed login. */
  async function requirePasswordOf(
    { id, email, passwordHash }: Account,
    password: string | undefined,
    ip: string,
    reject: (code: 'password_required' | 'wrong_password' | 'busy') => never,
  ): Promise<void> {
    if (password === undefined) return reject('password_required')
    const limits = unknownDeviceLimits(email, ip)
    await requireRateLimit(db, limits, clock())
    const matches = await hasher.verify(password, passwordHash, { ip, account: id, isKnown: true })
    if (matches !== false) await refundLimits(db, limits)
    if (matches === undefined) reject('busy')
    if (!matches) reject('wrong_password')
  }
}
