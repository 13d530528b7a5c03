// The HTML document of a page, from the template, the build's manifest and the rendered page.
import { readFileSync } from 'node:fs'
import type { Manifest } from 'vite'
import { escapeHtml } from '../src/product/display-text.ts'
import type { RenderedPage } from '../src/web/app/entry.server.tsx'
import { HEAD_MARK } from '../src/web/routing/paths.ts'
import type { HeadTag } from '../src/web/routing/document-head.ts'

const ENTRY = 'index.html'
const START = 'app/start.ts'
const TEMPLATE = readFileSync('src/web/index.html', 'utf8')
const FONT = /\.woff2$/

/** @property file source file of the page, as the manifest names it; absent if the page is not known in advance */
type Parts = { manifest: Manifest; file?: string; rendered: RenderedPage }

export function documentOf({ manifest, file = ENTRY, rendered }: Parts): string {
  const entry = required(manifest, ENTRY)
  const scripts = [...new Set([...loadedWith(manifest, ENTRY), ...loadedWith(manifest, file)])]
  const fonts = Object.values(manifest).filter(({ file }) => FONT.test(file))
  const head = [
    ...rendered.head.filter(({ name }) => name === 'title').map(html),
    // Styles first, because they block rendering.
    ...(entry.css ?? []).map((css) => `<link rel="stylesheet" href="/${css}"/>`),
    ...fonts.map(
      ({ file }) =>
        `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin="anonymous"/>`,
    ),
    ...rendered.head.filter(({ name }) => name !== 'title').map(html),
    ...rendered.data.map(dataBlock),
  ]
  const { words = '', reload = '' } = rendered.failure ?? {}
  const failure = `data-failure="${escapeHtml(words)}" data-reload="${escapeHtml(reload)}"`
  const loading = [
    `<script type="application/json" id="scripts" ${failure}>${JSON.stringify(scripts.map((script) => `/${script}`))}</script>`,
    `<script type="module" src="/${required(manifest, START).file}" fetchpriority="low"></script>`,
  ]
  return fillTemplate(TEMPLATE, {
    '<html lang="bg">': `<html lang="${rendered.lang}">`,
    '<!--head-->': head.join(''),
    '<script type="module" src="./app/entry.client.tsx"></script>': loading.join(''),
    '<!--app-->': rendered.body,
  })
}

/** The static imports of a built file, transitively, each after its own imports; the file itself last. May contain duplicates. */
function loadedWith(manifest: Manifest, name: string): string[] {
  const { file, imports = [] } = required(manifest, name)
  return [...imports.flatMap((needed) => loadedWith(manifest, needed)), file]
}

function required(manifest: Manifest, name: string) {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build has no ${name}.`)
  return chunk
}

function html(tag: HeadTag): string {
  if (tag.name === 'title') return `<title>${escapeHtml(tag.text)}</title>`
  const attributes = Object.entries(tag.attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  return `<${tag.name} ${[HEAD_MARK, ...attributes].join(' ')}/>`
}

/** A data block (JSON-LD). `<` is escaped, so that no text ends the block. */
const dataBlock = (data: object): string =>
  `<script ${HEAD_MARK} type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Replaces each placeholder of the template. Throws unless it occurs exactly once. */
function fillTemplate(template: string, placeholders: Record<string, string>): string {
  // White space between tags is removed: it has no effect in the page.
  return Object.entries(placeholders).reduce(
    (text, [placeholder, content]) => {
      if (text.split(placeholder).length !== 2)
        throw new Error(`The template of the pages needs one ${placeholder}.`)
      return text.replace(placeholder, () => content)
    },
    template.replace(/>\s+</g, '><'),
  )
}
