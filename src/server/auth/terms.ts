import { acceptTerms } from '#api/site.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import type { Clock } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { type Api, DONE, addRoute } from '../http/routes.ts'

export function addTermsRoute(api: Api, { db, clock }: { db: Db; clock: Clock }): void {
  addRoute(api, acceptTerms, async ({ body, signedIn, reject }) => {
    if (body.version !== TERMS_VERSION) reject('unknown_terms_version')
    if (signedIn !== undefined) await recordTermsAcceptance(db, signedIn.accountId, body.version, clock())
    return DONE
  })
}

/** Keeps the time of the first acceptance of a version. */
export async function recordTermsAcceptance(
  db: Db | Transaction,
  accountId: string,
  version: string,
  at: number,
): Promise<void> {
  await db
    .insertInto('terms_acceptance')
    .values({ account_id: accountId, version, at })
    .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
    .execute()
}
