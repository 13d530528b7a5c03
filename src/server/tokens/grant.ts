import { randomUUIDv7 } from 'node:crypto'
import { atomically } from '../db/transaction.ts'
import type { Db } from '../db/schema.ts'
import { book } from './ledger.ts'

type Grant = { email: string; tokens: number; note: string; at: number }

/** Gives tokens to the account of an email, normalised. @returns the new balance; undefined when there is no account */
export function grantTokens(db: Db, { email, tokens, note, at }: Grant): Promise<number | undefined> {
  return atomically(db, async (trx) => {
    const account = await trx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    if (account === undefined) return undefined
    // Each grant is one of its own: two equal ones are both meant.
    const ref = randomUUIDv7()
    return book(trx, { accountId: account.id, delta: tokens, reason: 'admin', ref, note, at })
  })
}
