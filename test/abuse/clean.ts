import { expect } from 'vitest'

/** Internal details, which must not be in any response. */
const INTERNAL_DETAILS = [
  /\n\s+at (?:async )?[\w.<>]+ ?\(/,
  /\b(?:node:internal|node_modules)\b/,
  /\/(?:home|work|tmp|usr|var|root|opt)\/[\w.-]+/,
  /\bsrc\/(?:server|money|api|formats)\b/,
  /\.(?:ts|js):\d+/,
  /\broot:x:0:/,
]

/** Text that pages may contain as words or code, but data may not. */
const INTERNAL_DETAILS_IN_DATA = [
  /\b(?:SQLITE|FST_ERR|ERR|HPE)_[A-Z_]+/,
  /\bE(?:CONN|PIPE|NOENT|ACCES|ADDR|TIMEDOUT)[A-Z]*\b/,
  /\b(?:Syntax|Type|Range|Reference|Zod|Postgres|Sqlite)Error\b/,
  /\b(?:select|insert into|update|delete from)\b.{1,200}\b(?:from|where|values|set)\b/i,
  /\bUNIQUE constraint\b|\bviolates\b|\bsyntax error\b/i,
  /Unexpected (?:token|end|number|string)|in JSON at position/,
]

export type Seen = { path: string; status: number; contentType: string; text: string; retryAfter: boolean }

/** `busy` allows a 503 with Retry-After, `any` also other failures of a stopping server. */
export type Failures = 'none' | 'busy' | 'any'

/** Asserts that the text reveals nothing of the server's internals. */
export function expectNoInternals(text: string, contentType = 'application/json'): void {
  const isData = !/html|javascript|css|svg|image|font/.test(contentType)
  // A page may contain the requested path.
  const said = text.replaceAll(/<bdi id=[^>]*>[^<]*/g, '')
  for (const pattern of isData ? [...INTERNAL_DETAILS, ...INTERNAL_DETAILS_IN_DATA] : INTERNAL_DETAILS)
    expect(pattern.exec(said)?.[0], `${pattern} in ${text.slice(0, 300)}`).toBeUndefined()
}

/**
 * Asserts what holds for every response: no server failure, no internal details, and errors of the API in one
 * format.
 */
export function expectValidResponse(
  { path, status, contentType, text, retryAfter }: Seen,
  failures: Failures,
): void {
  const what = `${path} answered ${status}: ${text.slice(0, 300)}`
  if (status >= 500 && failures !== 'any')
    expect([status, retryAfter, failures], what).toEqual([503, true, 'busy'])
  if (!/javascript|css|image|font/.test(contentType)) expectNoInternals(text, contentType)
  if (status < 400 || !path.startsWith('/api/')) return
  expect(contentType, what).toMatch(/^application\/json/)
  expectError(text)
}

/** Asserts the format of every error: JSON with a sentence. */
export function expectError(text: string): void {
  const { error } = JSON.parse(text) as { error?: unknown }
  expect(typeof error, text.slice(0, 300)).toBe('string')
  expect(error).not.toBe('')
}
