import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT } from '../installed.js'

type Drawing = {
  html: string
  width: number
  /** CSS pixels. By default that of the content. */
  height?: number
  isTransparent?: boolean
  file: string
}

/** Renders HTML into a PNG file, in the light colour scheme. */
export async function draw(browser: Browser, drawing: Drawing): Promise<void> {
  const { html, width, height, isTransparent = false, file } = drawing
  const page = await browser.newPage({ viewport: { width, height: height ?? 100 }, colorScheme: 'light' })
  await page.setContent(`<!doctype html><meta charset="utf-8">${html}`)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file, fullPage: height === undefined, omitBackground: isTransparent })
  await page.close()
}

const source = (path: string, encoding: BufferEncoding): string => readFileSync(join(ROOT, path), encoding)

const fontFace = (subset: string, range: string): string => `@font-face {
  font-family: Manrope; font-weight: 200 800; unicode-range: ${range};
  src: url(data:font/woff2;base64,${source(
    `node_modules/@fontsource-variable/manrope/files/manrope-${subset}-wght-normal.woff2`,
    'base64',
  )}) }`

/** The product's colours and fonts, for images that look like it. */
export function productStyle(): string {
  const [tokens] = /:root \{[^}]+\}/.exec(source('src/web/app/app.css', 'utf8')) ?? []
  if (tokens === undefined) throw new Error('The colours were not found in app.css.')
  return `${tokens} ${fontFace('latin', 'U+0000-00FF, U+2000-206F, U+20AC')} ${fontFace('cyrillic', 'U+0400-045F, U+2116')}
    body { margin: 0; background: var(--surface); color: var(--ink); font-family: Manrope; font-variant-numeric: tabular-nums }`
}
