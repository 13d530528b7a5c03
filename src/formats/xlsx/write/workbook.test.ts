import { describe, expect, it } from 'vitest'
import { zipRecords } from '#test/zip-records.ts'
import { openElements } from '../read/xml.ts'
import { escapeXml, escapeXstring } from './escape.ts'
import { MAX_SHEET_ROWS, SharedStrings, type Sheet } from './sheet.ts'
import { tableXlsx, writeWorkbook, writtenTableXlsx } from './workbook.ts'

const PROPERTIES = { title: 'Цени & „сол“', creator: 'Levro', createdAt: '2026-11-21T10:00:00.000Z' }

const sheetOf = (sheet: Partial<Sheet> & Pick<Sheet, 'rows'>): Sheet => ({
  name: 'Цени',
  rowCount: [...sheet.rows].length,
  widths: [],
  bold: 'nothing',
  ...sheet,
})

async function partsOf(...[sheets, properties, onProgress, method]: Parameters<typeof writeWorkbook>) {
  const bytes = Buffer.concat(await writeWorkbook(sheets, properties, onProgress, method))
  return new Map(zipRecords(bytes).map(({ name, content }) => [name, content.toString()]))
}

/** The attributes of each element of a name, in their order. */
const attributesOf = (xml: string | undefined, element: string): Record<string, string>[] =>
  [...(xml ?? '').matchAll(new RegExp(`<${element}((?: [\\w:]+="[^"]*")*)/?>`, 'g'))].map(([, attributes]) =>
    Object.fromEntries(
      [...attributes!.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  )

const TWO = [
  sheetOf({
    rows: [
      ['Име', 'Цена', { number: '2026' }],
      ['Хляб', { number: '1.20', look: 'amount' }],
      ['Хляб', { number: '3' }],
      [{ number: '7' }, null],
    ],
    widths: [10, 7],
    bold: 'first-row',
  }),
  sheetOf({
    name: 'Други',
    rows: [
      ['Име', 'x', { number: '5', look: 'amount' }],
      [
        { number: '6', look: 'amount' },
        { number: '7', look: 'plain' },
      ],
    ],
    bold: 'first-column',
  }),
]

describe('CONV-08 · the parts of a written workbook', () => {
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

  // ECMA-376 part 1, 12.3 and annex L; part 2, 11.
  it('have the content types and relationships of ECMA-376', async () => {
    const parts = await partsOf(TWO, PROPERTIES)
    const types = attributesOf(parts.get('[Content_Types].xml'), 'Override')
    expect(Object.fromEntries(types.map(({ PartName, ContentType }) => [PartName, ContentType]))).toEqual({
      '/docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
      '/xl/workbook.xml': `${TYPE}.sheet.main+xml`,
      '/xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml`,
      '/xl/worksheets/sheet2.xml': `${TYPE}.worksheet+xml`,
      '/xl/styles.xml': `${TYPE}.styles+xml`,
      '/xl/sharedStrings.xml': `${TYPE}.sharedStrings+xml`,
    })
    expect(attributesOf(parts.get('[Content_Types].xml'), 'Default')).toEqual([
      { Extension: 'rels', ContentType: 'application/vnd.openxmlformats-package.relationships+xml' },
      { Extension: 'xml', ContentType: 'application/xml' },
    ])
    expect(attributesOf(parts.get('_rels/.rels'), 'Relationship')).toEqual([
      { Id: 'rId1', Type: `${OFFICE}/officeDocument`, Target: 'xl/workbook.xml' },
      {
        Id: 'rId2',
        Type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        Target: 'docProps/core.xml',
      },
    ])
    expect(attributesOf(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship')).toEqual([
      { Id: 'rId1', Type: `${OFFICE}/worksheet`, Target: 'worksheets/sheet1.xml' },
      { Id: 'rId2', Type: `${OFFICE}/worksheet`, Target: 'worksheets/sheet2.xml' },
      { Id: 'rId3', Type: `${OFFICE}/styles`, Target: 'styles.xml' },
      { Id: 'rId4', Type: `${OFFICE}/sharedStrings`, Target: 'sharedStrings.xml' },
    ])
    expect(attributesOf(parts.get('xl/workbook.xml'), 'sheet')).toEqual([
      { name: 'Цени', sheetId: '1', 'r:id': 'rId1' },
      { name: 'Други', sheetId: '2', 'r:id': 'rId2' },
    ])
    for (const [name, xml] of parts)
      expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<'), name).toBe(true)
  })

  it('have no properties where none are given', async () => {
    const parts = await partsOf(TWO, null)
    expect([...parts.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/sharedStrings.xml',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ])
    expect(parts.get('[Content_Types].xml')).not.toContain('docProps')
    expect(parts.get('_rels/.rels')).not.toContain('docProps')
  })

  it('have no text but that of values and properties', async () => {
    for (const properties of [PROPERTIES, null])
      for (const [name, xml] of await partsOf(TWO, properties)) {
        const markup = xml.replace(/<(v|t|dc:title|dc:creator|dcterms:created)\b[^>]*>[^<]*<\/\1>/g, '')
        expect(markup, name).not.toMatch(/>\s*[^\s<]/)
      }
  })

  it('close each element, and declare each prefix that they use', async () => {
    for (const [name, xml] of await partsOf(TWO, PROPERTIES)) {
      const used = [...xml.matchAll(/[<\s](?!xmlns:|xml:)(\w+):\w+[\s=>]/g)].map(([, prefix]) => prefix)
      expect(openElements(new TextEncoder().encode(xml)), name).toEqual([])
      for (const prefix of used) expect(xml, name).toContain(` xmlns:${prefix}="http`)
    }
  })

  it('name title, maker and time', async () => {
    const core = (await partsOf(TWO, PROPERTIES)).get('docProps/core.xml')
    expect(core).toContain('<dc:title>Цени &amp; „сол“</dc:title><dc:creator>Levro</dc:creator>')
    expect(core).toContain(
      '<dcterms:created xsi:type="dcterms:W3CDTF">2026-11-21T10:00:00.000Z</dcterms:created>',
    )
  })

  it('each cell has the font and number format of what it is', async () => {
    const parts = await partsOf(TWO, null)
    const styles = parts.get('xl/styles.xml')!
    const fonts = [...styles.matchAll(/<font>(.*?)<\/font>/g)].map(([, font]) => font!.includes('<b/>'))
    const formats = attributesOf(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0], 'xf')
    const lookOf = (sheet: number) =>
      attributesOf(parts.get(`xl/worksheets/sheet${sheet}.xml`), 'c').map(({ r, s, t }) => {
        const { numFmtId, fontId } = formats[Number(s)]!
        return `${r} ${t ?? 'n'} ${numFmtId}${fonts[Number(fontId)] === true ? ' bold' : ''}`
      })
    // 49 is text, 4 is #,##0.00 (ECMA-376 18.8.30).
    expect(lookOf(1)).toEqual([
      'A1 s 49 bold',
      'B1 s 49 bold',
      'C1 n 49 bold',
      'A2 s 49',
      'B2 n 4',
      'A3 s 49',
      'B3 n 0',
      'A4 n 0',
    ])
    expect(lookOf(2)).toEqual(['A1 s 49 bold', 'B1 s 49', 'C1 n 4', 'A2 n 4 bold', 'B2 n 0'])
    for (const { numFmtId, applyNumberFormat, fontId, applyFont } of formats)
      expect([applyNumberFormat === '1', applyFont === '1']).toEqual([numFmtId !== '0', fontId !== '0'])
    for (const list of ['fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles']) {
      const [, count, content] = new RegExp(`<${list} count="(\\d+)">(.*?)</${list}>`).exec(styles) ?? []
      const item =
        { fonts: '<font>', fills: '<fill>', borders: '<border>', cellStyles: '<cellStyle ' }[list] ?? '<xf '
      expect([list, Number(count)]).toEqual([list, (content ?? '').split(item).length - 1])
    }
  })

  it('the header is frozen, the first sheet selected, and columns are as wide as is asked', async () => {
    const parts = await partsOf(TWO, null)
    const [one, two] = [1, 2].map((n) => parts.get(`xl/worksheets/sheet${n}.xml`))
    expect(attributesOf(one, 'sheetView')).toEqual([{ tabSelected: '1', workbookViewId: '0' }])
    expect(attributesOf(one, 'pane')).toEqual([
      { ySplit: '1', topLeftCell: 'A2', activePane: 'bottomLeft', state: 'frozen' },
    ])
    expect(attributesOf(one, 'col')).toEqual([
      { min: '1', max: '1', width: '10', customWidth: '1' },
      { min: '2', max: '2', width: '7', customWidth: '1' },
    ])
    expect([attributesOf(two, 'sheetView'), attributesOf(two, 'pane'), two?.includes('<cols')]).toEqual([
      [{ workbookViewId: '0' }],
      [],
      false,
    ])
  })

  it('each text is stored once, and counted as often as it stands', async () => {
    const strings = (await partsOf(TWO, null)).get('xl/sharedStrings.xml')!
    expect(attributesOf(strings, 'sst')).toMatchObject([{ count: '6', uniqueCount: '4' }])
    expect(
      [...strings.matchAll(/<si><t xml:space="preserve">(.*?)<\/t><\/si>/g)].map(([, text]) => text),
    ).toEqual(['Име', 'Цена', 'Хляб', 'x'])
    const many = new SharedStrings()
    const texts = Array.from({ length: 5000 }, (_, i) => `Стока ${i}`)
    expect(texts.map((text) => many.index(text))).toEqual(texts.map((_, i) => i))
    expect(texts.map((text) => many.index(text))).toEqual(texts.map((_, i) => i))
    expect([...[...many.xml()].join('').matchAll(/preserve">(.*?)</g)].map(([, text]) => text)).toEqual(texts)
  })

  it('rows of more than one chunk are all there, and progress is reported up to the end', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => [`Стока ${i}`])
    const heard: number[] = []
    const parts = await partsOf([sheetOf({ rows }), sheetOf({ name: 'x', rows })], null, (done) =>
      heard.push(done),
    )
    for (const n of [1, 2])
      expect(attributesOf(parts.get(`xl/worksheets/sheet${n}.xml`), 'row').map(({ r }) => r)).toEqual(
        rows.map((_, i) => String(i + 1)),
      )
    // After 500, 1,000 and 1,200 rows of each, of which 5 % are left for the strings.
    const shares = [500, 1000, 1200, 1700, 2200, 2400].map((count) => (count / 2400) * 0.95)
    expect(heard.map((share) => share.toFixed(6))).toEqual([...shares, 1].map((share) => share.toFixed(6)))
    const empty: number[] = []
    await writeWorkbook([sheetOf({ rows: [] })], null, (done) => empty.push(done))
    expect(empty).toEqual([0, 1])
  })

  it('a sheet is stored uncompressed for a reader that follows at once', async () => {
    const methods = async (method: 'deflate' | 'store') => {
      const file = Buffer.concat(await writeWorkbook(TWO, null, undefined, method))
      return zipRecords(file).map(({ name, record }) => `${name} ${record.readUInt16LE(8)}`)
    }
    expect((await methods('store')).filter((one) => one.endsWith(' 0'))).toEqual([
      'xl/worksheets/sheet1.xml 0',
      'xl/worksheets/sheet2.xml 0',
    ])
    expect((await methods('deflate')).filter((one) => one.endsWith(' 0'))).toEqual([])
  })

  it('1,048,576 rows fit a sheet, one more does not', async () => {
    const tall = (rowCount: number) => writeWorkbook([{ ...sheetOf({ rows: [] }), rowCount }], null)
    expect(MAX_SHEET_ROWS).toBe(1_048_576)
    await expect(tall(1_048_576)).resolves.toBeDefined()
    await expect(tall(1_048_577)).rejects.toThrow(RangeError)
  })
})

describe('CONV-08 · a table with new prices as a workbook', () => {
  const OPTIONS = {
    lang: 'bg',
    sheetName: 'Цени',
    title: 'Цени',
    createdAt: '2026-11-21T10:00:00Z',
    hasHeader: false,
  } as const

  it('columns are as wide as their texts and two more, from 6 to 60', async () => {
    const rows = [
      ['а'.repeat(4), 'а'.repeat(5), null, { number: '123456789' }],
      ['', 'а', 'а'.repeat(58), null, 'а'.repeat(99)],
    ]
    const file = zipRecords(Buffer.concat(await tableXlsx(rows, OPTIONS)))
    const sheet = file.find(({ name }) => name.endsWith('sheet1.xml'))!.content.toString()
    expect(attributesOf(sheet, 'col').map(({ width }) => width)).toEqual(['6', '7', '60', '11', '60'])
  })

  it('columns are as wide as is best for the first two hundred rows', async () => {
    const widths = async (row: number) => {
      const rows = Array.from({ length: 300 }, (_, i) => [i === row ? 'а'.repeat(20) : 'а'])
      const file = zipRecords(Buffer.concat(await tableXlsx(rows, OPTIONS)))
      const sheet = file.find(({ name }) => name.endsWith('sheet1.xml'))!.content.toString()
      return attributesOf(sheet, 'col').map(({ width }) => width)
    }
    expect([await widths(199), await widths(200)]).toEqual([['22'], ['6']])
  })

  // What Excel does not allow in the name of a sheet.
  it.each([
    ['a[b]c:d*e?f/g\\h', 'a b c d e f g h'],
    ["it's", "it's"],
    ["''a''", 'a'],
    [' a ', 'a'],
    ["''", 'Sheet'],
    ['', 'Sheet'],
    ['а'.repeat(31), 'а'.repeat(31)],
    ['а'.repeat(32), 'а'.repeat(31)],
    [`${'а'.repeat(30)}'b`, 'а'.repeat(30)],
  ])('a sheet that is to be called %j is called %j', async (name, called) => {
    const parts = await partsOf([sheetOf({ name, rows: [] })], null)
    expect(attributesOf(parts.get('xl/workbook.xml'), 'sheet').map((sheet) => sheet['name'])).toEqual([
      called,
    ])
  })

  it('a header is frozen, where there is one', async () => {
    const panes = async (hasHeader: boolean) => {
      const file = zipRecords(Buffer.concat(await tableXlsx([['а']], { ...OPTIONS, hasHeader })))
      const sheet = file.find(({ name }) => name.endsWith('sheet1.xml'))!.content.toString()
      return attributesOf(sheet, 'pane').length
    }
    expect([await panes(true), await panes(false)]).toEqual([1, 0])
  })

  it('an amount with a currency is text, one without is a number', async () => {
    const cells = [['Хляб', { number: '1.50', currency: 'EUR' }, { number: '2.50' }, null]] as const
    const file = zipRecords(Buffer.concat(await writtenTableXlsx(cells, OPTIONS)))
    const part = (end: string) => file.find(({ name }) => name.endsWith(end))!.content.toString()
    expect(part('sharedStrings.xml')).toContain('>1.50 €<')
    expect(part('sheet1.xml')).toContain('<c r="C1" s="0"><v>2.50</v></c>')
    expect(attributesOf(part('sheet1.xml'), 'pane')).toEqual([])
  })
})

describe('CONV-08 · text in the XML of a workbook', () => {
  it.each([
    ['a & b < c > d "e"', 'a &amp; b &lt; c &gt; d &quot;e&quot;'],
    ['a\r\nb\rc\nd\te', 'a\nb\nc\nd\te'],
    ['\0\x08\v\f\x0e\x1f\ufffe\uffff', '\ufffd'.repeat(8)],
    ['😀\ud83d', '😀\ufffd'],
    ['_x0041_ _X00e9_ _x004_ _y0041_', '_x005F_x0041_ _x005F_X00e9_ _x004_ _y0041_'],
    ["it's", "it's"],
  ])('%j is %j', (text, xml) => {
    expect(escapeXml(text)).toBe(xml)
  })

  it.each([
    ['a & b < c > d "e"', 'a &amp; b &lt; c &gt; d &quot;e&quot;'],
    ['a\r\nb\tc', 'a_x000D_\nb\tc'],
    ['\0\x08\v\x1f\uffff', '_x0000__x0008__x000B__x001F__xFFFF_'],
    ['\ud83d', '\ufffd'],
    ['_x0041_', '_x005F_x0041_'],
    ['a_b', 'a_b'],
    ['Хляб', 'Хляб'],
  ])('without loss %j is %j', (text, xml) => {
    expect(escapeXstring(text)).toBe(xml)
  })

  it('longer than a cell ends in an ellipsis', () => {
    for (const escape of [escapeXml, escapeXstring]) {
      expect(escape('а'.repeat(32_767))).toBe('а'.repeat(32_767))
      expect(escape('а'.repeat(32_768))).toBe(`${'а'.repeat(32_766)}…`)
    }
  })
})
