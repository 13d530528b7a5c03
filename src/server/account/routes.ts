import type { CommonError } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import * as contract from '#api/account.ts'
import { isoTime } from '../clock.ts'
import { inTransaction } from '../db/transaction.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, type SignedIn, addRoute } from '../http/routes.ts'
import { isFromElsewhere } from '../http/origins.ts'
import { requireRateLimit, refund } from '../rate-limit/rate-limit.ts'
import { listEntries } from '../tokens/history.ts'
import type { AccountParts } from '../auth/routes.ts'
import { type Account, findAccountById, lockAccountWithPassword } from '../auth/accounts.ts'
import { changeLimits, confirmLimits, downloadLimits, verificationLimits } from '../auth/rate-limits.ts'
import { replacePassword, signOutEverywhere } from '../auth/credentials.ts'
import { deleteAccountAndNotify } from './delete-account.ts'
import { findPasswordProblem } from '../auth/password-policy.ts'
import { personalData } from './personal-data.ts'
import { forgetDevices } from '../auth/devices.ts'
import { endSessionOf, listSessions } from '../auth/sessions.ts'
import { sessionOf } from '../auth/sign-in.ts'

/** @param onDeleted told when an account has gone: there may be pages of it to pay on */
export function addAccountRoutes(api: Api, parts: AccountParts, onDeleted: () => void): void {
  const { db, clock, hasher, cookies, signIn, outbox } = parts

  addRoute(api, contract.getAccount, async ({ signedIn, refuse }) => {
    const account = (await findAccountById(db, signedIn.accountId)) ?? refuse('not_authenticated')
    return { email: account.address, createdAt: isoTime(account.createdAt), isVerified: account.isVerified }
  })

  addRoute(api, contract.deleteAccount, async ({ signedIn, refuse, request, reply }) => {
    const order = { accountId: signedIn.accountId, lang: langOf(request) }
    if (!(await deleteAccountAndNotify(db, outbox, order))) refuse('not_authenticated')
    onDeleted()
    cookies.session.clear(reply)
    cookies.device.clear(reply)
    return DONE
  })

  addRoute(api, contract.changePassword, async ({ body, signedIn, refuse, request, reply }) => {
    const account = await requireOwner(signedIn, body.currentPassword, refuse)
    const problem = await findPasswordProblem(body.newPassword, account.email)
    if (problem !== undefined) refuse(problem)
    const limits = changeLimits(account.email)
    await requireRateLimit(db, limits, clock())
    const passwordHash = await hasher.hash(body.newPassword)
    if (passwordHash === undefined) {
      await refund(db, limits)
      return refuse('busy')
    }
    const lang = langOf(request)
    const secrets = await inTransaction(db, async (trx) => {
      // A password that was replaced meanwhile, by a mailed link say, is not the one that was shown.
      if (!(await lockAccountWithPassword(trx, account))) return undefined
      await replacePassword(trx, account.id, passwordHash)
      await outbox.put(trx, { kind: 'password', lang, email: account.address, accountId: account.id })
      return signIn.start(trx, request, account.id)
    })
    if (secrets === undefined) return refuse('not_authenticated')
    outbox.wake()
    signIn.give(reply, secrets)
    return sessionOf(account.address, account.balance)
  })

  addRoute(api, contract.requestVerification, async ({ signedIn, refuse, request }) => {
    const account = (await findAccountById(db, signedIn.accountId)) ?? refuse('not_authenticated')
    if (account.isVerified) return DONE
    const lang = langOf(request)
    await inTransaction(db, async (trx) => {
      await requireRateLimit(trx, verificationLimits(account.email), clock())
      await outbox.put(trx, { kind: 'verify', lang, email: account.address, accountId: account.id })
    })
    outbox.wake()
    return DONE
  })

  addRoute(api, contract.listSessions, async ({ signedIn }) => ({
    sessions: await listSessions(db, signedIn, clock()),
  }))

  addRoute(api, contract.endSession, async ({ body, params, signedIn, refuse, request, reply }) => {
    const account = await requireOwner(signedIn, body.password, refuse)
    const outcome = await inTransaction(db, async (trx) => {
      if (!(await lockAccountWithPassword(trx, account))) return 'not_authenticated'
      if (!(await endSessionOf(trx, account.id, params.id))) return 'not_found'
      // The device may be in strange hands: it has no tries of its own any more. This one is known again at once.
      await forgetDevices(trx, account.id)
      return signIn.start(trx, request, account.id)
    })
    if (typeof outcome === 'string') return refuse(outcome)
    signIn.give(reply, outcome)
    return DONE
  })

  addRoute(api, contract.endAllSessions, async ({ body, signedIn, refuse, reply }) => {
    const account = await requireOwner(signedIn, body.password, refuse)
    await signOutEverywhere(db, account.id)
    cookies.session.clear(reply)
    cookies.device.clear(reply)
    return DONE
  })

  addRoute(api, contract.listEntries, async ({ params, signedIn }) =>
    listEntries(db, signedIn.accountId, params.before === undefined ? undefined : Number(params.before)),
  )

  addRoute(api, contract.downloadData, async ({ signedIn, refuse, request, reply }) => {
    // A link on another site would put the file on a computer that others use.
    if (isFromElsewhere(request)) refuse('cross_site')
    await requireRateLimit(db, downloadLimits(signedIn.accountId), clock())
    const account = (await findAccountById(db, signedIn.accountId)) ?? refuse('not_authenticated')
    reply.header('content-disposition', 'attachment; filename="levro-data.json"')
    return { content: personalData(db, { account, signedIn, at: clock() }) }
  })

  /** Whoever sits at an open session shows once more that they are its owner. */
  async function requireOwner(
    { accountId, tokenHash }: SignedIn,
    password: string,
    refuse: (code: 'wrong_password' | CommonError, figures?: ErrorParams) => never,
  ): Promise<Account> {
    const limits = confirmLimits(tokenHash)
    await requireRateLimit(db, limits, clock())
    const account = (await findAccountById(db, accountId)) ?? refuse('not_authenticated')
    const matches = await hasher.verify(password, account.passwordHash)
    if (matches !== false) await refund(db, limits)
    if (matches === undefined) return refuse('busy')
    return matches ? account : refuse('wrong_password')
  }
}
