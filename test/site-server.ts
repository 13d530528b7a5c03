import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts a server that stands in for the site: relative URLs given to `fetch` lead to it, as they do in a page.
 * @returns stops it
 */
export async function startSiteServer(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<() => void> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => handle(request, response, body))
  }).listen(0)
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const leave = enterSite(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () => {
    leave()
    server.close()
  }
}

/**
 * Lets relative URLs given to `fetch` lead to this origin.
 * @returns ends that
 */
export function enterSite(origin: string): () => void {
  const realFetch = globalThis.fetch
  globalThis.fetch = (path, init) => realFetch(new URL(path as string, origin), init)
  return () => {
    globalThis.fetch = realFetch
  }
}
