// Builds the scripts of the pages, and renders every page in advance: readable before any script runs.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { type Lang, LANGS } from '../src/i18n/language.ts'
import { PRODUCT } from '../src/product/product.ts'
import { PRERENDERED, PRERENDERED_QUERIES, fileOf, pageOf } from '../src/web/routing/paths.ts'
import type * as Entry from '../src/web/app/entry.server.tsx'
import { robotsTxt, sitemapXml } from './crawlers.ts'
import { documentOf } from './document.ts'
import { oneLanguage } from './one-language.ts'

const NEXT = resolve('build/next')
const CLIENT = join(NEXT, 'client')
const SERVER = join(NEXT, 'server')

const common = { configFile: 'vite.config.ts', logLevel: 'warn' } as const
/** Each language has its own scripts without the messages of others. Scripts without messages are shared. */
async function buildScripts(lang: Lang): Promise<Manifest> {
  await build({
    ...common,
    plugins: [oneLanguage(lang)],
    build: {
      outDir: CLIENT,
      manifest: 'manifest.json',
      emptyOutDir: false,
      rollupOptions: { input: ['src/web/index.html', 'src/web/app/start.ts'] },
    },
  })
  // For this build's own steps (`offline.ts` too): it is not served.
  renameSync(join(CLIENT, 'manifest.json'), join(NEXT, `manifest.${lang}.json`))
  return JSON.parse(readFileSync(join(NEXT, `manifest.${lang}.json`), 'utf8')) as Manifest
}

const manifests = {} as Record<Lang, Manifest>
for (const lang of LANGS) manifests[lang] = await buildScripts(lang)
await build({
  ...common,
  publicDir: false,
  build: { outDir: SERVER, ssr: 'app/entry.server.tsx', emptyOutDir: true, copyPublicDir: false },
})

const { renderPage, renderWebManifest } = (await import(
  pathToFileURL(join(SERVER, 'entry.server.js')).href
)) as typeof Entry

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(CLIENT, file)), { recursive: true })
  writeFileSync(join(CLIENT, file), text)
}

async function renderDocument(path: string, query = ''): Promise<string> {
  const rendered = await renderPage(path, query)
  return documentOf({ manifest: manifests[rendered.lang], file: fileOf(pageOf(path)), rendered })
}

for (const path of PRERENDERED) write(join(path, 'index.html'), await renderDocument(path))
for (const { path, query } of PRERENDERED_QUERIES)
  write(join(path, `${query}.html`), await renderDocument(path, query))
for (const lang of LANGS)
  write(`${PRODUCT.slug}.${lang}.webmanifest`, JSON.stringify(renderWebManifest(lang)))
write('sitemap.xml', sitemapXml())
write('robots.txt', robotsTxt())

rmSync(SERVER, { recursive: true })
process.stdout.write(`Pages: ${PRERENDERED.length + PRERENDERED_QUERIES.length} rendered\n`)
