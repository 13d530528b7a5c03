// A Vite plugin: lists of endpoints and errors for the developer page. The page contains plain data instead of schemas.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as OpenApi from '../src/api/openapi.ts'
import type * as ErrorMessages from '../src/api/error-messages.ts'
import type * as FileWarnings from '../src/api/file-warnings.ts'
import type * as Errors from '../src/api/errors.ts'
import { LANGS, type Lang } from '../src/i18n/language.ts'
import type { EndpointField, EndpointFields, ShownEndpoint } from '../src/web/features/developers/endpoint.ts'
import type { ShownError } from '../src/web/features/developers/text.ts'

const NAME = 'virtual:endpoints'
/** Apart, as they are needed only once the page has started. */
const FIELDS = 'virtual:endpoint-fields'
/** Apart, for the page of errors, which needs no list of endpoints. */
const COMMON = 'virtual:common-errors'
const ERRORS: Partial<Record<string, Lang>> = Object.fromEntries(
  LANGS.map((lang) => [`virtual:errors/${lang}`, lang]),
)

const apiModule = (file: string): string =>
  pathToFileURL(resolve(import.meta.dirname, '../src/api', file)).href

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
type Content = { content: Record<string, { schema: Schema }> }
type Operation = {
  operationId: ShownEndpoint['name']
  tags: ShownEndpoint['group'][]
  security: Partial<Record<'session' | 'apiKey', string[]>>[]
  parameters: { name: string; in: EndpointField['place']; required: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Partial<Content>>
}

export const endpointList = (): Plugin => ({
  name: 'endpoint-list',
  resolveId: (id) => ([NAME, FIELDS, COMMON].includes(id) || id in ERRORS ? `\0${id}` : undefined),
  async load(id) {
    const lang = ERRORS[id.slice(1)]
    if (lang !== undefined)
      return `export const ERRORS = ${JSON.stringify(await shownErrors(lang))}
export const WARNINGS = ${JSON.stringify(await fileWarnings(lang))}`
    if (![NAME, FIELDS, COMMON].some((name) => id === `\0${name}`)) return undefined
    const { COMMON_ERRORS, openapiDocument } = (await import(apiModule('openapi.ts'))) as typeof OpenApi
    if (id === `\0${COMMON}`)
      return `export const COMMON_ERRORS = ${JSON.stringify(['not_authenticated', ...COMMON_ERRORS])}`
    const { paths } = openapiDocument({ origin: '', cookie: '' })
    const calls = Object.entries(paths as unknown as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) =>
          shownEndpoint(method.toUpperCase(), path, operation, COMMON_ERRORS),
        ),
    )
    if (id === `\0${FIELDS}`)
      return `export const FIELDS = ${JSON.stringify(Object.fromEntries(calls.map(({ shown, fields }) => [shown.name, fields])))}`
    return `export const ENDPOINTS = ${JSON.stringify(calls.map(({ shown }) => shown))}`
  },
})

/** Sorted by status. The error params are example values. */
async function shownErrors(lang: Lang): Promise<ShownError[]> {
  const { ERROR_STATUS } = (await import(apiModule('errors.ts'))) as typeof Errors
  const { ERROR_MESSAGE } = (await import(apiModule('error-messages.ts'))) as typeof ErrorMessages
  return Object.entries(ERROR_MESSAGE[lang])
    .map(([code, sentence]) => ({
      status: String(ERROR_STATUS[code as Errors.ErrorCode]),
      code,
      sentence: sentence({ cost: 120, balance: 15, left: 15, seconds: 60 }),
    }))
    .toSorted((a, b) => Number(a.status) - Number(b.status))
}

/** The meaning of each warning, by its code. */
async function fileWarnings(lang: Lang): Promise<Record<string, string>> {
  const { FILE_WARNINGS } = (await import(apiModule('file-warnings.ts'))) as typeof FileWarnings
  return FILE_WARNINGS[lang]
}

function shownEndpoint(
  method: string,
  path: string,
  operation: Operation,
  common: readonly string[],
): { shown: ShownEndpoint; fields: EndpointFields } {
  const { operationId, tags, security, parameters, requestBody, responses } = operation
  const scopes = security.flatMap(({ apiKey = [] }) => apiKey)
  const codes = Object.values(responses).flatMap(({ content }) => codesOf(content ?? {}))
  const isOwn = (code: string) => code !== 'not_authenticated' && !common.includes(code)
  const given = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    type: typeOf(schema),
    isOptional: !required,
    place,
  }))
  return {
    shown: {
      name: operationId,
      group: tags[0] ?? 'site',
      method,
      path,
      // An empty requirement allows a request without either.
      needsSession: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      ...(scopes.length > 0 && { apiKeyScopes: scopes }),
      errors: codes.filter(isOwn),
    },
    fields: {
      takes: [...given, ...fieldsOf(schemaOf(requestBody))],
      gives: fieldsOf(schemaOf(responses['200'])),
    },
  }
}

const schemaOf = (one: Partial<Content> | undefined): Schema =>
  (one?.content?.['application/json'] ?? one?.content?.['multipart/form-data'])?.schema ?? {}

const codesOf = (content: Content['content']): string[] => {
  const { allOf = [] }: Schema = content['application/json']?.schema ?? {}
  return allOf.flatMap(({ properties }) => (properties?.['code']?.enum ?? []) as string[])
}

/** The fields of a schema, or of the object that it may be, and those of nested objects and array items by their paths. */
function fieldsOf(schema: Schema, before = ''): EndpointField[] {
  const { properties = {}, required = [] } = schema.anyOf?.find((one) => one.properties) ?? schema
  return Object.entries(properties).flatMap(([key, schema]) => {
    const isOptional = !required.includes(key)
    const name = before + key
    const inner = schema.items ? fieldsOf(schema.items, `${name}[].`) : fieldsOf(schema, `${name}.`)
    return [{ name, type: typeOf(schema), isOptional, place: 'body' as const }, ...inner]
  })
}

function typeOf({ type, const: one, enum: values, anyOf }: Schema): string {
  if (one !== undefined) return JSON.stringify(one)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ')
  return [type ?? 'any'].flat().join(' | ')
}
