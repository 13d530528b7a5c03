import type { FastifyRequest } from 'fastify'

/** The route that takes a request, as it was declared: no id, no file, nothing that was sent. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** Routes outside of the API that take whatever no other route does. */
export const ANY_PAGE = '/*'

const MAX_SEGMENTS = 6
/** What a file, a page or a scanner's guess is called: short, without a number that could be anybody's, a year of birth too. */
const HARMLESS = /^(?!.*(?:\d[._~-]*){4})[\w.~-]{0,24}$/

/**
 * A path that leads nowhere, for the log: enough to find a broken link by, and not an email, a telephone number or a
 * secret that somebody pasted after the slash.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/, 1)
  const segments = path.split('/').slice(1)
  const shown = segments.slice(0, MAX_SEGMENTS).map((segment) => (HARMLESS.test(segment) ? segment : '*'))
  return `/${shown.join('/')}${segments.length > MAX_SEGMENTS ? '/…' : ''}`
}
