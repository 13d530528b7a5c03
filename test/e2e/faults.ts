import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe and a narrow screen find wrong with the page as it stands, in light and in dark. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours that are still on their way to the other scheme are nobody's fault.
    await page.evaluate(async () => {
      // One that never ends, or is held up, is not waited for.
      const longEnough = new Promise((resolve) => setTimeout(resolve, 1000))
      const ended = Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      await Promise.race([ended, longEnough])
    })
    const { violations } = await axe(page, colorScheme).analyze()
    for (const { id, nodes } of violations)
      faults.push(`${name}, ${colorScheme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 320) faults.push(`${name}: ${width} px wide on a screen of 320`)
  if (size) await page.setViewportSize(size)
  return faults
}

/** Of all that axe knows, the other scheme changes the colours alone. */
function axe(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  const whole = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  return colorScheme === 'light' ? whole : whole.withRules(['color-contrast', 'link-in-text-block'])
}
