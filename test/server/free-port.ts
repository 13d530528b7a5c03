import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that nobody has at the moment; a server with a public address does not say where it listens. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return String(address.port)
}
