import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { draw } from './draw.ts'
import { FOLDER, type Picture } from './take.ts'

/** How wide a picture is on the sheet: what is narrower is shown in more detail. */
const SHOWN = { 390: 130, 768: 210, 1440: 400 }
/** What is longer is cut; the picture itself has all of it. */
const HIGHEST = 900
const WIDTH = 1600

/** All pictures of one state on one, to be looked at together: a row of the three widths for each language and scheme. */
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
    span { max-height: ${HIGHEST}px; overflow: hidden } img { display: block }
  </style>${[...groups]
    .map(([title, group]) => `<figure>${name} · ${title}<div>${group.map(small).join('')}</div></figure>`)
    .join('')}`
  await draw(browser, { html, width: WIDTH, file })
  return file
}

const small = ({ file, width }: Picture): string =>
  `<span><img alt="${basename(file)}" width="${SHOWN[width]}" src="data:image/png;base64,${readFileSync(file, 'base64')}"></span>`
