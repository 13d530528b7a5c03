import { expect, it } from 'vitest'
import { me, requestReset } from '#api/auth.ts'
import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import { changePassword, deleteAccount, requestVerification } from '#api/account.ts'
import { PASSWORD } from '../server/client.ts'
import { expectSent, useUpLimit } from '../server/with-mail.ts'
import { sessionAt } from '../server/with-payments.ts'
import { until } from '../until.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'

const HOUR_MS = 3_600_000
/** Emails in a day to a mailbox whose owner never confirms the address: of the account, and links for a new password. */
const MOST_UNCONFIRMED = 10 + 3
/** Registrations in an hour with one address. */
const MOST_REGISTRATIONS = 10
const ROUNDS = 12

withAbuseServer({ mail: true, payments: true }, (getTarget) => {
  it('AUTH-10 · C65 · registrations cannot flood the mailbox of another person', async () => {
    const target = getTarget()
    const victim = target.stranger().email
    target.keepSecret(victim)
    /** The account's creator knows its password but has no access to its mailbox. */
    async function useAll(account: Caller): Promise<void> {
      for (let n = 0; n < 4; n++) await account.call(requestVerification)
      for (let n = 0; n < 4; n++) {
        const passwords = [PASSWORD, 'another long secret']
        const [currentPassword = '', newPassword = ''] = n % 2 === 0 ? passwords : passwords.toReversed()
        await account.call(changePassword, { body: { currentPassword, newPassword } })
        await target.stranger().call(requestReset, { body: { email: victim.toUpperCase() } })
      }
      // Queued emails are deleted with the account.
      await expectSent(target.db)
      await account.call(deleteAccount)
    }
    for (let round = 0; round < ROUNDS; round++) {
      const account = target.stranger()
      if ((await account.register(victim)).status === 200) await useAll(account)
    }
    await expectSent(target.db)
    const emails = target.mail.emailsTo(victim)
    expect(target.mail.emailsTo(victim, 'deleted')).toHaveLength(MOST_REGISTRATIONS)
    expect(emails).toHaveLength(MOST_UNCONFIRMED + MOST_REGISTRATIONS)
  })

  it('AUTH-01 · C09 · one network can register three hundred accounts in an hour', async () => {
    const target = getTarget()
    const owner = await target.user()
    await useUpLimit(target.db, 'register:127.0.9.1', 299, Date.now() + HOUR_MS)
    const register = (n: number, from = '127.0.9.1') => {
      const { email } = target.stranger()
      target.keepSecret(email)
      const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` }
      const json = { email, password: PASSWORD }
      return target.ask({ method: 'POST', path: '/api/auth/register', json, headers, from })
    }
    const statuses = (await Promise.all(Array.from({ length: 8 }, (_, n) => register(n)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(429)])
    const { headers } = await register(9)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    expect((await register(10, '127.0.9.2')).status, 'elsewhere').toBe(200)
    const json = { email: owner.email, password: PASSWORD }
    const login = { method: 'POST', path: '/api/auth/login', json, from: '127.0.9.1' }
    expect((await target.ask(login)).status, 'who has an account').toBe(200)
  })

  it('API-03 PAY-04 · C63 · endless polling for tokens is rate limited, and paid tokens are still credited', async () => {
    const target = getTarget()
    const user = await target.user()
    const { url } = (await user.call(createCheckoutSession, { body: { priceId: 'starter' } })).reply
    const id = sessionAt(url)
    target.keepSecret(id)
    const finalize = () => user.call(finalizeCheckout, { body: { session_id: id } })
    const answers = await Promise.all(Array.from({ length: 220 }, finalize))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(200)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    await target.provider.pay(id, 'paid')
    await until(async () => expect((await user.call(me)).reply.tokens).toBe(515))
    expect((await finalize()).status).toBe(429)
  })
})
