import type { FastifyRequest } from 'fastify'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a state-changing request comes from another site. Browsers say so themselves (`Sec-Fetch-Site`), older ones
 * and plain http by `Origin`; a request with neither is no browser's, and has no cookies that it was not given.
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (SAFE_METHODS.has(request.method)) return false
  if (request.headers['sec-fetch-site'] !== undefined) return isFromElsewhere(request)
  const { origin, host } = request.headers
  if (origin === undefined) return false
  // With a public address set, `Host` has no say: a name that points here is not yet this site.
  if (publicOrigin !== undefined) return origin !== publicOrigin
  return origin !== `http://${host}` && origin !== `https://${host}`
}

/** Whether a browser says that a request, be it a link that was followed, comes from another site. */
export function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
