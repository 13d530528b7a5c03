import * as xlsx from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import type { Locator, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { decimals, plantedPairs } from '#test/planted-pairs.ts'
import { accessibilityViolations } from './accessibility.ts'
import { CHECK_WORDS, chooseFile, listOf, resultTitle } from './check-page.ts'
import { named } from './files.ts'
import { isStoredOnDevice } from './stored-records.ts'
import {
  balanceOf,
  csvFile,
  eventually,
  login,
  PASSWORD,
  signedInMark,
  startApp,
  type Upload,
  type Visitor,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    get: 'Вземете поправения файл',
    again: 'Изтеглете го отново',
    cost: '3 жетона',
    confirm: 'Поправете 3 цени за 3 жетона',
    either: 'Изходни са цените в евро? Изберете „В евро“.',
    replacesLev: 'Вашият файл с 3 верни цени в лева.',
    euroOriginal: 'В евро',
    file: 'моят списък-levro-popraven.csv',
    corrected: 'Поправеният файл е изтеглен: 3 верни цени',
    found: 'В проверения файл: 3 от 4 двойки цени не са точни.',
    replaced: '3 грешни цени в евро са заменени с верните.',
    waits: 'Чака ви поправеният моят списък.csv: 3 грешни цени',
    register: 'Вземете 15 безплатни жетона',
    login: 'Вход',
    short: 'Не достигат 5 жетона.',
    buy: 'Купете 500 жетона за 4,99 €',
    beyondFree: 'Първо се регистрирате: безплатните 15 жетона не стигат.',
    formulas: '2 грешни цени се изчисляват с формули и остават',
    free: 'изтеглянето не струва нищо',
    pending: 'Поръчахме този файл, но връзката прекъсна',
    unreachable: 'Неуспешно: няма връзка със сървъра.',
    ended: 'Сесията ви изтече. Влезте отново – файлът остава тук, както е.',
    differs: 'сървърът изчисли други цени',
    recover: 'Вече е платен? Изтеглете го',
    saved: 'моят списък.csv поправени цени',
    actions: ['Преглед', 'Изтеглете', 'Още'],
    ownFile: 'Изтеглете поправения файл',
    toCheck: 'Към проверката',
    giveAgain: 'натиснете „Изтеглете“ и изберете същия',
    notChecked: 'В този файл няма тези грешни цени. Изберете „моят списък.csv“',
    paidFile: (name: string) => `Изберете отново „${name}“, какъвто беше преди поправянето.`,
  },
  en: {
    get: 'Get the corrected file',
    again: 'Download it again',
    cost: '3 tokens',
    confirm: 'Correct 3 prices for 3 tokens',
    either: 'Are the euro prices the original ones? Choose “In euro”.',
    replacesLev: 'Your file with 3 right lev prices.',
    euroOriginal: 'In euro',
    file: 'моят списък-levro-corrected.csv',
    corrected: 'Corrected file downloaded: 3 prices corrected',
    found: 'In the checked file: 3 of 4 pairs are off.',
    replaced: '3 wrong prices in euro were replaced with the right ones.',
    waits: 'The corrected моят списък.csv is waiting for you: 3 wrong prices',
    register: 'Get 15 free tokens',
    login: 'Login',
    short: 'You are 5 tokens short.',
    buy: 'Buy 500 tokens for €4.99',
    beyondFree: 'You register first: the 15 free tokens do not cover it.',
    formulas: '2 wrong prices are calculated by formulas and stay',
    free: 'downloading it costs nothing',
    pending: 'This file was ordered, but the connection broke',
    unreachable: 'Failed: the server cannot be reached.',
    ended: 'Your session has ended. Sign in again: the file stays here as it is.',
    differs: 'the server calculated other prices',
    recover: 'Paid for it already? Download it',
    saved: 'моят списък.csv corrected prices',
    actions: ['Preview', 'Download', 'More'],
    ownFile: 'Download the corrected file',
    toCheck: 'To the price check',
    giveAgain: 'press “Download” and choose it again',
    notChecked: 'These wrong prices are not in this file. Choose “моят списък.csv”',
    paidFile: (name: string) => `Choose “${name}” again as it was before the correction.`,
  },
} as const

