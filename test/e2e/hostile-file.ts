/** Files designed to harm their reader. */
import { constants, deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { type Part, named, zip } from './files.ts'
import type { Upload } from './steps.ts'

const MB = 1024 * 1024
/** An origin that no file may cause a request to. */
export const ELSEWHERE = 'http://elsewhere.example'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const cells = '<row><c t="inlineStr"><is><t>Име</t></is></c><c t="inlineStr"><is><t>Цена</t></is></c></row>'

/** Builds a workbook from XML parts: one sheet, and further parts and relationships. */
function book(sheet: string, more: readonly Part[] = [], relations = ''): Buffer {
  const part = (name: string, content: string): Part => ({ name, content: Buffer.from(content) })
  return zip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>${relations}</Relationships>`,
    ),
    part('xl/worksheets/sheet1.xml', sheet),
    ...more,
  ])
}

const sheetOf = (rows: string, doctype = ''): string =>
  `<?xml version="1.0"?>${doctype}<worksheet xmlns="${MAIN}"><sheetData>${cells}${rows}</sheetData></worksheet>`

const row = (name: string, price = '<c><v>1.5</v></c>'): string =>
  `<row><c t="inlineStr"><is><t>${name}</t></is></c>${price}</row>`

/** Nested entities ("billion laughs"): expanded, they are 10^9 words. */
const BILLION_LAUGHS = `<!DOCTYPE w [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghij'[i]};`.repeat(10)}">`)
  .join('')}<!ENTITY x SYSTEM "${ELSEWHERE}/entity">]>`

/** Overwrites the uncompressed size of an entry in its local header and in the central directory. */
function withDeclaredSize(archive: Buffer, name: string, size: number): Buffer {
  const file = Buffer.from(archive)
  for (const [mark, sizeAt, nameAt] of [
    ['PK\x03\x04', 22, 30],
    ['PK\x01\x02', 24, 46],
  ] as const)
    for (let at = file.indexOf(mark, 0, 'latin1'); at !== -1; at = file.indexOf(mark, at + 4, 'latin1'))
      if (file.toString('latin1', at + nameAt, at + nameAt + name.length) === name)
        file.writeUInt32LE(size, at + sizeAt)
  return file
}

/** Counts of valid, invalid and empty rows, and name and price of the first row. */
export type Reading = { counts: [number, number, number]; first: [name: string, price: string] }

/** A hostile file and its expected outcome. */
/** A list of more rows than are converted at once: all are shown. */
type LargeReading = { readonly first: readonly string[]; readonly rows: string }

export type Hostile = { file: Upload; outcome: 'refused' | Reading | LargeReading }

const reading = (valid: number, ...first: Reading['first']): Reading => ({ counts: [valid, 0, 0], first })

const blank = (name: string, size: number): Part => ({ name, content: Buffer.alloc(size) })

/** An entry that unpacks to this many megabytes: deflate blocks flushed to a byte boundary, repeated. */
function oversizedEntry(name: string, megabytes: number): Part {
  const block = deflateRawSync(Buffer.alloc(16 * MB, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array<Buffer>(megabytes / 16).fill(block)
  // An empty final block.
  return { name, content: Buffer.alloc(0), packed: Buffer.concat([...blocks, Buffer.from([3, 0])]) }
}

/** A BIFF stream: records with type and content. */
const records = (...of: [type: number, content: Buffer][]): Buffer =>
  Buffer.concat(
    of.flatMap(([type, content]) => {
      const head = Buffer.alloc(4)
      head.writeUInt16LE(type, 0)
      head.writeUInt16LE(content.length, 2)
      return [head, content]
    }),
  )

const BOOK = Buffer.from([0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

export function zipBombs(): Hostile[] {
  const sheets = Array.from({ length: 30 }, (_, n) => blank(`xl/worksheets/sheet${n + 2}.xml`, 1024))
  const declared = (archive: Buffer) =>
    sheets.reduce((file, { name }) => withDeclaredSize(file, name, 10 * MB), archive)
  const small = Array.from({ length: 5000 }, (_, n) => blank(`xl/media/${n}`, 10))
  const nested = { name: 'xl/inner.xlsx', content: zip([blank('xl/worksheets/sheet1.xml', 20 * MB)]) }
  const good = sheetOf(row('Хляб'))
  const second = 'xl/worksheets/sheet2.xml'
  const large = book(good, [blank(second, 40 * MB)])
  const endless = book(good, [oversizedEntry(second, 4096)])
  const table = oversizedEntry('content.xml', 4096)
  const office = [
    { name: 'mimetype', content: Buffer.from('application/vnd.oasis.opendocument.spreadsheet') },
  ]
  const claimed = Buffer.alloc(8)
  claimed.writeUInt32LE(0x7fffffff, 0)
  claimed.writeUInt32LE(0x7fffffff, 4)
  return [
    // The declared size is within the limit of an entry, so it is unpacked until the limit.
    { file: named('endless.xlsx', withDeclaredSize(endless, second, 150 * MB)), outcome: 'refused' },
    { file: named('endless.xlsb', withDeclaredSize(endless, second, 1024)), outcome: 'refused' },
    { file: named('endless.xls', withDeclaredSize(endless, second, 0xfffffff0)), outcome: 'refused' },
    {
      file: named(
        'honest.xlsx',
        withDeclaredSize(book(good, [oversizedEntry(second, 320)]), second, 320 * MB),
      ),
      outcome: 'refused',
    },
    {
      file: named('office.xlsx', withDeclaredSize(zip([...office, table]), table.name, 150 * MB)),
      outcome: 'refused',
    },
    {
      file: named('texts.xls', records([0x0809, BOOK], [0x00fc, claimed], [0x000a, Buffer.alloc(0)])),
      outcome: 'refused',
    },
    { file: named('many-sheets.xlsx', declared(book(good, sheets))), outcome: 'refused' },
    { file: named('many-entries.xlsx', book(good, small)), outcome: 'refused' },
    {
      file: named(
        'says-four-gigabytes.xlsx',
        withDeclaredSize(large, 'xl/worksheets/sheet2.xml', 0xfffffff0),
      ),
      outcome: 'refused',
    },
    {
      file: named('says-a-kilobyte.xlsx', withDeclaredSize(large, 'xl/worksheets/sheet2.xml', 1024)),
      outcome: 'refused',
    },
    { file: named('in-itself.xlsx', book(good, [nested])), outcome: reading(1, 'Хляб', '1.50') },
    {
      file: named('wide.xlsx', book(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(200_000)}</row>`))),
      outcome: reading(1, '1', '1.00'),
    },
    { file: named('long.xlsx', book(sheetOf('<row><c/></row>'.repeat(500_000)))), outcome: 'refused' },
    {
      file: named('far.xlsx', book(sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))),
      outcome: 'refused',
    },
  ]
}

