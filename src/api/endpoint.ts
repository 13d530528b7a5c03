import { z } from 'zod'
import type { ApiKeyScope } from '#product/api-keys.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** Who may call: `anyone`, or only a signed-in `user`. There is no default: access is always stated. */
export type Access = 'anyone' | 'user'

/** Errors that every endpoint may answer without declaring them. */
export type CommonError =
  | 'bad_request'
  | 'not_authenticated'
  | 'invalid_api_key'
  | 'api_key_revoked'
  | 'session_required'
  | 'scope_missing'
  | 'cross_site'
  | 'not_found'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'busy'
  | 'internal'

export type ApiPath = `/api/${string}`

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Refusal extends ErrorCode = ErrorCode,
  M extends Method = Method,
  Path extends ApiPath = ApiPath,
  Who extends Access = Access,
  Scope extends ApiKeyScope = ApiKeyScope,
> = {
  readonly method: M
  /** Fastify's form: `/api/convert/jobs/:id`. */
  readonly path: Path
  readonly access: Who
  /** What an API key must have to be accepted in place of a session, or one of these; without it no key is. */
  readonly apiKeyScope?: Scope | readonly Scope[]
  readonly summary: string
  /** Parameters of the path and of the query; their names differ. */
  readonly params?: Params
  readonly body?: Body
  readonly reply: Reply
  /** The error codes of this endpoint; any other does not compile in its handler. */
  readonly errors: readonly Refusal[]
}

/** The scopes of which an API key must have one; undefined where no key is accepted. */
export function scopesOf({ apiKeyScope }: Endpoint): readonly ApiKeyScope[] | undefined {
  return typeof apiKeyScope === 'string' ? [apiKeyScope] : apiKeyScope
}

/** Describes one endpoint for server, browser and API document. */
export const endpoint = <
  Params extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodType,
  const Refusal extends ErrorCode = never,
  const M extends Method = Method,
  const Path extends ApiPath = ApiPath,
  const Who extends Access = Access,
  const Scope extends ApiKeyScope = never,
>(
  description: Endpoint<Params, Body, Reply, Refusal, M, Path, Who, Scope>,
): Endpoint<Params, Body, Reply, Refusal, M, Path, Who, Scope> => description

/**
 * How the browser names an endpoint: method and path, checked by the compiler, without a schema in the page's
 * scripts.
 */
export type NameOf<E extends Endpoint> = `${E['method']} ${E['path']}`

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType> ? z.output<P> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer R> ? z.output<R> : never
export type ErrorOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer C> ? C | CommonError : never

/** The reply of an endpoint without data. */
export const done = z.object({ ok: z.literal(true) })

export const time = z.string().describe('ISO 8601, UTC')
