import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import {
  type Upload,
  type Visitor,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  eventually,
  startApp,
} from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

const LIST = 'Име;Цена лв.\nХляб;1,95\nЧай;3,10\n'
// By 1.95583: 1.00 and 1.59 euro.
const RETURNED = 'Име;Цена лв.;Цена евро\nХляб;1,95;1,00\nЧай;3,10;1,59\n'
/** Another list: 1.51 and 1.59 euro. */
const OTHER = LIST.replace('1,95', '2,95')
/** Two columns may be the price. */
const ASKING = 'Име;Цена;Цена\nХляб;1,95;2,95\nЧай;3,10;4,10\n'
const BULK = '**/api/convert/bulk'

const TEXTS = {
  bg: {
    summary: '3 готови · 1 чака отговор · 1 не може да се превалутира',
    ask: 'Коя е цената?',
    answer: /^Цена \(C\)/,
    left: '4 превалутирани · 1 не може да се превалутира',
    download: /^Изтеглете .*\.zip$/,
    convert: /^Превалутирайте \d+ файла?$/,
    confirm: /^Превалутирайте .* за .* жетона?$/,
    take: 'Да се превалутира: ',
    open: 'Отворете ',
    back: 'Към всички 2 файла',
    archive: 'Файл в архива',
    reading: 'Четем файла…',
    cancel: 'Отказ',
    same: /^Същият е като „1\.csv“.*Няма да е сред върнатите файлове\.$/,
    sameInArchive: /^Същият е като „а\.zip\/1\.csv“.*В архива остава, както е, със старите цени\.$/,
    asXlsx: /^стар\.html: От HTML се връща таблицата, като XLSX/,
    both: /^две\.csv: Новите цени няма как да заместят старите, защото във файла вече има колона/,
    differing: '2 файла ще се върнат с разлики: вижте ги до сбора.',
    charged: 'Удържани са 4 жетона, имате 11.',
    stop: 'Спрете след този файл',
    folder: 'Изберете папка',
    short: 'Не достигат',
    buy: /^Купете/,
    tooMany: /най-много 1000 файла/,
    unread:
      'Не е прочетен, защото пътят му е с „..“ и може да води извън архива: {folder}../e.csv. Не е прочетен, защото е архив в архива: {folder}в.zip. Разархивирайте го и добавете файловете с цени от него.',
  },
  en: {
    summary: '3 ready · 1 has a question · 1 cannot be converted',
    ask: 'Which is the price?',
    answer: /^Цена \(C\)/,
    left: '4 converted · 1 cannot be converted',
    download: /^Download .*\.zip$/,
    convert: /^Convert \d+ files?$/,
    confirm: /^Convert .* for .* tokens?$/,
    take: 'Convert ',
    open: 'Open ',
    back: 'All 2 files',
    archive: 'File in the archive',
    reading: 'Reading the file…',
    cancel: 'Cancel',
    same: /^The same as “1\.csv”.*It will not be among the files that come back\.$/,
    sameInArchive: /^The same as “а\.zip\/1\.csv”.*In the archive it stays as it is, with its old prices\.$/,
    asXlsx: /^стар\.html: Of an HTML page the table comes back, as XLSX/,
    both: /^две\.csv: The new prices cannot replace the old ones, as the file has a column/,
    differing: '2 files will come back with differences: see them next to the sum.',
    charged: '4 tokens were charged, you have 11.',
    stop: 'Stop after this file',
    folder: 'Choose a folder',
    short: 'Short of',
    buy: /^Buy/,
    tooMany: /at most 1,000 files/,
    unread:
      'Not read, as its path has “..” in it and may lead out of the archive: {folder}../e.csv. Not read, as it is an archive within the archive: {folder}в.zip. Unpack it and add the price lists from it.',
  },
}

/** Chooses the files, and waits until they are read. */
async function choose({ page, go, words }: Visitor, files: readonly Upload[]): Promise<void> {
  await go('/converter?mode=bulk')
  const input = page.getByLabel(words.upload).first()
  await eventually(() => input.count()).toBe(1)
  await input.setInputFiles([...files])
  await page.getByTestId('many-rail').waitFor()
}

