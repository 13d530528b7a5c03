import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { OTHER_FILES, ole } from '#test/fixtures/catalogues/other-files.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { describe, expect, test } from 'vitest'
import { FORMAT_IDS } from '../format.ts'
import { openFile } from '../open-file.ts'

const utf8 = (text: string) => encode(text, 'utf-8')

const LIST = 'Наименование;Цена\nХляб;1,69\nМляко;2,89\n'

const open = (content: string | Uint8Array<ArrayBuffer>, fileName: string) =>
  openFile(typeof content === 'string' ? utf8(content) : content, { fileName })

describe('READ-07 FILE-08 · an error says what the file really is', () => {
  test.each(OTHER_FILES)('$title', async ({ bytes, file }) => {
    for (const extension of FORMAT_IDS) {
      // What begins like JSON is judged as JSON under that name, and text that is none as broken JSON.
      if (extension === 'json' && ['json', 'google-sheet', 'text'].includes(file.kind)) continue
      expect(await open(bytes, `list.${extension}`), extension).toEqual({
        ok: false,
        error: { code: 'other-file', file },
      })
    }
  })

  test.each(OTHER_FILES)('$title, after the sentence for an extension that is not accepted', async (one) => {
    if (one.file.kind === 'text') return
    const result = await open(one.bytes, 'list.bin')
    expect(result).toEqual({ ok: false, error: { code: 'unsupported-type', file: one.file } })
  })

  test('the lock file of an open workbook', async () => {
    const bytes = new Uint8Array(165).fill(0x20)
    bytes.set([4, 0x49, 0x76, 0x61, 0x6e])
    expect(await open(bytes, '~$prices.xlsx')).toMatchObject({ error: { file: { kind: 'lock-file' } } })
  })

  test('the lock file of a document that is open in LibreOffice', async () => {
    const line = ',ivan,host,27.11.2026 10:15,file:///home/ivan/.config/libreoffice/4;'
    expect(await open(line, '.~lock.prices.csv#')).toEqual({
      ok: false,
      error: { code: 'unsupported-type', file: { kind: 'lock-file', format: 'LibreOffice' } },
    })
  })

  test.each([
    ['short names that end like sentences', 'Хляб бял,\nМляко прясно,\nСирене краве.\n'],
    [
      'long names with prices between commas',
      'Сирене краве бяло саламурено Родопи за закуска,12.50,\n'.repeat(3),
    ],
  ])('%s are no prose', async (_title, list) => {
    expect(await open(list, 'list.csv')).toMatchObject({ ok: true, file: { format: 'csv' } })
  })

  test('names in a ZIP: Cyrillic in the DOS code page, no folders, no control characters for text direction', async () => {
    const dos = zip(['aaaa.bin', 'b.bin'].map((name) => ({ name, content: utf8('x') })))
    // 'цени' in CP866, in the local header and in the directory.
    for (let at = 0; at < dos.length; at++)
      if (dos.subarray(at, at + 4).every((byte) => byte === 0x61)) dos.set([0xe6, 0xa5, 0xad, 0xa8], at)
    expect(await open(dos, 'x.csv')).toMatchObject({
      error: { file: { files: { names: ['цени.bin', 'b.bin'] } } },
    })
    const named = ['a/', '__MACOSX/._b.csv', 'a/b/evil\u202evsc.csv', `${'x'.repeat(200)}.csv`]
    const bytes = zip(named.map((name) => ({ name, content: utf8('%PDF-1.4') })))
    expect(await open(bytes, 'x.csv')).toMatchObject({
      error: { file: { files: { count: 2, names: ['evil vsc.csv', `${'x'.repeat(59)}…`] } } },
    })
  })

  test('an encrypted archive is named without being unpacked', async () => {
    const bytes = zip([{ name: 'prices.csv', content: utf8(LIST), declared: { flags: 1 } }])
    expect(await open(bytes, 'x.csv')).toMatchObject({ error: { file: { kind: 'protected-archive' } } })
  })

  test.each([
    ['xlsx', workbook({ a: [['Цена'], [1]] }), 'x.bak'],
    ['xls', workbook({ a: [['Цена'], [1]] }, 'biff8'), 'x.old'],
    ['html', utf8('<html><table><tr><td>Цена<tr><td>1</table></html>'), 'x.php'],
    ['json', utf8('[{"name":"a","price":1,"currency":"BGN"}]'), 'x.log'],
    ['csv', utf8(LIST), 'x.prn'],
    ['csv', utf8(LIST), 'x'],
  ])('a readable %s is read under any extension, which promises nothing', async (format, bytes, fileName) => {
    expect(await open(bytes, fileName)).toMatchObject({ ok: true, file: { format, warnings: [] } })
  })

  test.each([
    ['text without a title of prices', utf8('Име;Код\nХляб;1\n')],
    ['a page without one', utf8('<html><table><tr><td>Код<tr><td>1</table></html>')],
    ['blank text', utf8(' \n')],
    ['nothing', utf8('')],
    ['bytes', Uint8Array.from({ length: 500 }, (_, i) => (i * 7919) % 251)],
  ])('%s under another extension is of an unsupported type', async (_, bytes) => {
    expect(await open(bytes, 'x.prn')).toMatchObject({ error: { code: 'unsupported-type' } })
  })

  test('an encrypted document is distinguished from other Office files', async () => {
    expect(await open(ole('/EncryptionInfo', '/EncryptedPackage'), 'x.docx')).toMatchObject({
      error: { code: 'unsupported-type', file: { kind: 'protected-office' } },
    })
  })

  test('an empty file is distinguished from one with blank rows', async () => {
    expect(await open('', 'x.csv')).toEqual({ ok: false, error: { code: 'no-rows', isEmpty: true } })
    expect(await open('\n', 'x.csv')).toEqual({ ok: false, error: { code: 'no-rows' } })
  })

  test('JSON items under the name .csv are checked as JSON', async () => {
    expect(await open('[{"name":"a","price":1}]', 'x.csv')).toMatchObject({
      error: { code: 'json-items', errors: [{ item: 1, problem: 'currency-missing' }] },
    })
  })
})

