import * as contract from '#api/api-keys.ts'
import { API_KEY_LIMITS } from '#product/api-keys.ts'
import { inTransaction } from '../../db/transaction.ts'
import { langOf } from '../../http/language.ts'
import { type Api, DONE, addRoute } from '../../http/routes.ts'
import { requireRateLimit } from '../../rate-limit/rate-limit.ts'
import { webhookSecret } from '../../webhooks/signature.ts'
import { apiKeyChangeLimits } from '../rate-limits.ts'
import { lockConfirmed, requireConfirmedAddress, requireRecentConfirmation } from '../require-password.ts'
import type { AuthDependencies } from '../routes.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys.ts'

// Control characters, line ends, and marks that turn the direction of text around: the name is shown in an email.
const REMOVED_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** Registers the endpoints that list, create and revoke API keys. All of them need a session. */
export function addApiKeyRoutes(
  api: Api,
  { db, clock, outbox, key }: Pick<AuthDependencies, 'db' | 'clock' | 'outbox' | 'key'>,
): void {
  addRoute(api, contract.listApiKeys, async ({ signedIn }) => ({
    apiKeys: await listApiKeys(db, signedIn.accountId),
  }))

  addRoute(api, contract.createApiKey, async ({ body, signedIn, reject, request }) => {
    // An unconfirmed address may belong to someone else, who may take the account over later: keys must not exist before.
    await requireConfirmedAddress(db, signedIn, reject)
    requireRecentConfirmation(signedIn, clock(), reject)
    const { accountId, email } = signedIn
    const name = body.name.toWellFormed().replace(REMOVED_CHARACTERS, '').trim()
    if (name === '') reject('invalid_key_name')
    await requireRateLimit(db, apiKeyChangeLimits(accountId), clock())
    const { scopes, requestsPerMinute = API_KEY_LIMITS.requestsPerMinute, tokensPerDay = null } = body
    const created = await inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      const at = clock()
      const made = await createApiKey(trx, { accountId, name, scopes, requestsPerMinute, tokensPerDay, at })
      if (made === undefined) return undefined
      const detail = `${name} (${made.apiKey.prefix}…)`
      await outbox.put(trx, { kind: 'api-key', lang: langOf(request), email, accountId, detail })
      return made
    })
    if (created === undefined) return reject('too_many_api_keys')
    outbox.wake()
    return { ...created, webhookSecret: webhookSecret(key, created.apiKey.id) }
  })

  addRoute(api, contract.revokeApiKey, async ({ params, signedIn, reject }) => {
    requireRecentConfirmation(signedIn, clock(), reject)
    await inTransaction(db, async (trx) => {
      await lockConfirmed(trx, signedIn, clock(), reject)
      if (!(await revokeApiKey(trx, signedIn.accountId, { id: params.id, at: clock() }))) reject('not_found')
    })
    return DONE
  })
}
