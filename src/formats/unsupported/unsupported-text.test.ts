import { describe, expect, test } from 'vitest'
import { ole } from '#test/fixtures/catalogues/other-files.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { storeZip } from '../zip/write.ts'
import { identifyArchive, identifyFile, identifyOle, lockFileOf } from './unsupported-file.ts'
import { identifyText, isProse } from './unsupported-text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('READ-07 FILE-08 · what text with tags is', () => {
  test.each([
    ['<q><b/></q>', 'q'],
    ['<q></q>\n ', 'q'],
    ['\ufeff \n<q></q>', 'q'],
    ['<?xml version="1.0"?><q>', 'q'],
    ['<?xml version="1.0"?>\n<!-- > -- <b> -->\n<!DOCTYPE q [<!ENTITY b "c">]><q>', 'q'],
    ['<!DOCTYPE q SYSTEM "b"><q></q>', 'q'],
    ['<x:a y="1"></x:a>', 'x:a'],
    ['<стока/></стока>', 'стока'],
    ['<_a-1.b></_a-1.b>', '_a-1.b'],
    ['<?xml version="1.0"?><q/>', 'q'],
  ])('%j is XML', (text, root) => {
    expect(identifyText(text)).toEqual({ kind: 'xml', format: root })
  })

  test.each([
    '<q>;Цена\n1;2',
    '<q>1</b>',
    '<1></1>',
    '< a></ a>',
    '<a',
    '<a,b></a,b>',
    'x<q></q>',
    `<${'a'.repeat(62)}></${'a'.repeat(62)}>`,
  ])('%j is no XML', (text) => {
    expect(identifyText(text)).toBeUndefined()
  })

  // Elements of HTML that a page or a part of one can begin with.
  test.each(
    'html head body table thead tbody tr td th caption div p span center font b i a br img h1 h6 meta style title link script form ul ol pre main section article header'.split(
      ' ',
    ),
  )('<%s> is of HTML, not of XML', (name) => {
    for (const tag of [name, name.toUpperCase()])
      expect(identifyText(`<?xml version="1.0"?><${tag} x="1"></${tag}>`)?.kind).not.toBe('xml')
  })

  test.each([
    ['<html><p>x', 'web-page', 'HTML'],
    ['<HTML lang="bg"><p>x', 'web-page', 'HTML'],
    ['<!doctype html><p>x', 'web-page', 'HTML'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n<html xmlns="y"><p>', 'web-page', 'HTML'],
    ['<html><table><tr>', 'misnamed', 'xls'],
    ['<html><TABLE border="1">', 'misnamed', 'xls'],
    ['<html><tablex>', 'web-page', 'HTML'],
    [
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'misnamed',
      'xls',
    ],
    [
      '<?xml version="1.0"?><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">',
      'misnamed',
      'xls',
    ],
    ['<?xml version="1.0"?><Workbook xmlns="urn:x">', 'xml', 'Workbook'],
    ['<?xml version="1.0"?><Book xmlns="urn:schemas-microsoft-com:office:spreadsheet">', 'xml', 'Book'],
    [
      '<?xml version="1.0"?><office:document x="opendocument.spreadsheet">',
      'spreadsheet',
      'OpenDocument FODS',
    ],
    ['<?xml version="1.0"?><office:document x="opendocument.text">', 'xml', 'office:document'],
    ['<svg></svg>', 'image', 'SVG'],
    ['<?xml version="1.0"?><s:svg>', 'image', 'SVG'],
  ])('%j is %s %s', (text, kind, format) => {
    expect(identifyText(text)).toEqual({ kind, format })
  })
})

