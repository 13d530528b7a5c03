import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Requests of one connection without a complete response, the one being served included. */
export const MAX_PIPELINED = 32

const exchanges = new WeakMap<Socket, Set<Exchange>>()

/** The exchanges of a connection that are not complete, the one being served first. */
export const openExchanges = (socket: Socket): readonly Exchange[] => [...(exchanges.get(socket) ?? [])]

/**
 * Serves the requests of one connection one after another, and closes it when too many wait: no connection occupies more than
 * one that waits for each response does. Browsers and nginx do. Also passes requests with an unknown `Expect` to the app, not to
 * Node's 417.
 */
export function serveInTurn(app: FastifyInstance): void {
  const { server } = app
  const emit = server.emit.bind(server)
  // Not a listener: others would still get the request. Node emits every request of a received chunk, which may be thousands,
  // even after the connection is closed.
  server.emit = (event: string, ...values: unknown[]): boolean => {
    const [request, response] = values
    if (event !== 'request' || !(request instanceof IncomingMessage && response instanceof ServerResponse))
      return emit(event, ...values)
    enqueue({ request, response }, (next) => void emit('request', next.request, next.response))
    return true
  }
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}

function enqueue(exchange: Exchange, serve: (exchange: Exchange) => void): void {
  const { socket } = exchange.request
  if (socket.destroyed) return
  const open = exchanges.get(socket) ?? new Set()
  exchanges.set(socket, open)
  if (open.size >= MAX_PIPELINED) {
    socket.destroy()
    return
  }
  open.add(exchange)
  exchange.response.once('close', () => {
    open.delete(exchange)
    const [next] = open
    // After `Connection: close` nothing more is served.
    if (next !== undefined && socket.writable) serve(next)
  })
  if (open.size === 1) serve(exchange)
}

/** Open connections of one network, to a process that clients connect to directly. */
export const MAX_CONNECTIONS = 500

type ConnectionLimit = {
  /** The network of an address, for counting. */
  networkOf: (address: string) => string
  /** Such as those of proxies, which have limits of their own. */
  isUnlimited: (address: string) => boolean
}

/** Closes connections beyond `MAX_CONNECTIONS` of a network at once. */
export function limitConnections(app: FastifyInstance, { networkOf, isUnlimited }: ConnectionLimit): void {
  const counts = new Map<string, number>()
  app.server.on('connection', (socket) => {
    // A Unix socket has no address: only the proxy connects to it.
    const { remoteAddress = '' } = socket
    if (remoteAddress === '' || isUnlimited(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    if (count > MAX_CONNECTIONS) socket.destroy()
  })
}