export function filesWithMarkup(): Hostile[] {
  const page = `<html><head><script>alert(1);fetch('${ELSEWHERE}/a')</script><link rel="stylesheet" href="${ELSEWHERE}/b"><meta http-equiv="refresh" content="0;url=${ELSEWHERE}/c"></head><body onload="alert(2)"><img src="${ELSEWHERE}/d" onerror="alert(3)"><iframe src="${ELSEWHERE}/e"></iframe><table><tr><td>Име</td><td>Цена</td></tr><tr><td>Хляб<script>alert(4)</script></td><td>1.95</td></tr></table></body></html>`
  const xml = (doctype: string, name: string) =>
    `<?xml version="1.0"?>${doctype}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row><Cell><Data ss:Type="String">Име</Data></Cell><Cell><Data ss:Type="String">Цена</Data></Cell></Row><Row><Cell><Data ss:Type="String">${name}</Data></Cell><Cell><Data ss:Type="Number">1.5</Data></Cell></Row></Table></Worksheet></Workbook>`
  const linked = book(
    sheetOf(row('Хляб', `<c><f>[1]a!A1</f><v>1.5</v></c>`)),
    [
      {
        name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
        content: Buffer.from(
          `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/externalLinkPath" Target="${ELSEWHERE}/book.xlsx" TargetMode="External"/></Relationships>`,
        ),
      },
      {
        name: 'xl/externalLinks/externalLink1.xml',
        content: Buffer.from(
          `<externalLink xmlns="${MAIN}" xmlns:r="${RELATIONS}"><externalBook r:id="r1"/></externalLink>`,
        ),
      },
    ],
    `<Relationship Id="r9" Type="${RELATIONS}/externalLink" Target="externalLinks/externalLink1.xml"/>`,
  )
  const formulas = xlsx.utils.book_new()
  const asked = { t: 'n', v: 2.5, f: `WEBSERVICE("${ELSEWHERE}/f")` } as const
  const dde = { t: 'n', v: 1.5, f: `cmd|'/C calc'!A0` } as const
  xlsx.utils.book_append_sheet(
    formulas,
    xlsx.utils.aoa_to_sheet([
      ['Име', 'Цена'],
      ["=cmd|'/C calc'!A0", dde],
      [`=IMAGE("${ELSEWHERE}/g")`, asked],
    ]),
    'a',
  )
  return [
    { file: named('page.xls', page), outcome: reading(1, 'Хляб', '1.95') },
    { file: named('page.xlsx', page), outcome: reading(1, 'Хляб', '1.95') },
    {
      file: named('laughs.xlsx', book(sheetOf(row('&j;'), BILLION_LAUGHS))),
      outcome: reading(1, '&j;', '1.50'),
    },
    { file: named('laughs.xls', xml(BILLION_LAUGHS, '&j;&x;')), outcome: reading(1, '&j;&x;', '1.50') },
    { file: named('outside.xls', xml(BILLION_LAUGHS, '&x;')), outcome: reading(1, '&x;', '1.50') },
    { file: named('linked.xlsx', linked), outcome: reading(1, 'Хляб', '1.50') },
    {
      file: named('formulas.xlsx', xlsx.write(formulas, { type: 'buffer', bookType: 'xlsx' }) as Buffer),
      outcome: reading(2, "=cmd|'/C calc'!A0", '1.50'),
    },
  ]
}

