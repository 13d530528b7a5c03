import { describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import { keyboardPress, tabTo } from './keyboard.ts'
import {
  removeFile,
  askToConvert,
  balanceOf,
  csvFile,
  PASSWORD,
  jobAction,
  pasteInto,
  type Visitor,
  signedInMark,
  signedOutMark,
  openResultRows,
  startApp,
  startTypedRows,
  eventually,
  upload,
} from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const MIXED = csvFile(
  'ceni.csv',
  `Име;Цена\nХляб;1,95\nБез цена;\n;\nЕвтино;0,001\n${'Стока;3,10\n'.repeat(30)}`,
)
const NO_PRICES = csvFile('none.csv', 'Код,Етикет\nа1,сол\nа2,пипер\n')

describe.each(LANGS)('LAY-08 · accessibility, in %s', (lang) => {
  it('LAY-08 · signed-out pages have no axe violation in light and dark mode and fit 320 px', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const violations: string[] = []
    const paths = [
      '/',
      '/converter',
      '/pricing',
      '/login',
      '/register',
      '/about',
      '/contact',
      '/terms',
      '/privacy',
      '/developers',
      '/developers/files',
      '/developers/background',
      '/developers/conversions',
      '/developers/tools',
      '/developers/errors',
      '/nope',
    ]
    const mailed = ['/forgot-password', '/reset-password#token=x', '/reset-password', '/verify-email#token=x']
    for (const path of [...paths, ...mailed, '/?account_deleted=1', '/converter?mode=bulk']) {
      await visitor.go(path)
      await signedOutMark(visitor).waitFor()
      if (path === '/pricing' || path === '/contact') await page.locator('summary').last().click()
      if (path.endsWith('bulk')) await page.getByRole('button', { name: words.manual }).waitFor()
      violations.push(...(await accessibilityViolations(page, path)))
    }
    await visitor.go('/converter')
    await page.fill('input[name=amount]', '12.50')
    await page.press('input[name=amount]', 'Enter')
    await eventually(() => page.locator('section[aria-labelledby=recent-title] li').count()).toBe(1)
    violations.push(...(await accessibilityViolations(page, 'a result')))
    await page.fill('input[name=amount]', '999,999 €')
    await page.press('input[name=amount]', 'Enter')
    await page.locator('form div[role=status] button').waitFor()
    violations.push(...(await accessibilityViolations(page, 'the other reading')))
    await page.fill('input[name=amount]', 'x')
    await page.press('input[name=amount]', 'Enter')
    await page.getByRole('dialog').waitFor()
    violations.push(...(await accessibilityViolations(page, 'an alert')))
    expect(violations).toEqual([])
  })

  it('LAY-08 · upload, conversion, results and account have no axe violation in light and dark mode and fit 320 px', async () => {
    const user = await app.user(lang, 40)
    const { page, words } = user
    const violations: string[] = []
    const look = async (name: string) => violations.push(...(await accessibilityViolations(page, name)))
    const input = page.getByLabel(words.upload).first()
    await user.go('/converter?mode=bulk')
    await input.setInputFiles(named('list.pdf', 'x'))
    await page.getByRole('button', { name: words.tryAnother }).waitFor()
    await look('an unreadable file')
    await page.getByRole('button', { name: words.tryAnother }).click()
    await input.setInputFiles(NO_PRICES)
    await page.getByRole('dialog').waitFor()
    await look('the columns')
    await page.keyboard.press('Escape')
    await removeFile(user)
    await upload(user, MIXED)
    await eventually(() => page.getByTestId('rows').locator('tr[data-row]').count()).toBe(34)
    await page.getByTestId('rows').locator('input[inputmode=decimal]').first().fill('999,999')
    await page.keyboard.press('Enter')
    await page.getByTestId('rows').getByRole('group').waitFor()
    await look('the preview, with a question')
    await page.getByTestId('rows').getByRole('group').getByRole('button').first().click()
    await look('the preview')
    await page.getByRole('button', { name: words.convertAll }).click()
    await page.getByRole('button', { name: words.accept, exact: true }).waitFor()
    await look('the terms')
    await page.getByRole('button', { name: words.accept, exact: true }).click()
    await page.getByRole('button', { name: words.confirm }).waitFor()
    await look('the confirmation')
    await page.getByRole('button', { name: words.cancel, exact: true }).click()
    await askToConvert(user)
    // One row comes to 0.00.
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByTestId('own-file').waitFor()
    await look('the folded results')
    await openResultRows(user)
    await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(15)
    await look('the results')
    await user.go('/account')
    await page.getByRole('button', { name: words.preview }).click()
    await page.getByTestId('job-rows').waitFor()
    await look('the account')
    await (await jobAction(user, 'JSON')).waitFor()
    await look('the menu of a conversion')
    await page.keyboard.press('Escape')
    for (const path of ['/account/purchases', '/account/tokens']) {
      await user.go(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await look(path)
    }
    await user.go('/account/settings')
    await page.getByTestId('sessions').locator('li').first().waitFor()
    await look('the settings')
    await page.getByRole('button', { name: words.signOutEverywhere }).click()
    await page.getByRole('dialog').waitFor()
    await look('the password dialog')
    expect(violations).toEqual([])
  })

  it('LAY-08 · typed rows, an ambiguous paste, a filter, the clear dialog and its undo have no axe violation', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const violations: string[] = []
    const look = async (name: string) => violations.push(...(await accessibilityViolations(page, name)))
    await visitor.go('/converter?mode=bulk')
    await startTypedRows(visitor)
    await eventually(() => page.getByTestId('rows').locator('tr[data-row]').count()).toBe(5)
    await look('typed rows')
    const cell = page.locator('#name-1')
    await pasteInto(cell, 'Чай\t12,500\nКафе\t14,250')
    await page.getByRole('dialog').waitFor()
    await look('an ambiguous paste')
    await page.keyboard.press('Escape')
    await pasteInto(cell, 'Чай\t2,50\nКафе\t')
    await page.locator('[data-status=invalid]').first().waitFor()
    await page.getByTestId('row-filter').locator('[data-status=valid]').click()
    await eventually(() => page.getByTestId('rows').locator('tr[data-row]').count()).toBe(1)
    await look('a filter')
    await page.getByRole('button', { name: words.clear, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await look('the clear dialog')
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByRole('button', { name: words.manual }).waitFor()
    await look('the undo of clearing')
    expect(violations).toEqual([])
  })
})

/** Accepts the terms and converts two rows by keyboard. Afterwards the heading of the results has the focus. */
async function convertByKeys(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const press = keyboardPress(visitor)
  await press(visitor.words.convertAll)
  await page.getByRole('dialog').waitFor()
  await press('Accept')
  await page.getByRole('heading', { name: 'Convert the rows' }).waitFor()
  await press(/^Convert 2 rows for 2 tokens$/)
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('2 prices converted')
  await page.getByRole('heading', { name: visitor.words.results }).waitFor()
}

it('LAY-08 CONV-01 · a user registers, uploads, converts and exports a file by keyboard only', async () => {
  const visitor = await app.visitor('en')
  const { page } = visitor
  const { keyboard } = page
  const press = keyboardPress(visitor)
  await visitor.go('/')
  await signedOutMark(visitor).waitFor()
  await keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  // The new page gets the focus after the URL has changed.
  const hasFocus = () => eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await press('Register')
  await page.waitForURL('**/en/register')
  await hasFocus()
  await tabTo(visitor, 'Email')
  await keyboard.insertText('keys@example.bg')
  await tabTo(visitor, 'Password')
  await keyboard.insertText(PASSWORD)
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/en')
  await signedInMark(page).waitFor()
  await hasFocus()
  await press('Open Converter')
  await page.waitForURL('**/en/converter')
  await hasFocus()
  await tabTo(visitor, /^Single/)
  await keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Enter rows manually' }).waitFor()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Upload a file')])
  await chooser.setFiles(csvFile('keys.csv', 'Име,Цена\nХляб,1.95\nСирене,\n'))
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ready to convert')
  await tabTo(visitor, 'Price, row 3')
  await keyboard.insertText('12.50')
  await keyboard.press('Enter')
  await page.getByText('2 valid', { exact: true }).waitFor()
  await convertByKeys(visitor)
  await eventually(() => balanceOf(page)).toBe(13)
  await press('More')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Export CSV')])
  expect(download.suggestedFilename()).toBe('keys-levro-results.csv')
})

