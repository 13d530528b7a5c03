/** A page that is used by mouse and keyboard as a person would, with every press counted. */
import type { Browser, Locator, Page } from 'playwright-core'
import { visit } from '#test/e2e/product.ts'
import { type Lang, WORDS } from '#test/e2e/words.ts'

export type Tally = {
  /** The names of what was pressed, in order. */
  presses: string[]
  /** Fields that were typed into. */
  fields: number
  /** Files that were picked in the system's file chooser. */
  files: number
  /** Dialogs that opened and blocked the page. */
  dialogs: number
  /** Presses on the pages of the payment provider. */
  elsewhere: number
  /** From the first page opened to the last answer, without the pages of the provider. */
  ms: number
}

export type Walker = {
  page: Page
  lang: Lang
  words: (typeof WORDS)[Lang]
  /** Opens the first page by its address; the time runs from here. */
  start: (path: string) => Promise<void>
  /** Presses a button, a link or an option as soon as it can be pressed. */
  press: (target: Locator) => Promise<void>
  pressKey: (field: Locator, key: string) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  /** Presses the button that opens the file chooser, and picks a file there. */
  pickFile: (button: Locator, path: string) => Promise<void>
  /** Presses something on a page that is not the product's. */
  pressElsewhere: (target: Locator) => Promise<void>
  /**
   * Presses a download and waits for its file.
   * @returns the path of the file
   */
  download: (target: Locator) => Promise<string>
  /** Ends the count. */
  finish: () => Promise<Tally>
}

type Options = Parameters<typeof visit>[2]

/** The name of the binding that the page calls when a dialog opens. */
const DIALOG_OPENED = 'benchDialogOpened'

/** Opens an empty browser profile, with the animations that most people see. */
export async function openWalker(
  browser: Browser,
  origin: string,
  lang: Lang,
  options: Options = {},
): Promise<Walker> {
  const { page, context, consoleErrors } = await visit(browser, origin, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
    ...options,
  })
  const tally: Tally = { presses: [], fields: 0, files: 0, dialogs: 0, elsewhere: 0, ms: 0 }
  const words = WORDS[lang]
  let startedAt = 0
  await context.exposeBinding(DIALOG_OPENED, () => void tally.dialogs++)
  await context.addInitScript(reportDialogs, DIALOG_OPENED)

  return {
    page,
    lang,
    words,
    async start(path) {
      startedAt = performance.now()
      await page.goto(words.prefix + path)
    },
    async press(target) {
      tally.presses.push(await nameOf(target))
      await target.click()
    },
    async pressKey(field, key) {
      tally.presses.push(key)
      await field.press(key)
    },
    async type(field, text) {
      tally.fields++
      await field.fill(text)
    },
    async pickFile(button, path) {
      tally.presses.push(await nameOf(button))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
      tally.files++
      await chooser.setFiles(path)
    },
    async pressElsewhere(target) {
      const arrivedAt = performance.now()
      await target.waitFor()
      tally.elsewhere++
      startedAt += performance.now() - arrivedAt
      await target.click()
    },
    async download(target) {
      tally.presses.push(await nameOf(target))
      const [download] = await Promise.all([page.waitForEvent('download'), target.click()])
      return download.path()
    },
    async finish() {
      tally.ms = performance.now() - startedAt
      await context.close()
      if (consoleErrors.length > 0) throw new Error(`Errors of the pages: ${consoleErrors.join('; ')}`)
      return tally
    },
  }
}

/** As it is read on the screen. */
async function nameOf(target: Locator): Promise<string> {
  await target.waitFor()
  return (await target.innerText()).replace(/\s+/g, ' ').trim()
}

/** To be run in the page before anything else (`addInitScript`). */
function reportDialogs(binding: string): void {
  const showModal = Reflect.get(HTMLDialogElement.prototype, 'showModal')
  HTMLDialogElement.prototype.showModal = function () {
    showModal.call(this)
    const report: unknown = Reflect.get(window, binding)
    if (typeof report === 'function') report()
  }
}
