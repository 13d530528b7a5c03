import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { currencySign, formatRate } from '#money/format.ts'
import { PRODUCT } from '#product/product.ts'
import { type Lang, LANGS } from '#test/e2e/words.ts'
import { ROOT } from '../installed.js'
import { draw, productStyle } from './draw.ts'

const FOLDER = join(ROOT, 'public', 'social')
const SIZE = { width: 1200, height: 630 }

/** The link preview image in each language. */
export async function drawSocialImages(browser: Browser): Promise<string[]> {
  mkdirSync(FOLDER, { recursive: true })
  const files: string[] = []
  for (const lang of LANGS) {
    const file = join(FOLDER, `${lang}.png`)
    await draw(browser, { html: cardOf(lang), ...SIZE, file })
    files.push(file)
  }
  return files
}

const template = () => readFileSync(join(import.meta.dirname, 'social.html'), 'utf8')

function cardOf(lang: Lang): string {
  const words = JSON.parse(readFileSync(join(ROOT, 'messages', `${lang}.json`), 'utf8')) as Record<
    string,
    string
  >
  const parts: Record<string, string | undefined> = {
    lang,
    style: productStyle(),
    brandLev: words['brand_lev'],
    brandEuro: words['brand_euro'],
    heading: words['home_heading'],
    rate: formatRate(lang),
    lev: currencySign('BGN', lang),
    site: new URL(PRODUCT.origin).host,
  }
  return template().replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`The card has no “${name}”.`)
    return part
  })
}
