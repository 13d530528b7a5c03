import { z } from 'zod'

type ErrorDetails = {
  type?: 'api_error' | 'idempotency_error'
  code?: 'resource_missing'
  param?: string | undefined
}

/** An error response of Stripe's API. */
export class ApiError extends Error {
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  body(): object {
    return { error: { message: this.message, type: 'invalid_request_error', ...this.details } }
  }
}

export const invalid = (message: string, param?: string): ApiError => new ApiError(400, message, { param })

/** A decoded form: text, a list, or named parts. */
export type Form = string | Form[] | Parts
type Parts = { [name: string]: Form }

/**
 * Decodes `line_items[0][price_data][currency]=eur` and `expand[]=line_items`.
 * @throws {ApiError}
 */
export function decodeForm(text: string): Form {
  const root = emptyParts()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replace(/\]$/, '').split(/\]?\[/)
    const last = path.pop() ?? ''
    let at = root
    for (const part of path) {
      const inner = (at[part] ??= emptyParts())
      if (typeof inner === 'string') throw invalid(`The parameter is both text and parts: ${name}`)
      at = inner as Parts
    }
    at[last === '' ? Object.keys(at).length : last] = value
  }
  return withLists(root)
}

/** Without a prototype: `__proto__` is a name like any other. */
const emptyParts = (): Parts => Object.create(null) as Parts

/** Parts that are named 0, 1, 2 become a list. */
function withLists(form: Form): Form {
  if (typeof form === 'string') return form
  const entries = Object.entries(form).map(([name, part]) => [name, withLists(part)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, part]) => part) : Object.assign(emptyParts(), Object.fromEntries(entries))
}

export const integer = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number)
export const webAddress = z.url({ protocol: /^https?$/ })
export const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

/**
 * Validates a form and reports the first problem.
 * @throws {ApiError}
 */
export function readParams<T>(schema: z.ZodType<T>, form: Form): T {
  const { data, error } = schema.safeParse(form)
  const [issue] = error?.issues ?? []
  if (issue === undefined) return data as T
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  const param = path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join('')
  throw invalid(`${param}: ${issue.message}`, param)
}
