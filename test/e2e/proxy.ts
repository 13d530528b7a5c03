import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Responder = (asked: IncomingMessage, response: ServerResponse, pass: () => void) => void

export type TestProxy = {
  origin: string
  /** Sets the handler of all further requests: it responds itself, or calls `pass` to forward. */
  answer: (how: Responder) => void
  stop: () => Promise<void>
}

/** Starts a reverse proxy whose responses a test replaces: slow, failing, or of another build. */
export async function startProxy(product: string): Promise<TestProxy> {
  let how: Responder = (_asked, _response, pass) => pass()
  const server = createServer((asked, response) => {
    const pass = () => {
      const { method, headers } = asked
      const onward = request(product + asked.url, { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      onward.on('error', () => response.writeHead(502).end())
      asked.pipe(onward)
    }
    how(asked, response, pass)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    answer: (next) => (how = next),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
