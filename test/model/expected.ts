import { expect } from 'vitest'
import type { Answer } from '../server/client.ts'

/** Error codes of the specification, independent of the product's table. */
const STATUS = {
  bad_request: 400,
  invalid_email: 400,
  invalid_password: 400,
  common_password: 400,
  invalid_message: 400,
  submission_blocked: 400,
  no_valid_rows: 400,
  unknown_terms_version: 400,
  unknown_price: 400,
  foreign_return_address: 400,
  invalid_signature: 400,
  not_authenticated: 401,
  invalid_credentials: 401,
  not_enough_tokens: 402,
  cross_site: 403,
  wrong_password: 403,
  password_required: 403,
  confirmation_required: 403,
  not_found: 404,
  email_taken: 409,
  idempotency_conflict: 409,
  job_deleted: 409,
  dispute_open: 409,
  link_expired: 410,
  checkout_expired: 410,
  unsupported_media_type: 415,
  too_many_requests: 429,
} as const

/** The expected response of a call. */
export type Expected = { status: number; body: object }

export const given = (body: object = { ok: true }, status = 200): Expected => ({ status, body })

export const refused = (code: keyof typeof STATUS, more: object = {}): Expected => ({
  status: STATUS[code],
  body: { code, ...more },
})

export const waitFor = (seconds: number): Expected => refused('too_many_requests', { wait: seconds })

/** Number of responses by kind, to see which were never tested. */
export const answers = new Map<string, number>()

/** The message of an error is for users; the seconds to wait are in a header. */
export function expectAnswer({ status, text, headers }: Answer<unknown>, expected: Expected): void {
  const { error, ...body } = JSON.parse(text) as Record<string, unknown>
  const wait = headers.get('retry-after')
  expect({ status, body: { ...body, ...(wait !== null && { wait: Number(wait) }) } }).toEqual(expected)
  const kind = 'code' in body ? String(body['code']) : String(status)
  answers.set(kind, (answers.get(kind) ?? 0) + 1)
  expect(typeof error).toBe(status < 400 ? 'undefined' : 'string')
}
