/**
 * Timers inside the page: measured by the page's clock from the input to the frame that shows its result.
 * Playwright polls every 100 ms from outside, which would be measured too.
 */
import { createReadStream } from 'node:fs'
import type { Page } from 'playwright-core'

/** What is shorter is no long task to a browser, and not reported. */
export const LONG_TASK_MS = 50

/** The page is idle before a file is dropped. */
const SETTLED_AFTER_MS = 500

type InPage = {
  longTasks: number[]
  /** Resolves with the time of the frame that shows an element. */
  shown: (selector: string) => Promise<number>
  /** Presses the first button with such a text as soon as there is one. */
  press: (text: RegExp) => Promise<void>
  /** Resolves with the time when the page hands a file to the browser's downloads. */
  saved: () => Promise<number>
}

/** To be run in the page before anything else (`addInitScript`). */
export function observe(): void {
  const longTasks: number[] = []
  const onSaved = new Set<(at: number) => void>()
  new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' })

  /** A mutation observer, which costs nothing between changes. */
  const found = <T>(look: () => T | null | undefined): Promise<T> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => check())
      const check = () => {
        const what = look()
        if (what === null || what === undefined) return
        observer.disconnect()
        resolve(what)
      }
      observer.observe(document, { childList: true, subtree: true })
      check()
    })
  const press = async (text: RegExp): Promise<void> => {
    const buttons = () => [...document.querySelectorAll('button')]
    const button = await found(() => buttons().find(({ textContent }) => text.test(textContent.trim())))
    // A click is a task of its own, after the button was painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    button.click()
  }
  const shown = async (selector: string): Promise<number> => {
    await found(() => document.querySelector(selector))
    // In the next task after the frame it has been drawn.
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  }
  const click = Reflect.get(HTMLElement.prototype, 'click')
  HTMLAnchorElement.prototype.click = function () {
    if (this.download !== '') for (const resolve of onSaved) resolve(performance.now())
    onSaved.clear()
    click.call(this)
  }
  const saved = () => new Promise<number>((resolve) => onSaved.add(resolve))
  Object.assign(window, { bench: { longTasks, shown, press, saved } satisfies InPage })
}

/** To be run in Levro's page before anything else: the least time that a conversion is to take (CONV-02) is none. */
export function skipLeastWait(): void {
  type Asked = { op: string; args: { delayMs?: number }[] }
  const post = Reflect.get(Worker.prototype, 'postMessage') as (message: Asked) => void
  Worker.prototype.postMessage = function (message: Asked) {
    const [options] = message.args
    if (message.op === 'convert' && options) options.delayMs = 0
    post.call(this, message)
  }
}

/**
 * Drops a file on the page and returns the milliseconds until an element is shown. The events are created in
 * the page; the file is on disk, and its bytes are read when the page asks for them.
 */
export async function dropFile(page: Page, path: string, selector: string): Promise<number> {
  await warm(path)
  // A file on disk comes into a page by an input alone.
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), {
      id: 'on-disk',
      type: 'file',
      hidden: true,
    })
    document.body.append(input)
  })
  await page.locator('#on-disk').setInputFiles(path)
  await page.waitForTimeout(SETTLED_AFTER_MS)
  return page.evaluate(async (what) => {
    const input = document.querySelector<HTMLInputElement>('#on-disk')
    const dataTransfer = new DataTransfer()
    for (const file of input?.files ?? []) dataTransfer.items.add(file)
    input?.remove()
    const { bench } = window as unknown as { bench: InPage }
    const from = performance.now()
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    return (await bench.shown(what)) - from
  }, selector)
}

/** The first reader would pay for the disk cache. */
async function warm(path: string): Promise<void> {
  for await (const _ of createReadStream(path)) continue
}

/** Presses one button after the other, each as soon as it is there, and answers the ms until an element is shown. */
export const pressUntilShown = (page: Page, texts: readonly RegExp[], selector: string): Promise<number> =>
  page.evaluate(
    async ([patterns, what]) => {
      const { bench } = window as unknown as { bench: InPage }
      const from = performance.now()
      for (const pattern of patterns) await bench.press(new RegExp(pattern))
      return (await bench.shown(what)) - from
    },
    [texts.map(({ source }) => source), selector] as const,
  )

/** Presses what has a file made, and answers the ms until the browser has it to save. */
export const pressUntilSaved = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (what) => {
    const { bench } = window as unknown as { bench: InPage }
    const from = performance.now()
    const saved = bench.saved()
    document.querySelector<HTMLElement>(what)?.click()
    return (await saved) - from
  }, selector)

/** The longest task since it was asked for last; 0 when none was long. */
export function takeLongest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // What the step has drawn last is a task as well.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
    const { bench } = window as unknown as { bench: InPage }
    return Math.max(0, ...bench.longTasks.splice(0))
  })
}

export const shownTask = (ms: number): string => (ms === 0 ? `<${LONG_TASK_MS}` : ms.toFixed(0))
