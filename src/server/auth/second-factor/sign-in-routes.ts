import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '#api/auth.ts'
import * as contract from '#api/second-factor.ts'
import type { AuthDependencies } from '../routes.ts'
import { type Account, findAccount, findAccountById, lockAccount } from '../accounts.ts'
import { parseEmail } from '../email.ts'
import { notifyOfNewDevice, notifyOfWrongCode } from '../notices.ts'
import {
  deviceAppLimits,
  deviceCodeEmailLimits,
  deviceCodeLimits,
  passkeyLimits,
  recoveryCodeLimits,
  recoveryLimits,
  secondFactorLimits,
} from '../rate-limits.ts'
import { type SignInSecrets, sessionReply } from '../sign-in.ts'
import { setSubject } from '../../security-log/log-requests.ts'
import type { Transaction } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { langOf } from '../../http/language.ts'
import { type Api, DONE, addRoute } from '../../http/routes.ts'
import { consumeLimits, refundLimits, requireRateLimit } from '../../rate-limit/rate-limit.ts'
import { findChallenge, findChallengeByHash, takeChallenge, takeChallengeByHash } from './challenges.ts'
import { deviceCodeHash } from './device-code.ts'
import { consumeCode } from './factors.ts'
import { hasRecoveryCode } from './recovery-codes.ts'
import { MAX_WRONG_CODES, forgetWrongCodes, looksLikeTotp, totpSince } from './totp.ts'
import { passkeyRequest, siteOf, verifyPasskey } from './passkeys.ts'

