import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '#table/text-source.ts'
import { openFile } from '../open-file.ts'

const LIST = 'Име;Цена\r\nХляб;1,69\r\n"Мляко\r\nпрясно";2,89\r\nСирене;12,50\r\nКафе;3,20\r\nЧай;1,10\r\n'

async function warningsOf(bytes: Uint8Array<ArrayBuffer>, fileName = 'x.csv', encoding?: Encoding) {
  const opened = await openFile(bytes, { fileName, ...(encoding && { encoding }) })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.file.warnings
}

const utf8 = (text: string) => encode(text, 'utf-8')

describe('READ-08 · rows with bytes that do not fit the encoding are reported', () => {
  test('UTF-8 truncated in a character', async () => {
    const bytes = utf8(`${LIST}Ориз`).slice(0, -1)
    expect(await warningsOf(bytes)).toEqual([
      { code: 'undecodable-bytes', count: 1, rows: { count: 1, first: [7] } },
    ])
  })

  test('UTF-8 with Cyrillic titles alone, and a broken byte', async () => {
    const text = 'Име;Цена\nMilk;1,20\nTea;3,40 _\n'
    const bytes = utf8(text).map((byte) => (byte === 0x5f ? 0xff : byte))
    expect(await warningsOf(bytes)).toEqual([
      { code: 'undecodable-bytes', count: 1, rows: { count: 1, first: [3] } },
    ])
  })

  test.each(['utf-8', 'windows-1251', 'ibm866'] as const)('NUL bytes in %s', async (encoding) => {
    // A quoted line end makes no row: Сирене stands in row 4 of the table.
    const text = LIST.repeat(20).replace('Сирене', 'Сир\u0000ене').replace('2,89\r\n', '2,\u000009\r\n')
    expect(await warningsOf(encode(text, encoding))).toEqual([
      { code: 'undecodable-bytes', count: 2, rows: { count: 2, first: [3, 4] } },
    ])
  })

  test('a wrong encoding that the user has chosen', async () => {
    expect(await warningsOf(encode(LIST, 'windows-1251'), 'x.csv', 'utf-8')).toMatchObject([
      { code: 'undecodable-bytes', rows: { count: 6, first: [1, 2, 3, 4, 5] } },
    ])
  })

  test('JSON in UTF-16 with a byte too many', async () => {
    const json = '[{"name":"Хляб","price":1.2,"currency":"BGN"},{"name":"Чай","price":3,"currency":"BGN"}]'
    const whole = encode(json, 'utf-16le')
    const at = whole.length - 2 * '"Чай","price":3,"currency":"BGN"}]'.length + 4
    const bytes = Uint8Array.from([...whole.subarray(0, at), 0x77, ...whole.subarray(at)])
    expect(await warningsOf(bytes, 'x.json')).toEqual([
      { code: 'realigned-bytes', count: 1, rows: { count: 0, first: [] } },
      { code: 'undecodable-bytes', count: 1, rows: { count: 1, first: [3] } },
    ])
  })

  test('invalid bytes after the last row are reported for no row', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `Стока ${i};1,20\n`).join('')
    const bytes = utf8(`Име;Цена\n${rows}Край\u0000;1\n`)
    const opened = await openFile(bytes, { fileName: 'x.csv', limits: { rows: 5 } })
    expect(opened.ok && opened.file.warnings).toEqual([
      { code: 'rows-cut', limit: 5 },
      { code: 'undecodable-bytes', count: 1, rows: { count: 0, first: [] } },
    ])
  })

  test('a file without damage has no warning', async () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-r'] as const)
      expect(await warningsOf(encode(LIST, encoding))).toEqual([])
    // Letters of other scripts, and emoji, are no damage.
    const odd = '商品;Цена\r\n面包三 🍞;1,20\r\nขนมปัง;3,40\r\n'
    for (const encoding of ['utf-16le', 'utf-16be'] as const)
      expect(await warningsOf(encode(odd, encoding))).toEqual([])
  })
})
