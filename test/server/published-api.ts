import { Ajv, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import { decodeForm } from '#stripe-emulator/api/parameters.ts'
import { isDocumentThere, type Operation, publishedDocument, type Schema } from './published-document.ts'

type Request = { method: string; path: string; query: string; body: string }
type Answer = { status: number; body: string }

/** Differences from Stripe's published API description; empty where that is not there. */
export function problemsOf(request: Request, answer: Answer | undefined): string[] {
  if (!isDocumentThere) return []
  const operation = operationOf(request)
  if (operation === undefined) return ['is no call of the published API']
  return [
    ...problemsOfForm(operation, querySchema, request.query),
    ...problemsOfForm(operation.requestBody ?? NO_BODY, () => bodySchema(operation), request.body),
    ...(answer === undefined ? [] : problemsOfAnswer(operation, answer)),
  ]
}

/** The same for a webhook event with its object. */
export function problemsOfEvent(body: string): string[] {
  if (!isDocumentThere) return []
  const event = parseJson(body) as { data?: { object?: { object?: unknown } } } | undefined
  const subject = event?.data?.object
  if (subject === undefined) return ['is no event']
  return [...problemsBy(schemaOf('event'), event), ...problemsBy(schemaOf(String(subject.object)), subject)]
}

function operationOf({ method, path }: Request): Operation | undefined {
  const fitting = Object.entries(publishedDocument().paths).filter(([template]) =>
    patternOf(template).test(path),
  )
  // `/v1/charges/search` is not a charge named search.
  const [nearest] = fitting.sort(([one], [other]) => placesIn(one) - placesIn(other))
  return nearest?.[1][method.toLowerCase()]
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

const placesIn = (template: string): number => template.split('{').length

function querySchema({ parameters = [] }: Operation): Schema {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

const bodySchema = ({ requestBody }: Operation): Schema =>
  requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {
    type: 'object',
    additionalProperties: false,
  }

function problemsOfAnswer({ responses }: Operation, { status, body }: Answer): string[] {
  const schema = (responses[String(status)] ?? responses['default'])?.content['application/json']?.schema
  if (schema === undefined) return [`has no published answer ${status}`]
  const value = parseJson(body)
  return value === undefined
    ? ['was answered without JSON']
    : problemsBy(
        compiledOnce(schema, () => answers.compile(asJsonSchema(schema))),
        value,
      )
}

const NO_BODY = {}

/** Form values are text: numbers and booleans are parsed. */
const problemsOfForm = <T extends object>(
  source: T,
  schemaOf: (source: T) => Schema,
  form: string,
): string[] =>
  problemsBy(
    compiledOnce(source, () => forms.compile(asJsonSchema(closed(schemaOf(source))))),
    decodeForm(form),
  )

/**
 * Compiles each named schema when a value first needs it: the objects refer to each other so widely that
 * compiling one with all its references takes seconds.
 */
const describedBy: SchemaValidateFunction = (name: string, value: unknown): boolean => {
  const validate = schemaOf(name)
  const isFitting = validate(value)
  describedBy.errors = validate.errors ?? []
  return isFitting
}

const makeAjv = (coerceTypes: boolean): Ajv =>
  new Ajv({ strict: false, validateFormats: false, coerceTypes }).addKeyword({
    keyword: 'describedBy',
    errors: true,
    validate: describedBy,
  })

const answers = makeAjv(false)
const forms = makeAjv(true)

/** Keyed by the schema in the document. */
const validators = new Map<object, ValidateFunction>()

function compiledOnce(source: object, compile: () => ValidateFunction): ValidateFunction {
  const validate = validators.get(source) ?? compile()
  validators.set(source, validate)
  return validate
}

function schemaOf(name: string): ValidateFunction {
  const schema = publishedDocument().components.schemas[name]
  if (schema === undefined) throw new Error(`Nothing is published about a ${name}.`)
  return compiledOnce(schema, () => answers.compile(asJsonSchema(schema)))
}

/** Converts `nullable` of OpenAPI 3.0 to a type of JSON Schema. */
function asJsonSchema(schema: Schema): Schema {
  if (schema.$ref !== undefined) return { describedBy: schema.$ref.replace('#/components/schemas/', '') }
  const { nullable, ...rest } = eachInside(schema, asJsonSchema)
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest
}

/** An unpublished parameter is an error at every depth. */
function closed(schema: Schema): Schema {
  const inside = eachInside(schema, closed)
  return inside.properties !== undefined && inside.additionalProperties === undefined
    ? { ...inside, additionalProperties: false }
    : inside
}

function eachInside(schema: Schema, change: (one: Schema) => Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(one)])),
    }),
    ...(items !== undefined && { items: change(items as Schema) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as Schema[]).map(change) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: change(additionalProperties) }),
  }
}

function problemsBy(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