describe('READ-07 FILE-08 · what other text is', () => {
  test.each<[text: string, kind: string, format: string]>([
    ['[{"a":1}]', 'misnamed', 'json'],
    ['[1,{"a":1}]', 'misnamed', 'json'],
    ['[1,2]', 'json', 'JSON'],
    ['[]', 'json', 'JSON'],
    ['{"a":1}', 'json', 'JSON'],
    ['{"a":1}\n{"b":2}\n', 'json', 'JSON'],
    ['{"a":1}\nx', 'json', 'JSON'],
    ['{"url" : "https://docs.google.com/x"}', 'google-sheet', ''],
    ['{"url":"https://docs.example.com/x"}', 'json', 'JSON'],
    ['ID;PWXL;N;E\r\nB;Y2;X2\r\n', 'spreadsheet', 'SYLK'],
    ['ID;P\nC;Y1;X1;K"a"\n', 'spreadsheet', 'SYLK'],
    ...[...'BCEFNOP'].map(
      (record) => [`ID;P\n${record};x`, 'spreadsheet', 'SYLK'] as [string, string, string],
    ),
    ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'spreadsheet', 'DIF'],
    ['TABLE\n0,1\n"', 'spreadsheet', 'DIF'],
    ['From: a\nTo: b\nSubject: c\n\nx', 'email', 'EML'],
    ['from: a\r\nDATE: b\r\nmime-version: 1.0\r\n\r\nx', 'email', 'EML'],
    ['From a@b\nReceived: x\nReturn-Path: y\nMessage-ID: z\n\n', 'email', 'EML'],
    ['Delivered-To: a\nContent-Type: text/plain\nContent-Transfer-Encoding: 8bit\n\n', 'email', 'EML'],
    ['MIME-Version: 1.0\nContent-Type: multipart/related; x\n\n', 'web-archive', 'MHTML'],
    ['[InternetShortcut]\r\nURL=https://docs.google.com/x\r\n', 'shortcut', 'URL'],
    ['=D0=A5=D0=BB\n=D1=8F=D0=B1', 'encoded-text', 'quoted-printable'],
    ...[60, 64, 72, 76].map(
      (length) =>
        [`${'A'.repeat(length)}\r\n`.repeat(2) + 'Bc==\r\n', 'encoded-text', 'base64'] as [
          string,
          string,
          string,
        ],
    ),
  ])('%j is %s %s', (text, kind, format) => {
    expect(identifyText(text)).toEqual({ kind, format })
  })

  test.each([
    '{a}',
    '{a};b\n1;2',
    '[a]',
    'ID;P\nX;x',
    'ID;N\nB;x',
    'xID;P\nB;x',
    'ID;PB;x',
    'TABLE\n0,2\n"',
    'TABLE\n0,1\nx',
    'xTABLE\n0,1\n"',
    // Two fields are in lists too, and fields behind a blank line are of no header.
    'From: a\nTo: b\n\nSubject: c\nDate: d',
    'From: a\nFrom: b\nfrom: c\n\n',
    'x\nFrom: a\nTo: b\nSubject: c\n\n',
    'Name: a\nFrom b\n',
    'Content-Type: multipart/related\n\n',
    'MIME-Version: 1.0\nContent-Type: multipart/mixed\n\n',
    'Име;Цена\nХляб;1\n',
    // One word, four bytes, small letters, and formulas.
    'Име;Цена\n=D0=A5=D0=BB;1\n',
    '=D0=A5=D0;'.repeat(9),
    '=d0=a5=d0=bb;'.repeat(9),
    '="00125"\n'.repeat(9),
    // Lines of another length, of another letter, and one line.
    `${'A'.repeat(75)}\n${'B'.repeat(75)}\n`,
    `${'A'.repeat(76)}\n${'B'.repeat(75)}\n${'C'.repeat(76)}\n`,
    `${'A'.repeat(76)}\n${'B'.repeat(75)};\n`,
    'A'.repeat(76),
    '',
  ])('%j is none of these', (text) => {
    expect(identifyText(text)).toBeUndefined()
  })
})

