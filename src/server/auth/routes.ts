import {
  type Session,
  login,
  logout,
  me,
  register,
  requestReset,
  resetPassword,
  verifyEmail,
} from '#api/auth.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import type { Clock } from '../clock.ts'
import { inTransaction } from '../db/transaction.ts'
import { isForeignKeyViolation } from '../db/errors.ts'
import type { Db } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, addRoute } from '../http/routes.ts'
import { recordTermsAcceptance } from './terms.ts'
import type { Outbox } from '../mail/outbox.ts'
import { reset, consume, requireRateLimit, refund } from '../rate-limit/rate-limit.ts'
import type { AccountCookies } from './cookies.ts'
import {
  createAccount,
  findAccount,
  findAccountById,
  lockAccountWithPassword,
  markVerified,
} from './accounts.ts'
import {
  knownDeviceLimits,
  emailTakenNoticeLimits,
  recoveryLimits,
  registerLimits,
  resetEmailLimits,
  unknownDeviceLimits,
  emailTakenLimits,
} from './rate-limits.ts'
import { parseEmail } from './email.ts'
import { findKnownDevice } from './devices.ts'
import { findPasswordProblem } from './password-policy.ts'
import type { PasswordHasher } from './password-hash.ts'
import { endSession } from './sessions.ts'
import { type SignIn, sessionReply } from './sign-in.ts'
import { replacePassword } from './credentials.ts'
import { findTokenAccount, consumeResetToken } from './email-tokens.ts'

export type AuthDependencies = {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  cookies: AccountCookies
  signIn: SignIn
  outbox: Outbox
}

const SIGNED_OUT: Session = { ok: true, user: null, tokens: 0 }

export function addAccountAccessRoutes(api: Api, parts: AuthDependencies): void {
  const { db, clock, hasher, cookies, signIn, outbox } = parts

  addRoute(api, me, async ({ signedIn }) =>
    signedIn === undefined ? SIGNED_OUT : sessionReply(signedIn.email, signedIn.balance),
  )

  addRoute(api, register, async ({ body, reject, request, reply }) => {
    const email = parseEmail(body.email) ?? reject('invalid_email')
    const problem = await findPasswordProblem(body.password, email.key)
    if (problem !== undefined) reject(problem)
    // An address that is taken is told as such, but to nobody who asks for many: both are counted before either is known.
    const limits = [...registerLimits(email.key, request.ip), ...emailTakenLimits(request.ip)]
    await requireRateLimit(db, limits, clock())

    const passwordHash = await hasher.hash(body.password)
    if (passwordHash === undefined) {
      await refund(db, limits)
      return reject('busy')
    }
    const lang = langOf(request)
    const account = await inTransaction(db, async (trx) => {
      const created = await createAccount(trx, { email, passwordHash, at: clock() })
      if (created === undefined) return undefined
      // The page says that registering is accepting.
      await recordTermsAcceptance(trx, created.id, TERMS_VERSION, clock())
      await outbox.put(trx, { kind: 'verify', lang, email: email.address, accountId: created.id })
      return { ...created, secrets: await signIn.start(trx, request, created.id) }
    })
    if (account === undefined) {
      await tellOwner(email.key, lang)
      return reject('email_taken')
    }
    await refund(db, emailTakenLimits(request.ip))
    outbox.wake()
    signIn.setCookies(reply, account.secrets)
    return sessionReply(email.address, account.balance)
  })

  /** The owner of an address hears that somebody tried to register with it: it may have been themselves. */
  async function tellOwner(email: string, lang: ReturnType<typeof langOf>): Promise<void> {
    const owner = await findAccount(db, email)
    if (owner === undefined) return
    const letter = { kind: 'taken', lang, email: owner.address, accountId: owner.id } as const
    try {
      await inTransaction(db, async (trx) => {
        if ((await consume(trx, emailTakenNoticeLimits(owner.id), clock())) === undefined)
          await outbox.put(trx, letter)
      })
      outbox.wake()
    } catch (error) {
      // Nobody is left to be told.
      if (!isForeignKeyViolation(error)) throw error
    }
  }

  addRoute(api, login, async ({ body, reject, request, reply }) => {
    const email = parseEmail(body.email)?.key
    const account = email === undefined ? undefined : await findAccount(db, email)
    const device = await findKnownDevice(db, account?.id ?? '', cookies.device.read(request), clock())
    // Counted before the password is looked at, so that guesses at the same time are all counted.
    const limits =
      device === undefined ? unknownDeviceLimits(email ?? body.email, request.ip) : knownDeviceLimits(device)
    await requireRateLimit(db, limits, clock())

    const matches = await hasher.verify(body.password, account?.passwordHash)
    // What was not compared, or was right, is no failed attempt.
    if (matches !== false) await refund(db, limits)
    if (matches === undefined) return reject('busy')
    if (!matches || account === undefined) return reject('invalid_credentials')
    const secrets = await inTransaction(db, async (trx) =>
      // It may have been deleted meanwhile, or have another password.
      (await lockAccountWithPassword(trx, account)) ? signIn.start(trx, request, account.id) : undefined,
    )
    if (secrets === undefined) return reject('invalid_credentials')
    signIn.setCookies(reply, secrets)
    return sessionReply(account.address, account.balance)
  })

  addRoute(api, logout, async ({ signedIn, reply }) => {
    if (signedIn !== undefined) await endSession(db, signedIn.tokenHash)
    cookies.session.clear(reply)
    return DONE
  })
}