/** Registers the endpoints that sign in with a second factor or a passkey, and those that make a device known. */
export function addSecondFactorSignInRoutes(api: Api, dependencies: AuthDependencies): void {
  const { db, clock, signIn, outbox, key, origins } = dependencies

  addRoute(api, contract.completeSignIn, async ({ body, reject, request, reply }) => {
    const begun = await findChallenge(db, body.ticket, 'second-factor', clock())
    const accountId = begun?.accountId ?? reject('sign_in_expired')
    setSubject(request, accountId)
    const limits = looksLikeTotp(body.code)
      ? secondFactorLimits(accountId)
      : recoveryCodeLimits(accountId, request.ip)
    await requireRateLimit(db, limits, clock())
    const typed = { accountId, code: body.code, now: clock(), mostWrong: MAX_WRONG_CODES.withPassword }
    const outcome = await inTransaction(db, async (trx) => {
      const account = await findLocked(trx, accountId)
      if (account === undefined) return 'sign_in_expired'
      const kind = await consumeCode(trx, key, typed)
      if (kind === 'wrong' || kind === 'blocked') {
        await notifyOfWrongCode(trx, outbox, { account, request, now: clock() }, kind)
        return kind
      }
      // Ended since by a new password, or completed by a concurrent request: the code stays used.
      if ((await takeChallenge(trx, body.ticket, 'second-factor', clock())) === undefined)
        return 'sign_in_expired'
      if (kind === 'recovery-code') await reportUsedCode(trx, request, account)
      return startSession(trx, request, account)
    })
    outbox.wake()
    if (outcome === 'wrong') return reject('wrong_code')
    if (outcome === 'blocked') return reject('app_codes_blocked')
    await refundLimits(db, limits)
    return outcome === 'sign_in_expired' ? reject(outcome) : finish(reply, outcome)
  })

  addRoute(api, contract.requestPasskey, async ({ request }) => {
    await requireRateLimit(db, passkeyLimits(request.ip), clock())
    return { options: await passkeyRequest(db, siteOf(request, origins()), clock()) }
  })

  addRoute(api, contract.signInWithPasskey, async ({ body, reject, request, reply }) => {
    const limits = passkeyLimits(request.ip)
    await requireRateLimit(db, limits, clock())
    const accountId =
      (await verifyPasskey(db, body.passkey, siteOf(request, origins()), clock())) ??
      reject('passkey_rejected')
    setSubject(request, accountId)
    const outcome = await inTransaction(db, async (trx) => {
      const account = await findLocked(trx, accountId)
      return account && startSession(trx, request, account)
    })
    if (outcome === undefined) return reject('passkey_rejected')
    await refundLimits(db, limits)
    outbox.wake()
    return finish(reply, outcome)
  })

  /** As for a new password, neither the reply nor its timing reveals which accounts exist. */
  addRoute(api, contract.requestDeviceCode, async ({ body, reject, request }) => {
    const email = parseEmail(body.email) ?? reject('invalid_email')
    await requireRateLimit(db, recoveryLimits(request.ip), clock())
    await inTransaction(db, async (trx) => {
      if ((await consumeLimits(trx, deviceCodeEmailLimits(email.key), clock())) !== undefined) return
      await outbox.put(trx, { kind: 'device-code', lang: langOf(request), email: email.key })
    })
    return DONE
  })

  /** One answer for every code that is not valid, with and without an account. */
  addRoute(api, contract.recogniseDevice, async ({ body, reject, request, reply }) => {
    const email = parseEmail(body.email) ?? reject('invalid_email')
    const limits = deviceCodeLimits(email.key, request.ip)
    await requireRateLimit(db, limits, clock())
    const account = await findAccount(db, email.key)
    setSubject(request, account?.id)
    // An account that the code cannot be of is treated as none: to lock one takes longer.
    const ownId = account?.id ?? ''
    const accountId = (await mayBeCodeOf(ownId, body.code)) ? ownId : ''
    const mostWrong = MAX_WRONG_CODES.withoutPassword
    const typed = { accountId, code: body.code, now: clock(), mostWrong }
    const secrets = await inTransaction(db, async (trx) => {
      await lockAccount(trx, accountId)
      const hash = deviceCodeHash(key, accountId, body.code)
      const isEmailed = (await takeChallengeByHash(trx, hash, 'device-code', clock())) !== undefined
      // The emailed code confirms no address: it shows who reads the emails, not who has set the password.
      if (!isEmailed) {
        // Only six digits can be guessed: others must not be able to use up the attempts of recovery codes.
        const tries = deviceAppLimits(accountId || email.key)
        if (looksLikeTotp(body.code) && (await consumeLimits(trx, tries, clock())) !== undefined)
          return undefined
        const kind = await consumeCode(trx, key, typed)
        if (kind === 'wrong' || kind === 'blocked' || account === undefined) return undefined
        if (kind === 'recovery-code') await reportUsedCode(trx, request, account)
        // The sign-in that follows is on a known device, and reports nothing.
        await notifyOfNewDevice(trx, outbox, { account, request, now: clock() })
      }
      return signIn.rememberDevice(trx, request, accountId, { passedSecondFactor: !isEmailed })
    })
    if (secrets === undefined) return reject('wrong_code')
    outbox.wake()
    await refundLimits(db, limits)
    signIn.setCookies(reply, secrets)
    return DONE
  })

  /**
   * Whether an emailed code or a recovery code is valid, or the account has an app for six digits. The same statements with and
   * without an account.
   */
  async function mayBeCodeOf(accountId: string, code: string): Promise<boolean> {
    if (looksLikeTotp(code)) return (await totpSince(db, accountId)) !== undefined
    const hash = deviceCodeHash(key, accountId, code)
    const emailed = await findChallengeByHash(db, hash, 'device-code', clock())
    const isRecovery = await hasRecoveryCode(db, accountId, code)
    return emailed !== undefined || isRecovery
  }

  async function findLocked(trx: Transaction, accountId: string): Promise<Account | undefined> {
    await lockAccount(trx, accountId)
    return findAccountById(trx, accountId)
  }

  /** Starts a session of a user who has passed every factor, and emails them if the device is new. */
  async function startSession(
    trx: Transaction,
    request: FastifyRequest,
    account: Account,
  ): Promise<{ account: Account; secrets: SignInSecrets }> {
    await forgetWrongCodes(trx, account.id)
    if ((await signIn.findDevice(trx, request, account.id)) === undefined)
      await notifyOfNewDevice(trx, outbox, { account, request, now: clock() })
    const proof = { confirmedAt: clock(), passedSecondFactor: true }
    return { account, secrets: await signIn.start(trx, request, account.id, proof) }
  }

  function finish(
    reply: FastifyReply,
    { account, secrets }: Awaited<ReturnType<typeof startSession>>,
  ): Session {
    signIn.setCookies(reply, secrets)
    return sessionReply(account.address, account.balance)
  }

  async function reportUsedCode(
    trx: Transaction,
    request: FastifyRequest,
    { id: accountId, address: email }: Account,
  ): Promise<void> {
    const lang = langOf(request)
    await outbox.put(trx, { kind: 'second-factor', lang, email, accountId, detail: 'code-used' })
  }
}
