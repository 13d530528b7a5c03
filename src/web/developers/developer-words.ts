import type { CallGroup, CallName } from '#contract/every-endpoint.ts'

/** A part of the page: what is said, and what can be copied after it. */
export type DeveloperPart = {
  title: string
  texts: readonly string[]
  example?: string
  points?: readonly string[]
}

/** What the page for developers says, in one language. */
export type DeveloperWords = {
  lead: string
  description: string
  parts: Record<'signIn' | 'convert' | 'limits' | 'errors', DeveloperPart>
  example: string
  calls: string
  takes: string
  gives: string
  field: string
  type: string
  optional: string
  places: Record<'body' | 'path' | 'query' | 'header', string>
  signedIn: string
  anyone: string
  nothing: string
  refusals: string
  groups: Record<CallGroup, string>
  summaries: Record<CallName, string>
}

const SITE = 'https://levro.bg'

export const SIGN_IN_EXAMPLE = `curl -c cookies.txt ${SITE}/api/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.com", "password": "…"}'`

export const convertExample = (name: string): string => `curl -b cookies.txt ${SITE}/api/convert/bulk \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"filename": "prices.csv", "rows": [
        {"name": "${name}", "price": "2.49", "currency": "BGN"}]}'`

export const ERROR_EXAMPLE = `{
  "error": "…",
  "code": "not_enough_tokens",
  "cost": 120,
  "balance": 15
}`