/** Quotes, spaces, a formula, a blank line and a row without prices around three wrong euro prices. */
const listWith = (bread: string, milk: string, honey: string): string =>
  [
    'Код;Име;Цена лв.;Цена €;Бележка',
    `001;Хляб;1,96;${bread};"ново; скъпо"`,
    '002;"Сирене ""краве""";12,50 лв.;6,39 €;=1+1',
    `003;Мляко; 3,10 ;"${milk} €/л";`,
    '',
    '004;По договаряне;;;',
    `005;Мед;18,00;${honey};`,
  ].join('\r\n')

const WRONG = listWith('1,01', '1,60', '9,19')
const RIGHT = listWith('1,00', '1,59', '9,20')
const LIST = csvFile('моят списък.csv', WRONG)
const BULK = '**/api/convert/bulk'

const section = ({ page }: Visitor): Locator => page.getByTestId('corrected-file')
const buttonIn = (visitor: Visitor, name: string): Locator =>
  section(visitor).getByRole('button', { name, exact: true })

async function open(visitor: Visitor, file: Upload = LIST): Promise<void> {
  await chooseFile(visitor, file)
  await resultTitle(visitor).waitFor()
  await section(visitor).waitFor()
}

/** Chooses a file on the page that is open. */
const chooseFileHere = ({ page, words }: Visitor, file: Upload): Promise<void> =>
  page.getByLabel(words.upload).first().setInputFiles(file)

/** Presses the button, and accepts the terms if their dialog opens. */
async function order(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  await buttonIn(visitor, TEXTS[visitor.lang].get).click()
  const accept = page.getByRole('button', { name: words.accept, exact: true })
  await accept.or(confirm(visitor)).waitFor()
  if (await accept.isVisible()) await accept.click()
}

const confirm = ({ page, lang }: Visitor): Locator =>
  page.getByRole('dialog').getByRole('button', { name: TEXTS[lang].confirm, exact: true })

async function downloadBy({ page }: Visitor, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

type SavedJob = { filename: string; validRows: number; totalRows: number }

const jobsOf = async ({ context }: Visitor): Promise<SavedJob[]> =>
  ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: SavedJob[] }).jobs

