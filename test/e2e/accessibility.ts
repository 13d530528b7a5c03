import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Violations found by axe and on a narrow screen, in light and in dark. */
export async function accessibilityViolations(page: Page, name: string): Promise<string[]> {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours in transition between the schemes are no violation.
    await page.evaluate(async () => {
      // One that never ends, or is held up, is not waited for.
      const longEnough = new Promise((resolve) => setTimeout(resolve, 1000))
      const ended = Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      await Promise.race([ended, longEnough])
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

/** Of all that axe knows, the other scheme changes the colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function violationsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // Once for each page that was loaded: reading axe takes the browser as long as its rules do.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = colorScheme === 'light' ? {} : { runOnly: COLOUR_RULES }
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { resultTypes: ['violations' as const], ...runOnly },
  )
}
