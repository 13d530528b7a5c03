import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { draw } from './draw.ts'
import { FOLDER, type Picture } from './take.ts'

/** Width of a screenshot on the sheet, by its own width. CSS pixels. */
const SHOWN_WIDTH = { 390: 130, 768: 210, 1440: 400 }
/** Longer screenshots are cropped on the sheet. CSS pixels. */
const MAX_HEIGHT = 900
const WIDTH = 1600

/** Draws a contact sheet of one scene: for each language and scheme, a row with all widths. Returns its path. */
export async function drawSheet(
  browser: Browser,
  name: string,
  pictures: readonly Picture[],
): Promise<string> {
  const groups = Map.groupBy(pictures, ({ lang, scheme }) => `${lang} ${scheme}`)
  const file = join(FOLDER, `${name}.sheet.png`)
  const html = `<style>
    body { margin: 0; padding: 16px; background: #8a8a8a; font: 14px sans-serif; color: #fff;
      display: grid; grid-template-columns: auto auto; justify-content: space-between; gap: 16px; width: ${WIDTH - 32}px }
    figure { margin: 0 } div { display: flex; gap: 8px; align-items: start; margin-top: 4px }
    span { max-height: ${MAX_HEIGHT}px; overflow: hidden } img { display: block }
  </style>${[...groups]
    .map(([title, group]) => `<figure>${name} · ${title}<div>${group.map(small).join('')}</div></figure>`)
    .join('')}`
  await draw(browser, { html, width: WIDTH, file })
  return file
}

const small = ({ file, width }: Picture): string =>
  `<span><img alt="${basename(file)}" width="${SHOWN_WIDTH[width]}" src="data:image/png;base64,${readFileSync(file, 'base64')}"></span>`
