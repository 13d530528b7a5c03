import { describe, expect, it } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { hasTitlesOnly, summarizeFile } from './file.ts'

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
