import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT } from '../installed.js'
import { draw } from './draw.ts'

const PUBLIC = join(ROOT, 'public')

/** Systems cut full ones to shapes of their own: no corners of ours, and the signs within the middle. */
const ICONS = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-maskable-512.png', size: 512, isFull: true, scale: 0.8 },
  { name: 'apple-touch-icon.png', size: 180, isFull: true, scale: 0.9 },
]

/** The icon in the sizes and shapes that systems ask for, all from `icon.svg`. */
export async function drawIcons(browser: Browser): Promise<string[]> {
  const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8')
  const files: string[] = []
  for (const { name, size, isFull = false, scale = 1 } of ICONS) {
    const file = join(PUBLIC, name)
    const html = `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }
      ${isFull ? `#tile { rx: 0 } #signs { transform: scale(${scale}); transform-origin: 50% 50% }` : ''}</style>${svg}`
    await draw(browser, { html, width: size, height: size, isTransparent: !isFull, file })
    files.push(file)
  }
  return files
}
