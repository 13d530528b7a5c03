import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT } from '../installed.js'
import { draw } from './draw.ts'

const PUBLIC = join(ROOT, 'public')

type Icon = {
  name: string
  size: number
  /** For systems that crop icons to their own shape: no rounded corners, signs inside the safe zone. */
  isFull?: boolean
  scale?: number
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-maskable-512.png', size: 512, isFull: true, scale: 0.8 },
  { name: 'apple-touch-icon.png', size: 180, isFull: true, scale: 0.9 },
]
/** Pixels of `favicon.ico`, for feed readers, link previews and old browsers, which read no other icon. */
const ICO_SIZE = 32

/** Draws `icon.svg` in every size and shape that systems need. Returns the paths of the files. */
export async function drawIcons(browser: Browser): Promise<string[]> {
  const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8')
  const files: string[] = []
  const drawIcon = async ({ name, size, isFull = false, scale = 1 }: Icon): Promise<string> => {
    const file = join(PUBLIC, name)
    const html = `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }
      ${isFull ? `#tile { rx: 0 } #signs { transform: scale(${scale}); transform-origin: 50% 50% }` : ''}</style>${svg}`
    await draw(browser, { html, width: size, height: size, isTransparent: !isFull, file })
    return file
  }
  for (const icon of ICONS) files.push(await drawIcon(icon))
  const drawn = await drawIcon({ name: 'favicon.png', size: ICO_SIZE })
  const ico = join(PUBLIC, 'favicon.ico')
  writeFileSync(ico, icoOf(readFileSync(drawn), ICO_SIZE))
  rmSync(drawn)
  return [...files, ico]
}

/** An ICO file with one PNG: header of 6 bytes, directory entry of 16 bytes, image. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
