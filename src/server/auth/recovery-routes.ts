import { requestReset, resetPassword, verifyEmail } from '#api/recovery.ts'
import { atomically } from '../db/transaction.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, mount } from '../http/routes.ts'
import { requireWithin } from '../rate-limit/require-within.ts'
import { forget, hit } from '../rate-limit/rate-limit.ts'
import type { AccountParts } from './routes.ts'
import { findAccountById, holdProvedAccount, markVerified } from './accounts.ts'
import { recoveryLimits, resetLimits } from './rate-limits.ts'
import { replacePassword } from './credentials.ts'
import { parseEmail } from './email.ts'
import { findLinkOwner, takeResetLink } from './email-tokens.ts'
import { findPasswordProblem } from './password-policy.ts'

export function mountRecovery(api: Api, { db, clock, hasher, signIn, outbox }: AccountParts): void {
  /**
   * The same statements for every address: whether it has an account is looked up when the letter is made, by nobody's
   * request. So the answer takes as long and says as much for one that has none.
   */
  mount(api, requestReset, async ({ body, refuse, request }) => {
    const email = parseEmail(body.email) ?? refuse('invalid_email')
    await requireWithin(db, recoveryLimits(request.ip), clock())
    // Both or neither: a call that breaks off between them would have used up one of the letters.
    await atomically(db, async (trx) => {
      const isEnough = (await hit(trx, resetLimits(email.key), clock())) !== undefined
      if (isEnough) return
      // Nobody is woken: it is sent at the next look, so that no call right behind this one is held up by a letter.
      await outbox.put(trx, { kind: 'reset', lang: langOf(request), email: email.key })
    })
    return DONE
  })

  mount(api, resetPassword, async ({ body, refuse, request, reply }) => {
    await requireWithin(db, recoveryLimits(request.ip), clock())
    // Looked at first, so that a password that will not do does not use the link up.
    const accountId = await findLinkOwner(db, body.token, 'reset', clock())
    const account = (await findAccountById(db, accountId ?? '')) ?? refuse('link_expired')
    const problem = await findPasswordProblem(body.password, account.email)
    if (problem !== undefined) refuse(problem)
    const passwordHash = await hasher.hash(body.password)
    if (passwordHash === undefined) return refuse('busy')

    const { id, address: email } = account
    const secrets = await atomically(db, async (trx) => {
      // The account before its link, in the order of all who change both, so that none waits for another in a circle.
      if (!(await holdProvedAccount(trx, account))) return undefined
      if (!(await takeResetLink(trx, body.token, clock()))) return undefined
      await replacePassword(trx, id, passwordHash)
      // Whoever has forgotten the new one too gets another letter: this one has read the last.
      await forget(trx, resetLimits(account.email))
      // Whoever has the link reads the letters of the address.
      await markVerified(trx, id, clock())
      await outbox.put(trx, { kind: 'password', lang: langOf(request), email, accountId: id })
      // The owner signs in next, on a device that nobody's guesses keep out.
      return signIn.remember(trx, request, id)
    })
    if (secrets === undefined) return refuse('link_expired')
    outbox.wake()
    signIn.give(reply, secrets)
    return DONE
  })

  /** May be used again while it is good: letters are opened twice, and nothing more happens. */
  mount(api, verifyEmail, async ({ body, refuse, request }) => {
    await requireWithin(db, recoveryLimits(request.ip), clock())
    const accountId = (await findLinkOwner(db, body.token, 'verify', clock())) ?? refuse('link_expired')
    await markVerified(db, accountId, clock())
    return DONE
  })
}
