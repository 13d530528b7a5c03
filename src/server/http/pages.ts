import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Operator } from '#product/operator.ts'
import { MISSING_PATH_ID, escapeHtml, displayPath } from '#product/display-text.ts'
import { fillOperator, makePageHandler } from './operator-pages.ts'
import { ASSET_POLICY, PAGE_POLICY } from './security-headers.ts'

const HTML = 'text/html; charset=utf-8'

/** For files whose name contains a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For all other files: the browser revalidates by ETag each time. */
const REVALIDATE = 'public, no-cache'
/**
 * Scripts for pages of other sites: with CORS, which Subresource Integrity needs, and immutable, because the name contains a hash.
 * The content security policy of other files stays.
 */
const EMBED_HEADERS = {
  'cache-control': IMMUTABLE,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
/** For personal pages: going back must not show the page of an earlier session. */
const NO_STORE = 'no-store'

const NOINDEX = /<meta [^>]*name="robots" content="noindex"/

/** The element of the not-found page that contains the missing path. */
const MISSING_PATH = new RegExp(`(<bdi id="${MISSING_PATH_ID}">)[^<]*`)

/** The file of a page for one query: `mode=bulk.html`. */
const VARIANT = /^([^=]+)=([^=]+)\.html$/

type Pages = {
  /** File of each page, relative to the root: `/en/login` → `en/login/index.html`. */
  files: Map<string, string>
  /** Files of pages for one query, which they are named after: `converter/mode=bulk.html`. By path. */
  variants: Map<string, { name: string; value: string; file: string }>
  /** Files of personal pages, recognised by their `noindex`. */
  personal: Set<string>
  /** HTML of the pages that name the operator, by file. */
  filled: Map<string, string>
  /** HTML of the not-found page by language prefix: the browser hydrates the route that was rendered. */
  notFound: Map<string, string>
}

/**
 * Serves the pages rendered at build time, and the not-found page with status 404 for any other path. Each file of the build
 * has its own route, so path traversal is not possible.
 */
export async function registerPages(
  app: FastifyInstance,
  { root, operator }: { root: string; operator: Operator },
): Promise<void> {
  const pages = await readPages(root, operator)
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Pages get their own routes below; compressed files are served as encodings of the originals.
    globIgnore: ['**/*.html', '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const file = relative(root, path).replace(/\.(br|gz)$/, '')
      if (file.startsWith(`embed${sep}`)) return void reply.headers(EMBED_HEADERS)
      const caching = file.startsWith(`assets${sep}`) ? IMMUTABLE : REVALIDATE
      reply.header('cache-control', pages.personal.has(file) ? NO_STORE : caching)
      reply.header('content-security-policy', file.endsWith('.html') ? PAGE_POLICY : ASSET_POLICY)
    },
  })
  for (const [path, file] of pages.files) {
    const handler = variantHandlerOf(pages, path, handlerOf(pages, file))
    app.get(path, handler)
    if (path !== '/') app.get(`${path}/`, handler)
  }
  app.get('/*', makeNotFoundHandler(pages))
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Sends the document for the query of the address, where the page has one. */
function variantHandlerOf(pages: Pages, path: string, handler: PageHandler): PageHandler {
  const variant = pages.variants.get(path)
  if (variant === undefined) return handler
  const { name, value, file } = variant
  const variantHandler = handlerOf(pages, file)
  return (request, reply) => {
    const query = request.query as Record<string, unknown>
    return query[name] === value ? variantHandler(request, reply) : handler(request, reply)
  }
}

function handlerOf({ filled, personal }: Pages, file: string): PageHandler {
  const html = filled.get(file)
  if (html === undefined) return (_request, reply) => reply.sendFile(file)
  const send = makePageHandler(html)
  const caching = personal.has(file) ? NO_STORE : REVALIDATE
  return (request, reply) =>
    send(
      request,
      reply.type(HTML).header('cache-control', caching).header('content-security-policy', PAGE_POLICY),
    )
}

const makeNotFoundHandler = (pages: Pages) => (request: FastifyRequest, reply: FastifyReply) => {
  const [prefix] = /^\/(?:en|bg)(?=[/?]|$)/.exec(request.url) ?? ['']
  // In the HTML, so that it is shown without scripts too.
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

/** Fails at the start of the server instead of on the first missing page. */
function requirePathPlaceholder(path: string, html: string): string {
  if (!MISSING_PATH.test(html)) throw new Error(`The build's ${path} page has no place for the path.`)
  return html
}

async function readPages(root: string, operator: Operator): Promise<Pages> {
  const pages: Pages = {
    files: new Map(),
    variants: new Map(),
    personal: new Set(),
    filled: new Map(),
    notFound: new Map(),
  }
  for (const file of await readdir(root, { recursive: true })) {
    if (!file.endsWith('.html')) continue
    const rendered = await readFile(join(root, file), 'utf8')
    const path = `/${file.split(sep).slice(0, -1).join('/')}`
    const html = fillOperator(rendered, path, operator)
    if (html !== rendered) pages.filled.set(file, html)
    if (NOINDEX.test(html)) pages.personal.add(file)
    if (path.endsWith('/404'))
      pages.notFound.set(path.slice(0, -'/404'.length), requirePathPlaceholder(path, html))
    else if (basename(file) === 'index.html') pages.files.set(path, file)
    else {
      const [, name, value] = VARIANT.exec(basename(file)) ?? []
      if (name === undefined || value === undefined) throw new Error(`The build's ${file} is of no page.`)
      if (pages.variants.has(path)) throw new Error(`The build has two pages of ${path} for a query.`)
      pages.variants.set(path, { name, value, file })
    }
  }
  return pages
}

/** Replaces the URL of a page whose percent-encoding is invalid by that of the not-found page. API URLs stay. */
export function rewriteUndecodableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.startsWith('/api/') ? url : `${/^\/(?:en|bg)(?=\/)/.exec(path)?.[0] ?? ''}/404`
  }
}