const LIST = 'Име;Цена\nХляб;1,95\nМляко;3,10\n'

/** Encodes Cyrillic and ASCII text as windows-1251. */
const cyrillic = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 0x80 ? code : code - 0x0410 + 0xc0
    }),
  )

export function mislabelledFiles(): Hostile[] {
  const program = Buffer.concat([
    Buffer.from('MZ\x90\x00', 'latin1'),
    Buffer.alloc(60_000, '\x00\x03\xff\x7fPE'),
  ])
  const rows =
    '[{"__proto__":{"price":"9","polluted":1},"name":"a","price":"1","currency":"BGN"},{"constructor":{"prototype":{"polluted":1}},"name":"__proto__","price":"2","currency":"EUR"}]'
  return [
    { file: named('program.csv', program), outcome: 'refused' },
    { file: named('program.xlsx', program), outcome: 'refused' },
    { file: named('proto.json', rows), outcome: reading(2, 'a', '1.00') },
    {
      file: named('wide-letters.csv', Buffer.from(`\ufeff${LIST}`, 'utf16le')),
      outcome: reading(2, 'Хляб', '1.95'),
    },
    { file: named('unmarked.csv', Buffer.from(LIST, 'utf16le')), outcome: reading(2, 'Хляб', '1.95') },
    { file: named('cyrillic.csv', cyrillic(LIST)), outcome: reading(2, 'Хляб', '1.95') },
    {
      file: named('one-line.csv', `Име,Цена\n${'x'.repeat(4 * MB)},1.5\n`),
      outcome: reading(1, 'x'.repeat(25), '1.50'),
    },
    // An unclosed quote is an ordinary character.
    {
      file: named('one-cell.csv', `Име,Цена\n"${'x\n'.repeat(MB)}`),
      outcome: { counts: [0, 100_000, 0], first: ['"x', ''] },
    },
    { file: named('quotes.csv', Buffer.alloc(3 * MB, '"')), outcome: 'refused' },
    {
      file: named('million.csv', `Име,Цена\n${'a,1\n'.repeat(1_000_000)}`),
      outcome: { first: ['a', '1.00 BGN'], rows: '1,000,000 prices' },
    },
    { file: named('deep.json', `[${'{"a":['.repeat(200_000)}`), outcome: 'refused' },
    {
      file: named('keys.json', `[{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join(',')}}]`),
      outcome: 'refused',
    },
  ]
}
