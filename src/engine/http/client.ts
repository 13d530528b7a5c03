import type { BodyOf, Endpoint, NameOf, ParamsOf, ReplyOf } from '#api/endpoint.ts'
import { type Lang, languageOfPath } from '#i18n/language.ts'

/** An unsuccessful response. `message` is `{status}: {body or status text}` (LAY-07). */
export class ApiCallError extends Error {
  readonly status: number
  /** The server's error message in the user's language. */
  readonly sentence: string | undefined
  readonly code: string | undefined
  /** The response body. */
  readonly text: string

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    this.text = text
    const body = parseError(text)
    this.status = status
    this.sentence = body.error ?? body.message
    this.code = body.code
  }
}

function parseError(text: string): { error?: string; message?: string; code?: string } {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiCallError && error.status === status

/** The server's message for a failed call, or `otherwise` without one (no network, no JSON). */
export const apiErrorMessage = (error: unknown, otherwise: string): string =>
  (error instanceof ApiCallError ? error.sentence : undefined) ?? otherwise

/**
 * Headers of every call: the user's language, and the mark of a call made by the page.
 * @param lang by default that of the page
 */
export const callHeaders = (
  lang: Lang = languageOfPath(window.location.pathname),
): Record<string, string> => ({
  accept: 'application/json',
  'accept-language': lang,
  'x-requested-with': 'levro',
})

/** `params` of the path and of the query. A `body` that is a string was serialized before: a repeated request is then the same to the byte. */
type Input<E> = (ParamsOf<E> extends undefined ? { params?: never } : { params: ParamsOf<E> }) &
  (BodyOf<E> extends undefined ? { body?: never } : { body: BodyOf<E> | string })

type Options = Pick<RequestInit, 'cache' | 'signal'> & {
  /** In a worker, which has no page to take the language from; by default {@link callHeaders}. */
  readonly headers?: Record<string, string>
}

/**
 * Calls an endpoint of the API, named by its method and path: `call<typeof login>('POST /api/auth/login', { body })`.
 * The endpoint is only a type, so its schemas stay out of the page; the reply is not validated again.
 * @throws {ApiCallError} for an unsuccessful response; a TypeError when there is none.
 */
export const call = async <E extends Endpoint>(
  name: NameOf<E>,
  input: Input<E>,
  options?: Options,
): Promise<ReplyOf<E>> => (await requireOk(await send<E>(name, input, options))).json() as Promise<ReplyOf<E>>

/** Like `call`, with the body as a file. The browser holds a large one outside of the page, on the disk. */
export const download = async <E extends Endpoint>(name: NameOf<E>, input: Input<E>): Promise<Blob> =>
  (await requireOk(await send<E>(name, input))).blob()

/** GETs JSON from the path that the elements of a React Query key make: `['/api/convert', 'jobs', id]` (LAY-07). */
export const query = async (key: readonly unknown[], signal: AbortSignal): Promise<unknown> =>
  (await requireOk(await fetch(key.map(String).join('/'), requestInit('GET', { signal })))).json()

/**
 * The response of an endpoint, successful or not.
 * @throws a TypeError when there is none.
 */
export function send<E extends Endpoint>(
  name: NameOf<E>,
  { params, body }: Input<E>,
  options?: Options,
): Promise<Response> {
  const [method, template] = name.split(' ') as [string, string]
  const given = Object.entries(params ?? {}).filter(([, value]) => value !== undefined)
  const rest = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name) ?? ''
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const url = rest.size === 0 ? path : `${path}?${rest}`
  return fetch(url, requestInit(method, options, serialize(body)))
}

const serialize = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body)

/** @throws {ApiCallError} with the text of an unsuccessful response. */
export async function requireOk(response: Response): Promise<Response> {
  if (!response.ok) throw new ApiCallError(response.status, response.statusText, await response.text())
  return response
}

const requestInit = (
  method: string,
  { headers = callHeaders(), ...options }: Options = {},
  body?: string,
): RequestInit => ({
  ...options,
  method,
  credentials: 'include',
  headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  ...(body !== undefined && { body }),
})
