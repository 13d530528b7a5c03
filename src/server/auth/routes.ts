import { login, logout, me, register, type Session } from '#api/auth.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import type { Clock } from '../clock.ts'
import { atomically } from '../db/transaction.ts'
import { isOrphaned } from '../db/orphaned.ts'
import type { Db } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, mount } from '../http/routes.ts'
import { keepAcceptance } from './terms.ts'
import type { Outbox } from '../mail/outbox.ts'
import { requireWithin } from '../rate-limit/require-within.ts'
import { hit, unhit } from '../rate-limit/rate-limit.ts'
import type { AccountCookies } from './cookies.ts'
import { createAccount, findAccount, holdProvedAccount } from './accounts.ts'
import { deviceLimits, noticeLimits, registerLimits, strangerLimits, takenLimits } from './rate-limits.ts'
import { parseEmail } from './email.ts'
import { findKnownDevice } from './devices.ts'
import { findPasswordProblem } from './password-policy.ts'
import type { PasswordHasher } from './password-hash.ts'
import { endSession } from './sessions.ts'
import { type SignIn, sessionOf } from './sign-in.ts'

export type AccountParts = {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  cookies: AccountCookies
  signIn: SignIn
  outbox: Outbox
}

const NOBODY: Session = { ok: true, user: null, tokens: 0 }

export function mountAccounts(api: Api, parts: AccountParts): void {
  const { db, clock, hasher, cookies, signIn, outbox } = parts

  mount(api, me, async ({ signedIn }) =>
    signedIn === undefined ? NOBODY : sessionOf(signedIn.email, signedIn.balance),
  )

  mount(api, register, async ({ body, refuse, request, reply }) => {
    const email = parseEmail(body.email) ?? refuse('invalid_email')
    const problem = await findPasswordProblem(body.password, email.key)
    if (problem !== undefined) refuse(problem)
    // An address that is taken is told as such, but to nobody who asks for many: both are counted before either is known.
    const limits = [...registerLimits(email.key, request.ip), ...takenLimits(request.ip)]
    await requireWithin(db, limits, clock())

    const passwordHash = await hasher.hash(body.password)
    if (passwordHash === undefined) {
      await unhit(db, limits)
      return refuse('busy')
    }
    const lang = langOf(request)
    const account = await atomically(db, async (trx) => {
      const created = await createAccount(trx, { email, passwordHash, at: clock() })
      if (created === undefined) return undefined
      // The page says that registering is accepting.
      await keepAcceptance(trx, created.id, TERMS_VERSION, clock())
      await outbox.put(trx, { kind: 'verify', lang, email: email.address, accountId: created.id })
      return { ...created, secrets: await signIn.start(trx, request, created.id) }
    })
    if (account === undefined) {
      await tellOwner(email.key, lang)
      return refuse('email_taken')
    }
    await unhit(db, takenLimits(request.ip))
    outbox.wake()
    signIn.give(reply, account.secrets)
    return sessionOf(email.address, account.balance)
  })

  /** The owner of an address hears that somebody tried to register with it: it may have been themselves. */
  async function tellOwner(email: string, lang: ReturnType<typeof langOf>): Promise<void> {
    const owner = await findAccount(db, email)
    if (owner === undefined) return
    const letter = { kind: 'taken', lang, email: owner.address, accountId: owner.id } as const
    try {
      await atomically(db, async (trx) => {
        if ((await hit(trx, noticeLimits(owner.id), clock())) === undefined) await outbox.put(trx, letter)
      })
      outbox.wake()
    } catch (error) {
      // Nobody is left to be told.
      if (!isOrphaned(error)) throw error
    }
  }

  mount(api, login, async ({ body, refuse, request, reply }) => {
    const email = parseEmail(body.email)?.key
    const account = email === undefined ? undefined : await findAccount(db, email)
    const device = await findKnownDevice(db, account?.id ?? '', cookies.device.read(request), clock())
    // Counted before the password is looked at, so that guesses at the same time are all counted.
    const limits =
      device === undefined ? strangerLimits(email ?? body.email, request.ip) : deviceLimits(device)
    await requireWithin(db, limits, clock())

    const matches = await hasher.verify(body.password, account?.passwordHash)
    // What was not compared, or was right, is no failed attempt.
    if (matches !== false) await unhit(db, limits)
    if (matches === undefined) return refuse('busy')
    if (!matches || account === undefined) return refuse('invalid_credentials')
    const secrets = await atomically(db, async (trx) =>
      // It may have been deleted meanwhile, or have another password.
      (await holdProvedAccount(trx, account)) ? signIn.start(trx, request, account.id) : undefined,
    )
    if (secrets === undefined) return refuse('invalid_credentials')
    signIn.give(reply, secrets)
    return sessionOf(account.address, account.balance)
  })

  mount(api, logout, async ({ signedIn, reply }) => {
    if (signedIn !== undefined) await endSession(db, signedIn.tokenHash)
    cookies.session.clear(reply)
    return DONE
  })
}
