import type { Page } from 'playwright-core'
import type { Visitor } from './steps.ts'

/** Tabs on until the element in focus has this name. */
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

/** With plain spaces, as tests write them. */
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

/** Presses what has this name, reached from where the focus is. */
export const keysOf = (visitor: Pick<Visitor, 'page'>) => async (name: string | RegExp) => {
  await tabTo(visitor, name)
  await visitor.page.keyboard.press('Enter')
}
