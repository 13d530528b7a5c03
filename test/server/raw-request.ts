import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type RawRequest = {
  method?: string
  path: string
  /** The address that the request comes from; any of 127.0.0.0/8 is this machine's. */
  from?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** What the body is said to be; nothing is said of it by null. */
  type?: string | null
  signal?: AbortSignal
}

/** A request over a connection of its own, and the answer as it comes: nothing is unpacked or followed. */
export function sendRaw(
  origin: string,
  { method = 'GET', path, from, headers, body, type = 'application/json', signal }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const call = request({
      hostname,
      port,
      // As it is written: an address would have its own way with it.
      path,
      method,
      agent: false,
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
