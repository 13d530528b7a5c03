import * as contract from '#api/account.ts'
import { isoTime } from '../clock.ts'
import { countJobs } from '../conversions/jobs.ts'
import type { Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, type SignedIn, addRoute } from '../http/routes.ts'
import { isCrossSiteFetch } from '../http/origins.ts'
import { refundLimits, requireRateLimit } from '../rate-limit/rate-limit.ts'
import { countDebt, countPurchases, hasContested } from '../payments/purchases.ts'
import { listEntries } from '../tokens/history.ts'
import type { AuthDependencies } from '../auth/routes.ts'
import { findAccountById, lockAccountWithPassword } from '../auth/accounts.ts'
import { passwordChangeLimits, dataDownloadLimits, verificationEmailLimits } from '../auth/rate-limits.ts'
import { replacePassword, signOutEverywhere } from '../auth/credentials.ts'
import { deleteAccountAndNotify } from './delete-account.ts'
import { findPasswordProblem } from '../auth/password-policy.ts'
import { exportPersonalData } from './personal-data.ts'
import { forgetOtherDevices } from '../auth/devices.ts'
import { findFactorKinds } from '../auth/second-factor/factors.ts'
import { requirePassword, requireRecentConfirmation } from '../auth/require-password.ts'
import { endSessionById, findConfirmedAt, listSessions } from '../auth/sessions.ts'
import { type Proof, sessionReply } from '../auth/sign-in.ts'

