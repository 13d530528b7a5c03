import type { Client } from './client.ts'
import { bearer } from './api-keys.ts'

export type SentFile = {
  /** The file alone, or a form. */
  body: Uint8Array<ArrayBuffer> | string | FormData
  query?: Record<string, string | readonly string[]>
  headers?: Record<string, string>
}

export type Received = {
  status: number
  bytes: Uint8Array<ArrayBuffer>
  text: string
  headers: Headers
  /** The body as JSON. */
  json: () => Record<string, unknown>
}

/** Sends a file as a program with an API key, or as the browser of a user. */
export async function sendFile(
  origin: string,
  caller: string | Client,
  { body, query = {}, headers = {} }: SentFile,
  path = '/api/v1/files',
): Promise<Received> {
  const params = new URLSearchParams()
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) params.append(name, value)
  const access: Record<string, string> =
    typeof caller === 'string' ? bearer(caller) : { cookie: caller.cookie ?? '' }
  const type = body instanceof FormData ? {} : { 'content-type': 'application/octet-stream' }
  const response = await fetch(`${origin}${path}?${params}`, {
    method: 'POST',
    body,
    headers: { ...type, ...access, ...headers },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  return {
    status: response.status,
    bytes,
    text,
    headers: response.headers,
    json: () => JSON.parse(text) as Record<string, unknown>,
  }
}
