import { z } from 'zod'
import { fileQuestion } from './file-question.ts'

/** Every error code and its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  invalid_email: 400,
  invalid_password: 400,
  common_password: 400,
  invalid_message: 400,
  submission_blocked: 400,
  no_valid_rows: 400,
  too_many_rows: 413,
  too_many_invalid_rows: 413,
  unknown_terms_version: 400,
  invalid_key_name: 400,
  invalid_webhook: 400,
  unknown_price: 400,
  missing_price: 400,
  missing_session: 400,
  foreign_return_address: 400,
  invalid_signature: 400,
  not_authenticated: 401,
  invalid_api_key: 401,
  api_key_revoked: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  not_enough_tokens: 402,
  cross_site: 403,
  wrong_password: 403,
  wrong_code: 403,
  app_codes_blocked: 403,
  code_required: 403,
  password_required: 403,
  email_unconfirmed: 403,
  confirmation_required: 403,
  session_required: 403,
  scope_missing: 403,
  passkey_rejected: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  idempotency_conflict: 409,
  conversion_in_progress: 409,
  job_deleted: 409,
  file_not_ready: 409,
  file_failed: 409,
  too_many_files: 409,
  too_many_passkeys: 409,
  too_many_api_keys: 409,
  payment_refused: 409,
  dispute_open: 409,
  request_timeout: 408,
  link_expired: 410,
  file_deleted: 410,
  sign_in_expired: 410,
  checkout_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  file_unreadable: 422,
  file_undecided: 422,
  invalid_choice: 422,
  no_prices: 422,
  too_many_requests: 429,
  daily_tokens_spent: 429,
  headers_too_large: 431,
  internal: 500,
  busy: 503,
  checkout_unavailable: 503,
  payment_unverified: 503,
  payments_closed: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/**
 * The body of every error response: `error` is a sentence in the language of the request, `code` is stable
 * for programs. `requestId` finds the request in the log; it is in the header `x-request-id` of every
 * response, and in the body of server errors.
 */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string().optional(),
  /** Of `not_enough_tokens`: the cost of the conversion, and the balance. */
  cost: z.int().optional(),
  balance: z.int().optional(),
  /** Of `second_factor_required`: what completes the sign-in, and with which factors. */
  ticket: z.string().optional(),
  factors: z.array(z.enum(['app', 'passkey'])).optional(),
  /** Of `file_unreadable`, `invalid_choice` and `no_prices`: what exactly is wrong, for programs. */
  reason: z.string().optional(),
  /** Of `file_undecided`: what is to be decided about the file. */
  questions: z.array(fileQuestion).optional(),
})

export type ErrorBody = z.output<typeof errorBody>