describe('READ-07 FILE-08 · prose is no list', () => {
  const SENTENCE = 'Уважаеми клиенти от утре работим с ново работно време'
  const prose = (text: string) =>
    isProse(
      text,
      text.split('\n').map((line) => line.split(',')),
    )

  test.each([
    ['many words on each line', `${SENTENCE}\n`.repeat(3), true],
    ['six words on a line', 'едно две три четири пет шест\n'.repeat(3), true],
    ['five words on a line', 'едно две три четири пети\n'.repeat(3), false],
    ['words of one letter are none', 'едно две три четири пети ш\n'.repeat(3), false],
    ['names alone', 'Хляб\nМляко\nСирене\n', false],
    ['sentences of which one is long', `Здравейте,\n${SENTENCE}.\n`, true],
    ['short lines that end like sentences', 'Хляб.\nМляко.\n', false],
    ['half of the lines end like sentences', `Да!\n${SENTENCE}?\nХляб\nМляко\n`, true],
    ['fewer than half of them do', `Да!\n${SENTENCE}\nХляб\nМляко\n`, false],
    ['other letters', '漢字仮名交文'.repeat(40), false],
    ['a number that can be a price', `${SENTENCE}\n`.repeat(3) + '12,50\n', false],
    ['a year in a long text', `${`${SENTENCE} и `.repeat(4)} през 2026 година\n`.repeat(3), true],
  ])('%s', (_, text, expected) => {
    expect(prose(text)).toBe(expected)
  })

  test.each(['.', ',', '!', '?', ':', '."', '.”', '.“', '.»', '.)', '. '])(
    'a line that ends in %j ends a sentence',
    (end) => {
      const words = `${SENTENCE}${end}\nХляб\n`
      expect(isProse(words, [[SENTENCE + end], ['Хляб']])).toBe(true)
      expect(isProse(`${SENTENCE};\nХляб\n`, [[SENTENCE], ['Хляб']])).toBe(false)
    },
  )

  test('a header of short titles makes a list, long titles do not', () => {
    const text = `Име,Цена\n${`${SENTENCE}\n`.repeat(9)}`
    expect(isProse(text, [['Име', 'Цена'], [SENTENCE]])).toBe(false)
    const long = `Име ${'на стоката '.repeat(3)}`.trim()
    expect(long.length).toBeGreaterThan(30)
    expect(isProse(text, [[long, 'Цена'], [SENTENCE]])).toBe(true)
  })

  test('only the first 200 rows are searched for a price', () => {
    const rows = (at: number) => Array.from({ length: 300 }, (_, i) => [i === at ? '12' : SENTENCE])
    const text = `${SENTENCE}\n`.repeat(300)
    expect([isProse(text, rows(199)), isProse(text, rows(200))]).toEqual([false, true])
  })
})

