import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { type Lang, languageOfPath } from '#i18n/language.ts'

declare const self: ServiceWorkerGlobalScope

type Kept = { url: string; revision: string | null }

/** Written here by `scripts/offline.ts`: what one build needs for the converter to work without a network. */
declare const OFFLINE: {
  version: string
  pages: readonly Kept[]
  files: readonly Kept[]
  /** The document for any other page, by language, and the content security policy of pages. */
  unloaded: Record<Lang, string>
  policy: string
}

// Taken apart once: the list stands wherever it is named.
const { version, pages, files, unloaded, policy } = OFFLINE

const CACHE_PREFIX = 'levro-'
/** This build, and the one before: its pages may still be open, and load parts that the server no longer has. */
const BUILDS_KEPT = 2
/** A network slower than this is as good as none. */
const WAIT_AT_MOST_MS = 3_000

const cacheName = CACHE_PREFIX + version
const kept = new PrecacheController({ cacheName })
kept.precache([...files, ...pages])

// Pages always come from the network first, and files have a hash of their content in their names: builds never mix.
void self.skipWaiting()
clientsClaim()

self.addEventListener('activate', (event) => event.waitUntil(forgetOldBuilds()))

async function forgetOldBuilds(): Promise<void> {
  // They are told in the order in which they were made.
  const all = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName)
  await Promise.all(all.slice(0, all.length - (BUILDS_KEPT - 1)).map((name) => caches.delete(name)))
}

const pagePaths: ReadonlySet<string> = new Set(pages.map(({ url }) => url))
const pathOf = (url: URL): string => url.pathname.replace(/\/$/, '')

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && pagePaths.has(pathOf(url)),
  ({ request, url }) => page(request, pathOf(url)),
)
// What follows /api, and files that are opened by themselves, never come past here.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    !url.pathname.startsWith('/api/') &&
    !/\.\w+$/.test(url.pathname),
  ({ request, url }) => fetch(request).catch(() => withoutNetwork(url)),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  ({ request }) => asset(request),
)
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode !== 'navigate' && kept.getCacheKeyForURL(url.href) !== undefined,
  async ({ request, url }) => (await kept.matchPrecache(url.href)) ?? fetch(request),
)

/** From the network, so that a new version is seen at once; from the device when there is none to speak of. */
async function page(request: Request, path: string): Promise<Response> {
  const network = fetch(request)
  const answer = await Promise.race([
    // A proxy before a server that is down has an answer, and nothing to show.
    network.then((response) => (response.status < 500 ? response : undefined)).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WAIT_AT_MOST_MS)),
  ])
  return answer ?? (await kept.matchPrecache(path)) ?? network
}

/** Starts the page under its own address: what was opened before is here, and the rest says what it waits for. */
const withoutNetwork = (url: URL): Response =>
  new Response(unloaded[languageOfPath(url.pathname)], {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    },
  })

/** From the device, whichever build it is of. What is large is not kept in advance but once it was needed. */
async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request.url)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(cacheName)
    await cache.put(request.url, response.clone()).catch(() => undefined)
  }
  return response
}
