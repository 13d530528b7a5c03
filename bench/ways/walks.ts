/** The five ways, from the first page to what the person came for. */
import { statSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { LONG, SHORT, type WayFiles, expectEuroPrices } from './files.ts'
import type { Walker } from './walker.ts'

const PASSWORD = 'кон-батерия-скоба-7'

const TEXTS = {
  bg: {
    chooseFile: 'Изберете файл',
    register: /^(Вземете 15|Регистрирайте се и превалутирайте)/,
    buy: /^Купете .* жетона за /,
    pay: /^Платете /,
    convert: 'Превалутирайте',
  },
  en: {
    chooseFile: /^(Choose|Upload) a file$/,
    register: /^(Get 15|Register and convert)/,
    buy: /^Buy .* tokens for /,
    pay: /^Pay /,
    convert: 'Convert',
  },
} as const

export type Way = {
  title: string
  /** The most presses that it may take. */
  goal?: number
  /** The account that it is walked with, with so many tokens; without one, by a visitor. */
  tokens?: number
  walk: (walker: Walker, files: WayFiles) => Promise<void>
}

const buttonOf = ({ page }: Walker, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

const pickFile = (walker: Walker, path: string): Promise<void> =>
  walker.pickFile(buttonOf(walker, TEXTS[walker.lang].chooseFile).first(), path)

/** Home takes the file and shows it; the way on to the account is beside it. */
async function review(walker: Walker, path: string): Promise<void> {
  await walker.start('/')
  await pickFile(walker, path)
  await walker.page.getByRole('heading', { name: walker.words.ready }).waitFor()
}

let visitors = 0

async function register(walker: Walker): Promise<void> {
  const { page, lang, words } = walker
  await walker.press(page.getByRole('main').getByRole('link', { name: TEXTS[lang].register }))
  await walker.type(page.locator('input[name=email]'), `visitor${++visitors}@example.bg`)
  await walker.type(page.locator('input[name=password]'), PASSWORD)
  await walker.press(buttonOf(walker, words.registerAction))
}

/** Buys what is missing and comes back to the same file. */
async function buy(walker: Walker): Promise<void> {
  const { page, lang, words } = walker
  await walker.press(page.getByRole('link', { name: TEXTS[lang].buy }))
  await walker.pressElsewhere(buttonOf(walker, TEXTS[lang].pay))
  await page.getByRole('heading', { name: words.ready }).waitFor()
}

async function convert(walker: Walker): Promise<string> {
  await walker.press(buttonOf(walker, walker.words.convertAll))
  return confirm(walker)
}

/** From the dialogs of the first conversion on this device, which begin with the terms, to the returned file. */
async function confirm(walker: Walker): Promise<string> {
  const { words } = walker
  await walker.press(buttonOf(walker, words.accept))
  await walker.press(buttonOf(walker, words.confirm))
  return walker.download(buttonOf(walker, words.ownFile))
}

async function buyAndConvert(walker: Walker, path: string): Promise<string> {
  await review(walker, path)
  await register(walker)
  await buy(walker)
  return convert(walker)
}

export const WAYS: Readonly<Record<string, Way>> = {
  A: {
    title: `new visitor, ${LONG} prices, buys, own file`,
    goal: 8,
    async walk(walker, { long }) {
      expectEuroPrices(await buyAndConvert(walker, long), LONG)
    },
  },
  B: {
    title: `new visitor, ${SHORT} prices, own file`,
    goal: 6,
    async walk(walker, { short }) {
      await review(walker, short)
      await register(walker)
      // The new tokens are enough: the conversion goes on by itself.
      expectEuroPrices(await confirm(walker), SHORT)
    },
  },
  C: {
    title: `signed-in user, workbook of ${LONG} prices, own file`,
    tokens: LONG,
    async walk(walker, { workbook }) {
      await review(walker, workbook)
      expectContent(await convert(walker))
    },
  },
  D: {
    title: `visitor, ${LONG} pairs of prices checked`,
    async walk(walker, { pairs }) {
      await walker.start('/check')
      await pickFile(walker, pairs)
      await walker.page.getByTestId('check-outcome').waitFor()
    },
  },
  E: {
    title: 'visitor, one amount',
    async walk(walker) {
      const { page, lang } = walker
      await walker.start('/converter')
      await walker.type(page.locator('input[name=amount]'), '12,50')
      await walker.press(buttonOf(walker, TEXTS[lang].convert))
      await page.locator('output', { hasText: lang === 'bg' ? '6,39' : '6.39' }).waitFor()
    },
  },
}

/** The first way with a real price list. */
export const REAL_WAY: Way = {
  title: 'A with a real price list',
  goal: 8,
  async walk(walker, { real = '' }) {
    expectContent(await buyAndConvert(walker, real))
  },
}

function expectContent(path: string): void {
  if (statSync(path).size === 0) throw new Error('The returned file is empty.')
}

export type Sheet = { rows: number; firstAt: number; controlsAbove: number; euroPrices: number }

/** What of a file is in sight when a visitor has chosen it. */
export async function measureSheet(walker: Walker, path: string): Promise<Sheet> {
  await review(walker, path)
  await walker.page.getByTestId('rows').locator('tbody tr').first().waitFor()
  return walker.page.evaluate(() => {
    const bars = [...document.querySelectorAll('[data-sticky-bar]')].map((bar) => bar.getBoundingClientRect())
    // What is hidden has no height.
    const bottom = Math.min(innerHeight, ...bars.filter(({ height }) => height > 0).map(({ top }) => top))
    const rows = [...document.querySelectorAll('[data-testid=rows] tr[data-row]')]
    const inSight = rows.filter((row) => row.getBoundingClientRect().bottom <= bottom)
    const firstAt = rows[0]?.getBoundingClientRect().top ?? NaN
    const controls = [...document.querySelectorAll('main :is(a, button, input, select, summary)')]
    const isAbove = (control: Element) => {
      const { height, bottom: end } = control.getBoundingClientRect()
      return height > 0 && end <= firstAt
    }
    return {
      rows: inSight.length,
      firstAt: Math.round(firstAt),
      controlsAbove: controls.filter(isAbove).length,
      euroPrices: inSight.filter((row) => /\d/.test(row.querySelector('.euro')?.textContent ?? '')).length,
    }
  })
}
