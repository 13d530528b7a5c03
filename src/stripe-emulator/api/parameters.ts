import { invalid, missingParam, unknownParam } from './api-error.ts'
import type { Form } from './form.ts'

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
