import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zipRecords } from '#test/zip-records.ts'
import { describe, expect } from 'vitest'
import { named } from './files.ts'
import type { Locator } from 'playwright-core'
import { accessibilityViolations } from './accessibility.ts'
import {
  type Upload,
  chooseFile,
  askToConvert,
  convertAll,
  countsOf,
  eventually,
  ownFile,
  startApp,
  upload,
  type Visitor,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const LIST = 'Име;Цена\nХляб;1,95\nЧай;3,10\n'
const RETURNED = 'Име;Цена;Цена (EUR)\nХляб;1,95;1,00\nЧай;3,10;1,59\n'

const TEXTS = {
  bg: {
    archive: 'Файл в архива',
    open: 'Отворете',
    others: 'Не са прочетени: „a.csv“',
    unread:
      'Чете се само избраният файл от архива. Цени има и в „a.csv“, „книга.xls“: за да прочетете друг, изберете го тук.',
  },
  en: {
    archive: 'File in the archive',
    open: 'Open',
    others: 'Not read: “a.csv”',
    unread:
      'Only the chosen file of the archive is read. There are prices in “a.csv”, “книга.xls” too: to read another one, choose it here.',
  },
}

const archive = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(zip(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }))))

describe.each(LANGS)('packed files, in %s', (lang) => {
  const it = inTurn(lang)

  async function returned(user: Visitor, file: Upload): Promise<{ name: string; bytes: Buffer }> {
    await upload(user, file)
    await convertAll(user)
    const [download] = await Promise.all([user.page.waitForEvent('download'), ownFile(user).click()])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }

  it('FILE-01 CONV-08 · a list in gzip is read and comes back in gzip', async () => {
    const user = await app.user(lang, 10)
    const { name, bytes } = await returned(user, named('цени.csv.gz', gzipSync(LIST)))
    expect(name).toBe('цени-levro.csv.gz')
    expect(gunzipSync(bytes).toString()).toBe(RETURNED)
  })

  it('FILE-01 CONV-08 · a list in an archive is read, and comes back in it with everything else', async () => {
    const user = await app.user(lang, 10)
    const packed = archive({ 'снимка.png': 'png', 'a/цени.txt': LIST, '__MACOSX/a/._цени.txt': 'x' })
    const { name, bytes } = await returned(user, named('архив.zip', packed))
    expect(name).toBe('архив-levro.zip')
    expect(zipRecords(bytes).map(({ name: path, content }) => [path, content.toString()])).toEqual([
      ['снимка.png', 'png'],
      ['a/цени.txt', RETURNED],
      ['__MACOSX/a/._цени.txt', 'x'],
    ])
  })

  it('FILE-01 · of several lists in an archive one is chosen, and text under another extension is read', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const texts = TEXTS[lang]
    const packed = archive({
      'a.csv': 'Име;Цена\nСол;0,90\n',
      'b/b.tsv': LIST.replaceAll(';', '\t'),
      'книга.xls': workbook(
        {
          Цени: [
            ['Име', 'Цена'],
            ['Мед', 5],
          ],
        },
        'biff8',
      ),
    })
    // They are shown together (FILE-07), and each can be opened alone.
    await chooseFile(visitor, named('архив.zip', packed))
    await page.getByRole('button', { name: `${texts.open} архив.zip/a.csv`, exact: true }).click()
    await eventually(() => countsOf(page)).toEqual([1, 0, 0])
    await page.getByLabel(texts.archive).selectOption('b/b.tsv')
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByTestId('unread-sheets').innerText()).toBe(texts.unread)
    await page.getByLabel(texts.archive).selectOption('книга.xls')
    await eventually(() => countsOf(page)).toEqual([1, 0, 0])
  })

  it('FILE-01 BULK-17 · which list of an archive is converted, and which is not, is said before it is paid and after', async () => {
    const user = await app.user(lang, 10)
    const { page, words } = user
    const texts = TEXTS[lang]
    await page.setViewportSize({ width: 390, height: 844 })
    const packed = archive({
      'a.csv': 'Име;Цена\nСол;0,90\n',
      'b.csv': LIST,
      'прочети.txt': 'Листи за 2026\n',
    })
    await chooseFile(user, named('архив.zip', packed))
    await page.getByRole('button', { name: `${texts.open} архив.zip/a.csv`, exact: true }).click()
    await eventually(() => countsOf(page)).toEqual([1, 0, 0])
    const choice = page.getByLabel(texts.archive)
    expect(await choice.locator('option').allInnerTexts()).toEqual(['a.csv', 'b.csv'])
    // It stands above the rows that it is about.
    const top = async (one: Locator) => (await one.boundingBox())!.y
    expect(await top(choice)).toBeLessThan(await top(page.getByTestId('rows')))
    expect(await accessibilityViolations(page, 'the choice of a list on a phone')).toEqual([])
    await choice.selectOption('b.csv')
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await askToConvert(user)
    const dialog = await page.getByRole('dialog').innerText()
    expect([dialog.includes('b.csv'), dialog.includes('a.csv'), dialog.includes(texts.archive)]).toEqual([
      true,
      true,
      true,
    ])
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    expect(await page.getByTestId('read-part').innerText()).toBe(`${texts.archive}: b.csv · ${texts.others}`)
  })

  it('FILE-01 · text is returned under the extension that it had', async () => {
    const user = await app.user(lang, 10)
    const { name, bytes } = await returned(user, named('цени.txt', LIST))
    expect(name).toBe('цени-levro.txt')
    expect(bytes.toString()).toBe(RETURNED)
  })
})
