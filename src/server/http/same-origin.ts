import type { FastifyRequest } from 'fastify'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a state-changing request comes from another site. Browsers say so themselves (`Sec-Fetch-Site`), older ones
 * and plain http by `Origin`; a request with neither is no browser's, and has no cookies that it was not given.
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (SAFE_METHODS.has(request.method)) return false
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = request.headers
  if (origin === undefined) return false
  // With a public address set, `Host` has no say: a name that points here is not yet this site.
  if (publicOrigin !== undefined) return origin !== publicOrigin
  return origin !== `http://${host}` && origin !== `https://${host}`
}
