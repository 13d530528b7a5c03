import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

const ANY_ADDRESS = ['127.0.0.1', '0.0.0.0', '::']

/**
 * The address of the site for people: the public one where it is set, else that of this very server. Never what a request
 * names as its host, which anybody may write.
 */
export function siteOrigin(app: FastifyInstance, { publicOrigin, host }: Env): string {
  if (publicOrigin !== undefined) return publicOrigin
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${ANY_ADDRESS.includes(host) ? 'localhost' : name}:${port}`
}
