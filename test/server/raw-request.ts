import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }

type RawRequest = {
  method?: string
  path: string
  /** The address that the request comes from; any of 127.0.0.0/8 is this machine's. */
  from?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A request over a connection of its own, and the answer as it comes: nothing is unpacked or followed. */
export function sendRaw(
  origin: string,
  { method = 'GET', path, from, headers, body }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const type =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(origin + path, {
      method,
      agent: false,
      headers: { ...type, ...headers },
      ...(from !== undefined && { localAddress: from }),
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
