import type { CommonRefusal } from '#api/endpoint.ts'
import type { RefusalFigures } from '#api/error-messages.ts'
import * as contract from '#api/account.ts'
import { isoTime } from '../clock.ts'
import { atomically } from '../db/transaction.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, type SignedIn, mount } from '../http/routes.ts'
import { isFromElsewhere } from '../http/origins.ts'
import { requireWithin, unhit } from '../rate-limit/rate-limit.ts'
import { listEntries } from '../tokens/history.ts'
import type { AccountParts } from '../auth/routes.ts'
import { type Account, findAccountById, holdProvedAccount } from '../auth/accounts.ts'
import { changeLimits, confirmLimits, downloadLimits, verificationLimits } from '../auth/rate-limits.ts'
import { replacePassword, signOutEverywhere } from '../auth/credentials.ts'
import { closeAccount } from './delete-account.ts'
import { findPasswordProblem } from '../auth/password-policy.ts'
import { personalData } from './personal-data.ts'
import { forgetDevices } from '../auth/devices.ts'
import { endSessionOf, listSessions } from '../auth/sessions.ts'
import { sessionOf } from '../auth/sign-in.ts'

/** @param onDeleted told when an account has gone: there may be pages of it to pay on */
export function mountSettings(api: Api, parts: AccountParts, onDeleted: () => void): void {
  const { db, clock, hasher, cookies, signIn, outbox } = parts

  mount(api, contract.getAccount, async ({ signedIn, refuse }) => {
    const account = (await findAccountById(db, signedIn.accountId)) ?? refuse('not_authenticated')
    return { email: account.address, createdAt: isoTime(account.createdAt), isVerified: account.isVerified }
  })

  mount(api, contract.deleteAccount, async ({ signedIn, refuse, request, reply }) => {
    const order = { accountId: signedIn.accountId, lang: langOf(request) }
    if (!(await closeAccount(db, outbox, order))) refuse('not_authenticated')
    onDeleted()
    cookies.session.clear(reply)
    cookies.device.clear(reply)
    return DONE
  })

  mount(api, contract.changePassword, async ({ body, signedIn, refuse, request, reply }) => {
    const account = await requireOwner(signedIn, body.currentPassword, refuse)
    const problem = await findPasswordProblem(body.newPassword, account.email)
    if (problem !== undefined) refuse(problem)
    const limits = changeLimits(account.email)
    await requireWithin(db, limits, clock())
    const passwordHash = await hasher.hash(body.newPassword)
    if (passwordHash === undefined) {
      await unhit(db, limits)
      return refuse('busy')
    }
    const lang = langOf(request)
    const secrets = await atomically(db, async (trx) => {
      // A password that was replaced meanwhile, by a mailed link say, is not the one that was shown.
      if (!(await holdProvedAccount(trx, account))) return undefined
      await replacePassword(trx, account.id, passwordHash)
      await outbox.put(trx, { kind: 'password', lang, email: account.address, accountId: account.id })
      return signIn.start(trx, request, account.id)
    })
    if (secrets === undefined) return refuse('not_authenticated')
    outbox.wake()
    signIn.give(reply, secrets)
    return sessionOf(account.address, account.balance)
  })

  mount(api, contract.requestVerification, async ({ signedIn, refuse, request }) => {
    const account = (await findAccountById(db, signedIn.accountId)) ?? refuse('not_authenticated')
    if (account.isVerified) return DONE
    const lang = langOf(request)
    await atomically(db, async (trx) => {
      await requireWithin(trx, verificationLimits(account.email), clock())
      await outbox.put(trx, { kind: 'verify', lang, email: account.address, accountId: account.id })
    })
    outbox.wake()
    return DONE
  })

  mount(api, contract.listSessions, async ({ signedIn }) => ({
    sessions: await listSessions(db, signedIn, clock()),
  }))

  mount(api, contract.endSession, async ({ body, params, signedIn, refuse, request, reply }) => {
    const account = await requireOwner(signedIn, body.password, refuse)
    const outcome = await atomically(db, async (trx) => {
      if (!(await holdProvedAccount(trx, account))) return 'not_authenticated'
      if (!(await endSessionOf(trx, account.id, params.id))) return 'not_found'
      // The device may be in strange hands: it has no tries of its own any more. This one is known again at once.
      await forgetDevices(trx, account.id)
      return signIn.start(trx, request, account.id)
    })
    if (typeof outcome === 'string') return refuse(outcome)
    signIn.give(reply, outcome)
    return DONE
  })

  mount(api, contract.endAllSessions, async ({ body, signedIn, refuse, reply }) => {
    const account = await requireOwner(signedIn, body.password, refuse)
    await signOutEverywhere(db, account.id)
    cookies.session.clear(reply)
    cookies.device.clear(reply)
    return DONE
  })

  mount(api, contract.listEntries, async ({ params, signedIn }) =>
    listEntries(db, signedIn.accountId, params.before === undefined ? undefined : Number(params.before)),
  )

  mount(api, contract.downloadData, async ({ signedIn, refuse, request, reply }) => {
    // A link on another site would put the file on a computer that others use.
    if (isFromElsewhere(request)) refuse('cross_site')
    await requireWithin(db, downloadLimits(signedIn.accountId), clock())
    const account = (await findAccountById(db, signedIn.accountId)) ?? refuse('not_authenticated')
    reply.header('content-disposition', 'attachment; filename="levro-data.json"')
    return { content: personalData(db, { account, signedIn, at: clock() }) }
  })

  /** Whoever sits at an open session shows once more that they are its owner. */
  async function requireOwner(
    { accountId, tokenHash }: SignedIn,
    password: string,
    refuse: (code: 'wrong_password' | CommonRefusal, figures?: RefusalFigures) => never,
  ): Promise<Account> {
    const limits = confirmLimits(tokenHash)
    await requireWithin(db, limits, clock())
    const account = (await findAccountById(db, accountId)) ?? refuse('not_authenticated')
    const matches = await hasher.verify(password, account.passwordHash)
    if (matches !== false) await unhit(db, limits)
    if (matches === undefined) return refuse('busy')
    return matches ? account : refuse('wrong_password')
  }
}
