import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, throwApiError } from './api-error.ts'

/** Rejects a request that no route serves. */
export type RejectUnserved = (request: FastifyRequest, reply: FastifyReply) => never

/**
 * Collects the methods of every route that is registered from now on.
 * @returns rejects with 405 and `Allow` where the path has other methods, else with 404
 */
export function collectMethods(app: FastifyInstance): RejectUnserved {
  const exact = new Map<string, Set<string>>()
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  app.addHook('onRoute', ({ url, method }) => {
    // The routes for all other paths, and for all other methods.
    if (url.includes('*') || method.includes('TRACE')) return
    const methods = methodsAt(url)
    for (const each of [method].flat()) methods.add(each)
  })

  function methodsAt(url: string): Set<string> {
    const known = exact.get(url) ?? patterns.get(url)?.methods
    if (known !== undefined) return known
    const methods = new Set<string>()
    if (url.includes(':')) patterns.set(url, { pattern: patternOf(url), methods })
    else exact.set(url, methods)
    return methods
  }

  return (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const methods = exact.get(path) ?? patterns.values().find(({ pattern }) => pattern.test(path))?.methods
    if (methods === undefined || methods.has(request.method)) return throwApiError('not_found')
    reply.header('allow', [...methods].sort().join(', '))
    throw new ApiError('method_not_allowed')
  }
}

/** `/jobs/:id` with any value of `:id`. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  )
