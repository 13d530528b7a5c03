import { describe, expect, it } from 'vitest'
import { named, realFile, workbookFile, zipBomb } from './files.ts'
import {
  removeFile,
  countsOf,
  csvFile,
  chooseFile,
  type Visitor,
  startApp,
  eventually,
  UPLOAD,
  type Upload,
  upload,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    unsupported: 'Неподдържан вид файл. Изберете CSV, XLSX или JSON.',
    noRows: 'Не открихме редове.',
    noRowsJson: 'Не открихме редове. Проверете структурата на файла JSON.',
    broken: /повреден или непълен/,
    encrypted: /защитен с парола/,
    bomb: /твърде голямо, след като се разархивира/,
    notJson: /не е валиден JSON/,
    big: /по-голям от 20\u00a0MB/,
    more: 'и още 7',
    item: /^Елемент \d+: /,
    dropFile: 'Пуснете файла тук',
    dropType: 'Файл CSV',
    parsing: 'Четем файла…',
  },
  en: {
    unsupported: 'Unsupported file type. Please upload CSV, XLSX, or JSON.',
    noRows: 'No rows detected.',
    noRowsJson: 'No rows detected. Check your JSON structure.',
    broken: /damaged or incomplete/,
    encrypted: /password-protected/,
    bomb: /too large once unpacked/,
    notJson: /isn't valid JSON/,
    big: /larger than 20\u00a0MB/,
    more: 'and 7 more',
    item: /^Item \d+: /,
    dropFile: 'Drop the file here',
    dropType: 'CSV file',
    parsing: 'Reading the file…',
  },
}

const GOOD = csvFile('good.csv', 'Име,Цена\nХляб,1.95\n')
const MB = 1024 * 1024

