import type { Page } from 'playwright-core'
import type { Visitor } from './steps.ts'

/** Presses Tab (or `key`) until the focused element has this accessible name. Throws after 80 presses. */
export async function tabTo(
  { page }: Pick<Visitor, 'page'>,
  name: string | RegExp,
  key = 'Tab',
): Promise<void> {
  const seen: string[] = []
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key)
    const label = await focusedName(page)
    seen.push(label)
    if (typeof name === 'string' ? label === name : name.test(label)) return
  }
  throw new Error(`The keyboard does not reach ${String(name)}, but ${seen.join(' | ')}`)
}

/** Accessible name of the focused element, with no-break spaces replaced. */
export async function focusedName(page: Page): Promise<string> {
  const label = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    return (
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.innerText ??
      element.innerText
    )
  })
  return label.replaceAll('\u00a0', ' ').trim()
}

/** Tabs from the current focus to the element with this name and presses Enter. */
export const keyboardPress = (visitor: Pick<Visitor, 'page'>) => async (name: string | RegExp) => {
  await tabTo(visitor, name)
  await visitor.page.keyboard.press('Enter')
}
