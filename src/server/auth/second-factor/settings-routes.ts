import type { FastifyRequest } from 'fastify'
import * as contract from '#api/second-factor.ts'
import {
  lockConfirmed,
  requireConfirmedAddress,
  requirePassword,
  requireRecentConfirmation,
} from '../require-password.ts'
import { lockAccountWithPassword } from '../accounts.ts'
import { trustDevice } from '../devices.ts'
import {
  accountConfirmLimits,
  factorChangeLimits,
  factorConfirmLimits,
  passkeyLimits,
} from '../rate-limits.ts'
import { notifyOfWrongCode } from '../notices.ts'
import type { AuthDependencies } from '../routes.ts'
import { confirmSession, unconfirmOtherSessions } from '../sessions.ts'
import { deviceName } from '../sign-in.ts'
import type { Transaction } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { langOf } from '../../http/language.ts'
import { type Api, DONE, type SignedIn, addRoute } from '../../http/routes.ts'
import { refundLimits, requireRateLimit } from '../../rate-limit/rate-limit.ts'
import { type FactorChange, consumeCode, findFactorKinds, findFactors, tidyFactors } from './factors.ts'
import {
  passkeyCreation,
  removePasskey,
  siteOf,
  storePasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts'
import { countRecoveryCodes, createRecoveryCodes } from './recovery-codes.ts'
import {
  MAX_WRONG_CODES,
  confirmTotp,
  forgetWrongCodes,
  looksLikeTotp,
  removeTotp,
  startTotp,
} from './totp.ts'

/** Registers the endpoints that set up and remove second factors, and the one that confirms who is signed in. */
export function addSecondFactorSettingsRoutes(api: Api, dependencies: AuthDependencies): void {
  const { db, clock, signIn, outbox, key, origins } = dependencies

  addRoute(api, contract.listFactors, async ({ signedIn }) => findFactors(db, signedIn.accountId))

  addRoute(api, contract.confirmIdentity, async ({ body, signedIn, reject, request }) => {
    const { accountId, tokenHash } = signedIn
    if (body.passkey !== undefined) {
      const limits = passkeyLimits(request.ip)
      await requireRateLimit(db, limits, clock())
      const owner = await verifyPasskey(db, body.passkey, siteOf(request, origins()), clock())
      if (owner !== accountId) reject('passkey_rejected')
      await refundLimits(db, limits)
      await forgetWrongCodes(db, accountId)
      if (!(await confirmSession(db, tokenHash, clock()))) reject('not_authenticated')
      return DONE
    }
    const account = await requirePassword(
      dependencies,
      { signedIn, ip: request.ip },
      body.password ?? '',
      reject,
    )
    const limits = body.code === undefined ? [] : factorConfirmLimits(tokenHash)
    // Recovery codes cannot be guessed: others must not be able to use up the attempts for them.
    if (looksLikeTotp(body.code ?? '')) limits.push(...accountConfirmLimits(accountId))
    if (limits.length > 0) await requireRateLimit(db, limits, clock())
    const outcome = await inTransaction(db, async (trx) => {
      // The password may have changed since it was verified, or a second factor been added.
      if (!(await lockAccountWithPassword(trx, account))) return 'not_authenticated'
      const problem = await findCodeProblem(trx)
      if (problem !== undefined) return problem
      return (await confirmSession(trx, tokenHash, clock())) ? 'confirmed' : 'not_authenticated'
    })
    outbox.wake()
    if (outcome === 'wrong_code' || outcome === 'app_codes_blocked') return reject(outcome)
    await refundLimits(db, limits)
    return outcome === 'confirmed' ? DONE : reject(outcome)

    async function findCodeProblem(trx: Transaction) {
      if ((await findFactorKinds(trx, accountId)).length === 0) return undefined
      const { code } = body
      if (code === undefined) return 'code_required'
      const mostWrong = MAX_WRONG_CODES.withPassword
      const kind = await consumeCode(trx, key, { accountId, code, now: clock(), mostWrong })
      if (kind === 'recovery-code') await notify(trx, request, signedIn, 'code-used')
      if (kind !== 'wrong' && kind !== 'blocked') return undefined
      await notifyOfWrongCode(trx, outbox, { account, request, now: clock() }, kind)
      return kind === 'wrong' ? 'wrong_code' : 'app_codes_blocked'
    }
  })

  addRoute(api, contract.requestNewPasskey, async ({ signedIn, reject, request }) => {
    await requireConfirmedAddress(db, signedIn, reject)
    requireRecentConfirmation(signedIn, clock(), reject)
    await requireRateLimit(db, factorChangeLimits(signedIn.accountId), clock())
    const owner = { accountId: signedIn.accountId, address: signedIn.email }
    const options = await passkeyCreation(db, owner, siteOf(request, origins()), clock())
    return { options: options ?? reject('too_many_passkeys') }
  })

  addRoute(api, contract.addPasskey, async ({ body, signedIn, reject, request }) => {
    await requireConfirmedAddress(db, signedIn, reject)
    requireRecentConfirmation(signedIn, clock(), reject)
    const { accountId } = signedIn
    const site = siteOf(request, origins())
    const passkey =
      (await verifyNewPasskey(db, accountId, body.passkey, site, clock())) ?? reject('passkey_rejected')
    const about = { name: deviceName(request.headers['user-agent']), now: clock() }
    const outcome = await inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      if (!(await storePasskey(trx, accountId, passkey, about))) reject('passkey_rejected')
      return added(trx, request, signedIn, 'passkey-added')
    })
    outbox.wake()
    return outcome
  })

  addRoute(api, contract.removePasskey, async ({ params, signedIn, reject, request }) => {
    await removed({ signedIn, reject, request }, 'passkey-removed', (trx) =>
      removePasskey(trx, signedIn.accountId, params.id),
    )
    return DONE
  })

  addRoute(api, contract.startApp, async ({ signedIn, reject }) => {
    await requireConfirmedAddress(db, signedIn, reject)
    requireRecentConfirmation(signedIn, clock(), reject)
    const { accountId, email: address } = signedIn
    await requireRateLimit(db, factorChangeLimits(accountId), clock())
    return inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      return startTotp(trx, key, { accountId, address, now: clock() })
    })
  })

  addRoute(api, contract.confirmApp, async ({ body, signedIn, reject, request }) => {
    await requireConfirmedAddress(db, signedIn, reject)
    requireRecentConfirmation(signedIn, clock(), reject)
    const { accountId } = signedIn
    const limits = factorConfirmLimits(signedIn.tokenHash)
    await requireRateLimit(db, limits, clock())
    const outcome = await inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      if (!(await confirmTotp(trx, key, { accountId, code: body.code, now: clock() }))) return undefined
      return added(trx, request, signedIn, 'app-added')
    })
    if (outcome === undefined) return reject('wrong_code')
    outbox.wake()
    await refundLimits(db, limits)
    return outcome
  })

  addRoute(api, contract.removeApp, async ({ signedIn, reject, request }) => {
    await removed({ signedIn, reject, request }, 'app-removed', (trx) => removeTotp(trx, signedIn.accountId))
    return DONE
  })

  addRoute(api, contract.replaceRecoveryCodes, async ({ signedIn, reject, request }) => {
    await requireConfirmedAddress(db, signedIn, reject)
    requireRecentConfirmation(signedIn, clock(), reject)
    const { accountId } = signedIn
    await requireRateLimit(db, factorChangeLimits(accountId), clock())
    const recoveryCodes = await inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      // Without a second factor there is nothing that they could stand for.
      if ((await findFactorKinds(trx, accountId)).length === 0) reject('not_found')
      await notify(trx, request, signedIn, 'codes-replaced')
      return createRecoveryCodes(trx, accountId)
    })
    outbox.wake()
    return { recoveryCodes }
  })

  /** Completes the addition of a factor. The account's first one comes with recovery codes. */
  async function added(
    trx: Transaction,
    request: FastifyRequest,
    signedIn: SignedIn,
    change: FactorChange,
  ): Promise<contract.NewCodes> {
    const { accountId } = signedIn
    await unconfirmOtherSessions(trx, signedIn)
    const device = await signIn.findDevice(trx, request, accountId)
    if (device !== undefined) await trustDevice(trx, device.hash)
    await notify(trx, request, signedIn, change)
    const hasCodes = (await countRecoveryCodes(trx, accountId)) > 0
    return { recoveryCodes: hasCodes ? null : await createRecoveryCodes(trx, accountId) }
  }

  type Removal = {
    signedIn: SignedIn
    reject: (code: 'confirmation_required' | 'not_authenticated' | 'not_found') => never
    request: FastifyRequest
  }

  /** @param remove returns whether there was one */
  async function removed(
    { signedIn, reject, request }: Removal,
    change: FactorChange,
    remove: (trx: Transaction) => Promise<boolean>,
  ): Promise<void> {
    requireRecentConfirmation(signedIn, clock(), reject)
    const { accountId } = signedIn
    await requireRateLimit(db, factorChangeLimits(accountId), clock())
    await inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      if (!(await remove(trx))) reject('not_found')
      await tidyFactors(trx, accountId)
      await notify(trx, request, signedIn, change)
    })
    outbox.wake()
  }

  async function notify(
    trx: Transaction,
    request: FastifyRequest,
    { accountId, email }: SignedIn,
    change: FactorChange,
  ): Promise<void> {
    await outbox.put(trx, {
      kind: 'second-factor',
      lang: langOf(request),
      email,
      accountId,
      detail: change,
    })
  }
}
