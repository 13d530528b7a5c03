import type { EndpointGroup, EndpointName } from '#api/endpoints.ts'
import { NATIONAL } from '#money/currency.ts'
import { PRODUCT } from '#product/product.ts'

/** A section of the page: text with identifiers in backticks, and an example to copy. */
export type DeveloperPart = {
  title: string
  texts: readonly string[]
  points?: readonly string[]
  request?: string
  answer?: string
}

/** A row of the error table: `sentence` is the meaning of the code in the language of the page. */
export type ShownError = { status: string; code: string; sentence: string }

/**
 * What each field means, by its path; of a longer path the end is enough. In a request it is preceded by `>`; a call with a meaning
 * of its own precedes that, or the `<` of a response.
 */
export type FieldTexts = Readonly<Record<string, string>>

/** Of the table of warnings, on the page of errors. */
export const WARNINGS_ID = 'warnings'

/** The texts of the developer page in one language. */
export type DeveloperText = {
  lead: string
  description: string
  parts: Record<'signIn' | 'convert' | 'limits' | 'errors', DeveloperPart>
  /** A product in examples. */
  exampleName: string
  request: string
  answer: string
  codes: Record<'title' | 'code' | 'meaning', string>
  /** The table of warnings, and the link to it. */
  warnings: Record<'title' | 'lead' | 'code' | 'all', string>
  overview: string
  /** What works without the API. */
  tools: string
  takes: string
  gives: string
  optional: string
  places: Record<'body' | 'path' | 'query' | 'header', string>
  signedIn: string
  anyone: string
  /** Follows the name of the scope that an API key needs. */
  apiKeyScope: string
  nothing: string
  errorsTitle: string
  groups: Record<EndpointGroup, string>
  /** What each page is about. */
  about: Record<EndpointGroup | 'errors' | 'tools', string>
  summaries: Record<EndpointName, string>
}

// In lines that fit a phone.
export const SIGN_IN_REQUEST = `export LEVRO_KEY='levro_…'
curl ${PRODUCT.origin}/api/auth/me \\
  -H "Authorization: Bearer $LEVRO_KEY"`

export const convertRequest = (name: string): string => `KEY=$(uuidgen)
curl ${PRODUCT.origin}/api/convert/bulk \\
  -H "Authorization: Bearer $LEVRO_KEY" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $KEY" \\
  -d '{
    "filename": "prices.csv",
    "rows": [{
      "name": "${name}",
      "price": "12.50",
      "currency": "${NATIONAL}"
    }]
  }'`

/** 12.50 ÷ 1.95583 = 6.391… */
export const convertAnswer = (name: string): string => `{
  "newBalance": 14,
  "jobId": "…",
  "job": { "id": "…" },
  "createdAt":
    "2026-01-05T09:30:00.000Z",
  "stats": {
    "totalRows": 1, "validRows": 1,
    "invalidRows": 0, "emptyRows": 0,
    "tokenCost": 1, "zeroRows": 0
  },
  "rows": [{
    "seq": 1,
    "name": "${name}",
    "bgn": 12.5, "eur": 6.39,
    "invalid": false,
    "originalPrice": "12.50",
    "originalCurrency": "${NATIONAL}"
  }]
}`

export const ERROR_ANSWER = `{
  "error": "…",
  "code": "not_enough_tokens",
  "cost": 120,
  "balance": 15
}`
