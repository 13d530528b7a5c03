import type { FastifyReply } from 'fastify'

/**
 * Calls `onEnd` when the response ends, or at once when the client has disconnected already: no event follows then.
 * @returns whether the client is still connected
 */
export function onResponseEnd({ raw }: FastifyReply, onEnd: () => void): boolean {
  raw.once('close', onEnd)
  if (!raw.destroyed) return true
  raw.off('close', onEnd)
  onEnd()
  return false
}