/** @param onDeleted called after an account is deleted, to expire its open checkout sessions */
export function addAccountRoutes(api: Api, dependencies: AuthDependencies, onDeleted: () => void): void {
  const { db, clock, hasher, cookies, signIn, outbox, key } = dependencies

  addRoute(api, contract.getAccount, async ({ signedIn, reject }) => {
    const account = (await findAccountById(db, signedIn.accountId)) ?? reject('not_authenticated')
    const { address: email, createdAt, isVerified, freeTokens } = account
    const { jobs: conversions } = await countJobs(db, account.id)
    const purchases = await countPurchases(db, account.id)
    const tokensOwed = await countDebt(db, account.id)
    const isDisputed = await hasContested(db, account.id)
    return {
      email,
      createdAt: isoTime(createdAt),
      isVerified,
      freeTokens,
      conversions,
      purchases,
      tokensOwed,
      isDisputed,
    }
  })

  addRoute(api, contract.deleteAccount, async ({ signedIn, reject, request, reply }) => {
    requireRecentConfirmation(signedIn, clock(), reject)
    const deletion = { accountId: signedIn.accountId, lang: langOf(request), at: clock() }
    if (!(await deleteAccountAndNotify(db, outbox, key, deletion))) reject('not_authenticated')
    onDeleted()
    cookies.session.clear(reply)
    cookies.device.clear(reply)
    return DONE
  })

  addRoute(api, contract.changePassword, async ({ body, signedIn, reject, request, reply }) => {
    const account = await requirePassword(
      dependencies,
      { signedIn, ip: request.ip },
      body.currentPassword,
      reject,
    )
    if ((await findFactorKinds(db, account.id)).length > 0)
      requireRecentConfirmation(signedIn, clock(), reject)
    const problem = await findPasswordProblem(body.newPassword, account.email)
    if (problem !== undefined) reject(problem.code, problem.params)
    const limits = passwordChangeLimits(account.email)
    await requireRateLimit(db, limits, clock())
    const requester = { ip: request.ip, account: account.id, isKnown: true }
    const passwordHash = await hasher.hash(body.newPassword, requester)
    if (passwordHash === undefined) {
      await refundLimits(db, limits)
      return reject('busy')
    }
    const lang = langOf(request)
    const secrets = await inTransaction(db, async (trx) => {
      // The password may have changed since it was verified, for example through a reset link.
      if (!(await lockAccountWithPassword(trx, account))) return undefined
      const proof = await proofOf(trx, signedIn, reject)
      if (proof.passedSecondFactor) requireRecentConfirmation(proof, clock(), reject)
      await replacePassword(trx, account.id, passwordHash)
      await outbox.put(trx, { kind: 'password', lang, email: account.address, accountId: account.id })
      return signIn.start(trx, request, account.id, proof)
    })
    if (secrets === undefined) return reject('not_authenticated')
    outbox.wake()
    signIn.setCookies(reply, secrets)
    return sessionReply(account.address, account.balance)
  })

  addRoute(api, contract.requestVerification, async ({ signedIn, reject, request }) => {
    const account = (await findAccountById(db, signedIn.accountId)) ?? reject('not_authenticated')
    if (account.isVerified) return DONE
    const lang = langOf(request)
    await inTransaction(db, async (trx) => {
      await requireRateLimit(trx, verificationEmailLimits(account.email), clock())
      await outbox.put(trx, { kind: 'verify', lang, email: account.address, accountId: account.id })
    })
    outbox.wake()
    return DONE
  })

  addRoute(api, contract.listSessions, async ({ signedIn }) => ({
    sessions: await listSessions(db, signedIn, clock()),
  }))

  addRoute(api, contract.endSession, async ({ body, params, signedIn, reject, request, reply }) => {
    const account = await requirePassword(dependencies, { signedIn, ip: request.ip }, body.password, reject)
    const outcome = await inTransaction(db, async (trx) => {
      if (!(await lockAccountWithPassword(trx, account))) return 'not_authenticated'
      const { confirmedAt } = await proofOf(trx, signedIn, reject)
      if (!(await endSessionById(trx, account.id, params.id))) return 'not_found'
      // The device of the ended session may be compromised: all but this one are forgotten.
      const device = await signIn.findDevice(trx, request, account.id)
      await forgetOtherDevices(trx, account.id, device?.hash)
      return signIn.start(trx, request, account.id, { confirmedAt, passedSecondFactor: false })
    })
    if (typeof outcome === 'string') return reject(outcome)
    signIn.setCookies(reply, outcome)
    return DONE
  })

  /**
   * What the next session of a user who has just entered their password proves. Where the account has a second factor, the
   * password alone renews nothing. The account is locked.
   */
  async function proofOf(
    trx: Transaction,
    { accountId, tokenHash }: SignedIn,
    reject: (code: 'not_authenticated') => never,
  ): Promise<Proof> {
    const confirmedAt = await findConfirmedAt(trx, tokenHash)
    if (confirmedAt === undefined) return reject('not_authenticated')
    const hasFactor = (await findFactorKinds(trx, accountId)).length > 0
    return { confirmedAt: hasFactor ? confirmedAt : clock(), passedSecondFactor: hasFactor }
  }

  addRoute(api, contract.endAllSessions, async ({ body, signedIn, reject, request, reply }) => {
    const account = await requirePassword(dependencies, { signedIn, ip: request.ip }, body.password, reject)
    await signOutEverywhere(db, account.id)
    cookies.session.clear(reply)
    cookies.device.clear(reply)
    return DONE
  })

  addRoute(api, contract.listEntries, async ({ params, signedIn }) =>
    listEntries(db, signedIn.accountId, params.before === undefined ? undefined : Number(params.before)),
  )

  addRoute(api, contract.downloadData, async ({ signedIn, reject, request, reply }) => {
    // A link on another site must not start a download of personal data, perhaps on a shared computer.
    if (isCrossSiteFetch(request)) reject('cross_site')
    requireRecentConfirmation(signedIn, clock(), reject)
    await requireRateLimit(db, dataDownloadLimits(signedIn.accountId), clock())
    const account = (await findAccountById(db, signedIn.accountId)) ?? reject('not_authenticated')
    reply.header('content-disposition', 'attachment; filename="levro-data.json"')
    return { content: exportPersonalData(db, { account, signedIn, key, at: clock() }) }
  })
}
