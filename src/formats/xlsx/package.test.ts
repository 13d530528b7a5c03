import { describe, expect, it } from 'vitest'
import { OFFICE, bookXml, handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { rawText } from '../xml/tags.ts'
import {
  PackageParts,
  definedNameFormula,
  findWorkbook,
  parseContentTypes,
  parseRelationships,
  parseWorkbook,
} from './package.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const packageOf = (parts: Readonly<Record<string, string | Uint8Array>>) =>
  PackageParts.open(
    zip(
      Object.entries(parts).map(([name, content]) => ({
        name,
        content: typeof content === 'string' ? bytes(content) : content,
      })),
    ),
  )

const relationship = (id: string, type: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${more}/>`

describe('CONV-08 · the parts of a workbook package', () => {
  it('have names without case and without a slash before them', async () => {
    const parts = packageOf({ 'xl/A.xml': '<a/>' })
    expect(parts.names).toEqual(['xl/A.xml'])
    expect([parts.has('XL/a.XML'), parts.has('/xl/A.xml'), parts.has('xl/B.xml')]).toEqual([
      true,
      true,
      false,
    ])
    expect(rawText((await parts.read('/XL/a.xml'))!, 0, 4)).toBe('<a/>')
    expect(await parts.read('xl/B.xml')).toBeUndefined()
  })

  // ECMA-376 part 2, 6.2 and RFC 3986.
  it.each([
    ['sheet1.xml', 'xl/sheet1.xml'],
    ['worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml'],
    ['/xl/sheet1.xml', 'xl/sheet1.xml'],
    ['./sheet1.xml', 'xl/sheet1.xml'],
    ['../a/sheet1.xml', 'a/sheet1.xml'],
    ['../../sheet1.xml', 'sheet1.xml'],
    ['x/../sheet1.xml', 'xl/sheet1.xml'],
    ['x\\sheet1.xml', 'xl/x/sheet1.xml'],
    ['//sheet1.xml', 'sheet1.xml'],
    ['%D0%BB.xml', 'xl/л.xml'],
    ['100%.xml', 'xl/100%.xml'],
  ])('the target %s of xl/workbook.xml is %s', async (target, part) => {
    const parts = packageOf({
      'xl/_rels/workbook.xml.rels': `<Relationships>${relationship('a', 'worksheet', target)}</Relationships>`,
    })
    expect(await parts.relatedParts('xl/workbook.xml')).toEqual([{ id: 'a', type: 'worksheet', part }])
  })

  it('of the package itself, of a part in its root, and outside the package', async () => {
    const parts = packageOf({
      '_rels/.rels': `<Relationships>${relationship('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      '_rels/b.xml.rels': `<Relationships>${relationship('b', 'hyperlink', 'https://x/y', ' TargetMode="External"')}</Relationships>`,
    })
    expect(await parts.relatedParts('')).toEqual([
      { id: 'a', type: 'officeDocument', part: 'xl/workbook.xml' },
    ])
    expect(await parts.relatedParts('b.xml')).toEqual([{ id: 'b', type: 'hyperlink', part: '' }])
    expect(await parts.relatedParts('c.xml')).toEqual([])
  })

  it('of a sheet without a name have none', async () => {
    const parts = PackageParts.open(
      handWrittenBook(sheetXml(''), { 'xl/workbook.xml': bookXml('', '<sheet sheetId="1" r:id="rId1"/>') }),
    )
    expect((await findWorkbook(parts)).sheets).toEqual([{ name: '', part: 'xl/worksheets/sheet1.xml' }])
  })

  it('in UTF-16 are read as UTF-8', async () => {
    const utf16 = (text: string, isLittle: boolean, mark: readonly number[]) => {
      const little = Buffer.from(text, 'utf16le')
      return Uint8Array.from([...mark, ...(isLittle ? little : little.swap16())])
    }
    for (const [isLittle, mark] of [
      [true, [0xff, 0xfe]],
      [false, [0xfe, 0xff]],
      [true, []],
      [false, []],
    ] as const)
      for (const [declared, written] of [
        ['<?xml version="1.0" encoding="UTF-16"?><a>л</a>', '<?xml version="1.0" encoding="UTF-8"?><a>л</a>'],
        ["<?xml version='1.0' encoding = 'utf-16le'?><a/>", "<?xml version='1.0' encoding = 'UTF-8'?><a/>"],
        ['<a encoding="UTF-16"/>', '<a encoding="UTF-16"/>'],
        ...['<a><![CDATA[<?xml encoding="UTF-16"?>]]></a>'].map((xml) => [xml, xml] as const),
      ] as const) {
        const read = await packageOf({ a: utf16(declared, isLittle, mark) }).read('a')
        expect(Buffer.from(read!).toString()).toBe(written)
      }
    const utf8 = bytes('\ufeff<?xml version="1.0" encoding="UTF-8"?><a/>')
    expect(await packageOf({ a: utf8 }).read('a')).toEqual(utf8)
  })

  it('are replaced where they stand', async () => {
    const parts = packageOf({ 'a.xml': '<a/>', 'b.xml': '<b/>' })
    parts.replace('A.xml', ['<new/>'])
    const written = zipRecords(concatBytes(await parts.write()))
    expect(written.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['a.xml', '<new/>'],
      ['b.xml', '<b/>'],
    ])
    expect(() => parts.replace('c.xml', [])).toThrow('There is no c.xml.')
  })

  it('that are damaged are a bug, as they were read before', async () => {
    const damaged = zip([{ name: 'a', content: bytes('x'), declared: { crc: 1 } }])
    await expect(PackageParts.open(damaged).read('a')).rejects.toThrow('a is broken.')
    const bomb = zip([{ name: 'a', content: bytes('xxxx'), declared: { size: 1 } }])
    await expect(PackageParts.open(bomb).read('a')).rejects.toThrow('a is bomb.')
    expect(() => PackageParts.open(bytes('none'))).toThrow('The archive is broken.')
  })
})

