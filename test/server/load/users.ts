import { randomUUIDv7 } from 'node:crypto'
import { createAccount } from '#server/auth/accounts.ts'
import { parseEmail } from '#server/auth/email.ts'
import { makePasswordHasher } from '#server/auth/password-hash.ts'
import { startSession } from '#server/auth/sessions.ts'
import { loadSecretKey } from '#server/secret-key.ts'
import { giveFreeTokens } from '#server/tokens/free-tokens.ts'
import type { Db } from '#server/db/schema.ts'
import { postEntry } from '#server/tokens/ledger.ts'
import { SECRET_KEY } from '../../harness.ts'
import { PASSWORD } from '../client.ts'

/** A signed-in user of the load. */
export type LoadUser = { email: string; cookie: string; balance: number }

const GRANTED = 1_000_000

/**
 * Accounts with a session each, by the server's own code on its database: over the wire one network may register 300 an
 * hour. One password for all, so that its hash is made once.
 */
export async function makeUsers(db: Db, count: number): Promise<LoadUser[]> {
  const passwordHash = await makePasswordHasher().hash(PASSWORD, {
    ip: '127.0.0.1',
    account: '',
    isKnown: false,
  })
  if (passwordHash === undefined) throw new Error('The password was not hashed.')
  const key = loadSecretKey({ secretKey: SECRET_KEY, dataDir: '' })
  // One transaction: a thousand would each wait for the disk.
  return db.transaction().execute(async (trx) => {
    const users: LoadUser[] = []
    for (let n = 0; n < count; n++) {
      const email = parseEmail(`load-${n}@example.bg`)
      const at = Date.now()
      const account = email && (await createAccount(trx, { email, passwordHash, at }))
      if (account === undefined) throw new Error('There is such a user already.')
      const accountId = account.id
      const token = await startSession(trx, { accountId, device: 'Load', confirmedAt: at, at })
      await giveFreeTokens(trx, key, { accountId, email: email?.key ?? '', at })
      const grant = {
        accountId,
        delta: GRANTED,
        reason: 'admin',
        ref: randomUUIDv7(),
        note: 'load',
        at,
      } as const
      const balance = await postEntry(trx, grant)
      users.push({ email: email?.key ?? '', cookie: `levro=${token}`, balance: balance ?? NaN })
    }
    return users
  })
}

/** Differences between the ledger and the balances computed by the load. */
export async function wrongBalances(db: Db, users: readonly LoadUser[]): Promise<string[]> {
  const rows = await db.selectFrom('account').select(['email', 'balance']).execute()
  const stored = new Map(rows.map(({ email, balance }) => [email, balance]))
  return users
    .filter(({ email, balance }) => stored.get(email) !== balance)
    .map(({ email, balance }) => `${email} has ${stored.get(email)} tokens, and should have ${balance}`)
}
