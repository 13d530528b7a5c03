import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Stripe's published API description, outside the repository. */
const DOCUMENT = new URL('../../../shared/stripe/openapi-2023-08-16.yaml', import.meta.url)
const CACHE = new URL('../../node_modules/.cache/levro/', import.meta.url)

export type Schema = {
  $ref?: string
  nullable?: boolean
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  [keyword: string]: unknown
}

export type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

export type PublishedDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export const isDocumentThere = existsSync(DOCUMENT)

let known: PublishedDocument | undefined

/** Parsed once per process: YAML takes 2.2 s, the JSON cached by the first process 20 ms. */
export function publishedDocument(): PublishedDocument {
  known ??= withLaterParameters(fromCache() ?? fromYaml())
  return known
}

/** A parameter that the product sends and that was added after the description (2024-11-20.acacia). */
function withLaterParameters(document: PublishedDocument): PublishedDocument {
  const form = document.paths['/v1/checkout/sessions']?.['post']?.requestBody?.content
  const properties = form?.['application/x-www-form-urlencoded']?.schema.properties
  if (properties === undefined) throw new Error('Nothing is published about new checkout sessions.')
  properties['adaptive_pricing'] = { type: 'object', properties: { enabled: { type: 'boolean' } } }
  return document
}

function cachePath(): URL {
  const { size, mtimeMs } = statSync(DOCUMENT)
  return new URL(`stripe-openapi-${size}-${Math.floor(mtimeMs)}.json`, CACHE)
}

function fromCache(): PublishedDocument | undefined {
  const path = cachePath()
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PublishedDocument) : undefined
}

function fromYaml(): PublishedDocument {
  const document = parse(readFileSync(DOCUMENT, 'utf8')) as PublishedDocument
  mkdirSync(CACHE, { recursive: true })
  const path = cachePath()
  // Concurrent processes each write a temporary file; the last rename wins.
  const own = new URL(`${path.href}.${process.pid}`)
  writeFileSync(own, JSON.stringify(document))
  renameSync(own, path)
  return document
}
