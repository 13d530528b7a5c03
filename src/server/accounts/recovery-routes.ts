import { requestReset, resetPassword, verifyEmail } from '#contract/recovery.ts'
import { atomically } from '../db/atomically.ts'
import { langOf } from '../http/accept-language.ts'
import { type Api, DONE, mount } from '../http/mount.ts'
import { hit } from '../throttling/throttle.ts'
import type { AccountParts } from './account-routes.ts'
import { findAccountById, markVerified } from './accounts.ts'
import { recoveryLimits, resetLimits } from './attempts.ts'
import { replacePassword } from './credentials.ts'
import { parseEmail } from './email.ts'
import { findLink, takeResetLink } from './email-links.ts'
import { findPasswordProblem } from './password.ts'

export function mountRecovery(api: Api, { db, clock, hasher, signIn, outbox }: AccountParts): void {
  /**
   * The same statements for every address: whether it has an account is looked up when the letter is made, by nobody's
   * request. So the answer takes as long and says as much for one that has none.
   */
  mount(api, requestReset, async ({ body, refuse, request }) => {
    const email = parseEmail(body.email) ?? refuse('invalid_email')
    const seconds = await hit(db, recoveryLimits(request.ip), clock())
    if (seconds !== undefined) refuse('too_many_requests', { seconds })
    const isEnough = (await hit(db, resetLimits(email.key), clock())) !== undefined
    if (isEnough) return DONE
    await outbox.put(db, { kind: 'reset', lang: langOf(request), email: email.key })
    outbox.wake()
    return DONE
  })

  mount(api, resetPassword, async (call) => {
    const { body, refuse, request } = call
    const seconds = await hit(db, recoveryLimits(request.ip), clock())
    if (seconds !== undefined) refuse('too_many_requests', { seconds })
    // Looked at first, so that a password that will not do does not use the link up.
    const link = (await findLink(db, body.token, 'reset', clock())) ?? refuse('link_expired')
    const problem = await findPasswordProblem(body.password, link.email)
    if (problem !== undefined) refuse(problem)
    const passwordHash = await hasher.hash(body.password)
    if (passwordHash === undefined) return refuse('busy')

    const accountId = await atomically(db, async (trx) => {
      const taken = await takeResetLink(trx, body.token, clock())
      const account = taken === undefined ? undefined : await findAccountById(trx, taken)
      if (account === undefined) return undefined
      await replacePassword(trx, account.id, passwordHash)
      // Whoever has the link reads the letters of the address.
      await markVerified(trx, account.id, clock())
      await outbox.put(trx, {
        kind: 'password',
        lang: langOf(request),
        email: account.address,
        accountId: account.id,
      })
      return account.id
    })
    if (accountId === undefined) return refuse('link_expired')
    outbox.wake()
    // The owner signs in next, on a device that nobody's guesses keep out.
    await signIn.remember(call, accountId)
    return DONE
  })

  /** May be used again while it is good: letters are opened twice, and nothing more happens. */
  mount(api, verifyEmail, async ({ body, refuse, request }) => {
    const seconds = await hit(db, recoveryLimits(request.ip), clock())
    if (seconds !== undefined) refuse('too_many_requests', { seconds })
    const link = (await findLink(db, body.token, 'verify', clock())) ?? refuse('link_expired')
    await markVerified(db, link.accountId, clock())
    return DONE
  })
}
