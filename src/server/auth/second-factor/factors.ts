import type { ExpressionBuilder } from 'kysely'
import type { Factors } from '#api/second-factor.ts'
import { isoTime } from '../../clock.ts'
import type { Db, Schema, Transaction } from '../../db/schema.ts'
import type { SecretKey } from '../../secret-key.ts'
import { requireSecondFactorAgain } from '../devices.ts'
import { listPasskeys, removePasskeys } from './passkeys.ts'
import { consumeRecoveryCode, countRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts'
import { type TypedCode, consumeTotp, forgetWrongCodes, removeTotp, totpSince } from './totp.ts'

export async function findFactors(db: Db | Transaction, accountId: string): Promise<Factors> {
  const since = await totpSince(db, accountId)
  return {
    app: since === undefined ? null : { createdAt: isoTime(since) },
    passkeys: await listPasskeys(db, accountId),
    recoveryCodes: await countRecoveryCodes(db, accountId),
  }
}

/** The second factors that an account can be asked for; none: its password alone signs in. */
export type FactorKind = 'app' | 'passkey'

export async function findFactorKinds(db: Db | Transaction, accountId: string): Promise<FactorKind[]> {
  const { app, passkeys } = await findFactors(db, accountId)
  return [...(app === null ? [] : ['app' as const]), ...(passkeys.length === 0 ? [] : ['passkey' as const])]
}

/** The numbers of second factors of all accounts. */
export async function countAllFactors(
  db: Db,
): Promise<{ passkeys: number; apps: number; recoveryCodes: number }> {
  const passkeys = await db.selectFrom('passkey').select(count).executeTakeFirstOrThrow()
  const apps = await db
    .selectFrom('totp')
    .select(count)
    .where('secret', 'is not', null)
    .executeTakeFirstOrThrow()
  const codes = await db.selectFrom('recovery_code').select(count).executeTakeFirstOrThrow()
  return { passkeys: passkeys.n, apps: apps.n, recoveryCodes: codes.n }
}

const count = ({ fn }: Pick<ExpressionBuilder<Schema, keyof Schema>, 'fn'>) => fn.countAll<number>().as('n')

/** What a user is told by email of a change. */
export type FactorChange =
  | 'passkey-added'
  | 'passkey-removed'
  | 'app-added'
  | 'app-removed'
  | 'codes-replaced'
  | 'code-used'
  | 'removed-by-support'
  | 'removed-unproven'

/** Removes what only goes with a second factor, once the account has none. The caller has locked the account. */
export async function tidyFactors(trx: Transaction, accountId: string): Promise<void> {
  if ((await findFactorKinds(trx, accountId)).length > 0) return
  await deleteRecoveryCodes(trx, accountId)
  await requireSecondFactorAgain(trx, accountId)
}

/** Removes every second factor. @returns whether there was one */
export async function removeFactors(trx: Transaction, accountId: string): Promise<boolean> {
  const kinds = await findFactorKinds(trx, accountId)
  await removeTotp(trx, accountId)
  await removePasskeys(trx, accountId)
  await tidyFactors(trx, accountId)
  return kinds.length > 0
}

/** What a typed code was. `blocked`: one of the app, which is not compared after too many wrong ones. */
export type CodeOutcome = 'app' | 'recovery-code' | 'wrong' | 'blocked'

/** Uses up a code. The caller has locked the account. */
export async function consumeCode(trx: Transaction, key: SecretKey, typed: TypedCode): Promise<CodeOutcome> {
  const outcome = await consumeTotp(trx, key, typed)
  if (outcome !== 'wrong') return outcome === 'right' ? 'app' : 'blocked'
  if (!(await consumeRecoveryCode(trx, typed.accountId, typed.code))) return 'wrong'
  await forgetWrongCodes(trx, typed.accountId)
  return 'recovery-code'
}
