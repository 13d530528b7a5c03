import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { MISSING_PATH_ID, escapeHtml, displayPath } from '#product/display-text.ts'
import { ASSET_POLICY, PAGE_POLICY } from './security-headers.ts'

const HTML = 'text/html; charset=utf-8'

/** Files whose name carries a hash of their content never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Everything else is asked for again each time, and answered by its ETag. */
const REVALIDATE = 'public, no-cache'
/** A browser that goes back does not show such a page as it was, once the session's cookie is another. */
const NO_STORE = 'no-store'

/** How a page says that it is not for search engines. */
const NOINDEX = /<meta [^>]*name="robots" content="noindex"/

/** Where the not-found page names the path. */
const MISSING_PATH = new RegExp(`(<bdi id="${MISSING_PATH_ID}">)[^<]*`)

type Pages = {
  /** File of a page, from the root, by its address: `/en/login` → `en/login/index.html`. */
  files: Map<string, string>
  /** Files of pages for one person alone, by what they say to search engines. */
  personal: Set<string>
  /** The not-found page under each prefix: the browser starts it under the same route that was rendered. */
  notFound: Map<string, string>
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
    // A page has its own address and policy, and a compressed file is another form of the one it was made from.
    globIgnore: ['**/*.html', '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const file = relative(root, path).replace(/\.(br|gz)$/, '')
      const lasting = file.startsWith(`assets${sep}`) ? IMMUTABLE : REVALIDATE
      reply.header('cache-control', pages.personal.has(file) ? NO_STORE : lasting)
      reply.header('content-security-policy', file.endsWith('.html') ? PAGE_POLICY : ASSET_POLICY)
    },
  })
  for (const [path, file] of pages.files) {
    app.get(path, (_request, reply) => reply.sendFile(file))
    if (path !== '/') app.get(`${path}/`, (_request, reply) => reply.sendFile(file))
  }
  app.get('/*', makeNotFoundHandler(pages))
}

const makeNotFoundHandler = (pages: Pages) => (request: FastifyRequest, reply: FastifyReply) => {
  const [prefix] = /^\/(?:en|bg)(?=[/?]|$)/.exec(request.url) ?? ['']
  // Without a script the page tells of it too.
  const path = escapeHtml(displayPath(request.originalUrl.split('?', 1)[0] ?? ''))
  return reply
    .code(404)
    .type(HTML)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', PAGE_POLICY)
    .send(notFoundHtml(pages, prefix).replace(MISSING_PATH, (_, start: string) => start + path))
}

function notFoundHtml({ notFound }: Pages, prefix: string): string {
  const page = notFound.get(prefix)
  if (page === undefined) throw new Error(`The build has no ${prefix}/404 page.`)
  return page
}

/** A page that could not name the missing path is told at the start, and not by the one who looks for it. */
function requirePathPlaceholder(path: string, html: string): string {
  if (!MISSING_PATH.test(html)) throw new Error(`The build's ${path} page has no place for the path.`)
  return html
}

async function readPages(root: string): Promise<Pages> {
  const pages: Pages = {
    files: new Map(),
    personal: new Set(),
    notFound: new Map(),
  }
  for (const file of await readdir(root, { recursive: true })) {
    if (!file.endsWith('index.html')) continue
    const html = await readFile(join(root, file), 'utf8')
    const path = `/${file.split(sep).slice(0, -1).join('/')}`
    if (NOINDEX.test(html)) pages.personal.add(file)
    if (path.endsWith('/404'))
      pages.notFound.set(path.slice(0, -'/404'.length), requirePathPlaceholder(path, html))
    else pages.files.set(path, file)
  }
  return pages
}

/** The path itself, or that of a missing page when its escapes are broken: nobody typed such a path for the API. */
export function rewriteUndecodableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.startsWith('/api/') ? url : `${/^\/(?:en|bg)(?=\/)/.exec(path)?.[0] ?? ''}/404`
  }
}
