import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { networkInterfaces } from 'node:os'

const LOCAL_OR_WILDCARD = ['127.0.0.1', '0.0.0.0', '::']

/**
 * The origin of the site in links: PUBLIC_ORIGIN, else the address this server listens on. Never the Host header, which any
 * client can set.
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
 * All origins of the site: PUBLIC_ORIGIN, else every address of this machine that it listens on, `siteOrigin` first. A session
 * is valid only under the origin where it began.
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

/** Without link-local addresses: a URL cannot contain a zone (`fe80::1%eth0`). */
const machineAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all.map(({ address }) => address))
    .filter((address) => !address.includes('%') && !address.startsWith('fe80:'))

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** In the user agent of every browser, and of no usual API client. */
const BROWSER = /\bMozilla\//

/** `isSession`: whether the request carries a session cookie. */
type CrossSiteContext = { publicOrigin: string | undefined; isSession: boolean }

/**
 * Whether a state-changing request comes from another site (CSRF). Decided by `Sec-Fetch-Site`, or by `Origin` where a browser
 * does not send it (plain http). A request with neither is not a browser's and carries no cookies by itself; one that names a
 * browser and carries a session nevertheless is treated as one from another site.
 */
export function isCrossSite(request: FastifyRequest, { publicOrigin, isSession }: CrossSiteContext): boolean {
  if (SAFE_METHODS.has(request.method)) return false
  if (request.headers['sec-fetch-site'] !== undefined) return isCrossSiteFetch(request)
  const { origin, host } = request.headers
  if (origin === undefined) return isSession && BROWSER.test(request.headers['user-agent'] ?? '')
  // With PUBLIC_ORIGIN, Host is ignored: another name may resolve to this server.
  if (publicOrigin !== undefined) return origin !== publicOrigin
  return origin !== `http://${host}` && origin !== `https://${host}`
}

/** Whether `Sec-Fetch-Site` names another site, also for a followed link. */
export function isCrossSiteFetch(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
