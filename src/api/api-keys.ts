import { z } from 'zod'
import { API_KEY_LIMITS, API_KEY_SCOPES } from '#product/api-keys.ts'
import { done, endpoint, time } from './endpoint.ts'

const scopes = z.array(z.enum(API_KEY_SCOPES))
const requestsPerMinute = z.int().min(1).max(API_KEY_LIMITS.maxRequestsPerMinute)
const tokensPerDay = z.int().min(1).max(API_KEY_LIMITS.maxTokensPerDay).nullable()

/** A key without its secret. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('how the key begins'),
  scopes,
  requestsPerMinute,
  tokensPerDay: tokensPerDay.describe('most tokens that it may spend in a day (UTC); null for no cap'),
  createdAt: time,
  lastUsedAt: time.nullable().describe('within a minute; null where it was never used'),
})

export type ApiKey = z.output<typeof apiKey>

/** With when it was revoked, for the download of personal data. */
export const storedApiKey = apiKey.extend({ revokedAt: time.nullable() })

export type StoredApiKey = z.output<typeof storedApiKey>

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/account/api-keys',
  access: 'user',
  summary: 'List the API keys that are in use, the newest first',
  reply: z.object({ apiKeys: z.array(apiKey) }),
  errors: [],
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/account/api-keys',
  access: 'user',
  summary:
    'Create an API key. It is returned this once, with the secret that signs its webhooks; only its hash is stored',
  body: z.object({
    name: z.string().max(API_KEY_LIMITS.nameLength),
    scopes: scopes.min(1),
    requestsPerMinute: requestsPerMinute
      .optional()
      .describe(`by default ${API_KEY_LIMITS.requestsPerMinute}`),
    tokensPerDay: tokensPerDay.optional().describe('most tokens that it may spend in a day (UTC)'),
  }),
  reply: z.object({
    key: z.string(),
    webhookSecret: z.string().describe('verifies the webhooks of requests with this key'),
    apiKey,
  }),
  errors: ['confirmation_required', 'email_unconfirmed', 'invalid_key_name', 'too_many_api_keys'],
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/account/api-keys/:id',
  access: 'user',
  summary: 'Revoke an API key, at once and permanently',
  params: z.object({ id: z.string().max(64) }),
  reply: done,
  errors: ['confirmation_required'],
})
