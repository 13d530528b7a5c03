import { login } from '#api/auth.ts'
import { Client } from '../server/client.ts'
import type { Account, Journal } from './journal.ts'

type LoginTarget = { origin: string; exists: (account: Account) => boolean }

/** Concurrent sign-ins: one per core, since each computes a password hash. */
const AT_ONCE = 2

/** Every acknowledged password signs in, no replaced one does, and no deleted account exists. */
export async function checkLogins(journal: Journal, { origin, exists }: LoginTarget): Promise<void> {
  let tries = 0
  // Each from its own network, so that no rate limit applies.
  const nextNetwork = () => `10.${100 + (tries >> 16)}.${(tries >> 8) & 255}.${tries++ & 255}`
  const statusOf = async (email: string, password: string) => {
    const headers = { 'x-forwarded-for': nextNetwork() }
    return (await new Client(origin).call(login, { body: { email, password }, headers })).status
  }

  async function checkLogin(account: Account): Promise<void> {
    const { email, presence, passwords, replaced } = account
    const statuses: number[] = []
    for (const password of passwords) statuses.push(await statusOf(email, password))
    const accepted = statuses.filter((status) => status === 200).length
    if (accepted !== (exists(account) ? 1 : 0))
      journal.addDifference(`${email} (${presence}): sign-in statuses are ${statuses.join()}`)
    for (const password of new Set(replaced)) {
      const status = await statusOf(email, password)
      if (status !== 401) journal.addDifference(`${email}: a replaced password is answered with ${status}`)
    }
  }

  const waiting = [...journal.accounts]
  const checkNext = async () => {
    for (let account = waiting.pop(); account !== undefined; account = waiting.pop())
      await checkLogin(account)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
}