export function addRecoveryRoutes(api: Api, { db, clock, hasher, signIn, outbox }: AuthDependencies): void {
  /**
   * The same statements for every address: whether it has an account is looked up when the letter is made, by nobody's
   * request. So the answer takes as long and says as much for one that has none.
   */
  addRoute(api, requestReset, async ({ body, reject, request }) => {
    const email = parseEmail(body.email) ?? reject('invalid_email')
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    // Both or neither: a call that breaks off between them would have used up one of the letters.
    await inTransaction(db, async (trx) => {
      const isEnough = (await consume(trx, resetEmailLimits(email.key), clock())) !== undefined
      if (isEnough) return
      // Nobody is woken: it is sent at the next look, so that no call right behind this one is held up by a letter.
      await outbox.put(trx, { kind: 'reset', lang: langOf(request), email: email.key })
    })
    return DONE
  })

  addRoute(api, resetPassword, async ({ body, reject, request, reply }) => {
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    // Looked at first, so that a password that will not do does not use the link up.
    const accountId = await findTokenAccount(db, body.token, 'reset', clock())
    const account = (await findAccountById(db, accountId ?? '')) ?? reject('link_expired')
    const problem = await findPasswordProblem(body.password, account.email)
    if (problem !== undefined) reject(problem)
    const passwordHash = await hasher.hash(body.password)
    if (passwordHash === undefined) return reject('busy')

    const { id, address: email } = account
    const secrets = await inTransaction(db, async (trx) => {
      // The account before its link, in the order of all who change both, so that none waits for another in a circle.
      if (!(await lockAccountWithPassword(trx, account))) return undefined
      if (!(await consumeResetToken(trx, body.token, clock()))) return undefined
      await replacePassword(trx, id, passwordHash)
      // Whoever has forgotten the new one too gets another letter: this one has read the last.
      await reset(trx, resetEmailLimits(account.email))
      // Whoever has the link reads the letters of the address.
      await markVerified(trx, id, clock())
      await outbox.put(trx, { kind: 'password', lang: langOf(request), email, accountId: id })
      // The owner signs in next, on a device that nobody's guesses keep out.
      return signIn.rememberDevice(trx, request, id)
    })
    if (secrets === undefined) return reject('link_expired')
    outbox.wake()
    signIn.setCookies(reply, secrets)
    return DONE
  })

  /** May be used again while it is good: letters are opened twice, and nothing more happens. */
  addRoute(api, verifyEmail, async ({ body, reject, request }) => {
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    const accountId = (await findTokenAccount(db, body.token, 'verify', clock())) ?? reject('link_expired')
    await markVerified(db, accountId, clock())
    return DONE
  })
}