/** The server receives and charges the rows; the response is dropped. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

describe.each(LANGS)('CHECK-04 · the corrected file, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('CHECK-04 · is ordered with its cost in sight, differs in the wrong prices only, and is given again at no cost', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await open(user)
    expect(await section(user).getByTestId('correction-cost').innerText()).toBe(texts.cost)
    await section(user).getByText(texts.either).waitFor()
    expect(await accessibilityViolations(page, 'the offer')).toEqual([])
    await order(user)
    const dialog = page.getByRole('dialog')
    expect((await dialog.locator('dd').allInnerTexts()).map(Number)).toEqual([3, 3, 15, 12])
    expect(await accessibilityViolations(page, 'the confirmation')).toEqual([])
    await dialog.getByRole('button', { name: words.cancel, exact: true }).click()
    expect(await jobsOf(user)).toEqual([])

    await order(user)
    const { name, bytes } = await downloadBy(user, confirm(user))
    expect(name).toBe(texts.file)
    expect(bytes.toString()).toBe(RIGHT)
    await eventually(() => balanceOf(page)).toBe(12)
    expect(await jobsOf(user)).toMatchObject([{ filename: LIST.name, validRows: 3, totalRows: 3 }])

    // The page is calm, and keeps what was found.
    const outcome = page.getByTestId('check-outcome')
    await outcome.getByRole('heading', { level: 1, name: texts.corrected, exact: true }).waitFor()
    await outcome.getByText(texts.found).waitFor()
    await section(user).getByText(texts.replaced).waitFor()
    expect(await section(user).getByText(texts.either).count()).toBe(0)
    expect(await page.getByTestId('mismatches').locator('tbody tr').count()).toBe(3)
    const [muted, red] = await Promise.all(
      ['td.error', 'h1'].map((cell) =>
        outcome
          .locator(cell)
          .first()
          .evaluate((one) => getComputedStyle(one).color),
      ),
    )
    expect([muted, red]).not.toContain('rgb(168, 32, 42)')

    // On a phone what was got stands before what was found, and another file is offered last.
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const top = async (shown: Locator) => (await shown.boundingBox())?.y ?? 0
    expect(await top(section(user))).toBeLessThan(await top(page.getByTestId('strip')))
    const others = page.getByRole('button', { name: CHECK_WORDS[lang].again, exact: true })
    expect(await others.count()).toBe(1)
    expect(await top(others)).toBeGreaterThan(await top(page.getByTestId('mismatches')))
    await page.setViewportSize(wide ?? { width: 1440, height: 900 })

    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await section(user).getByText(texts.free).waitFor()
    const again = await downloadBy(user, buttonIn(user, texts.again))
    expect(again.bytes.equals(bytes)).toBe(true)
    expect(sent).toEqual([])
    expect(await balanceOf(page)).toBe(12)
    expect(await accessibilityViolations(page, 'the charged file')).toEqual([])

    // The account names it, and gives it again for the file that was checked.
    await user.go('/account')
    await page.locator('[data-job]').first().waitFor()
    const [row] = await page.locator('[data-job]').all()
    expect(await row?.getByTestId('job-title').innerText()).toBe(texts.saved.replace('csv ', 'csv\n'))
    const names = await row?.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(names?.map((name) => name?.replace(`: ${texts.saved}`, ''))).toEqual(texts.actions)
    await row?.getByRole('button', { name: `${texts.actions[0]}: ${texts.saved}` }).click()
    await page.getByText(texts.giveAgain).waitFor()
    expect(await accessibilityViolations(page, 'the correction in the account')).toEqual([])
    // The open job has its download once.
    expect(await row?.getByRole('button', { name: texts.actions[1] }).count()).toBe(0)
    const download = page.getByRole('button', { name: texts.ownFile, exact: true })
    await download.click()
    const give = dialog.locator('input[type=file]')
    await give.setInputFiles(csvFile('other.csv', RIGHT))
    await dialog.getByRole('alert').getByText(texts.notChecked).waitFor()
    expect(await accessibilityViolations(page, 'the file is asked for')).toEqual([])
    const [given] = await Promise.all([page.waitForEvent('download'), give.setInputFiles(LIST)])
    expect(given.suggestedFilename()).toBe(texts.file)
    expect((await readFile(await given.path())).equals(bytes)).toBe(true)
    await dialog.waitFor({ state: 'detached' })
    expect((await downloadBy(user, download)).bytes.equals(bytes)).toBe(true)
    await page.getByRole('button', { name: `${texts.actions[2]}: ${texts.saved}` }).click()
    await dialog.getByRole('button', { name: texts.toCheck, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${words.prefix}/check`)
    await page.getByRole('status').getByText(texts.paidFile(LIST.name)).waitFor()
    expect(await accessibilityViolations(page, 'the check of a paid file')).toEqual([])

    // Also after a reload: the device knows that it is paid for.
    await page.reload()
    await chooseFileHere(user, LIST)
    await section(user).getByText(texts.free).waitFor()
    expect((await downloadBy(user, buttonIn(user, texts.again))).bytes.equals(bytes)).toBe(true)
    expect(sent).toEqual([])
    await eventually(() => balanceOf(page)).toBe(12)
    expect(await jobsOf(user)).toHaveLength(1)
  })

  it('CHECK-04 · the lev price is replaced where the euro price is the original', async () => {
    const user = await app.user(lang)
    await open(user)
    await user.page.getByRole('radio', { name: texts.euroOriginal, exact: true }).check()
    await section(user).getByText(texts.replacesLev).waitFor()
    expect(await section(user).getByText(texts.either).count()).toBe(0)
    await eventually(() => buttonIn(user, texts.get).isEnabled()).toBe(true)
    await order(user)
    const { bytes } = await downloadBy(user, confirm(user))
    expect(bytes.toString()).toBe(
      WRONG.replace('1,96', '1,98').replace('3,10', '3,13').replace('18,00', '17,97'),
    )
  })

  it('CHECK-04 · with too few tokens it says how many are missing, and with an ended session leads to the login', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    const errors = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, 1]))
    await open(user, listOf(plantedPairs(30, errors)))
    await section(user).getByText(texts.short).waitFor()
    expect(await buttonIn(user, texts.get).count()).toBe(0)
    // The pack that covers them, with what buying it agrees to.
    const buy = section(user).getByRole('link', { name: texts.buy, exact: true })
    expect(await buy.getAttribute('href')).toBe(`${words.prefix}/checkout?priceId=starter`)
    expect(await buy.getAttribute('aria-describedby')).toBe('correct-terms')
    await section(user).locator('#correct-terms').waitFor()
    expect(await accessibilityViolations(page, 'too few tokens')).toEqual([])

    await open(user)
    await order(user)
    await context.clearCookies()
    await confirm(user).click()
    await page.getByText(texts.ended).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${words.prefix}/check`)
    user.consoleErrors.length = 0
  })

  it('CHECK-04 · a visitor whose file costs more than the free tokens is led to the pack that covers it', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const errors = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, 1]))
    await open(visitor, listOf(plantedPairs(30, errors)))
    const buy = section(visitor).getByRole('link', { name: texts.buy, exact: true })
    const next = encodeURIComponent(`${words.prefix}/checkout?priceId=starter`)
    expect(await buy.getAttribute('href')).toBe(`${words.prefix}/register?next=${next}`)
    await section(visitor).getByText(texts.beyondFree, { exact: true }).waitFor()
    expect(await section(visitor).getByRole('link', { name: texts.register, exact: true }).count()).toBe(0)
    expect(await accessibilityViolations(page, 'the pack for a visitor')).toEqual([])
  })

  it('CHECK-04 · with too few tokens a device that does not know gets what the account has paid', async () => {
    const user = await app.user(lang)
    const errors = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, 1]))
    const list = listOf(plantedPairs(30, errors))
    await open(user, list)
    await order(user)
    const paid = await downloadBy(user, user.page.getByRole('dialog').getByRole('button', { name: /10/ }))
    const other = await app.visitor(lang)
    await other.go('/login?next=/check')
    await login(other, user.email)
    await signedInMark(other.page).waitFor()
    await open(other, list)
    await section(other).getByText(texts.short).waitFor()
    const found = await downloadBy(other, buttonIn(other, texts.recover))
    expect(found.bytes.equals(paid.bytes)).toBe(true)
    await section(other).getByText(texts.free).waitFor()
    expect(await balanceOf(other.page)).toBe(5)
    expect(await jobsOf(other)).toHaveLength(1)

    // The account knows it: led from there, nobody has to ask.
    const led = await app.visitor(lang)
    await led.go('/login?next=/account')
    await login(led, user.email)
    await led.page.locator('[data-job] [aria-haspopup=dialog]').click()
    await led.page.getByRole('button', { name: texts.toCheck, exact: true }).click()
    await led.page.getByText(texts.paidFile(list.name)).waitFor()
    await chooseFileHere(led, list)
    await section(led).getByText(texts.free).waitFor()
    expect((await downloadBy(led, buttonIn(led, texts.again))).bytes.equals(paid.bytes)).toBe(true)
    expect(await balanceOf(led.page)).toBe(5)
  })

  it('CHECK-04 · a visitor is told what it costs, and led to an account and back', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await open(visitor)
    expect(await buttonIn(visitor, texts.get).count()).toBe(0)
    const next = `?next=${encodeURIComponent(`${words.prefix}/check`)}`
    for (const [name, path] of [
      [texts.register, 'register'],
      [texts.login, 'login'],
    ] as const) {
      const link = section(visitor).getByRole('link', { name, exact: true })
      expect(await link.getAttribute('href')).toBe(`${words.prefix}/${path}${next}`)
    }
    expect(await accessibilityViolations(page, 'the offer to a visitor')).toEqual([])
    // The file is there after the registration, checked as it was.
    await page.getByRole('radio', { name: texts.euroOriginal, exact: true }).check()
    const offered = section(visitor).getByText(texts.replacesLev)
    await offered.waitFor()
    await section(visitor).getByRole('link', { name: texts.register, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${words.prefix}/register`)
    const card = page.getByTestId('waiting')
    await card.getByRole('heading', { name: texts.waits, exact: true }).waitFor()
    expect(await card.locator('tbody tr').allInnerTexts()).toEqual(
      lang === 'bg'
        ? ['2\tХляб\t1,96\t1,98', '4\tМляко\t3,10\t3,13', '7\tМед\t18,00\t17,97']
        : ['2\tХляб\t1.96\t1.98', '4\tМляко\t3.10\t3.13', '7\tМед\t18.00\t17.97'],
    )
    expect(await accessibilityViolations(page, 'the registration for a corrected file')).toEqual([])
    await page.fill('input[name=email]', `${lang}.checker@example.bg`)
    await page.fill('input[name=password]', PASSWORD)
    await page.getByRole('button', { name: words.registerAction }).click()
    await page.waitForURL((url) => url.pathname === `${words.prefix}/check`)
    await offered.waitFor()
    await buttonIn(visitor, texts.get).waitFor()
    expect(await isStoredOnDevice(page, 'checked')).toBe(false)
  })

  it('CHECK-04 · formulas stay, and are neither replaced nor charged', async () => {
    const user = await app.user(lang)
    const { page } = user
    const pairs = plantedPairs(6, { 1: 1, 2: -1, 4: 5 })
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Име', 'Цена лв.', 'Цена €'],
      ...pairs.map(({ name, bgn, eur }) => [name, bgn / 100, eur / 100]),
    ])
    for (const [place, value] of [
      ['C8', 12.01],
      ['C9', 7.02],
    ] as const)
      Object.assign(sheet, { [place]: { t: 'n', v: value, f: '1+1' } })
    Object.assign(sheet, { A8: { t: 's', v: 'а' }, A9: { t: 's', v: 'б' } })
    Object.assign(sheet, { B8: { t: 'n', v: 1 }, B9: { t: 'n', v: 2 }, '!ref': 'A1:C9' })
    const book = { SheetNames: ['Цени'], Sheets: { Цени: sheet } }
    const written: unknown = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
    await open(user, named('list.xlsx', written as Buffer))
    await section(user).getByText(texts.formulas).waitFor()
    await order(user)
    const { name, bytes } = await downloadBy(user, confirm(user))
    expect(name).toMatch(/^list-levro-(?:popraven|corrected)\.xlsx$/)
    const { Sheets } = xlsx.read(bytes)
    const back = Sheets['Цени']!
    for (const [i, { right }] of pairs.entries())
      expect((back[`C${i + 2}`] as xlsx.CellObject).v).toBe(Number(decimals(right)))
    expect([back['C8'], back['C9']]).toMatchObject([{ f: '1+1' }, { f: '1+1' }])
    await eventually(() => balanceOf(page)).toBe(12)
  })

  it('CHECK-04 CONV-11 · after lost responses and a reload it is charged once', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    await open(user)
    await context.route(BULK, loseResponse)
    await order(user)
    await confirm(user).click()
    await page.getByRole('dialog').getByText(texts.unreachable).waitFor()
    await page.getByRole('button', { name: words.ok, exact: true }).click()
    await section(user).getByText(texts.pending).waitFor()
    await context.unroute(BULK)
    expect(await jobsOf(user)).toHaveLength(1)
    expect(await isStoredOnDevice(page, 'correcting')).toBe(true)
    await page.reload()
    await open(user)
    await section(user).getByText(texts.pending).waitFor()
    await order(user)
    expect((await downloadBy(user, confirm(user))).bytes.toString()).toBe(RIGHT)
    await eventually(() => balanceOf(page)).toBe(12)
    expect(await jobsOf(user)).toHaveLength(1)
    expect(await isStoredOnDevice(page, 'correcting')).toBe(false)
    user.consoleErrors.length = 0
  })
})

it('CHECK-04 · amounts other than those of the check are an error, and no file is saved', async () => {
  const user = await app.user('en')
  const { page, context } = user
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await open(user)
  await context.route(BULK, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { rows: { eur: number }[] }
    reply.rows[0]!.eur += 0.01
    await route.fulfill({ response, json: reply })
  })
  await order(user)
  await confirm(user).click()
  await page.getByRole('dialog').getByText(TEXTS.en.differs).waitFor()
  expect(downloads).toEqual([])
})
