import { z } from 'zod'
import { LANGS } from '#i18n/language.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { LIMITS } from '#product/limits.ts'
import { convertBulk } from './conversions.ts'
import type { CommonError, Endpoint } from './endpoint.ts'
import { finalizeCheckout, receivePaymentEvent } from './payments.ts'
import { getDescription } from './site.ts'
import { type EndpointGroup, ENDPOINTS } from './endpoints.ts'
import { ERROR_MESSAGE } from './error-messages.ts'
import { ERROR_STATUS, type ErrorCode, errorBody } from './errors.ts'
import { downloadData } from './account.ts'

const TAGS = {
  conversions: 'Bulk conversions and the jobs they are saved as',
  session: 'Signing in and out, registration, forgotten passwords',
  account: 'The account, its tokens and its sessions',
  purchases: 'Packs of tokens, paid by card',
  site: 'Support, terms, and this description',
} satisfies Record<EndpointGroup, string>

const inEnglish = new Intl.DisplayNames('en', { type: 'language' })
const LANGUAGE_NAMES = LANGS.map((lang) => inEnglish.of(lang))

const INTRODUCTION = `Converts prices between Bulgarian lev and euro at the fixed rate 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}.

Sign in with \`POST /api/auth/login\` and send the cookie that it sets with every further call. A request that says by
\`Sec-Fetch-Site\` or \`Origin\` that another site made it, and would change something, is refused.

Every answer that is not a success has the same body: \`code\` is stable and for programs, \`error\` is a sentence in the
language of \`Accept-Language\` (${LANGUAGE_NAMES.join(', or ')}). Answers with 429 and 503 say in \`Retry-After\` how many seconds to
wait. A request that does not arrive whole in time (408, \`request_timeout\`), or whose head is too large (431,
\`headers_too_large\`), is refused whatever it was for. A proxy that has lost its server says 502 (\`outcome_unknown\`; another
one on the way 504, without a code): nobody knows then whether the call was carried out. A conversion with an
\`Idempotency-Key\` is simply sent again.`

/** Errors of every endpoint. */
export const COMMON_ERRORS = [
  'bad_request',
  'cross_site',
  'not_found',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'busy',
] as const satisfies readonly CommonError[]

const json = (schema: object) => ({ 'application/json': { schema } })

type Direction = 'input' | 'output'

/** The JSON schema; bounds of exact integers in doubles are omitted. */
function schemaOf(schema: z.ZodType, io: Direction): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return rest
}

/** Parameters in the path template are path parameters; all others are query parameters. */
function parametersOf({ path, params }: Endpoint): object[] {
  if (params === undefined) return []
  const { properties = {}, required = [] } = schemaOf(params, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`/:${name}`)
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema }
  })
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Of your own making. Repeats with the same key and the same body get the first answer and are charged once',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}
const signature = {
  name: 'Stripe-Signature',
  in: 'header',
  required: true,
  description: "The payment provider's",
  schema: { type: 'string' },
}

function headersOf(endpoint: Endpoint): object[] {
  if (endpoint === convertBulk) return [idempotencyKey]
  return endpoint === receivePaymentEvent ? [signature] : []
}

function bodyOf(endpoint: Endpoint): object | undefined {
  if (endpoint === receivePaymentEvent)
    return { required: true, description: 'An event of the provider', content: json({ type: 'object' }) }
  if (endpoint.body === undefined) return undefined
  const bulk = `Up to ${LIMITS.bulkRows} rows and ${LIMITS.bulkBytes} bytes. A row that cannot be converted is answered as such and costs nothing`
  return {
    required: true,
    ...(endpoint === convertBulk && { description: bulk }),
    content: json(schemaOf(endpoint.body, 'input')),
  }
}

/** Codes with the same status share a response. */
function errorResponsesOf(endpoint: Endpoint): Record<string, object> {
  const common = COMMON_ERRORS.filter(
    (code) => code !== 'cross_site' || endpoint.method !== 'GET' || endpoint === downloadData,
  )
  const signedOut: ErrorCode[] = endpoint.access === 'user' ? ['not_authenticated'] : []
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set<ErrorCode>([...endpoint.errors, ...signedOut, ...common])) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [
      String(status),
      {
        description: these.map((code) => `\`${code}\`: ${ERROR_MESSAGE.en[code]({})}`).join('\n\n'),
        ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
        content: json({
          allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: these } } }],
        }),
      },
    ]),
  )
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 0 } },
}

function operationOf(group: string, operationId: string, endpoint: Endpoint): object {
  const requestBody = bodyOf(endpoint)
  const reply = { description: 'Done', content: json(schemaOf(endpoint.reply, 'output')) }
  return {
    operationId,
    tags: [group],
    summary: endpoint.summary,
    security: endpoint.access === 'user' ? [{ session: [] }] : [],
    parameters: [...parametersOf(endpoint), ...headersOf(endpoint)],
    ...(requestBody && { requestBody }),
    responses: {
      200: reply,
      ...(endpoint === getDescription && { 304: { description: 'As it was, by `If-None-Match`' } }),
      ...(endpoint === finalizeCheckout && { 202: { ...reply, description: 'The payment is awaited' } }),
      ...errorResponsesOf(endpoint),
    },
  }
}

const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/**
 * The OpenAPI 3.1 document, generated from the endpoints that the server validates requests with.
 * @param site the public origin, and the name of the session cookie
 */
export function openapiDocument(site: { origin: string; cookie: string }) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [group, calls] of Object.entries<Record<string, Endpoint>>(ENDPOINTS))
    for (const [name, endpoint] of Object.entries(calls)) {
      const methods = (paths[templateOf(endpoint.path)] ??= {})
      methods[endpoint.method.toLowerCase()] = operationOf(group, name, endpoint)
    }
  return {
    openapi: '3.1.1',
    info: { title: 'Levro', version: '1', description: INTRODUCTION },
    servers: [{ url: site.origin }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Refusal: schemaOf(errorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: site.cookie } },
    },
  } as const
}
