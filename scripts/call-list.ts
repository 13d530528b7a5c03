// What the page for developers shows of each call. Schemas stay at the server: the page gets plain lists.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as OpenApi from '../src/contract/openapi.ts'
import type { CallField, ShownCall } from '../src/web/developers/call.ts'

const NAME = 'virtual:calls'
const SOURCE = pathToFileURL(resolve(import.meta.dirname, '../src/contract/openapi.ts')).href

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
  operationId: ShownCall['name']
  tags: ShownCall['group'][]
  security: object[]
  parameters: { name: string; in: CallField['place']; required: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Partial<Content>>
}

export const callList = (): Plugin => ({
  name: 'call-list',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  async load(id) {
    if (id !== `\0${NAME}`) return undefined
    const { COMMON_REFUSALS, openapiDocument } = (await import(SOURCE)) as typeof OpenApi
    const { paths } = openapiDocument({ origin: '', cookie: '' })
    const calls = Object.entries(paths as unknown as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) =>
          shownCall(method.toUpperCase(), path, operation, COMMON_REFUSALS),
        ),
    )
    return `export const CALLS = ${JSON.stringify(calls)}
export const COMMON_REFUSALS = ${JSON.stringify(['not_authenticated', ...COMMON_REFUSALS])}`
  },
})

function shownCall(method: string, path: string, operation: Operation, common: readonly string[]): ShownCall {
  const { operationId, tags, security, parameters, requestBody, responses } = operation
  const codes = Object.values(responses).flatMap(({ content }) => codesOf(content ?? {}))
  const isOwn = (code: string) => code !== 'not_authenticated' && !common.includes(code)
  const given = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    type: typeOf(schema),
    isOptional: !required,
    place,
  }))
  return {
    name: operationId,
    group: tags[0] ?? 'site',
    method,
    path,
    needsSession: security.length > 0,
    takes: [...given, ...fieldsOf(schemaOf(requestBody))],
    gives: fieldsOf(schemaOf(responses['200'])),
    refusals: codes.filter(isOwn),
  }
}

const schemaOf = (one: Partial<Content> | undefined): Schema =>
  one?.content?.['application/json']?.schema ?? {}

const codesOf = (content: Content['content']): string[] => {
  const { allOf = [] }: Schema = content['application/json']?.schema ?? {}
  return allOf.flatMap(({ properties }) => (properties?.['code']?.enum ?? []) as string[])
}

/** Of what is in lists and in others too. */
function fieldsOf({ properties = {}, required = [] }: Schema, before = ''): CallField[] {
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
