import { login } from '#api/auth.ts'
import { Client } from '../server/client.ts'
import type { Account, Journal } from './journal.ts'

type Door = { origin: string; isThere: (account: Account) => boolean }

/** As many as there are cores: each makes the server hash. */
const AT_ONCE = 2

/** Every acknowledged password signs in, no replaced one does, and no deleted account exists. */
export async function judgeLogins(journal: Journal, { origin, isThere }: Door): Promise<void> {
  let tries = 0
  // Each from its own network, so that no rate limit applies.
  const nextNetwork = () => `10.${100 + (tries >> 16)}.${(tries >> 8) & 255}.${tries++ & 255}`
  const statusOf = async (email: string, password: string) => {
    const headers = { 'x-forwarded-for': nextNetwork() }
    return (await new Client(origin).call(login, { body: { email, password }, headers })).status
  }

  async function judge(account: Account): Promise<void> {
    const { email, presence, passwords, replaced } = account
    const statuses: number[] = []
    for (const password of passwords) statuses.push(await statusOf(email, password))
    const letsIn = statuses.filter((status) => status === 200).length
    if (letsIn !== (isThere(account) ? 1 : 0))
      journal.differs(`${email} (${presence}): passwords were answered ${statuses.join()}`)
    for (const password of new Set(replaced)) {
      const status = await statusOf(email, password)
      if (status !== 401) journal.differs(`${email}: a password that was replaced is answered ${status}`)
    }
  }

  const waiting = [...journal.accounts]
  const goThrough = async () => {
    for (let account = waiting.pop(); account !== undefined; account = waiting.pop()) await judge(account)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, goThrough))
}
