import { once } from 'node:events'
import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { type Socket, createConnection } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Env, EnvError } from '../env.ts'

/** Listens on the configured port or Unix socket. @throws {ListenError} */
export async function listen(app: FastifyInstance, { port, host, socket }: Env): Promise<void> {
  if (socket === undefined) {
    // Of `localhost` Fastify would make a second server for ::1, without the limits of the first.
    await app.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host }).catch((error: unknown) => {
      throw toListenError(error, { host, hostSetting: 'HOST', port, portSetting: 'PORT' })
    })
    return
  }
  await requireFreeSocket(socket)
  app.server.on('connection', setLoopbackAddress)
  // Node unlinks the path it listened on when it stops. Renamed, that path is never the socket of the next process.
  const ownPath = `${socket}.${process.pid}`
  rmSync(ownPath, { force: true })
  await app.listen({ path: ownPath })
  // Access for the proxy, whose user is in the same group.
  chmodSync(ownPath, 0o660)
  renameSync(ownPath, socket)
}

/** Connections of a Unix socket have no address; the loopback address makes TRUST_PROXY apply to them. */
const setLoopbackAddress = (connection: Socket): void => {
  Object.defineProperty(connection, 'remoteAddress', { value: '127.0.0.1' })
}

/** Accepts a missing or stale socket (left by a killed process). @throws {EnvError} for another kind of file */
async function requireFreeSocket(socket: string): Promise<void> {
  const found = lstatSync(socket, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket()) throw new EnvError(`SOCKET must be a file of its own: ${socket} is something else.`)
  if (await isInUse(socket))
    throw new ListenError(`${socket} is taken. Stop the other program, or set SOCKET to another file.`)
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

/** The server cannot listen where it is told to. The message is for the operator. */
export class ListenError extends Error {}

type ListenSettings = { host: string; hostSetting: string; port: number; portSetting: string }

/** Explains the failure of listening on a port; any other error is returned as it is. */
export function toListenError(
  error: unknown,
  { host, hostSetting, port, portSetting }: ListenSettings,
): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new ListenError(
        `Port ${port} is taken. Stop the other program, or set ${portSetting} to a free one.`,
      )
    case 'EACCES':
      return new ListenError(`Port ${port} needs more rights. Set ${portSetting} to one above 1023.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ListenError(
        `${hostSetting} must be an address of this machine: "${host}" cannot be resolved.`,
      )
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new ListenError(`${hostSetting} must be an address of this machine, and "${host}" is none.`)
    default:
      return error
  }
}