describe.each(LANGS)('files that are not price lists, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const failure = ({ page }: Visitor) => page.getByRole('main').getByRole('alert')

  /** Opens each file on one page and returns its error; afterwards a valid file must be read. */
  async function errorsOf(
    visitor: Visitor,
    files: readonly Upload[],
  ): Promise<{ title: string; text: string }[]> {
    const { page, words } = visitor
    const told: { title: string; text: string }[] = []
    await visitor.go('/converter?mode=bulk')
    for (const file of files) {
      await page.getByLabel(words.upload).first().setInputFiles(file, UPLOAD)
      await failure(visitor).getByText(file.name, { exact: true }).waitFor()
      told.push({
        title: await failure(visitor).getByRole('heading').innerText(),
        text: await failure(visitor).innerText(),
      })
      await failure(visitor).getByRole('button', { name: words.tryAnother }).click()
    }
    await page.getByLabel(words.upload).first().setInputFiles(GOOD)
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await countsOf(page)).toEqual([1, 0, 0])
    return told
  }

  it('BULK-02 · files of another type are rejected', async () => {
    const visitor = await app.visitor(lang)
    const files = ['list.pdf', 'list.docx', 'list', 'list.csv.exe'].map((name) =>
      named(name, 'Име,Код\nХляб,195\n'),
    )
    for (const { title } of await errorsOf(visitor, files)) expect(title).toBe(texts.unsupported)
  })

  it('BULK-02 · a file dropped anywhere on the page is read; Escape closes the drop overlay', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter?mode=bulk')
    await page.getByRole('button', { name: words.manual }).waitFor()
    const drag = (type: string, mimeType?: string) =>
      page.getByRole('contentinfo').evaluate(
        (target, [type, mimeType]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(['Име,Цена\nХляб,1.95\n'], 'drop.csv', { type: mimeType ?? '' }))
          target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
        },
        [type, mimeType] as const,
      )
    const overlay = page.getByTestId('drop-overlay')
    await drag('dragover')
    await overlay.getByText(texts.dropFile).waitFor()
    expect(await overlay.getByText(texts.dropType).count()).toBe(0)
    await drag('dragover', 'text/csv')
    await overlay.getByText(texts.dropType).waitFor()
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'detached' })
    await drag('dragover')
    await drag('drop')
    await page.getByRole('button', { name: words.manual }).waitFor()
    expect(await page.getByRole('heading', { name: words.ready }).count()).toBe(0)
    // In the single mode too: the dropped file shows that the user wants the bulk mode.
    await visitor.go('/converter')
    await page.getByText(words.single, { exact: true }).waitFor()
    await eventually(async () => {
      await drag('dragover')
      return overlay.isVisible()
    }).toBe(true)
    await drag('drop')
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await overlay.waitFor({ state: 'detached' })
  })

  it('BULK-15 · damaged, empty and hostile files show their error messages, and the page still reads a good file', async () => {
    const visitor = await app.visitor(lang)
    const { unreadable } = visitor.words
    const book = workbookFile().buffer
    const cases: [Upload, string, RegExp | undefined][] = [
      [named('empty.csv', ''), texts.noRows, undefined],
      [named('blank.csv', '\n\n  \n'), texts.noRows, undefined],
      [named('empty.json', '[]'), texts.noRowsJson, undefined],
      [named('empty.xlsx', ''), texts.noRows, undefined],
      [named('half.xlsx', book.subarray(0, book.length / 2)), unreadable, texts.broken],
      [named('half.json', '[{"name":"a"'), unreadable, texts.notJson],
      [named('deep.json', '['.repeat(200_000)), unreadable, texts.notJson],
      [zipBomb(), unreadable, texts.bomb],
      [named('big.csv', Buffer.alloc(25 * MB, 'a,1\n')), unreadable, texts.big],
    ]
    const encrypted = realFile('encrypted.xls')
    if (encrypted) cases.push([encrypted, unreadable, texts.encrypted])
    const told = await errorsOf(
      visitor,
      cases.map(([file]) => file),
    )
    for (const [i, [{ name }, title, text]] of cases.entries()) {
      expect(told[i]?.title, name).toBe(title)
      if (text) expect(told[i]?.text, name).toMatch(text)
    }
  })

  it('BULK-09 · the first five errors of a JSON file are listed, with the number of further ones', async () => {
    const visitor = await app.visitor(lang)
    const bad = [
      null,
      7,
      { price: 1 },
      { currency: 'USD', price: 1 },
      { currency: 'bgn' },
      { currency: 'EUR', price: -1 },
    ]
    const items = [...bad, ...bad, ...Array.from({ length: 120 }, () => ({ currency: 'eur', price: '1.50' }))]
    await chooseFile(visitor, named('items.json', JSON.stringify(items)))
    await failure(visitor).waitFor()
    const errors = await failure(visitor).locator('li').allInnerTexts()
    expect(errors).toHaveLength(7)
    for (const error of errors.slice(0, 5)) expect(error).toMatch(texts.item)
    expect(errors[5]).toBe(texts.more)
    // Its prices could be read as those of a list of any shape.
    expect(errors[6]).toContain('{"products": [ … ]}')
  })

  it('BULK-15 · prototype keys and markup in headers and names are plain text', async () => {
    const visitor = await app.visitor(lang)
    await upload(
      visitor,
      csvFile(
        'proto.csv',
        '__proto__,constructor,Име,Цена\n1,2,__proto__,1.50\n3,4,<img src=x onerror=alert(1)>,2.50\n',
      ),
    )
    expect(await countsOf(visitor.page)).toEqual([2, 0, 0])
    expect(await visitor.page.evaluate(() => 'polluted' in {} || document.images.length > 0)).toBe(false)
    await removeFile(visitor)
    await upload(
      visitor,
      named('proto.json', '[{"__proto__":{"x":1},"name":"toString","price":"3","currency":"BGN"}]'),
    )
    expect(await countsOf(visitor.page)).toEqual([1, 0, 0])
  })
})

describe('files that take long to read', () => {
  it('BULK-15 · a file of 20 MB of commas ends in an error message or in rows', async () => {
    const visitor = await app.visitor('en')
    const { page, words } = visitor
    await chooseFile(visitor, named('commas.csv', Buffer.alloc(20 * MB, ',')))
    const outcome = page.getByRole('main').getByRole('alert')
    await outcome
      .or(page.getByRole('button', { name: words.remove, exact: true }))
      .first()
      .waitFor()
    await page.getByText(TEXTS.en.parsing).waitFor({ state: 'detached' })
    await upload(visitor, GOOD)
    await eventually(() => countsOf(page)).toEqual([1, 0, 0])
  })

  it('BULK-04 · a cancelled read leaves nothing of the file, also after a reload', async () => {
    const visitor = await app.visitor('en')
    const { page, words } = visitor
    const line = `Стока с доста дълго описание,${'x'.repeat(150)},12.50\n`
    await visitor.go('/converter?mode=bulk')
    await page.getByRole('button', { name: words.manual }).waitFor()
    // Clicked as soon as it is rendered: a fast machine reads the file before Playwright finds the button.
    await page.evaluate((name) => {
      const press = () =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
      new MutationObserver(press).observe(document.body, { subtree: true, childList: true })
    }, words.cancel)
    const file = named('long.csv', `Име,Бележка,Цена\n${line.repeat(90_000)}`)
    await page.getByLabel(words.upload).first().setInputFiles(file, UPLOAD)
    await page.getByText(TEXTS.en.parsing).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: words.manual }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: words.manual }).waitFor()
    await upload(visitor, GOOD)
    await eventually(() => countsOf(page)).toEqual([1, 0, 0])
  })
})
