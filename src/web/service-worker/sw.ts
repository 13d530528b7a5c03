import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { LANGS, type Lang, languageOfPath } from '#i18n/language.ts'
import {
  SHARED_FILES_CACHE,
  SHARED_NAME_HEADER,
  SHARE_FIELD,
  sharePath,
  sharedFilesAddress,
} from '#product/shared-files.ts'

declare const self: ServiceWorkerGlobalScope

type PrecacheEntry = { url: string; revision: string | null }

/** Defined by `scripts/offline.ts` at build time: what one build needs for the converter to work offline. */
declare const OFFLINE: {
  version: string
  pages: readonly PrecacheEntry[]
  files: readonly PrecacheEntry[]
  /** URLs of large scripts, cached when the worker has time: readers of rare kinds of files, and PDF. */
  large: readonly string[]
  /** HTML for a page that is not in the cache. */
  fallbackDocuments: Record<Lang, string>
  /** Content security policy of a fallback document. */
  policy: string
}

// The only use of the name: the build inserts the whole list at each.
const { version, pages, files, large, fallbackDocuments, policy } = OFFLINE

const CACHE_PREFIX = 'levro-'
/** This build and the one before: open pages of that one may load chunks that the server no longer has. */
const BUILDS_KEPT = 2
/** After this, a page comes from the cache if it is there. */
const NETWORK_TIMEOUT_MS = 3_000

const cacheName = CACHE_PREFIX + version
const precache = new PrecacheController({ cacheName })
precache.precache([...files, ...pages])

// A new worker may replace the old one at once: pages come from the network first and assets have content hashes in
// their names, so builds never mix.
void self.skipWaiting()
clientsClaim()

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches())
  // Not awaited: requests would wait for it.
  void cacheLargeScripts()
})

async function deleteOldCaches(): Promise<void> {
  // `keys()` returns names in the order of creation.
  const all = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName)
  await Promise.all(all.slice(0, all.length - (BUILDS_KEPT - 1)).map((name) => caches.delete(name)))
}

let isCachingLarge = false

/** Fetches them one at a time, so that requests of pages are not delayed. After a failure the next navigation tries again. */
async function cacheLargeScripts(): Promise<void> {
  if (isCachingLarge) return
  isCachingLarge = true
  try {
    for (const url of large)
      if (!(await caches.match(url))) await respondWithAsset(new Request(url, { priority: 'low' }))
  } catch {
    // Without a connection.
  } finally {
    isCachingLarge = false
  }
}

const pageUrls: ReadonlySet<string> = new Set(pages.map(({ url }) => url))
const pathOf = (url: URL): string => url.pathname.replace(/\/$/, '')

/** What a page is cached as: for some queries there is a document of its own. */
function cachedAs(url: URL): string {
  const path = pathOf(url)
  const ofQueries = [...url.searchParams].map(([name, value]) => `${path}?${name}=${value}`)
  return ofQueries.find((one) => pageUrls.has(one)) ?? path
}

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && pageUrls.has(pathOf(url)),
  ({ request, url, event }) => {
    event.waitUntil(cacheLargeScripts())
    return respondWithPage(request, cachedAs(url))
  },
)
const sharePaths = LANGS.map(sharePath)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && sharePaths.includes(url.pathname),
  ({ request, url }) => receiveSharedFiles(request, url),
  'POST',
)
// Any other page. Not API URLs and files opened in a tab.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    !url.pathname.startsWith('/api/') &&
    !/\.\w+$/.test(url.pathname),
  ({ request, url }) => fetch(request).catch(() => offlineResponse(url)),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  ({ request }) => respondWithAsset(request),
)
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode !== 'navigate' && precache.getCacheKeyForURL(url.href) !== undefined,
  async ({ request, url }) => (await precache.matchPrecache(url.href)) ?? fetch(request),
)

/**
 * From the network, so that a new version is shown at once. From the cache if the network fails, takes too long or responds
 * with a 5xx status.
 */
async function respondWithPage(request: Request, cached: string): Promise<Response> {
  const network = fetch(request)
  const answer = await Promise.race([
    // A proxy responds with 5xx while the server is down.
    network.then((response) => (response.status < 500 ? response : undefined)).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS)),
  ])
  return answer ?? (await precache.matchPrecache(cached)) ?? network
}

/** Keeps files that are shared to the app for the page, which takes them (`given-files.tsx`). */
async function receiveSharedFiles(request: Request, url: URL): Promise<Response> {
  try {
    await caches.delete(SHARED_FILES_CACHE)
    const form = await request.formData()
    const cache = await caches.open(SHARED_FILES_CACHE)
    const shared = form.getAll(SHARE_FIELD).filter((entry) => entry instanceof File)
    for (const [i, file] of shared.entries()) {
      const headers = { [SHARED_NAME_HEADER]: encodeURIComponent(file.name) }
      await cache.put(`${url.pathname}/${i}`, new Response(file, { headers }))
    }
  } catch {
    // No room, or the form is broken: the page says that the file is missing.
    await caches.delete(SHARED_FILES_CACHE).catch(() => false)
  }
  return Response.redirect(new URL(sharedFilesAddress(languageOfPath(url.pathname)), url), 303)
}

/** A document that starts the page at its own URL: the page loads from cached chunks, or reports that it could not. */
const offlineResponse = (url: URL): Response =>
  new Response(fallbackDocuments[languageOfPath(url.pathname)], {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    },
  })

/** From the cache of any build, else from the network and then cached: large files are not precached. */
async function respondWithAsset(request: Request): Promise<Response> {
  const known = await caches.match(request.url)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(cacheName)
    await cache.put(request.url, response.clone()).catch(() => undefined)
  }
  return response
}