/** Drops the files on the page. */
async function drop({ page, go, words }: Visitor, files: readonly Upload[]): Promise<void> {
  await go('/converter?mode=bulk')
  await page.getByRole('button', { name: words.manual }).waitFor()
  await page.getByRole('contentinfo').evaluate(
    (target, all) => {
      const dataTransfer = new DataTransfer()
      for (const { name, text } of all) dataTransfer.items.add(new File([text], name))
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    files.map(({ name, buffer }) => ({ name, text: buffer.toString() })),
  )
  await page.getByTestId('many-rail').waitFor()
}

/** Presses the button of the rail and confirms. */
async function convert({ page, lang, words }: Visitor): Promise<void> {
  await page.getByTestId('many-rail').getByRole('button', { name: TEXTS[lang].convert }).click()
  const accept = page.getByRole('button', { name: words.accept, exact: true })
  await page.getByRole('dialog').waitFor()
  if (await accept.isVisible()) await accept.click()
  await page.getByRole('button', { name: TEXTS[lang].confirm }).click()
}

/** What another program reads of the archive: names and texts. */
async function archiveOf({ page, lang }: Visitor): Promise<{ name: string; files: [string, string][] }> {
  const button = page.getByTestId('many-done').getByRole('button', { name: TEXTS[lang].download })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const script = `import sys,zipfile,json
z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps([[i.filename,z.read(i).decode()] for i in z.infolist()]))`
  const read = execFileSync('python3', ['-c', script, await download.path()]).toString()
  return { name: download.suggestedFilename(), files: JSON.parse(read) as [string, string][] }
}

const summaryOf = ({ page }: Visitor) => page.getByTestId('many-summary').innerText()

const jobsOf = async ({ context }: Visitor) =>
  (
    (await (await context.request.get('/api/convert/jobs')).json()) as { jobs: { filename: string }[] }
  ).jobs.map(({ filename }) => filename)

describe.each(LANGS)('several price lists, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  test('FILE-07 CONV-01 CONV-03 · dropped files are converted under one confirmation; one that is broken and one that asks leave the others alone', async () => {
    const user = await app.user(lang)
    const { page } = user
    await drop(user, [
      csvFile('1.csv', LIST),
      csvFile('2.csv', OTHER),
      csvFile('счупен.xlsx', 'PK\u0003\u0004'),
      csvFile('пита.csv', ASKING),
      csvFile('3.csv', LIST.replace('3,10', '4,10')),
    ])
    expect(await summaryOf(user)).toBe(texts.summary)
    expect(await page.getByTestId('cost').innerText()).toMatch(/^6 /)
    expect(await accessibilityViolations(page, 'many files')).toEqual([])
    const question = page.locator('[data-list=asks]')
    await question.getByText(texts.ask).waitFor()
    await question.getByRole('button', { name: texts.answer }).click()
    await eventually(() => page.getByTestId('cost').innerText()).toMatch(/^8 /)
    await convert(user)
    await page.getByTestId('many-done').waitFor()
    expect(await summaryOf(user)).toBe(texts.left)
    await eventually(() => balanceOf(page)).toBe(7)
    expect(await jobsOf(user)).toEqual(['3.csv', 'пита.csv', '2.csv', '1.csv'])
    const { files } = await archiveOf(user)
    expect(files.map(([name]) => name)).toEqual(['1.csv', '2.csv', 'пита.csv', '3.csv'])
    expect(files[0]?.[1]).toBe(RETURNED)
    expect(files[2]?.[1].split('\n')[1]).toMatch(/^Хляб;1,95;2,95;1,51$/)
    expect(await accessibilityViolations(page, 'converted files')).toEqual([])
  })

  it('FILE-07 · a folder is chosen, and comes back with its layout', async () => {
    const user = await app.user(lang)
    const { page } = user
    const folder = mkdtempSync(join(tmpdir(), 'levro-many-'))
    try {
      const lists = { 'изток/цени.csv': LIST, 'запад/цени.csv': OTHER, 'лого.png': 'png', '.скрит.csv': LIST }
      for (const [path, text] of Object.entries(lists)) {
        mkdirSync(dirname(join(folder, 'магазини', path)), { recursive: true })
        writeFileSync(join(folder, 'магазини', path), text)
      }
      await user.go('/converter?mode=bulk')
      const input = page.getByLabel(texts.folder)
      await eventually(() => input.count()).toBe(1)
      await input.setInputFiles(join(folder, 'магазини'))
      await page.getByTestId('many-rail').waitFor()
      await convert(user)
      await page.getByTestId('many-done').waitFor()
      const { name, files } = await archiveOf(user)
      expect(name).toBe('магазини-levro.zip')
      expect(Object.fromEntries(files)).toEqual({
        'магазини/изток/цени.csv': RETURNED,
        'магазини/запад/цени.csv': RETURNED.replace('1,95;1,00', '2,95;1,51'),
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('FILE-07 FILE-01 · an archive of several lists comes back with everything else as it was; one list can be opened alone', async () => {
    const user = await app.user(lang)
    const { page } = user
    const entries = { 'contract.pdf': '%PDF-1.7 x', 'a/one.csv': LIST, 'two.csv': OTHER }
    const packed = zip(Object.entries(entries).map(([name, text]) => ({ name, content: Buffer.from(text) })))
    await choose(user, [named('архив.zip', Buffer.from(packed))])
    await page.getByRole('button', { name: `${texts.open}архив.zip/two.csv`, exact: true }).click()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByLabel(texts.archive).inputValue()).toBe('two.csv')
    await page.getByRole('button', { name: texts.back, exact: true }).click()
    await page.getByTestId('many-rail').waitFor()
    await page.getByRole('checkbox', { name: `${texts.take}архив.zip/two.csv` }).uncheck()
    await convert(user)
    await page.getByTestId('many-done').waitFor()
    const { name, files } = await archiveOf(user)
    expect(name).toBe('архив-levro.zip')
    expect(files).toEqual(Object.entries({ ...entries, 'a/one.csv': RETURNED }))
    await eventually(() => balanceOf(page)).toBe(13)
  })

  it('FILE-07 · the files of an archive that are passed over are named with the reason', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    const packed = (lists: readonly string[]) => {
      const inner = Buffer.from(zip([{ name: 'c.csv', content: Buffer.from(LIST) }]))
      const content = [...lists, '../e.csv'].map((name) => ({ name, content: Buffer.from(LIST) }))
      return Buffer.from(zip([...content, { name: 'в.zip', content: inner }]))
    }
    const notice = page.getByTestId('notice').filter({ hasText: '../e.csv' })
    await choose(user, [named('архив.zip', packed(['a.csv', 'b.csv']))])
    expect(await notice.innerText()).toBe(texts.unread.replaceAll('{folder}', 'архив.zip/'))
    expect(await accessibilityViolations(page, 'files that are not read')).toEqual([])
    const other = await app.visitor(lang)
    await other.go('/converter?mode=bulk')
    const input = other.page.getByLabel(words.upload).first()
    await eventually(() => input.count()).toBe(1)
    await input.setInputFiles([named('един.zip', packed(['a.csv']))])
    const alone = other.page.getByTestId('notice').filter({ hasText: '../e.csv' })
    await alone.waitFor()
    expect(await alone.innerText()).toBe(texts.unread.replaceAll('{folder}', ''))
  })

  it('FILE-07 BULK-03 · a single archive is shown as being read while its lists are looked for, which can be cancelled', async () => {
    const visitor = await app.visitor(lang)
    const { page, context, words } = visitor
    let go = () => undefined as void
    const held = new Promise<void>((resolve) => (go = resolve))
    await context.route(/many\.worker/, async (route) => {
      await held
      await route.continue()
    })
    await visitor.go('/converter?mode=bulk')
    const input = page.getByLabel(words.upload).first()
    await eventually(() => input.count()).toBe(1)
    const packed = named('архив.zip', Buffer.from(zip([{ name: 'a.csv', content: Buffer.from(LIST) }])))
    await input.setInputFiles([packed])
    const reading = page.getByRole('region', { name: texts.reading })
    await reading.getByText('архив.zip').waitFor()
    await reading.getByRole('button', { name: texts.cancel, exact: true }).click()
    await page.getByRole('button', { name: words.manual }).waitFor()
    await input.setInputFiles([packed])
    await reading.waitFor()
    go()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
  })

  it('FILE-07 CONV-11 · a list that is answered and converted alone is converted in the batch, and comes back with the others', async () => {
    const user = await app.user(lang)
    const { page } = user
    await choose(user, [csvFile('пита.csv', ASKING), csvFile('1.csv', LIST)])
    await page.getByRole('button', { name: `${texts.open}пита.csv`, exact: true }).click()
    await page.getByTestId('many').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Цена \(C\) \(/ }).click()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await convertAll(user)
    await page.getByRole('button', { name: texts.back, exact: true }).click()
    await page.getByTestId('many-done').waitFor()
    expect(await page.locator('[data-list=converted]').count()).toBe(1)
    await convert(user)
    await eventually(() => page.locator('[data-list=converted]').count()).toBe(2)
    expect((await jobsOf(user)).length).toBe(2)
    await eventually(() => balanceOf(page)).toBe(11)
    const { files } = await archiveOf(user)
    expect(Object.fromEntries(files)['1.csv']).toBe(RETURNED)
    expect(files.map(([name]) => name)).toEqual(['пита.csv', '1.csv'])
  })

  it('FILE-07 CONV-01 · a file that is there twice is left out and named', async () => {
    const user = await app.user(lang)
    const { page } = user
    await choose(user, [csvFile('1.csv', LIST), csvFile('копие.csv', LIST)])
    await page.getByRole('row', { name: 'копие.csv' }).getByText(texts.same).waitFor()
    expect(await page.getByTestId('cost').innerText()).toMatch(/^2 /)
    await page.getByRole('checkbox', { name: `${texts.take}копие.csv` }).check()
    await eventually(() => page.getByTestId('cost').innerText()).toMatch(/^4 /)
  })

  it('FILE-07 · of an equal file in an archive it is said that it stays there as it is', async () => {
    const user = await app.user(lang)
    const { page } = user
    const packed = zip(['1.csv', 'копие.csv'].map((name) => ({ name, content: Buffer.from(LIST) })))
    await choose(user, [named('а.zip', Buffer.from(packed))])
    await page.getByRole('row', { name: 'копие.csv' }).getByText(texts.sameInArchive).waitFor()
  })

  it('FILE-07 CONV-08 · what differs in the returned files is said before they are paid for, and the cost with the download', async () => {
    const user = await app.user(lang)
    const { page } = user
    const table = '<table><tr><td>Име</td><td>Цена лв.</td></tr><tr><td>Хляб</td><td>1,95</td></tr></table>'
    const both = 'Име;Цена лв.;Цена евро\nСол;1,00;0,51\n'
    await choose(user, [
      named('стар.html', Buffer.from(table)),
      csvFile('две.csv', both),
      csvFile('1.csv', LIST),
    ])
    const notes = page.getByTestId('many-rail').getByTestId('many-notes').getByRole('listitem')
    await eventually(() => notes.count()).toBe(2)
    const said = await notes.allInnerTexts()
    expect(said[0]).toMatch(texts.asXlsx)
    expect(said[1]).toMatch(texts.both)
    expect(await accessibilityViolations(page, 'notes on files')).toEqual([])
    await page.getByTestId('many-rail').getByRole('button', { name: texts.convert }).click()
    await page.getByRole('button', { name: user.words.accept, exact: true }).click()
    await page.getByRole('dialog').getByText(texts.differing).waitFor()
    await page.getByRole('button', { name: texts.confirm }).click()
    await page.getByTestId('many-charged').getByText(texts.charged).waitFor()
  })

  it('FILE-07 CONV-11 · a reload while a list is sent and its response is lost charges it once, and spends nothing for the others', async () => {
    const user = await app.user(lang)
    const { page, context } = user
    await choose(user, [csvFile('1.csv', LIST), csvFile('2.csv', OTHER)])
    let isLost = true
    // While it is lost, the server gets the rows, and the page no response.
    await context.route(BULK, async (route) => void (await (isLost ? route.fetch() : route.continue())))
    await convert(user)
    await eventually(() => jobsOf(user)).toEqual(['1.csv'])
    isLost = false
    await page.reload()
    await page.getByTestId('many-done').waitFor()
    expect(await page.locator('[data-list=converted]').count()).toBe(1)
    expect(await page.locator('[data-list=ready]').count()).toBe(1)
    expect(await jobsOf(user)).toEqual(['1.csv'])
    await eventually(() => balanceOf(page)).toBe(13)
    await convert(user)
    await eventually(() => page.locator('[data-list=converted]').count()).toBe(2)
    await eventually(() => balanceOf(page)).toBe(11)
    expect(await jobsOf(user)).toEqual(['2.csv', '1.csv'])
    expect((await archiveOf(user)).files.map(([name]) => name)).toEqual(['1.csv', '2.csv'])
  })

  it('FILE-07 · the conversion is stopped after the list that is being sent', async () => {
    const user = await app.user(lang)
    const { page, context } = user
    await choose(user, [csvFile('1.csv', LIST), csvFile('2.csv', OTHER)])
    let go = () => undefined as void
    const held = new Promise<void>((resolve) => (go = resolve))
    await context.route(BULK, async (route) => {
      await held
      await route.continue()
    })
    await convert(user)
    await page.getByRole('button', { name: texts.stop, exact: true }).click()
    go()
    await page.getByTestId('many-done').waitFor()
    expect(await page.locator('[data-list=converted]').count()).toBe(1)
    expect(await page.locator('[data-list=ready]').count()).toBe(1)
    expect(await jobsOf(user)).toEqual(['1.csv'])
    // The download is what is to be done next, not the other conversion.
    const colourOf = (name: RegExp, testId: string) =>
      page
        .getByTestId(testId)
        .getByRole('button', { name })
        .evaluate((button) => getComputedStyle(button).backgroundColor)
    const download = await colourOf(texts.download, 'many-done')
    expect(await colourOf(texts.convert, 'many-rail')).not.toBe(download)
  })

  it('FILE-07 CONV-03 · without enough tokens nothing is sent; with tokens spent elsewhere it ends at that list', async () => {
    const user = await app.user(lang)
    const { page } = user
    const long = `Име;Цена лв.\n${Array.from({ length: 14 }, (_, i) => `Стока ${i};${i + 1},50\n`).join('')}`
    await choose(user, [csvFile('1.csv', LIST), csvFile('2.csv', long)])
    await page.getByTestId('buy').waitFor()
    expect(await page.getByRole('button', { name: texts.convert }).count()).toBe(0)
    await app.product.grant(user.email, 1)
    await page.reload()
    await page.getByTestId('many-rail').getByRole('button', { name: texts.convert }).waitFor()
    // Another tab spends some of them.
    await user.context.request.post('/api/convert/bulk', {
      data: { rows: [{ name: 'Сол', price: '1', currency: 'BGN' }] },
      headers: { 'x-requested-with': 'levro', origin: app.product.origin },
    })
    await convert(user)
    await page.getByRole('dialog').getByRole('button', { name: user.words.ok, exact: true }).click()
    expect(await page.locator('[data-list=converted]').count()).toBe(1)
    expect(await page.locator('[data-list=ready]').count()).toBe(1)
    await eventually(() => balanceOf(page)).toBe(13)
    await page.getByTestId('buy').waitFor()
  })

  it('FILE-07 AUTH-04 · lists that were sent for one user are neither shown to another nor kept after signing out', async () => {
    const user = await app.user(lang)
    const other = await app.user(lang)
    const { page, context } = user
    await choose(user, [csvFile('1.csv', LIST), csvFile('2.csv', OTHER)])
    await convert(user)
    await page.getByTestId('many-done').waitFor()
    const cookies = await context.cookies()
    await context.addCookies(await other.context.cookies())
    await page.reload()
    await eventually(() => balanceOf(page)).toBe(15)
    await page.getByRole('button', { name: user.words.manual }).waitFor()
    expect(await page.getByTestId('many').count()).toBe(0)
    await context.addCookies(cookies)
    await page.reload()
    await page.getByTestId('many-done').waitFor()
    await page.getByRole('button', { name: user.words.logout, exact: true }).click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await eventually(() => page.evaluate(() => localStorage.getItem('levro.many'))).toBe(null)
    await context.addCookies(cookies)
    await user.go('/converter?mode=bulk')
    await page.getByRole('button', { name: user.words.manual }).waitFor()
    expect(await page.getByTestId('many').count()).toBe(0)
  })

  it('FILE-07 · the keyboard alone answers, converts and saves', async () => {
    const user = await app.user(lang)
    const { page } = user
    await choose(user, [csvFile('пита.csv', ASKING), csvFile('1.csv', LIST)])
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('many-title')
    const press = async (name: RegExp, key = 'Enter') => {
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab')
        const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
        if (name.test(text)) return page.keyboard.press(key)
      }
      throw new Error(`${name} cannot be reached`)
    }
    await press(texts.answer)
    await eventually(() => page.locator('[data-list=asks]').count()).toBe(0)
    await press(texts.convert)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: user.words.accept, exact: true }).press('Enter')
    await dialog.getByRole('button', { name: texts.confirm }).press('Enter')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('many-done')
    const [download] = await Promise.all([page.waitForEvent('download'), press(texts.download)])
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
  })

  it('FILE-07 · more files than can be opened together are refused with the way to convert them', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter?mode=bulk')
    const input = page.getByLabel(words.upload).first()
    await eventually(() => input.count()).toBe(1)
    await input.setInputFiles(Array.from({ length: 1001 }, (_, i) => csvFile(`${i}.csv`, LIST)))
    await page.getByRole('dialog').getByText(texts.tooMany).waitFor()
  })
})
