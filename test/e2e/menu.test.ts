import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { type Visitor, signedInMark, signedOutMark, startApp, eventually } from './steps.ts'
import { inTurn, type Lang, LANGS } from './words.ts'

const app = startApp()

const PHONE = { viewport: { width: 390, height: 700 } }
/** Every width of the header's layout, and the widths next to its breakpoints. */
const WIDTHS = [320, 360, 375, 390, 639, 640, 767, 768, 1023, 1024, 1279, 1280, 1440]

const TEXTS = {
  bg: {
    menu: 'Меню',
    close: 'Затворете',
    places: ['Начало', 'Конвертор', 'Проверка', 'Цени'],
    signedOut: ['Вход', 'Регистрация', 'Влезте за жетони'],
    account: 'Профил',
    signedIn: ['Профил', 'Изход'],
    other: 'English',
    balance: '1 234 567 жетона',
    rate: '1 € = 1,95583 лв.',
  },
  en: {
    menu: 'Menu',
    close: 'Close',
    places: ['Home', 'Converter', 'Check', 'Pricing'],
    signedOut: ['Login', 'Register', 'Sign in for tokens'],
    account: 'Account',
    signedIn: ['Account', 'Logout'],
    other: 'Български',
    balance: '1,234,567 tokens',
    rate: '1 € = 1.95583 BGN',
  },
} as const

const opener = ({ page, lang }: Visitor): Locator =>
  page.getByRole('button', { name: TEXTS[lang].menu, exact: true })
const menuOf = ({ page, lang }: Visitor): Locator => page.getByRole('dialog', { name: TEXTS[lang].menu })

async function openMenu(visitor: Visitor): Promise<Locator> {
  // The page is interactive once the session is known.
  await signedInMark(visitor.page).or(signedOutMark(visitor)).first().waitFor()
  const box = await opener(visitor).boundingBox()
  if (!box) throw new Error('The menu cannot be opened where it is not shown.')
  // A Playwright click would scroll to the header's position in the page.
  await visitor.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const menu = menuOf(visitor)
  await menu.waitFor()
  return menu
}

const scrolledTo = ({ page }: Visitor): Promise<number> => page.evaluate(() => window.scrollY)
const pathOf = (lang: Lang, path: string): string => (lang === 'en' ? `/en${path}` : path)
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