it('LAY-08 BULK-12 BULK-18 · rows are entered, corrected, deleted, converted and exported by keyboard only', async () => {
  const user = await app.user('en')
  const { page } = user
  const { keyboard } = page
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const press = keyboardPress(user)
  await user.go('/converter?mode=bulk')
  await page.getByRole('button', { name: 'Enter rows manually' }).waitFor()
  await press('Enter rows manually')
  await eventually(focused).toBe('Name, row 1')
  await keyboard.insertText('Tea')
  await keyboard.press('Tab')
  expect(await focused()).toBe('Price, row 1')
  await keyboard.insertText('2.50')
  // Enter moves to the price below, as in a spreadsheet.
  await keyboard.press('Enter')
  await eventually(focused).toBe('Price, row 2')
  await keyboard.insertText('-5')
  await keyboard.press('Enter')
  await tabTo(user, 'Next row to fix', 'Shift+Tab')
  await keyboard.press('Enter')
  await eventually(focused).toBe('Price, row 2')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.insertText('3.10')
  await keyboard.press('Enter')
  await press('Delete row 3')
  await eventually(focused).toBe('Delete row 4')
  await tabTo(user, 'Delete row 1', 'Shift+Tab')
  await keyboard.press('Enter')
  await press('Undo the deletion of row 1')
  await eventually(focused).toBe('Name, row 1')
  await convertByKeys(user)
  await press('More')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Export PDF')])
  expect(download.suggestedFilename()).toMatch(/^levro-results-[\d-]+\.pdf$/)
})
