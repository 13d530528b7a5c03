import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, ErrorOf, ReplyOf } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import { MAX_BODY_BYTES, parseJsonBody } from './body.ts'
import { ApiError, throwApiError } from './api-error.ts'

declare const reply: unique symbol

/** JSON that is already text: rows of large replies never become objects of the main thread. */
export type SerializedReply<Reply> = { readonly content: Buffer | Readable; readonly [reply]?: Reply }

export const isSerializedReply = (value: unknown): value is SerializedReply<unknown> =>
  typeof value === 'object' && value !== null && 'content' in value && isContent(value.content)

const isContent = (content: unknown): boolean => Buffer.isBuffer(content) || content instanceof Readable

// oxlint-disable typescript/no-unsafe-type-assertion -- what is asserted here was checked by the endpoint's own schema

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined
  }
}

export const API_PREFIX = '/api'

/** The reply of calls that have nothing to tell but that they did it. */
export const DONE = { ok: true } as const

/** Where endpoints are mounted: the scope of /api, and who its callers are. */
export type Api = {
  readonly scope: FastifyInstance
  readonly findSignedIn: (request: FastifyRequest) => Promise<SignedIn | undefined>
}

/** One call of an endpoint as its handler sees it: checked, and typed by the contract. */
export type RouteContext<E extends Endpoint, Body = BodyOf<E>> = {
  readonly params: ParamsOf<E>
  readonly body: Body
  readonly signedIn: E['access'] extends 'user' ? SignedIn : SignedIn | undefined
  /** Declines the call; takes only codes that the endpoint declares or every endpoint may answer. */
  readonly reject: (code: ErrorOf<E>, figures?: ErrorParams) => never
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type HandlerResult<E> = Promise<ReplyOf<E> | SerializedReply<ReplyOf<E>>>

/** Mounts an endpoint of the contract: enforces its access, checks params and body, and refuses in its codes. */
export function addRoute<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (call: RouteContext<E>) => HandlerResult<E>,
): void {
  registerRoute(api, endpoint, { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    handle(
      routeContext<E, BodyOf<E>>(
        endpoint,
        request,
        reply,
        validate(endpoint.body, parseJsonBody(request)) as BodyOf<E>,
      ),
    ),
  )
}

type RawRouteOptions = {
  readonly bodyLimit: number
  /** Runs when the caller is known and the body is not yet read. May refuse. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** Mounts an endpoint whose handler reads the bytes of the body itself. */
export function addRawRoute<E extends Endpoint>(
  api: Api,
  endpoint: E,
  options: RawRouteOptions,
  handle: (call: RouteContext<E, Buffer>) => HandlerResult<E>,
): void {
  registerRoute(api, endpoint, options, (request, reply) =>
    handle(
      routeContext<E, Buffer>(
        endpoint,
        request,
        reply,
        Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      ),
    ),
  )
}

function registerRoute<E extends Endpoint>(
  { scope, findSignedIn }: Api,
  endpoint: E,
  { bodyLimit, admit }: RawRouteOptions,
  answer: (request: FastifyRequest, reply: FastifyReply) => HandlerResult<E>,
): void {
  scope.route({
    method: endpoint.method,
    url: endpoint.path.slice(API_PREFIX.length),
    bodyLimit,
    // Nobody asks for the head of a call alone, and it would count as one.
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      request.signedIn = await findSignedIn(request)
      if (endpoint.access === 'user' && request.signedIn === undefined) throwApiError('not_authenticated')
      await admit?.(request, reply)
    },
    handler: async (request, reply) => {
      const result = await answer(request, reply)
      if (!isSerializedReply(result)) return reply.send(result)
      return reply.type('application/json; charset=utf-8').send(result.content)
    },
  })
}

const routeContext = <E extends Endpoint, Body>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): RouteContext<E, Body> => ({
  params: validate(endpoint.params, { ...queryParams(request), ...pathParams(request) }) as ParamsOf<E>,
  body,
  signedIn: request.signedIn as RouteContext<E>['signedIn'],
  reject: (code, figures) => {
    throw new ApiError(code, figures)
  },
  request,
  reply,
})

const pathParams = (request: FastifyRequest) => request.params as Record<string, unknown>
const queryParams = (request: FastifyRequest) => request.query as Record<string, unknown>

function validate(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const { success, data } = schema.safeParse(value)
  return success ? data : throwApiError('bad_request')
}

/** Who calls, and the balance at that moment. `email` is the address as its owner typed it. */
export type SignedIn = { accountId: string; email: string; balance: number; tokenHash: string }
