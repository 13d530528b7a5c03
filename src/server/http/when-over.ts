import type { FastifyReply } from 'fastify'

/**
 * Calls `end` when the answer is over, or at once when its client has gone: no event tells of that any more.
 * @returns whether there is anybody to answer
 */
export function whenOver({ raw }: FastifyReply, end: () => void): boolean {
  raw.once('close', end)
  if (!raw.destroyed) return true
  raw.off('close', end)
  end()
  return false
}
