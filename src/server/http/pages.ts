import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { langOfPath } from '#domain/lang.ts'
import { ASSET_POLICY, pagePolicy } from './page-policy.ts'

const HTML = 'text/html; charset=utf-8'

/** Files whose name carries a hash of their content never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Everything else is asked for again each time, and answered by its ETag. */
const REVALIDATED = 'public, no-cache'

type Pages = {
  /** File of a page, from the root, by its address: `/en/login` → `en/login/index.html`. */
  files: Map<string, string>
  /** The content security policy of each page, by its file. */
  policies: Map<string, string>
  notFound: Record<'bg' | 'en', string>
}

/**
 * Serves the pages that were rendered at build time, and the not-found page with status 404 for any other path.
 * Only files that the build made have a route, so there is no path to climb out of.
 */
export async function registerPages(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  const pages = await readPages(root)
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const file = relative(root, path).replace(/\.(br|gz)$/, '')
      reply.header('cache-control', file.startsWith(`assets${sep}`) ? IMMUTABLE : REVALIDATED)
      reply.header('content-security-policy', pages.policies.get(file) ?? ASSET_POLICY)
    },
  })
  for (const [path, file] of pages.files) {
    app.get(path, (_request, reply) => reply.sendFile(file))
    if (path !== '/') app.get(`${path}/`, (_request, reply) => reply.sendFile(file))
  }
  app.get('/*', notFoundPage(pages))
}

const notFoundPage = (pages: Pages) => (request: FastifyRequest, reply: FastifyReply) => {
  const lang = langOfPath(request.url)
  const policy = pages.policies.get(NOT_FOUND_FILE[lang])
  if (policy) reply.header('content-security-policy', policy)
  return reply.code(404).type(HTML).header('cache-control', 'no-cache').send(pages.notFound[lang])
}

const NOT_FOUND_FILE = { bg: join('404', 'index.html'), en: join('en', '404', 'index.html') }

async function readPages(root: string): Promise<Pages> {
  const files = new Map<string, string>()
  const policies = new Map<string, string>()
  for (const file of await readdir(root, { recursive: true })) {
    if (!file.endsWith(`index.html`)) continue
    policies.set(file, pagePolicy(await readFile(join(root, file), 'utf8')))
    const path = `/${file.split(sep).slice(0, -1).join('/')}`
    if (!path.endsWith('/404')) files.set(path, file)
  }
  const html = (lang: 'bg' | 'en') => readFile(join(root, NOT_FOUND_FILE[lang]), 'utf8')
  return { files, policies, notFound: { bg: await html('bg'), en: await html('en') } }
}
