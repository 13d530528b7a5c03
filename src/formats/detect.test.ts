import { describe, expect, test } from 'vitest'
import { detectContainer, textKind } from './detect.ts'
import {
  EXTENSIONS,
  FORMAT_IDS,
  chooseSheet,
  extensionOf,
  formatOfName,
  hasExtension,
  isAcceptedName,
  otherSheets,
  promisedFormat,
  writeBackFormat,
  writtenExtension,
  writtenEntry,
} from './format.ts'

const from = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes)

describe('BULK-02 · the first bytes tell what holds a file', () => {
  test.each([
    ['zip', from(0x50, 0x4b, 3, 4)],
    ['text', from(0x50, 0x4b, 5, 6)],
    ['text', from(0x50, 0x4b)],
    ['ole', from(0xd0, 0xcf, 0x11, 0xe0, 0, 0)],
    ['text', from(0xd0, 0xcf, 0x11)],
    // BIFF 2 to 5 (OpenOffice's documentation of the format, 5.8): BOF with the length of its data.
    ['old-xls', from(9, 0, 4, 0)],
    ['old-xls', from(9, 2, 6, 0)],
    ['old-xls', from(9, 4, 6, 0)],
    ['old-xls', from(9, 8, 8, 0)],
    ['old-xls', from(9, 8, 16, 0)],
    ['old-xls', from(9, 2, 4, 0)],
    ['text', from(9, 8, 17, 0)],
    ['text', from(9, 8, 3, 0)],
    ['text', from(9, 8, 8, 1)],
    ['text', from(9, 6, 8, 0)],
    ['text', from(10, 8, 8, 0)],
    // Tabs and a line end in UTF-16.
    ['text', from(9, 0, 9, 0)],
    ['text', from(9, 0, 13, 0)],
    ['text', from(9, 0, 5, 0)],
    ['gzip', from(0x1f, 0x8b, 8, 0)],
    ['text', from(0x1f, 0x8b, 7)],
    ['text', from(9)],
    ['text', from()],
  ] as const)('%s', (container, bytes) => {
    expect(detectContainer(bytes)).toBe(container)
  })

  test.each([
    ['html', '<html><table>'],
    ['html', '  <TABLE border=1>'],
    ['html', '<!DOCTYPE html>'],
    ['html', '<x><body>'],
    ['html', '<head>'],
    ['html', '<meta charset="utf-8">'],
    ['html', '<style>'],
    ['csv', '<tablex>'],
    ['csv', 'a <table>'],
    ['csv', '<Код>;Цена'],
    ['csv', `<a>${' '.repeat(4096)}<table>`],
    ['xml-workbook', '<?xml version="1.0"?><Workbook xmlns="x">'],
    ['xml-workbook', '<ss:Workbook>'],
    ['csv', '<Workbooks>'],
    ['csv', '<workbook>'],
    ['json', '[{"a":1}]'],
    ['json', ' [ { "a":1}]'],
    ['csv', '[1,2]'],
    ['json', '{"a":1}'],
    ['json', '[[ {"a \\" b" : 1}]]'],
    ['csv', '{"a"}'],
    ['csv', 'x[{"a":1}]'],
  ] as const)('%s: text under the name of a CSV %j', (kind, text) => {
    expect(textKind(text, 'csv')).toBe(kind)
  })

  test.each([
    ['json', '[1]'],
    ['json', ' {"a":1}'],
    ['json', '// a\n[1]'],
    ['json', '/* a */ [1]'],
    ['html', '<html>'],
    ['csv', 'a[1]'],
    ['csv', 'null'],
  ] as const)('%s: text under the name of a JSON %j', (kind, text) => {
    expect(textKind(text, 'json')).toBe(kind)
  })
})