describe('CONV-08 · what the parts of a workbook say', () => {
  it('relationships', () => {
    const xml = `<x:Relationships><x:Relationship Id="a" Type="${OFFICE}/styles" Target="s.xml" TargetMode="Internal"/><Other Id="c"/><Relationship Id="b" Type="t"></Relationship><Relationship/></x:Relationships>`
    const found = [...parseRelationships(bytes(xml))]
    expect(
      found.map(({ id, type, target, isExternal, prefix }) => [id, type, target, isExternal, prefix]),
    ).toEqual([
      ['a', `${OFFICE}/styles`, 's.xml', false, 'x:'],
      ['b', 't', undefined, false, ''],
      ['', '', undefined, false, ''],
    ])
    expect(found.map(({ span }) => xml.slice(span.start, span.end))).toEqual([
      `<x:Relationship Id="a" Type="${OFFICE}/styles" Target="s.xml" TargetMode="Internal"/>`,
      '<Relationship Id="b" Type="t"></Relationship>',
      '<Relationship/>',
    ])
  })

  it('content types of parts, but not of extensions', () => {
    const xml =
      '<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/a.xml" ContentType="t"></Override><Override/></Types>'
    expect([...parseContentTypes(bytes(xml))]).toEqual([
      { part: '/a.xml', type: 't' },
      { part: '', type: '' },
    ])
  })

  it('sheets, the date system and defined names', () => {
    const xml = bytes(
      bookXml(
        '<definedNames><definedName name="a" localSheetId="1">Цени!$A$1&amp;"x"</definedName><definedName name="b"/></definedNames>',
        '<sheet name="A &amp; B" state="hidden" r:id="rId1"/><x:sheet name="C" r:id="rId2"></x:sheet><sheets/>',
      ).replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    )
    const elements = [...parseWorkbook(xml)]
    expect(elements).toMatchObject([
      { kind: 'properties', prefix: '', date1904: '1' },
      { kind: 'sheet', prefix: '', rawName: 'A &amp; B', state: 'hidden', relationshipId: 'rId1' },
      { kind: 'sheet', prefix: 'x:', rawName: 'C', state: undefined, relationshipId: 'rId2' },
      { kind: 'definedName', name: 'a', sheet: 1 },
      { kind: 'definedName', name: 'b', sheet: undefined },
    ])
    const formulas = elements.flatMap((one) =>
      one.kind === 'definedName' ? [definedNameFormula(xml, one)] : [],
    )
    expect(formulas).toEqual(['Цени!$A$1&"x"', ''])
  })

  it('the workbook, whatever its parts are called', async () => {
    const found = await findWorkbook(
      packageOf({
        '_rels/.rels': `<Relationships>${relationship('x', 'extended-properties', 'p.xml')}${relationship('a', 'officeDocument', '/book/wb.xml')}${relationship('b', 'officeDocument', '/book/other.xml')}</Relationships>`,
        'book/wb.xml': bookXml(
          '<definedNames><definedName name="n">1</definedName></definedNames>',
          '<sheet name="A &amp; B" r:id="s"/><sheet name="C" r:id="none"/>',
        ),
        'book/_rels/wb.xml.rels': `<Relationships>${relationship('s', 'worksheet', 'one.xml')}${relationship('m', 'styles', 'missing.xml')}${relationship('t', 'styles', 'st.xml')}${relationship('v', 'styles', 'one.xml')}${relationship('u', 'sharedStrings', 'none.xml')}</Relationships>`,
        'book/one.xml': sheetXml(''),
        'book/st.xml': '<styleSheet/>',
      }),
    )
    expect(found).toMatchObject({
      part: 'book/wb.xml',
      sheets: [
        { name: 'A & B', part: 'book/one.xml' },
        { name: 'C', part: '' },
      ],
      definedNames: [{ name: 'n' }],
      styles: 'book/st.xml',
      sharedStrings: undefined,
      relationshipsPart: 'book/_rels/wb.xml.rels',
    })
  })

  it('the usual place, where the package names none', async () => {
    const usual = PackageParts.open(handWrittenBook(sheetXml(''), { '_rels/.rels': '<Relationships/>' }))
    expect(await findWorkbook(usual)).toMatchObject({
      part: 'xl/workbook.xml',
      sharedStrings: 'xl/sharedStrings.xml',
    })
    await expect(findWorkbook(packageOf({ a: '<a/>' }))).rejects.toThrow('There is no workbook part.')
  })
})