/** Accessible names of the links and buttons of the menu, in order. */
const namesIn = (menu: Locator): Promise<string[]> =>
  menu
    .locator('a, button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText))

/** Parts of the header that are outside the window, in a second row, or overlap others. */
const misplacedHeaderItems = (visitor: Visitor): Promise<string[]> =>
  visitor.page.getByRole('banner').evaluate((header) => {
    const shown = [...header.querySelectorAll('a, button, [data-testid=balance]')]
      .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
    return shown
      .filter(({ box }, i) => {
        const { left, right, top, bottom } = box
        const { right: before } = shown[i - 1]?.box ?? { right: 0 }
        return top < 0 || bottom > 60 || left < before || right > window.innerWidth
      })
      .map(({ name }) => name)
  })

describe.each(LANGS)('header and menu, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]

  it('LAY-02 · the menu opens by keyboard, keeps the focus inside and returns it on Escape', async () => {
    const visitor = await app.visitor(lang, PHONE)
    const { page } = visitor
    await visitor.go('/converter')
    await signedOutMark(visitor).waitFor()
    expect(await opener(visitor).getAttribute('aria-haspopup')).toBe('dialog')
    expect(await opener(visitor).getAttribute('aria-expanded')).toBe('false')
    await tabTo(visitor, texts.menu)
    await page.keyboard.press('Enter')
    await menuOf(visitor).waitFor()
    await eventually(() => focusedName(page)).toBe(texts.close)
    const names = await namesIn(menuOf(visitor))
    expect(names).toEqual([texts.close, ...texts.places, ...texts.signedOut, texts.other])
    for (const key of ['Tab', 'Shift+Tab']) {
      const reached = new Set<string>()
      for (let i = 0; i < 2 * names.length + 2; i++) {
        await page.keyboard.press(key)
        // Between the last and the first element the focus is on the browser's own controls.
        const where = await page.evaluate(() => {
          const focused = document.activeElement
          if (focused === document.body) return 'the browser'
          return focused?.closest('dialog') ? 'the menu' : (focused?.outerHTML ?? 'nothing')
        })
        if (where === 'the menu') reached.add(await focusedName(page))
        else expect(where, `after ${i + 1} × ${key}`).toBe('the browser')
      }
      expect(reached).toEqual(new Set(names))
    }
    await page.keyboard.press('Escape')
    await menuOf(visitor).waitFor({ state: 'detached' })
    expect(await focusedName(page)).toBe(texts.menu)
    expect(await opener(visitor).getAttribute('aria-expanded')).toBe('false')
    // A second time: no state is left from the first.
    await page.keyboard.press('Space')
    await menuOf(visitor).getByRole('button', { name: texts.close }).press('Enter')
    await menuOf(visitor).waitFor({ state: 'detached' })
    expect(await focusedName(page)).toBe(texts.menu)
  })

  it('LAY-02 · a click on the backdrop closes the menu, a click inside does not', async () => {
    const visitor = await app.visitor(lang, PHONE)
    const { page } = visitor
    await visitor.go('/')
    const { pathname } = new URL(page.url())
    const menu = await openMenu(visitor)
    const box = await menu.boundingBox()
    expect(box).toEqual({ x: 70, y: 0, width: 320, height: 700 })
    await menu.getByText(texts.rate).click()
    expect(await menu.isVisible()).toBe(true)
    await page.mouse.click(30, 300)
    await menu.waitFor({ state: 'detached' })
    expect(await focusedName(page)).toBe(texts.menu)
    expect(new URL(page.url()).pathname).toBe(pathname)
  })

  it('LAY-02 · scrolling is locked while the menu is open and restored after it closes', async () => {
    const visitor = await app.visitor(lang, PHONE)
    const { page } = visitor
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    await page.mouse.move(30, 400)
    await page.mouse.wheel(0, 300)
    await eventually(() => scrolledTo(visitor)).toBe(300)
    const menu = await openMenu(visitor)
    for (const x of [30, 200]) {
      await page.mouse.move(x, 400)
      await page.mouse.wheel(0, 300)
    }
    for (const key of ['PageDown', 'End', 'ArrowDown', 'Home']) await page.keyboard.press(key)
    // Scrolling starts within a few frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    })
    expect(await scrolledTo(visitor)).toBe(300)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.mouse.move(30, 400)
    await page.mouse.wheel(0, 300)
    await eventually(() => scrolledTo(visitor)).toBe(600)
    await page.keyboard.press('Home')
    await eventually(() => scrolledTo(visitor)).toBe(0)
  })

  it('LAY-02 · a menu link navigates and closes the menu, also to the current page', async () => {
    const visitor = await app.visitor(lang, PHONE)
    const { page } = visitor
    await visitor.go('/converter')
    const focusedId = () => page.evaluate(() => document.activeElement?.id)
    let menu = await openMenu(visitor)
    const [, converter, , pricing] = texts.places
    const current = menu.locator('[aria-current=page]')
    expect(await current.allInnerTexts()).toEqual([converter])
    await menu.getByRole('link', { name: pricing, exact: true }).click()
    await page.waitForURL((url) => url.pathname === pathOf(lang, '/pricing'))
    await menu.waitFor({ state: 'detached' })
    await eventually(focusedId).toBe('main')
    menu = await openMenu(visitor)
    expect(await current.allInnerTexts()).toEqual([pricing])
    const moment = () => page.evaluate(() => (history.state as { key?: string } | null)?.key)
    const before = await moment()
    await menu.getByRole('link', { name: pricing, exact: true }).click()
    await menu.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(pathOf(lang, '/pricing'))
    // Wait for the new history entry: it would close a menu that is opened earlier.
    await eventually(moment).not.toBe(before)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    menu = await openMenu(visitor)
    await menu.getByRole('link', { name: texts.signedOut[0], exact: true }).click()
    await page.waitForURL((url) => url.pathname === pathOf(lang, '/login'))
    // The new page gets the focus after the URL has changed.
    await eventually(focusedId).toBe('main')
    menu = await openMenu(visitor)
    await menu.getByRole('link', { name: texts.other }).click()
    await page.waitForURL((url) => url.pathname === pathOf(lang === 'en' ? 'bg' : 'en', '/login'))
  })

  it('LAY-02 · back navigation and a wider window close the menu and unlock scrolling', async () => {
    const visitor = await app.visitor(lang, PHONE)
    const { page } = visitor
    const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    await visitor.go('/pricing')
    let menu = await openMenu(visitor)
    await menu.getByRole('link', { name: texts.places[1], exact: true }).click()
    await page.waitForURL((url) => url.pathname === pathOf(lang, '/converter'))
    await page.getByRole('main').locator('input[name=amount]').waitFor()
    menu = await openMenu(visitor)
    expect(await overflow()).toBe('hidden')
    await page.goBack()
    await page.waitForURL((url) => url.pathname === pathOf(lang, '/pricing'))
    await menu.waitFor({ state: 'detached' })
    expect(await overflow()).toBe('visible')
    await page.goForward()
    await page.waitForURL((url) => url.pathname === pathOf(lang, '/converter'))
    await page.getByRole('main').locator('input[name=amount]').waitFor()
    expect(await menu.count()).toBe(0)
    menu = await openMenu(visitor)
    await page.setViewportSize({ width: 1024, height: 700 })
    await menu.waitFor({ state: 'detached' })
    expect(await overflow()).toBe('visible')
    expect(await opener(visitor).isVisible()).toBe(false)
  })

  it('LAY-02 LAY-08 · the menu has no axe violation, and shows balance, account and logout to a signed-in user', async () => {
    const violations: string[] = []
    const visitor = await app.visitor(lang, PHONE)
    await visitor.go('/')
    await openMenu(visitor)
    violations.push(...(await accessibilityViolations(visitor.page, 'signed out')))
    const user = await app.user(lang, 1_234_552)
    const { page } = user
    await page.setViewportSize(PHONE.viewport)
    await user.go('/')
    const menu = await openMenu(user)
    expect(await namesIn(menu)).toEqual([texts.close, ...texts.places, ...texts.signedIn, texts.other])
    expect(plain(await menu.locator('p').first().innerText())).toBe(texts.balance)
    violations.push(...(await accessibilityViolations(page, 'signed in')))
    expect(violations).toEqual([])
    await menu.getByRole('link', { name: texts.account }).click()
    await page.locator('#jobs-title').waitFor()
    await openMenu(user)
    await menu.getByRole('button', { name: texts.signedIn[1] }).click()
    await signedOutMark(user).waitFor()
    await page.waitForURL((url) => url.pathname === (lang === 'en' ? '/en' : '/'))
  })

  it('LAY-01 · the header is one row at every width, without layout shift once the session is known', async () => {
    for (const visitor of [await app.visitor(lang), await app.user(lang, 1_234_552)]) {
      const { page } = visitor
      const held: (() => void)[] = []
      await page.route('**/api/auth/me', async (route) => {
        await new Promise<void>((release) => held.push(release))
        await route.continue()
      })
      await visitor.go('/converter')
      await eventually(() => held.length).toBe(1)
      const placed = new Map<number, unknown>()
      const language = page.getByRole('banner').locator('[hreflang]')
      const look = async (width: number) => {
        await page.setViewportSize({ width, height: 700 })
        expect(await misplacedHeaderItems(visitor), `${width} px`).toEqual([])
        const header = await page.getByRole('banner').boundingBox()
        return { height: header?.height, language: await language.boundingBox() }
      }
      for (const width of WIDTHS) placed.set(width, await look(width))
      held[0]?.()
      await signedInMark(page).or(signedOutMark(visitor)).first().waitFor()
      const isSignedIn = await signedInMark(page).isVisible()
      const names = [...texts.places, ...(isSignedIn ? texts.signedIn : texts.signedOut)]
      for (const width of WIDTHS) {
        expect(await look(width), `${width} px`).toEqual(placed.get(width))
        if (isSignedIn) expect(await signedInMark(page).isVisible(), `${width} px`).toBe(true)
        // Links that do not fit are in the menu.
        if (await opener(visitor).isVisible()) continue
        for (const name of names) {
          const item = page
            .getByRole('banner')
            .locator('a, button')
            .and(page.getByLabel(name, { exact: true }))
          const shown = item.or(page.getByRole('banner').getByRole('link', { name, exact: true }))
          expect(await shown.first().isVisible(), `${name}, ${width} px`).toBe(true)
        }
      }
    }
  })

  it('LAY-01 LAY-02 · without scripts the menu button is hidden and the navigation links are visible', async () => {
    const visitor = await app.visitor(lang, { ...PHONE, javaScriptEnabled: false })
    await visitor.go('/')
    expect(await opener(visitor).isVisible()).toBe(false)
    const places = visitor.page.getByRole('banner').getByRole('navigation').getByRole('link')
    expect(await places.allInnerTexts()).toEqual([...texts.places])
    for (const place of await places.all()) expect(await place.isVisible()).toBe(true)
  })
})
