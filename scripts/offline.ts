// Builds the service worker with the list of files that the converter and the price check need offline.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import { byLang, type Lang } from '../src/i18n/language.ts'
import { PRODUCT } from '../src/product/product.ts'
import { PAGE_POLICY } from '../src/server/http/security-headers.ts'
import { PAGES, PREFIXES, PRERENDERED_QUERIES } from '../src/web/routing/paths.ts'
import { bundledPackages } from './bundled-packages.ts'
import { documentOf } from './document.ts'

const ROOT = 'build/next/client'
/** Largest dynamically imported script that is precached. The workbook library is larger: it is cached afterwards. */
const MAX_LATER_SCRIPT_BYTES = 250_000

const read = (url: string): string => readFileSync(join(ROOT, url), 'utf8')
const isFile = (url: string): boolean => existsSync(join(ROOT, url)) && statSync(join(ROOT, url)).isFile()
const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Reads saved conversions, which come from the server: of no use without it. */
const NEEDS_SERVER = /^jobs\.worker-/

const allScripts = readdirSync(join(ROOT, 'assets')).filter((name) => name.endsWith('.js'))
const scripts = allScripts.filter((name) => !NEEDS_SERVER.test(name))
if (scripts.length === allScripts.length) throw new Error(`No script matches ${NEEDS_SERVER.source}.`)

/** URLs of built files that a page refers to: preloads, styles, scripts, icons. */
const namedIn = (html: string): string[] =>
  [...html.matchAll(/"(\/[\w./-]+)"/g)].map(([, url = '']) => url).filter(isFile)

const manifestOf = (lang: Lang) =>
  JSON.parse(readFileSync(`build/next/manifest.${lang}.json`, 'utf8')) as Manifest
const manifests = byLang(manifestOf)
const entries = Object.values(manifests).flatMap((manifest) =>
  Object.values(manifest).flatMap(({ file, isEntry }) => (isEntry ? [`/${file}`] : [])),
)

/** Scripts that a script contains the names of: its static and dynamic imports. */
const loadedBy = (script: string): string[] =>
  scripts.filter((name) => script.includes(name)).map((name) => `/assets/${name}`)

/** URLs of the files that the page loads at once, and of the scripts that it may load later, transitively. */
function neededBy(html: string): { needed: Set<string>; large: Set<string> } {
  const large = new Set<string>()
  const needed = new Set(namedIn(html))
  // Entry scripts refer to the chunks of all pages, so they are not followed.
  const toFollow = [...needed].filter((url) => url.endsWith('.js') && !entries.includes(url))
  for (const url of toFollow) {
    for (const later of loadedBy(read(url))) {
      if (needed.has(later) || large.has(later)) continue
      const isLarge = statSync(join(ROOT, later)).size > MAX_LATER_SCRIPT_BYTES
      if (isLarge) large.add(later)
      else needed.add(later)
      toFollow.push(later)
    }
  }
  return { needed, large }
}

/** The pages that need no server. */
const OFFLINE_PAGES = [PAGES.converter, PAGES.check]

const pages = [
  ...PREFIXES.flatMap((prefix) =>
    OFFLINE_PAGES.map(({ path }) => ({ url: prefix + path, html: read(`${prefix + path}/index.html`) })),
  ),
  ...PRERENDERED_QUERIES.map(({ path, query }) => ({
    url: `${path}?${query}`,
    html: read(`${path}/${query}.html`),
  })),
].map((page) => ({ ...page, revision: revisionOf(page.html) }))
/** For the URL of a page that is not cached: loads it from cached chunks, or reports that it could not. */
const fallbackDocument = (lang: Lang): string =>
  documentOf({
    manifest: manifests[lang],
    rendered: {
      lang,
      head: [{ name: 'title', text: PRODUCT.name[lang] }],
      data: [],
      body: '',
    },
  }).replace('<div id="app">', '<div id="app" data-unreached>')
const needs = pages.map(({ html }) => neededBy(html))
const large = [...new Set(needs.flatMap((need) => [...need.large]))].sort()
const files = [...new Set(needs.flatMap(({ needed }) => [...needed]))].sort().map((url) => ({
  url,
  // A name with a hash of the content needs no revision.
  revision: url.startsWith('/assets/') ? null : revisionOf(read(url)),
}))
const list = {
  pages: pages.map(({ url, revision }) => ({ url, revision })),
  files,
  large,
  fallbackDocuments: byLang(fallbackDocument),
  policy: PAGE_POLICY,
}
const offline = { version: revisionOf(JSON.stringify(list)), ...list }

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [bundledPackages()],
  define: { OFFLINE: JSON.stringify(offline), 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: ROOT,
    emptyOutDir: false,
    rollupOptions: {
      input: 'src/web/service-worker/sw.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
})

const bytes = [
  ...files.map(({ url }) => statSync(join(ROOT, url)).size),
  ...pages.map(({ html }) => html.length),
]
process.stdout.write(
  `Offline: ${bytes.length} files, ${Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1024)} kB\n`,
)
