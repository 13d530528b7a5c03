import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** What Stripe says of itself in an error. */
type Details = { type?: ErrorType; code?: string; param?: string; doc_url?: string }

/** An answer of Stripe's that is no success. */
export class ApiError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  /** As it goes over the wire. */
  body() {
    const { type = 'invalid_request_error', code, param } = this.details
    return {
      error: {
        message: this.message,
        type,
        ...(code !== undefined && {
          code,
          doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
        }),
        ...(param !== undefined && { param }),
      },
    } satisfies { error: Partial<Stripe.StripeRawError> }
  }
}

export const invalid = (message: string, param?: string, code?: string): ApiError =>
  new ApiError(400, message, { ...(code !== undefined && { code }), ...(param !== undefined && { param }) })

export const unknownParam = (param: string): ApiError =>
  invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')

export const missingParam = (param: string): ApiError =>
  invalid(`Missing required param: ${param}.`, param, 'parameter_missing')

export const noSuch = (what: string, id: string, param: string): ApiError =>
  new ApiError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

/** What stands in a form: text, or named parts of it. A list is parts named 0, 1, 2. */
export type Form = string | Parts
export type Parts = { [name: string]: Form }

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
const MAX_DEPTH = 8
const MAX_FIELDS = 1000

/** Reads `line_items[0][price_data][currency]=eur` and `expand[]=customer`. @throws {ApiError} */
export function decodeForm(text: string): Parts {
  const root = emptyParts()
  const fields = [...new URLSearchParams(text)]
  if (fields.length > MAX_FIELDS) throw invalid('Too many parameters.')
  for (const [name, value] of fields) {
    const [, first = '', rest = ''] = NAME.exec(name) ?? []
    if (first === '') throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`)
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
    if (path.length > MAX_DEPTH) throw invalid(`The parameter is nested too deep: ${name.slice(0, 100)}`)
    put(root, path, value)
  }
  return root
}

function put(root: Parts, path: string[], value: string): void {
  let at = root
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) at[name] = value
    else {
      const inner = at[name] ?? emptyParts()
      if (typeof inner === 'string') throw invalid(`The parameter is both text and parts: ${path.join('.')}`)
      at = at[name] = inner
    }
  }
}

/** Without a prototype: a name such as `__proto__` is a name like any other. */
const emptyParts = (): Parts => Object.create(null) as Parts

/** Reads one parameter, or throws the error that Stripe would answer. */
export type Rule<T> = (value: Form | undefined, param: string) => T

export type Read<R> = R extends Rule<infer T> ? T : never

const MAX_TEXT = 5000
const MAX_LIST = 100

export const optional =
  <T>(rule: Rule<T>): Rule<T | undefined> =>
  (value, param) =>
    value === undefined ? undefined : rule(value, param)

export const text =
  (maxLength = MAX_TEXT): Rule<string> =>
  (value, param) => {
    if (value === undefined) throw missingParam(param)
    if (typeof value !== 'string') throw invalid('Invalid string', param)
    if (value === '')
      throw invalid(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
          `however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        param,
        'parameter_invalid_empty',
      )
    if (value.length > maxLength)
      throw invalid(
        `Invalid string: ${value.slice(0, 10)}...; must be at most ${maxLength} characters`,
        param,
      )
    return value
  }

export const integer =
  (min: number, max: number): Rule<number> =>
  (value, param) => {
    const digits = text()(value, param)
    if (!/^-?\d{1,15}$/.test(digits))
      throw invalid(`Invalid integer: ${digits.slice(0, 100)}`, param, 'parameter_invalid_integer')
    const number = Number(digits)
    if (number < min)
      throw invalid(
        `Invalid value: must be greater than or equal to ${min}.`,
        param,
        'parameter_invalid_integer',
      )
    if (number > max)
      throw invalid(`Invalid value: must be no more than ${max}.`, param, 'parameter_invalid_integer')
    return number
  }

export const oneOf =
  <const T extends string>(values: readonly T[]): Rule<T> =>
  (value, param) => {
    const found = text()(value, param)
    const known = values.find((one) => one === found)
    if (known === undefined) throw invalid(`Invalid ${param}: must be one of ${values.join(', ')}`, param)
    return known
  }

export const webAddress: Rule<string> = (value, param) => {
  const address = text()(value, param)
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw invalid('Not a valid URL', param, 'url_invalid')
  return address
}

export const list =
  <T>(rule: Rule<T>): Rule<T[]> =>
  (value, param) => {
    if (value === undefined) throw missingParam(param)
    if (typeof value === 'string') throw invalid('Invalid array', param)
    const entries = Object.entries(value)
    if (entries.length > MAX_LIST) throw invalid(`Array exceeds maximum ${MAX_LIST} allowed elements`, param)
    return entries.map(([index, one]) => {
      if (!/^\d+$/.test(index)) throw invalid('Invalid array', param)
      return rule(one, `${param}[${index}]`)
    })
  }

export const object =
  <R extends Record<string, Rule<unknown>>>(rules: R): Rule<{ [K in keyof R]: Read<R[K]> }> =>
  (value, param) => {
    if (value === undefined) throw missingParam(param)
    if (typeof value === 'string') throw invalid('Invalid object', param)
    const inside = (name: string) => (param === '' ? name : `${param}[${name}]`)
    for (const name of Object.keys(value)) if (!Object.hasOwn(rules, name)) throw unknownParam(inside(name))
    const read = Object.entries(rules).map(([name, rule]) => [name, rule(value[name], inside(name))])
    return Object.fromEntries(read) as { [K in keyof R]: Read<R[K]> }
  }

/** At most 50 keys of 40 characters, with values of 500. */
export const metadata: Rule<Record<string, string>> = (value, param) => {
  if (value === undefined || value === '') return {}
  if (typeof value === 'string') throw invalid('Invalid object', param)
  const entries = Object.entries(value)
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys.', param)
  // An empty value takes a key away, and there is none yet.
  const kept = entries.filter(([, one]) => one !== '')
  return Object.fromEntries(
    kept.map(([key, one]) => {
      if (key.length > 40) throw invalid('Metadata keys must have at most 40 characters.', param)
      return [key, text(500)(one, `${param}[${key}]`)]
    }),
  )
}

export const expand = optional(list(text(200)))
