import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type BodyOf,
  type Endpoint,
  type ErrorOf,
  type ParamsOf,
  type ReplyOf,
  scopesOf,
} from '#api/endpoint.ts'
import type { ApiKeyScope } from '#product/api-keys.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import { MAX_BODY_BYTES, parseJsonBody } from './body.ts'
import { ApiError, throwApiError } from './api-error.ts'

declare const reply: unique symbol

/** A reply that is JSON text already, as rows of large replies are serialized by workers, or of another `contentType`. */
export type SerializedReply<Reply> = {
  readonly content: Buffer | Readable
  readonly contentType?: string
  readonly [reply]?: Reply
}

const isSerializedReply = (value: unknown): value is SerializedReply<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  (Buffer.isBuffer(value.content) || value.content instanceof Readable)

// oxlint-disable typescript/no-unsafe-type-assertion -- the endpoint's schema has checked what is asserted

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of a session. */
    signedIn: SignedIn | undefined
    /** The account of a session or of an API key. */
    caller: Caller | undefined
  }
}

export const API_PREFIX = '/api'

/** Reply of endpoints that return no data. */
export const DONE = { ok: true } as const

/** Limits requests that only read. Both throw an `ApiError`. */
export type ReadingLimit = {
  /** Before the session is looked up. */
  admitNetwork: (request: FastifyRequest, reply: FastifyReply) => void
  /** After that; admits a visitor. */
  admitAccount: (request: FastifyRequest, reply: FastifyReply) => void
}

/** Where endpoints are registered: the Fastify scope of /api, the lookup of its signed-in users, and the limit of
 * their reading. */
export type Api = {
  readonly scope: FastifyInstance
  readonly findSignedIn: (request: FastifyRequest) => Promise<SignedIn | undefined>
  readonly hasApiKey: (request: FastifyRequest) => boolean
  /** The account of a request with an API key. Throws an `ApiError` where the key does not allow the request. */
  readonly checkApiKey: (
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly ApiKeyScope[] | undefined,
  ) => Promise<Caller>
  readonly reading: ReadingLimit
  /** Called when a handler has ended, also when the client has left; `error` is what it threw. */
  readonly onHandled: (request: FastifyRequest, error?: unknown) => void
}

/** What a handler gets of a request: validated and typed by the endpoint. */
export type RouteContext<E extends Endpoint, Body = BodyOf<E>> = {
  readonly params: ParamsOf<E>
  readonly body: Body
  /** The user of a session; undefined also where an API key takes its place. */
  readonly signedIn: [E['access'], E['apiKeyScope']] extends ['user', undefined | readonly never[]]
    ? SignedIn
    : SignedIn | undefined
  /** The account that the request is for. */
  readonly caller: E['access'] extends 'user' ? Caller : Caller | undefined
  /** Throws an `ApiError`; accepts the codes that the endpoint declares and the common ones. */
  readonly reject: (code: ErrorOf<E>, params?: ErrorParams) => never
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type HandlerResult<E> = Promise<ReplyOf<E> | SerializedReply<ReplyOf<E>>>

/** Registers an endpoint: enforces its access and validates params and JSON body. */
export function addRoute<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (context: RouteContext<E>) => HandlerResult<E>,
): void {
  registerRoute(api, endpoint, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
    const json = parseJsonBody(request)
    // A missing body has no fields.
    const body = validate(endpoint, endpoint.body, json === undefined ? {} : json) as BodyOf<E>
    return handle(routeContext<E, BodyOf<E>>(endpoint, request, reply, body))
  })
}

type RawRouteOptions = {
  readonly bodyLimit: number
  /** Runs after authentication and before the body is read. May throw an `ApiError`. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Whether the body may be of any type; by default it is JSON. */
  readonly hasFileBody?: boolean
}

/** Registers an endpoint whose handler parses the bytes of the body itself. */
export function addRawRoute<E extends Endpoint>(
  api: Api,
  endpoint: E,
  options: RawRouteOptions,
  handle: (context: RouteContext<E, Buffer>) => HandlerResult<E>,
): void {
  registerRoute(api, endpoint, options, (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return handle(routeContext<E, Buffer>(endpoint, request, reply, body))
  })
}

function registerRoute<E extends Endpoint>(
  { scope, findSignedIn, hasApiKey, checkApiKey, reading, onHandled }: Api,
  endpoint: E,
  { bodyLimit, admit, hasFileBody = false }: RawRouteOptions,
  handle: (request: FastifyRequest, reply: FastifyReply) => HandlerResult<E>,
): void {
  scope.route({
    // HEAD is answered as GET, without the body.
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: endpoint.path.slice(API_PREFIX.length),
    bodyLimit,
    config: { hasFileBody },
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      const isRead = endpoint.method === 'GET'
      if (isRead) reading.admitNetwork(request, reply)
      if (hasApiKey(request)) request.caller = await checkApiKey(request, reply, scopesOf(endpoint))
      else request.caller = request.signedIn = await findSignedIn(request)
      if (isRead) reading.admitAccount(request, reply)
      if (endpoint.access === 'user' && request.caller === undefined) throwApiError('not_authenticated')
      await admit?.(request, reply)
    },
    handler: async (request, reply) => {
      let result: Awaited<HandlerResult<E>>
      try {
        result = await handle(request, reply)
      } catch (error) {
        onHandled(request, error)
        throw error
      }
      onHandled(request)
      if (!isSerializedReply(result)) return reply.send(result)
      reply.type(result.contentType ?? 'application/json; charset=utf-8')
      if (request.method !== 'HEAD' || Buffer.isBuffer(result.content)) return reply.send(result.content)
      result.content.destroy()
      return reply.send()
    },
  })
}

const routeContext = <E extends Endpoint, Body>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): RouteContext<E, Body> => ({
  params: validate(endpoint, endpoint.params, {
    ...(request.query as object),
    ...(request.params as object),
  }) as ParamsOf<E>,
  body,
  signedIn: request.signedIn as RouteContext<E>['signedIn'],
  caller: request.caller as RouteContext<E>['caller'],
  reject: (code, params) => {
    throw new ApiError(code, params)
  },
  request,
  reply,
})

/** Rejects with an error of the endpoint that its schema names, else with `bad_request`. */
function validate({ errors }: Endpoint, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const own = errors.find((code) => error.issues.some(({ message }) => message === code))
  throw new ApiError(own ?? 'bad_request')
}

/** The account of a request; `balance` at its start, `email` as the user typed it. */
export type Caller = {
  accountId: string
  email: string
  balance: number
  /** The key of a request without a session. `isCapped`: its tokens of a day are limited. */
  apiKey?: { id: string; isCapped: boolean }
  /** Of the key; undefined in a session, which may do everything. */
  scopes?: readonly ApiKeyScope[]
}

/** The user of a session. */
export type SignedIn = Omit<Caller, 'apiKey' | 'scopes'> & {
  tokenHash: string
  /** When they last proved who they are (Unix ms); null where they have not in this session. */
  confirmedAt: number | null
}
