/**
 * Screenshots of the product. `npm run screenshots` takes every page and state in both languages, light and
 * dark, in three widths, into `test-results/screenshots`, with a contact sheet of each; `-- home about
 * --lang=bg --width=390 --scheme=dark` takes some. By name only, since they are part of the sources:
 * `readme`, `icons`, `social`.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startBrowser } from '#test/e2e/product.ts'
import { LANGS } from '#test/e2e/words.ts'
import { ensureBuilt } from './built.js'
import { ensureChromium } from './chromium.js'
import { stop } from './installed.js'
import { drawIcons } from './pictures/icons.ts'
import { takeReadmePicture } from './pictures/readme.ts'
import { SCENES } from './pictures/scenes.ts'
import { drawSheet } from './pictures/sheet.ts'
import { drawSocialImages } from './pictures/social.ts'
import { openProduct } from './pictures/product.ts'
import { FOLDER, SCHEMES, takeScene, WIDTHS } from './pictures/take.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lang: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
  },
})

const KEPT = ['readme', 'icons', 'social']

const wanted = {
  langs: chosen('lang', LANGS, values.lang),
  widths: chosen('width', WIDTHS, values.width),
  schemes: chosen('scheme', SCHEMES, values.scheme),
}
const names = positionals.length > 0 ? positionals : Object.keys(SCENES)
const unknown = names.find((name) => !(name in SCENES) && !KEPT.includes(name))
if (unknown !== undefined)
  stop(`There is no picture “${unknown}”. There are: ${[...Object.keys(SCENES), ...KEPT].join(', ')}.`)

ensureChromium()
const browser = await startBrowser()
try {
  if (names.includes('icons')) tell(await drawIcons(browser))
  if (names.includes('social')) tell(await drawSocialImages(browser))
  if (names.some((name) => name in SCENES || name === 'readme')) await photograph()
} finally {
  await browser.close()
}

async function photograph(): Promise<void> {
  ensureBuilt()
  mkdirSync(FOLDER, { recursive: true })
  const product = await openProduct(browser)
  try {
    if (names.includes('readme')) tell([await takeReadmePicture(product)])
    for (const name of names.filter((name) => name in SCENES)) {
      const pictures = await takeScene(product, name, wanted)
      if (pictures.length > 0) tell([await drawSheet(browser, name, pictures)])
      else process.stdout.write(`${name}: not there\n`)
    }
  } finally {
    await product.close()
  }
}

/** The values that were asked for, else all there are. */
function chosen<T extends string | number>(
  option: string,
  all: readonly T[],
  asked?: string[],
): readonly T[] {
  const other = asked?.find((text) => !all.map(String).includes(text))
  if (other !== undefined) stop(`--${option}=${other} is none of ${all.join(', ')}.`)
  return asked === undefined ? all : all.filter((value) => asked.includes(String(value)))
}

function tell(files: readonly string[]): void {
  for (const file of files) process.stdout.write(`${file}\n`)
}