describe('READ-07 FILE-08 · archives and containers by the names in them', () => {
  const archive = (...names: readonly string[]) =>
    identifyArchive(zip(names.map((name) => ({ name, content: bytes(name) }))))

  test.each([
    ['misnamed', 'xlsb', 'xl/workbook.bin'],
    ['misnamed', 'xlsx', 'XL/Workbook.xml'],
    ['document', 'Word DOCX', 'word/document2.xml'],
    ['presentation', 'PowerPoint PPTX', 'ppt/presentation.xml'],
    ['office', 'Visio', 'visio/document.xml'],
    ['presentation', 'Apple Keynote', 'index.apxl'],
    ['presentation', 'Apple Keynote', 'Index/MasterSlide-1.iwa'],
    ['iwork', 'Apple Numbers, Pages', 'Index.zip'],
    ['ebook', 'EPUB', 'META-INF/container.xml'],
  ])('%s %s: %s', (kind, format, name) => {
    expect(archive('[Content_Types].xml', name)).toMatchObject({
      file: { kind, format },
      mayBeWorkbook: kind === 'misnamed',
    })
    expect(archive(`x/${name}`)?.file.kind).toBe('zip')
    if (kind !== 'presentation' || name.endsWith('xml')) expect(archive(`${name}.x`)?.file.kind).toBe('zip')
  })

  test.each([
    ['spreadsheet', 'OpenDocument ODS', 'spreadsheet'],
    ['document', 'OpenDocument ODT', 'text'],
    ['presentation', 'OpenDocument ODP', 'presentation'],
    ['database', 'OpenDocument ODB', 'database'],
    ['image', 'OpenDocument ODG', 'graphics'],
  ])('%s %s by its media type', (kind, format, type) => {
    const media = `application/vnd.oasis.opendocument.${type}`
    const found = identifyArchive(storeZip([{ name: 'mimetype', content: bytes(media) }]))
    expect(found).toEqual({ file: { kind, format }, mayBeWorkbook: type === 'spreadsheet' })
  })

  test('other archives are told by their files, lists first, three at the most', () => {
    const filesOf = (...names: readonly string[]) => archive(...names)?.file.files
    expect(filesOf('a.png', 'b.pdf')).toEqual({ count: 2, names: ['a.png', 'b.pdf'] })
    expect(filesOf('a.png', 'b.txt')).toEqual({ count: 2, names: ['b.txt'] })
    expect(filesOf('a.png', 'x/', 'x/b.CSV', '.DS_Store', 'x/.DS_Store', '__MACOSX/b.csv')).toEqual({
      count: 2,
      names: ['b.CSV'],
    })
    expect(filesOf('1.tsv', '2.xls', '3.json', '4.csv')).toEqual({
      count: 4,
      names: ['1.tsv', '2.xls', '3.json'],
    })
    expect(filesOf(`${'x'.repeat(56)}.csv`, `${'y'.repeat(57)}.csv`)?.names).toEqual([
      `${'x'.repeat(56)}.csv`,
      `${'y'.repeat(57)}.c…`,
    ])
    expect(archive('[Content_Types].xml', 'a.xml')?.mayBeWorkbook).toBe(true)
    expect(archive('a.xml')?.mayBeWorkbook).toBe(false)
    expect(identifyArchive(bytes('none'))).toBeUndefined()
  })

  test.each([
    ['misnamed', 'xls', 'Workbook', true],
    ['misnamed', 'xls', 'BOOK', true],
    ['protected-office', '', 'EncryptedPackage', true],
    ['document', 'Word DOC', 'WordDocument', false],
    ['presentation', 'PowerPoint PPT', 'PowerPoint Document', false],
    ['email', 'Outlook MSG', '__properties_version1.0', false],
    ['office', 'Visio', 'VisioDocument', false],
    ['office', 'Publisher', 'Quill', false],
    ['document', 'Microsoft Works', 'MatOST', false],
    ['spreadsheet', 'Quattro Pro', 'NativeContent_MAIN', false],
    ['office', 'OLE', 'Other', true],
  ])('an OLE container: %s %s by %s', (kind, format, stream, mayBeWorkbook) => {
    expect(identifyOle(ole(`/${stream}`))).toEqual({ file: { kind, format }, mayBeWorkbook })
  })

  test('a lock file has the name and the length of one', () => {
    const of = (length: number, name: string) => lockFileOf(new Uint8Array(length), name)?.format
    expect(of(165, '~$a.xlsx')).toBe('Excel')
    expect(of(164, '~$a.xlsx')).toBeUndefined()
    expect(of(165, 'a~$.xlsx')).toBeUndefined()
    expect(of(90, '.~lock.a.csv#')).toBe('LibreOffice')
    expect(of(4097, '.~lock.a.csv#')).toBeUndefined()
    expect([of(90, '.~lock.a.csv'), of(90, 'x.~lock.a.csv#')]).toEqual([undefined, undefined])
  })

  test.each([
    ['archive', 'ZIP', 'PK\x07\x08PK\x03\x04'],
    ['archive', 'ZIP', 'PK\x03\x04cut'],
    ['office', 'OLE', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['image', 'PNG', '\x89PNG\r\n\x1a\n'],
  ])('a file of an unsupported type is %s %s', (kind, format, start) => {
    const file = Uint8Array.from(start.padEnd(100, '\0'), (char) => char.charCodeAt(0))
    expect(identifyFile(file, 'a.bin', () => '')).toEqual({ kind, format })
  })

  test('text of an unsupported type is looked at last', () => {
    expect(identifyFile(bytes('[1]'), 'a.txt', () => '[1]')).toEqual({ kind: 'json', format: 'JSON' })
    expect(identifyFile(bytes('x'), 'a.txt', () => 'x')).toBeUndefined()
    expect(identifyFile(new Uint8Array(165), '~$a.docx', () => '')).toEqual({
      kind: 'lock-file',
      format: 'Excel',
    })
  })
})