describe('READ-07 · what only looks like another file is read', () => {
  test.each([
    ['BM', 'BM;Цена\nBMW;1,69\n'],
    ['MZ', 'MZ,Цена\nа,1\n'],
    ['II*', 'II*;Цена\nа;1\n'],
    ['GIF89a', 'GIF89a;Цена\nа;1\n'],
    ['ID3', 'ID3;Цена\nа;1\n'],
    ['ID;P', 'ID;Price\n1;2,50\n2;3,50\n'],
    ['a tag', '<Код>;Цена\n1;2\n'],
    ['a tag with an end', '<b>Код</b>;Цена\n1;2\n'],
    ['fields of a header', 'From: BGN\nName;Price\nHello;1\n'],
    ['a brace', '{Код};Цена\n1;2\n'],
    ['a version', '0;Цена\n1;2\n'],
    ['long descriptions', `Име;Описание;Цена\nХляб;${'много вкусен хляб от лимец '.repeat(20)};1,69\n`],
    ['descriptions without a price', `Име;Описание;Цена\nХляб;${'много вкусен хляб '.repeat(20)};\n`],
    ['sentences with prices', `${'дълго описание на стоката без цифри '.repeat(9)};12,50 лв.\n`.repeat(3)],
    ['names alone', 'Хляб\nМляко\nСирене\n'],
  ])('%s', async (_, text) => {
    expect(await open(text, 'x.csv')).toMatchObject({ ok: true, file: { format: 'csv' } })
  })

  test('characters of windows-1251 that are signatures of other files', async () => {
    // яШя is FF D8 FF, яы is FF FB.
    for (const title of ['яШя', 'яы'])
      expect(await open(encode(`${title};Цена\nХляб;1,69\n`, 'windows-1251'), 'x.csv')).toMatchObject({
        ok: true,
      })
  })

  test('UTF-16 that lost its first byte: another encoding can still be chosen', async () => {
    const bytes = encode('Име;Цена\r\nХляб;1,69\r\n'.repeat(50), 'utf-16le').slice(1)
    const result = await open(bytes, 'x.csv')
    expect(!result.ok && result.error.code === 'other-file').toBe(false)
  })

  test('a workbook whose main part has another name', async () => {
    const bytes = zip([
      { name: '[Content_Types].xml', content: utf8('<Types/>') },
      { name: 'a/b.xml', content: utf8('<a/>') },
    ])
    // It is unpacked and its content types are looked at, before it is called an archive.
    expect(await open(bytes, 'x.xlsx')).toMatchObject({
      error: { code: 'other-file', file: { kind: 'zip' } },
    })
    // Under the usual name it can be none, since nothing says so.
    const untyped = zip([{ name: 'xl/workbook.xml', content: utf8('<workbook/>') }])
    expect(await open(untyped, 'x.xlsx')).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'broken' },
    })
    const lying = zip([{ name: '[Content_Types].xml', content: utf8('<Types/>'), declared: { crc: 1 } }])
    expect(await open(lying, 'x.xlsx')).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'broken' },
    })
  })
})
