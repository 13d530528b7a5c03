import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** Less than half as long as `axe.source`, which every page would have to be sent and parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns axe violations in light and dark mode, and an overflow at 320 px. Restores the viewport. */
export async function accessibilityViolations(page: Page, name: string): Promise<string[]> {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Wait for colour transitions, or axe measures intermediate colours.
    await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame)
      const isEnding = ({ playState, effect }: Animation) =>
        playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime))
      const latest = performance.now() + 5000
      // A transition starts in the frame after its cause.
      await frame()
      do await frame()
      while (document.getAnimations().some(isEnding) && performance.now() < latest)
    })
    for (const violation of await violationsIn(page, colorScheme))
      violations.push(`${name}, ${colorScheme}: ${violation}`)
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 320) violations.push(`${name}: ${width} px wide on a screen of 320`)
  if (size) await page.setViewportSize(size)
  return violations
}

/** The rules that depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function violationsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // Evaluated once per page: parsing axe takes as long as running its rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const runOnly = colorScheme === 'light' ? {} : { runOnly: COLOUR_RULES }
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { resultTypes: ['violations' as const], ...runOnly },
  )
}
