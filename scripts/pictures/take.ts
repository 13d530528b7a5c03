import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Lang } from '#test/e2e/words.ts'
import { ROOT } from '../installed.js'
import { SCENES } from './scenes.ts'
import type { RunningProduct } from './product.ts'

export const FOLDER = join(ROOT, 'test-results', 'screenshots')

/** Window height by width, CSS pixels. */
const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 }
export type Width = keyof typeof HEIGHTS
export const WIDTHS: readonly Width[] = [390, 768, 1440]

export const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

export type Wanted = { langs: readonly Lang[]; widths: readonly Width[]; schemes: readonly Scheme[] }

export type Picture = { file: string; lang: Lang; scheme: Scheme; width: Width }

/** Opens a scene once in each language, and takes it in each width and scheme. Empty if the product has no such state. */
export async function takeScene(
  { visitor, member }: RunningProduct,
  name: string,
  wanted: Wanted,
): Promise<Picture[]> {
  const scene = SCENES[name]
  const widths = wanted.widths.filter((width) => scene?.width === undefined || scene.width === width)
  if (scene === undefined || widths[0] === undefined) return []
  const pictures: Picture[] = []
  for (const lang of wanted.langs) {
    const person = await (scene.tokens === undefined ? visitor(lang) : member(lang, scene.tokens))
    const { page } = person
    await resize(page, widths[0])
    if ((await scene.open(person, lang)) !== false) {
      for (const width of widths) {
        for (const scheme of wanted.schemes) {
          const file = join(FOLDER, `${name}.${lang}.${scheme}.${width}.png`)
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          await resize(page, width)
          if (!scene.isWindow) await stretch(page, width)
          await settle(page)
          await page.screenshot({ path: file, animations: 'disabled' })
          pictures.push({ file, lang, scheme, width })
        }
      }
    }
    await person.leave()
  }
  return pictures
}

const resize = (page: Page, width: Width): Promise<void> =>
  page.setViewportSize({ width, height: HEIGHTS[width] })

/** Makes the window as high as the page, so that sticky elements are drawn once, in their place. */
async function stretch(page: Page, width: Width): Promise<void> {
  await settle(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, HEIGHTS[width]) })
}

/** Waits until fonts are loaded and a change of size or scheme is rendered. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
  })
}
