import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** Who may call: `anyone`, or only a signed-in `user`. There is no default: access is always stated. */
export type Access = 'anyone' | 'user'

/** Errors that every endpoint may answer without declaring them. */
export type CommonError =
  | 'bad_request'
  | 'not_authenticated'
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
> = {
  readonly method: M
  /** Fastify's form: `/api/convert/jobs/:id`. */
  readonly path: Path
  readonly access: Who
  readonly summary: string
  /** Parameters of the path and of the query; their names differ. */
  readonly params?: Params
  readonly body?: Body
  readonly reply: Reply
  /** The error codes of this endpoint; any other does not compile in its handler. */
  readonly errors: readonly Refusal[]
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
>(
  description: Endpoint<Params, Body, Reply, Refusal, M, Path, Who>,
): Endpoint<Params, Body, Reply, Refusal, M, Path, Who> => description

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
