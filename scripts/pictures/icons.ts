import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT } from '../installed.js'
import { draw } from './draw.ts'

const PUBLIC = join(ROOT, 'public')

type Icon = {
  name: string
  size: number
  /** Systems cut full ones to shapes of their own: no corners of ours, and the signs within the middle. */
  isFull?: boolean
  scale?: number
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-maskable-512.png', size: 512, isFull: true, scale: 0.8 },
  { name: 'apple-touch-icon.png', size: 180, isFull: true, scale: 0.9 },
]
/** Of those who ask for no other: feed readers, link previews, old bookmarks. */
const OLD_SIZE = 32

/** The icon in the sizes and shapes that systems ask for, all from `icon.svg`. */
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
  const drawn = await drawIcon({ name: 'favicon.png', size: OLD_SIZE })
  const old = join(PUBLIC, 'favicon.ico')
  writeFileSync(old, icoOf(readFileSync(drawn), OLD_SIZE))
  rmSync(drawn)
  return [...files, old]
}

/** A picture in the container of ICO: its head, and one entry of 16 bytes that says where the picture begins. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
