import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type RawRequest = {
  method?: string
  path: string
  /** The local address to connect from; any of 127.0.0.0/8. */
  from?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** The content type; null for none. */
  type?: string | null
  /** Keeps connections; without one the request has its own. */
  agent?: Agent
  signal?: AbortSignal
}

/** Sends a request and returns the response without decompressing or following redirects. */
export function sendRaw(
  origin: string,
  { method = 'GET', path, from, headers, body, type = 'application/json', agent, signal }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const call = request({
      hostname,
      port,
      // Unchanged: a URL would be normalised.
      path,
      method,
      agent: agent ?? false,
      headers: {
        ...(body !== undefined && type !== null && { 'content-type': type }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      ...(from !== undefined && { localAddress: from }),
      ...(signal && { signal }),
    })
    call.once('error', reject)
    call.once('response', (response) => {
      buffer(response).then(
        (all) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: all }),
        reject,
      )
    })
    call.end(body)
  })
}