describe('BULK-02 · names of files', () => {
  test.each([
    ['a.csv', 'csv'],
    ['a.b.XLSX', 'xlsx'],
    [' a.xls ', 'xls'],
    ['a.csv.exe', 'exe'],
    ['a.', ''],
    ['a', ''],
    ['', ''],
    ['.csv', 'csv'],
    ['a.b/c', ''],
    ['a.b\\c', ''],
    ['C:\\a.b\\c.json', 'json'],
  ])('the extension of %j is %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension)
  })

  test.each([
    ['csv', 'csv'],
    ['xlsx', 'xlsx'],
    ['xls', 'xlsx'],
    ['xlsm', 'xlsm'],
    ['xlsb', 'xlsx'],
    ['ods', 'ods'],
    ['fods', 'fods'],
    ['json', 'json'],
    ['html', 'xlsx'],
  ] as const)('a file .%s comes back as %s', (format, written) => {
    expect(formatOfName(`a.${format}`)).toBe(format)
    expect(hasExtension(format, format)).toBe(true)
    expect(writeBackFormat(format)).toBe(written)
  })

  test.each([
    ['a.jsonl', 'json'],
    ['a.ndjson', 'json'],
    ['a.ots', 'ods'],
  ] as const)('FILE-01 · %s is %s, and keeps its extension', (name, format) => {
    expect(formatOfName(name)).toBe(format)
    expect(writtenExtension({ format }, name)).toBe(extensionOf(name))
  })

  test('there are no others', () => {
    expect(FORMAT_IDS).toEqual([
      'csv',
      'xlsx',
      'xls',
      'xlsm',
      'xlsb',
      'ods',
      'fods',
      'json',
      'xml',
      'dbf',
      'html',
    ])
    expect(EXTENSIONS.join(' ')).toBe(
      'csv tsv txt tab dat xlsx xls xlsm xlsb ods ots fods json jsonl ndjson xml dbf html htm gz zip',
    )
    for (const name of ['a.prn', 'a.gz', 'a', 'csv']) expect(formatOfName(name)).toBeUndefined()
    expect(hasExtension('csv', 'xls')).toBe(false)
  })

  test('FILE-01 · the name of text, or of nothing, promises no format', () => {
    for (const name of ['a.txt', 'a.dat', 'a', 'a.prn', 'a.zip']) expect(promisedFormat(name)).toBeUndefined()
    for (const name of ['a.csv', 'a.TSV', 'a.tab']) expect(promisedFormat(name)).toBe('csv')
    for (const name of ['a.zip', 'a.csv.GZ', 'a.dat', 'a.HTM']) expect(isAcceptedName(name)).toBe(true)
    for (const name of ['a', 'a.prn', 'zip']) expect(isAcceptedName(name)).toBe(false)
  })

  test.each([
    ['csv', undefined, 'a.csv', 'csv'],
    ['csv', undefined, 'a.TSV', 'tsv'],
    ['csv', undefined, 'a.prn', 'csv'],
    ['csv', undefined, 'a.xlsx', 'csv'],
    ['xls', undefined, 'a.xls', 'xlsx'],
    ['html', undefined, 'a.htm', 'xlsx'],
    ['csv', { kind: 'gzip' }, 'a.tsv.gz', 'tsv.gz'],
    ['csv', { kind: 'gzip' }, 'a.gz', 'csv.gz'],
    ['csv', { kind: 'gzip' }, 'a.txt', 'txt.gz'],
    ['xlsb', { kind: 'gzip' }, 'a.xlsb.GZ', 'xlsx.gz'],
    ['xls', { kind: 'zip', entry: 'b.xls' }, 'a.zip', 'zip'],
  ] as const)('FILE-01 · %s in %o, %s, comes back as .%s', (format, packing, name, extension) => {
    expect(writtenExtension({ format, ...(packing && { packing }) }, name)).toBe(extension)
  })

  test('FILE-01 · in an archive a workbook that becomes an XLSX is named so', () => {
    expect(writtenEntry('a.b/c.xls', 'xls')).toBe('a.b/c.xlsx')
    expect(writtenEntry('a.b/c', 'xlsb')).toBe('a.b/c.xlsx')
    expect(writtenEntry('a/b.txt', 'csv')).toBe('a/b.txt')
  })
})

describe('BULK-17 · the sheet that is read', () => {
  const sheet = (name: string, hidden: boolean, hasData: boolean) => ({ name, hidden, hasData })
  const [blank, secret, first, second] = [
    sheet('blank', false, false),
    sheet('secret', true, true),
    sheet('first', false, true),
    sheet('second', false, true),
  ]

  test.each([
    [[blank, secret, first, second], undefined, 'first'],
    [[blank, secret], undefined, 'secret'],
    [[sheet('hidden', true, false), blank], undefined, 'hidden'],
    [[], undefined, undefined],
    [[blank, secret, first], 'secret', 'secret'],
    [[blank, secret, first], 'blank', 'blank'],
    [[blank, secret, first], 'none', undefined],
  ])('of %j with the choice %s is %s', (sheets, chosen, name) => {
    expect(chooseSheet(sheets, chosen)?.name).toBe(name)
  })

  test('the other visible ones with data are named', () => {
    expect(otherSheets({ sheets: [blank, secret, first, second], sheet: 'first' })).toEqual(['second'])
    expect(otherSheets({ sheets: [first, second] })).toEqual(['first', 'second'])
    expect(otherSheets({ sheet: 'first' })).toEqual([])
  })
})
