import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { type Socket, createConnection } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** Takes connections where the operator wants them: at a port, or at the file of a socket. */
export async function listen(app: FastifyInstance, { port, host, socket }: Env): Promise<void> {
  if (socket === undefined) {
    await app.listen({ port, host })
    return
  }
  await removeLeftover(socket)
  app.server.on('connection', nameCaller)
  await app.listen({ path: socket })
  // For the proxy, which is of the same group.
  chmodSync(socket, 0o660)
}

/** Who comes by a file is on this machine; that is what TRUST_PROXY is compared with. */
const nameCaller = (caller: Socket): void => {
  Object.defineProperty(caller, 'remoteAddress', { value: '127.0.0.1' })
}

/** A server that was killed has left its file behind. One that still answers keeps it, and the start fails. */
async function removeLeftover(socket: string): Promise<void> {
  const connection = createConnection(socket)
  try {
    await once(connection, 'connect')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
      rmSync(socket, { force: true })
  } finally {
    connection.destroy()
  }
}
