import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { networkInterfaces } from 'node:os'

const LOCAL_OR_WILDCARD = ['127.0.0.1', '0.0.0.0', '::']

/**
 * The address of the site for people: the public one where it is set, else that of this very server. Never what a request
 * names as its host, which anybody may write.
 */
export function siteOrigin(app: FastifyInstance, { publicOrigin, host }: Env): string {
  if (publicOrigin !== undefined) return publicOrigin
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${LOCAL_OR_WILDCARD.includes(host) ? 'localhost' : name}:${port}`
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/**
 * Every address under which this server is the site: the public one where it is set, else those of this machine that it
 * listens on. A person who came by one of them has a session there and nowhere else.
 */
export function ownOrigins(app: FastifyInstance, env: Env): string[] {
  const own = siteOrigin(app, env)
  if (env.publicOrigin !== undefined) return [own]
  const { port } = new URL(own)
  const others = hostNames(env.host).map(
    (name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
  )
  return [own, ...others].map((origin) => new URL(origin).origin)
}

function hostNames(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return [...LOOPBACK, ...machineAddresses()]
  return LOOPBACK.includes(host) ? LOOPBACK : []
}

/** Addresses with a zone (`fe80::1%eth0`) stand in no URL. */
const machineAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all.map(({ address }) => address))
    .filter((address) => !address.includes('%') && !address.startsWith('fe80:'))

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a state-changing request comes from another site. Browsers say so themselves (`Sec-Fetch-Site`), older ones
 * and plain http by `Origin`; a request with neither is no browser's, and has no cookies that it was not given.
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (SAFE_METHODS.has(request.method)) return false
  if (request.headers['sec-fetch-site'] !== undefined) return isCrossSiteFetch(request)
  const { origin, host } = request.headers
  if (origin === undefined) return false
  // With a public address set, `Host` has no say: a name that points here is not yet this site.
  if (publicOrigin !== undefined) return origin !== publicOrigin
  return origin !== `http://${host}` && origin !== `https://${host}`
}

/** Whether a browser says that a request, be it a link that was followed, comes from another site. */
export function isCrossSiteFetch(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
