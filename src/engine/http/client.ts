import type { BodyOf, Endpoint, NameOf, ParamsOf, ReplyOf } from '#api/endpoint.ts'
import { type Lang, languageOfPath } from '#i18n/language.ts'

/** An answer that is no success. `message` is `{status}: {body text or status text}` (LAY-07). */
export class ApiCallError extends Error {
  readonly status: number
  /** The server's own sentence, in the reader's language; absent when it sent none. */
  readonly sentence: string | undefined
  readonly code: string | undefined

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    const refusal = readRefusal(text)
    this.status = status
    this.sentence = refusal.error ?? refusal.message
    this.code = refusal.code
  }
}

function readRefusal(text: string): { error?: string; message?: string; code?: string } {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiCallError && error.status === status

/** The server's sentence for a failed call, or `otherwise` when there is none (no network, no JSON). */
export const apiErrorMessage = (error: unknown, otherwise: string): string =>
  (error instanceof ApiCallError ? error.sentence : undefined) ?? otherwise

/** The language of the page, from its path. */
const currentLang = (): Lang => languageOfPath(window.location.pathname)

/** Headers that every call carries: the reader's language, and the mark of a call made by the page. */
export const callHeaders = (lang = currentLang()): Record<string, string> => ({
  accept: 'application/json',
  'accept-language': lang,
  'x-requested-with': 'levro',
})

type Input<E> = (ParamsOf<E> extends undefined ? { params?: never } : { params: ParamsOf<E> }) &
  (BodyOf<E> extends undefined ? { body?: never } : { body: BodyOf<E> })

/**
 * Makes one call of the contract, named by its method and path: `call<typeof login>('POST /api/auth/login', { body })`.
 * The endpoint is a type alone, so that its schemas stay out of the page. The reply is the server's word and is not
 * checked again in the browser.
 * @throws {ApiCallError} for an answer that is no success; a TypeError when there is no network.
 */
export async function call<E extends Endpoint>(name: NameOf<E>, input: Input<E>): Promise<ReplyOf<E>> {
  const [method = 'GET', template = ''] = name.split(' ')
  const params = Object.entries(input.params ?? {})
  const path = params.reduce(
    (path, [key, value]) => path.replace(`:${key}`, encodeURIComponent(String(value))),
    template,
  )
  const init: RequestInit = { method, credentials: 'include', headers: callHeaders() }
  if (input.body !== undefined) {
    init.body = JSON.stringify(input.body)
    init.headers = { ...callHeaders(), 'content-type': 'application/json' }
  }
  return (await request(path, init)) as ReplyOf<E>
}

/** Fetches JSON, or raises a {@link ApiCallError} with the text of the answer. */
export const request = async (path: string, init: RequestInit): Promise<unknown> =>
  (await requireAnswer(path, init)).json()

/** An answer that is a success, or a {@link ApiCallError} with its text. */
export async function requireAnswer(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init)
  if (!response.ok) throw new ApiCallError(response.status, response.statusText, await response.text())
  return response
}
