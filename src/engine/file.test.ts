import { describe, expect, it } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { hasTitlesOnly, loadFile, summarizeFile } from './file.ts'

async function isTitlesOnly(content: string | Uint8Array<ArrayBuffer>, fileName = 'ceni.csv') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const opened = await openFile(bytes, { fileName })
  if (!opened.ok) throw new Error(opened.error.code)
  return hasTitlesOnly(opened.file, summarizeFile(opened.file, fileName, bytes.length).detection)
}

describe('BULK-15 · a file of titles alone', () => {
  it.each([
    'Име;Цена\n',
    'Код;Наименование;Цена без ДДС;Цена с ДДС\r\n\r\n',
    'Ценова листа\n\nИме;Цена\n',
    'алфа;бета\n',
  ])('BULK-15 · has no rows: %j', async (text) => {
    expect(await isTitlesOnly(text)).toBe(true)
  })

  it.each([
    'Код;Етикет;Бележка\nа1;сол;дребно\nа2;пипер;едро\n',
    'Име;Цена\nХляб;\n',
    'Хляб;1,95\n',
    '12,50\n',
    'Име;Цена\nХляб;1,95\n',
  ])('BULK-15 · has rows with anything below: %j', async (text) => {
    expect(await isTitlesOnly(text)).toBe(false)
  })

  it('BULK-15 · is told in a workbook too', async () => {
    expect(await isTitlesOnly(workbook({ цени: [['Име', 'Цена']] }), 'ceni.xlsx')).toBe(true)
  })
})

describe('BULK-15 · the bytes of a file', () => {
  const LIMIT = 20 * 1024 * 1024

  it('BULK-15 · are those of a file up to the limit', async () => {
    expect(await loadFile(new File(['abc'], 'ceni.csv'))).toEqual(new TextEncoder().encode('abc'))
    const largest = await loadFile(new File([new Uint8Array(LIMIT)], 'ceni.csv'))
    expect(largest).toHaveLength(LIMIT)
  })

  it('BULK-15 · of a larger one are not read; one of an unknown type is refused for its type', async () => {
    const large = new Uint8Array(LIMIT + 1)
    expect(await loadFile(new File([large], 'ceni.csv'))).toEqual({ code: 'too-big', limitBytes: LIMIT })
    expect(await loadFile(new File([large], 'ceni.prn'))).toEqual({ code: 'too-big', limitBytes: LIMIT })
    large.set(new TextEncoder().encode('\0\0\0\x20ftypisom'))
    expect(await loadFile(new File([large], 'film.mp4'))).toEqual({
      code: 'unsupported-type',
      file: { kind: 'video', format: 'MP4' },
    })
  })

  it('BULK-15 · that the browser cannot read are broken', async () => {
    const gone = new File([''], 'ceni.csv')
    gone.slice = () => {
      throw new DOMException('', 'NotReadableError')
    }
    expect(await loadFile(gone)).toEqual({ code: 'unreadable', reason: 'broken' })
  })
})

describe('BULK-15 · what the page shows of a file', () => {
  const summaryOf = async (text: string, name = 'ceni.csv') => {
    const opened = await openFile(new TextEncoder().encode(text), { fileName: name })
    return opened.ok ? summarizeFile(opened.file, name, 7) : expect.fail(opened.error.code)
  }

  it('BULK-15 · its name, size and how it was read, without its cells', async () => {
    const summary = await summaryOf('Име;Цена\nХляб;1,95\n')
    expect(summary).toMatchObject({
      name: 'ceni.csv',
      size: 7,
      format: 'csv',
      delimiter: ';',
      usualCurrency: 'BGN',
    })
    expect(summary).not.toHaveProperty('table')
    expect(summary).not.toHaveProperty('cells')
  })

  it('READ-04 · the currency that it states outside of its rows', async () => {
    expect((await summaryOf('Всички цени са в евро;\nИме;Цена\nХляб;1,95\n')).usualCurrency).toBe('EUR')
  })
})
