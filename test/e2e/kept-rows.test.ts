import { describe, expect, it } from 'vitest'
import { storedOnDevice } from './stored-records.ts'
import { emptySheetFile } from './files.ts'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  login,
  type Visitor,
  readAlert,
  signedOutMark,
  startApp,
  eventually,
  upload,
} from './steps.ts'
import { WORDS } from './words.ts'

const app = startApp()

const texts = {
  sheet: 'Sheet',
  noRows: /No rows detected/,
  failed: 'Something went wrong with the rows',
  again: 'Try again',
  remove: 'Delete row 2',
  price: 'Price, row 2',
  switchMode: 'Switch mode',
  logout: 'Logout',
  waiting: /you get the result without paying twice/,
  elsewhere: /already converted in another tab/,
  first: 'Convert the first 15',
  left: 'The first 15 are converted. 5 prices are left.',
  all: '20 prices converted',
}

const FILE = csvFile('ceni.csv', 'Име,Цена,Валута\nХляб,1.95,BGN\nСирене,12.50,BGN\nМляко,3.10,BGN\n')

describe('kept rows', () => {
  const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
  const jobsOf = async ({ context }: Visitor) =>
    ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: unknown[] }).jobs.length
  /** Another tab of the same browser with the rows of the first. */
  async function secondTab(user: Visitor, script?: () => void): Promise<Visitor> {
    const other: Visitor = { ...user, page: await user.context.newPage() }
    if (script) await other.page.addInitScript(script)
    await other.page.goto(user.page.url())
    await other.page.getByRole('heading', { name: user.words.ready }).waitFor()
    return other
  }
  const focused = ({ page }: Visitor) => page.evaluate(() => document.activeElement?.id ?? '')

  it('BULK-17 BULK-15 · selecting an empty sheet shows an error and keeps the rows of the other sheet', async () => {
    const visitor = await app.visitor('en')
    await upload(visitor, emptySheetFile())
    await visitor.page.getByLabel(texts.sheet, { exact: true }).selectOption('празен')
    expect((await readAlert(visitor)).text).toMatch(texts.noRows)
    await eventually(() => countsOf(visitor.page)).toEqual([2, 0, 0])
    expect(await visitor.page.getByLabel(texts.sheet, { exact: true }).inputValue()).toBe('цени')
  })

  it('BULK-04 BULK-15 · a worker that fails to load shows an error, and a retry starts it', async () => {
    const visitor = await app.visitor('en')
    const { page, words } = visitor
    await page.route('**/bulk.worker*', (route) => route.abort())
    await visitor.go('/converter?mode=bulk')
    await page.getByRole('heading', { name: texts.failed }).waitFor()
    await eventually(() => focused(visitor)).toBe('failure-title')
    await page.unroute('**/bulk.worker*')
    await button(visitor, texts.again).click()
    await button(visitor, words.manual).waitFor()
  })

  it('BULK-12 · a double click on delete removes one row, and the last edit survives a reload', async () => {
    const visitor = await app.visitor('en')
    const { page } = visitor
    await upload(visitor, FILE)
    await button(visitor, texts.remove).dblclick()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    const price = page.getByLabel(texts.price.replace('2', '3'), { exact: true })
    await price.fill('7.77')
    await price.blur()
    await eventually(async () => JSON.stringify(await storedOnDevice(page, 'rows'))).toContain('7.77')
    await page.reload()
    await eventually(() => price.inputValue()).toBe('7.77')
    expect(await countsOf(page)).toEqual([2, 0, 0])
  })

  it('BULK-12 BULK-07 · changing the currency of the prices keeps edits', async () => {
    const visitor = await app.visitor('en')
    const { page, words } = visitor
    await upload(visitor, csvFile('plain.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n'))
    const price = page.getByLabel(texts.price, { exact: true })
    await price.fill('7.77')
    await price.blur()
    await page.getByRole('radio', { name: words.euro }).check()
    const currencies = () =>
      page
        .getByTestId('rows')
        .locator('select')
        .evaluateAll((all) => all.map((s) => (s as HTMLSelectElement).value))
    await eventually(currencies).toEqual(['EUR', 'EUR'])
    expect(await price.inputValue()).toBe('7.77')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('AUTH-04 CONV-04 · sign-out in one tab removes rows and results from the others', async () => {
    const user = await app.user('en')
    const { page, context, words } = user
    await upload(user, FILE)
    await convertAll(user)
    await upload(user, FILE)
    const other: Visitor = { ...user, page: await context.newPage() }
    await other.page.goto(page.url())
    await other.page.getByRole('banner').getByRole('button', { name: words.logout }).click()
    // Unconverted rows need a confirmation.
    await other.page.getByRole('dialog').getByRole('button', { name: texts.logout, exact: true }).click()
    await signedOutMark(other).waitFor()
    await button(user, words.manual).waitFor()
    await eventually(() => page.getByRole('heading', { name: words.results }).count()).toBe(0)
    await page.reload()
    await button(user, words.manual).waitFor()
    expect(await page.getByRole('heading', { name: words.results }).count()).toBe(0)
  })

  it('CONV-11 CONV-05 · rows that another tab has converted are shown as converted, and not offered again', async () => {
    const user = await app.user('en')
    const { page, words } = user
    await upload(user, FILE)
    const other = await secondTab(user)
    await convertAll(user)
    await other.page.getByRole('heading', { name: words.results }).waitFor()
    await other.page.getByText(texts.elsewhere).waitFor()
    await eventually(() => balanceOf(other.page)).toBe(12)
    expect(await other.page.getByRole('button', { name: words.convertAll }).count()).toBe(0)
    await other.page.reload()
    await other.page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(12)
  })

  it('CONV-11 · a tab that got no message compares with the device before it converts, and charges nothing', async () => {
    const user = await app.user('en')
    const { words } = user
    await upload(user, FILE)
    const other = await secondTab(user, () => Reflect.deleteProperty(window, 'BroadcastChannel'))
    await askToConvert(other)
    await convertAll(user)
    await other.page.getByRole('button', { name: words.confirm }).click()
    await other.page.getByRole('heading', { name: words.results }).waitFor()
    await other.page.getByText(texts.elsewhere).waitFor()
    await eventually(() => balanceOf(other.page)).toBe(12)
    expect(await jobsOf(user)).toBe(1)
  })

  it('CONV-11 CONV-05 · the first 15 of another tab are marked, and either tab completes the one result', async () => {
    const user = await app.user('en', 50)
    const { page, words } = user
    const prices = Array.from({ length: 20 }, (_, i) => `Стока ${i + 1},${i + 1}.50,BGN`).join('\n')
    await upload(user, csvFile('ceni.csv', `Име,Цена,Валута\n${prices}\n`))
    const other = await secondTab(user)
    await button(user, texts.first).click()
    await page.getByRole('button', { name: words.accept, exact: true }).click()
    await page.getByRole('button', { name: words.confirm }).click()
    await other.page.getByText(texts.left, { exact: true }).waitFor()
    await convertAll(other)
    for (const tab of [page, other.page]) {
      await tab.getByRole('heading', { name: texts.all, exact: true }).waitFor()
      await eventually(() => balanceOf(tab)).toBe(45)
    }
    expect(await jobsOf(user)).toBe(2)
  })

  it('CONV-11 CONV-03 · after a lost response and a reload, a retry returns the result with an empty balance', async () => {
    const user = await app.user('en')
    const { page, context, words } = user
    const rows = Array.from({ length: 15 }, (_, i) => `Стока ${i},${i + 1}.50,BGN`).join('\n')
    await upload(user, csvFile('all.csv', `Име,Цена,Валута\n${rows}\n`))
    await context.route('**/api/convert/bulk', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await askToConvert(user)
    await page.getByRole('button', { name: words.confirm }).click()
    await readAlert(user)
    await context.unroute('**/api/convert/bulk')
    await page.reload()
    await eventually(() => balanceOf(page)).toBe(0)
    await page.getByText(texts.waiting).waitFor()
    await convertAll(user)
    await eventually(() => balanceOf(page)).toBe(0)
    expect(await page.getByText(texts.waiting).count()).toBe(0)
  })

  it('CONV-10 · switching the mode asks for confirmation and clears rows and results', async () => {
    const user = await app.user('en')
    const { page, words } = user
    await upload(user, FILE)
    await convertAll(user)
    await page.getByText(words.single, { exact: true }).click()
    await button(user, texts.switchMode).click()
    await page.locator('input[name=amount]').waitFor()
    await page.getByText(words.bulk, { exact: true }).click()
    await button(user, words.manual).waitFor()
    expect(await page.getByRole('heading', { name: words.results }).count()).toBe(0)
  })
})

const SIGN_INS = [
  { lang: 'bg', other: 'en', link: 'EN – English', toLogin: 'Към входа', toRegister: 'Регистрирайте се' },
  { lang: 'en', other: 'bg', link: 'BG – Български', toLogin: 'Go to login', toRegister: 'Register' },
] as const

describe.each(SIGN_INS)(
  'sign-in from the rows, from $lang to $other',
  ({ lang, other, link, toLogin, toRegister }) => {
    it('CONV-04 ROUTE-06 · sign-in before the conversion leads back to the rows, in the language chosen there', async () => {
      const { email } = await app.user(lang)
      const visitor = await app.visitor(lang)
      const { page, words } = visitor
      await upload(visitor, FILE)
      await page.getByRole('button', { name: words.convertAll }).click()
      await page.getByRole('button', { name: words.accept, exact: true }).click()
      const register = page.getByRole('dialog').getByRole('link', { name: toRegister, exact: true })
      expect(await register.getAttribute('href')).toBe(
        `${words.prefix}/register?next=${encodeURIComponent(`${words.prefix}/converter`)}`,
      )
      await page.getByRole('button', { name: toLogin, exact: true }).click()
      await page.waitForURL((url) => url.pathname === `${words.prefix}/login`)
      expect(new URL(page.url()).searchParams.get('next')).toBe(`${words.prefix}/converter`)
      await page.locator('input[name=password]').waitFor()
      await page.getByRole('banner').getByRole('link', { name: link }).click()
      const there: Visitor = { ...visitor, words: WORDS[other] }
      await signedOutMark(there).waitFor()
      await login(there, email)
      await page.waitForURL((url) => url.pathname === `${there.words.prefix}/converter`)
      // The conversion that was asked for goes on where it needed the sign-in.
      await page.getByRole('heading', { name: there.words.confirmTitle }).waitFor()
      await page.getByRole('button', { name: there.words.cancel, exact: true }).click()
      await page.getByRole('heading', { name: there.words.ready }).waitFor()
      expect(await countsOf(page)).toEqual([3, 0, 0])
      await page.reload()
      await page.getByRole('heading', { name: there.words.ready }).waitFor()
      await eventually(() => countsOf(page)).toEqual([3, 0, 0])
      expect(await page.getByRole('dialog').count(), 'a reload does not ask again').toBe(0)
    })
  },
)
