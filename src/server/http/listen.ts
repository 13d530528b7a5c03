import { once } from 'node:events'
import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { type Socket, createConnection } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Env, EnvError } from '../env.ts'

/** Takes connections where the operator wants them: at a port, or at the file of a socket. */
export async function listen(app: FastifyInstance, { port, host, socket }: Env): Promise<void> {
  if (socket === undefined) {
    await app.listen({ port, host })
    return
  }
  await requireFreeSocket(socket)
  app.server.on('connection', setLoopbackAddress)
  // Whoever stops listening removes the file by the name that it made: that must not be the next one's.
  const own = `${socket}.${process.pid}`
  rmSync(own, { force: true })
  await app.listen({ path: own })
  // For the proxy, which is of the same group.
  chmodSync(own, 0o660)
  renameSync(own, socket)
}

/** Who comes by a file is on this machine; that is what TRUST_PROXY is compared with. */
const setLoopbackAddress = (caller: Socket): void => {
  Object.defineProperty(caller, 'remoteAddress', { value: '127.0.0.1' })
}

/** A server that was killed has left its file behind, whose place is taken. One that answers keeps it, and so does any other file. */
async function requireFreeSocket(socket: string): Promise<void> {
  const found = lstatSync(socket, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket()) throw new EnvError(`SOCKET must be a file of its own: ${socket} is something else.`)
  if (await isInUse(socket)) throw new SocketInUseError(socket)
}

async function isInUse(socket: string): Promise<boolean> {
  const connection = createConnection(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
  } finally {
    connection.destroy()
  }
}

/** Another program answers there. The message is one sentence for the operator. */
export class SocketInUseError extends Error {
  constructor(socket: string) {
    super(`${socket} is taken. Stop the other program, or set SOCKET to another file.`)
  }
}
