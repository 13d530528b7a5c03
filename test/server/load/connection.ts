import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

export type WireAnswer = {
  status: number
  etag: string | undefined
  /** How the body is compressed, when it is. */
  encoding: string | undefined
  setCookie: string[]
  bytes: Buffer
  ms: number
}

export type Connection = {
  call: (method: string, path: string, headers: OutgoingHttpHeaders, body?: unknown) => Promise<WireAnswer>
  close: () => void
}

/**
 * A keep-alive connection with little overhead of its own.
 * @param address of the client, for a server that trusts the proxy on this machine
 */
export function openConnection(origin: string, address: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: (method, path, headers, body) => {
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const typed = bytes && { 'content-type': 'application/json', 'content-length': bytes.length }
      return new Promise((resolve, reject) => {
        const started = performance.now()
        const sent = request(
          origin + path,
          { method, headers: { ...headers, ...typed, 'x-forwarded-for': address }, agent },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.once('error', reject)
            response.once('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                etag: response.headers.etag,
                encoding: response.headers['content-encoding'],
                setCookie: response.headers['set-cookie'] ?? [],
                bytes: Buffer.concat(chunks),
                ms: performance.now() - started,
              }),
            )
          },
        )
        sent.once('error', reject)
        sent.end(bytes)
      })
    },
    close: () => agent.destroy(),
  }
}
