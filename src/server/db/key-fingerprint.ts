import { type Env, EnvError } from '../env.ts'
import { type SecretKey, findSecretKey, loadSecretKey, secretKeyPlace } from '../secret-key.ts'
import type { Db, Transaction } from './schema.ts'

type KeyEnv = Pick<Env, 'secretKey' | 'dataDir'>

const ID = 1

/** Fingerprint of the key that the database is used with; undefined where none was used yet. */
export async function storedFingerprint(db: Db | Transaction): Promise<string | undefined> {
  const row = await db.selectFrom('key_fingerprint').select('fingerprint').executeTakeFirst()
  return row?.fingerprint
}

/** What is wrong with the key of the settings, as one sentence; undefined where the database is used with it, or with none yet. */
export async function findKeyProblem(db: Db, env: KeyEnv): Promise<string | undefined> {
  const stored = await storedFingerprint(db)
  if (stored === undefined) return undefined
  const place = secretKeyPlace(env)
  const key = findSecretKey(env)
  if (key === undefined)
    return `The secret key of this database is missing: there is no ${place}; put it back or set SECRET_KEY to it, or go on with a new one ("levro admin accept-key --yes").`
  if (key.fingerprint === stored) return undefined
  return `${place} is not the secret key of this database; put back the right one, or go on with this one ("levro admin accept-key --yes").`
}

/**
 * The secret key of the settings, which must be the one that the database is used with. Of several processes that start at once
 * on a new database, the first decides which it is.
 * @throws {EnvError} when it is missing or another
 */
export async function openSecretKey(db: Db, env: KeyEnv): Promise<SecretKey> {
  if ((await storedFingerprint(db)) === undefined)
    await db
      .insertInto('key_fingerprint')
      .values({ id: ID, fingerprint: loadSecretKey(env).fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const problem = await findKeyProblem(db, env)
  if (problem !== undefined) throw new EnvError(problem)
  return loadSecretKey(env)
}

/** From now on the database is used with this key. */
export async function acceptKey(trx: Transaction, { fingerprint }: SecretKey): Promise<void> {
  await trx
    .insertInto('key_fingerprint')
    .values({ id: ID, fingerprint })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ fingerprint }))
    .execute()
}
