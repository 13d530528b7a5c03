import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { named } from './files.ts'
import { balanceOf, convertAll, countsOf, startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    help: 'Как се превалутира цял каталог',
    template: (format: string) => `Изтеглете шаблон ${format}`,
    both: '4 в лева · 1 в евро',
    wanted: 'Искам цените',
    top: 'Към началото',
    bottom: 'Към края',
  },
  en: {
    help: 'How bulk conversion works',
    template: (format: string) => `Download the ${format} template`,
    both: '4 in lev · 1 in euro',
    wanted: 'I want the prices',
    top: 'Scroll to top',
    bottom: 'Scroll to bottom',
  },
}

describe.each(LANGS)('bulk help and templates, in %s', (lang) => {
  const texts = TEXTS[lang]

  it.each(['CSV', 'XLSX', 'JSON'])(
    'BULK-14 · the %s template converts without a correction, a question or an assumption',
    async (format) => {
      const user = await app.user(lang)
      const { page, words } = user
      await user.go('/converter?mode=bulk')
      const button = page.getByRole('button', { name: texts.template(format) })
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      const name = download.suggestedFilename()
      expect(name.endsWith(`.${format.toLowerCase()}`)).toBe(true)
      const file = named(name, await readFile(await download.path()))
      await page.getByLabel(words.upload).first().setInputFiles(file)
      await page.getByRole('heading', { name: words.ready }).waitFor()
      await eventually(() => countsOf(page)).toEqual([5, 0, 0])
      // Prices in both currencies: the user can choose the target currency, and nothing is asked.
      const rail = page.getByTestId('review').locator('aside')
      await rail.getByText(texts.both, { exact: true }).waitFor()
      expect(await page.getByTestId('wanted').getByRole('combobox', { name: texts.wanted }).count()).toBe(1)
      expect(await page.getByTestId('notice').count()).toBe(0)
      await convertAll(user)
      await eventually(() => balanceOf(page)).toBe(10)
    },
  )

  it('BULK-14 · the templates are in sight at first, folded with the help when there are rows, and opened by keyboard', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter?mode=bulk')
    const help = page.getByText(texts.help, { exact: true })
    const template = page.getByRole('button', { name: texts.template('CSV') })
    await template.waitFor()
    await page.getByRole('button', { name: words.manual }).click()
    await template.waitFor({ state: 'hidden' })
    // Wait until the first row has the focus, which would take it from the help.
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await help.focus()
    await page.keyboard.press('Enter')
    await template.waitFor()
    // The sticky bar scrolls to both ends of the page.
    const scrolled = () => page.evaluate(() => window.scrollY)
    await page.getByRole('button', { name: texts.bottom }).click()
    await eventually(scrolled).toBeGreaterThan(0)
    await page.getByRole('button', { name: texts.top }).click()
    await eventually(scrolled).toBe(0)
  })
})
