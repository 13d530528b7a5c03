/** What a key for programs may do. A key has one or more of these; everything else needs a session. */
export const API_KEY_SCOPES = ['convert', 'check', 'read'] as const

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

export const API_KEY_LIMITS = {
  /** Keys of one account that are in use. */
  keys: 20,
  nameLength: 50,
  /** Requests per minute of one key: by default, and at most. */
  requestsPerMinute: 60,
  maxRequestsPerMinute: 600,
  /** The highest cap of tokens per day; a key without a cap may spend the whole balance. */
  maxTokensPerDay: 1_000_000,
} as const
