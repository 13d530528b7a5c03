import { describe, expect, it } from 'vitest'
import { MAIN } from '#test/fixtures/catalogues/hand-written-book.ts'
import { UnsupportedWorkbook } from '../../spreadsheet/unsupported.ts'
import { contentText, readSharedStrings, readSharedStringsAt, richText } from './shared-strings.ts'
import { formulaResultText, stringItemText, unescapeStrict } from './strings.ts'
import { readCellFormats } from './styles.ts'
import { isNameByte, mayBeRowNumber, openElements } from './xml.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** What a reader returns, or that it leaves the part to SheetJS. */
function answerOf<T>(read: () => T): T | 'unsupported' {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnsupportedWorkbook) return 'unsupported'
    throw error
  }
}

const open = (xml: string, end?: number) => answerOf(() => openElements(bytes(xml), end))

describe('BULK-02 · the elements that are open in simple XML', () => {
  it.each([
    ['<a>', ['a']],
    ['<a><b>', ['a', 'b']],
    ['<a><b/>', ['a']],
    ['<a><b></b>', ['a']],
    ['<a></a>', []],
    ['<?xml version="1.0"?>\r\n<a>', ['a']],
    ['  <a>', ['a']],
    ['<x:a-b.c_1 y:d-e.f="1" >text</x:a-b.c_1>', []],
    ['<_a b="1"\r\nc="2"  d=""\n/>', []],
    ['<a xmlns="u" xmlns:r="v" r:id="1">', ['a']],
    ['<a/>text', []],
    ['\ufeff<a>', ['a']],
  ])('%j', (xml, elements) => {
    expect(open(xml)).toEqual(elements)
  })

  it('up to a place in the text', () => {
    expect(open('<a><b></b></a>', 6)).toEqual(['a', 'b'])
    expect(open('<a><b></b></a>', 10)).toEqual(['a'])
  })

  it.each([
    'text',
    '<1>',
    '<a',
    '<a b>',
    "<a b='1'>",
    '<a b = "1">',
    '<a\tb="1">',
    '<a b="<">',
    '<a b=">">',
    '<a b="1"c="2">',
    '<a b="1" b="2">',
    '<a b="1" x:b="2">',
    '<a b="1" b_2="2">',
    '<a b="1" B="2">',
    '<a></b>',
    '<a></a b="1">',
    '<a></a/>',
    '</a>',
    '<a><b></a></b>',
    '<!-- --><a>',
    '<a><![CDATA[x]]>',
    '<?xml version="1.0"?><?pi x?><a>',
    '<a>\ufeff',
  ])('%j is left to SheetJS', (xml) => {
    expect(open(xml)).toBe('unsupported')
  })

  it('attributes of namespaces may have names that begin alike', () => {
    expect(open('<a xmlns:r="u" xmlns:x="v" r="1">')).toEqual(['a'])
  })
})

describe('BULK-02 · names of attributes', () => {
  it('have these ASCII characters', () => {
    const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const found = all.filter((sign) => isNameByte(sign.charCodeAt(0))).join('')
    expect(found).toBe('-.0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz')
    expect(isNameByte(undefined)).toBe(false)
  })

  it.each([
    ['r', true],
    ['R', true],
    ['r_x', true],
    ['x:r', true],
    ['x:R_1', true],
    ['y:x:r', true],
    ['row', false],
    ['hr', false],
    ['r:x', false],
    ['x:ro', false],
    ['s', false],
  ])('%s may be read as the number of a row: %s', (name, expected) => {
    const xml = bytes(`<row ${name}="1"`)
    expect(mayBeRowNumber(xml, 5, 5 + name.length)).toBe(expected)
  })
})

describe('BULK-02 · the text of a string', () => {
  it.each([
    ['', ''],
    ['<t/>', ''],
    ['<t></t>', ''],
    ['<t>Хляб</t>', 'Хляб'],
    ['<t xml:space="preserve"> Хляб </t>', ' Хляб '],
    ['<r><t>а</t></r>', 'а'],
    ['<r><t/></r><r><t xml:space="preserve">а </t></r>\n<r><t>б</t></r> ', 'а б'],
    ['<r><rPr/><t>а</t></r>', 'а'],
    [
      `<r><rPr>${['b', 'i', 'u', 'strike', 'sz', 'color', 'rFont', 'family', 'charset', 'scheme', 'vertAlign', 'outline', 'shadow', 'condense', 'extend'].map((name) => `<${name} val="1"/>`).join(' ')}</rPr><t>а</t></r>`,
      'а',
    ],
    ['<r>\n<rPr>\n<b/>\n</rPr>\n<t>а</t>\n</r>\n', 'а'],
    ['<t>а</t><rPh sb="0" eb="1"><t>b</t></rPh> <phoneticPr fontId="1"/>', 'а'],
    ['<r><t>а</t></r><rPh sb="0" eb="1"> <t>b</t> </rPh><r><t>в</t></r>', 'ав'],
    ['<rPh sb="0" eb="1"><t/></rPh><r><t>а</t></r>', 'а'],
    ['<r></r>', ''],
  ])('%s', (xml, text) => {
    expect(answerOf(() => stringItemText(xml))).toBe(text)
  })

  it.each([
    'text',
    '<t>а<b/></t>',
    '<t>а<b/>',
    '<t>а</x>',
    '<t>а',
    '<t x="1">а</t>',
    '<t >а</t>',
    '<t>а</t>б',
    '<t>а</t><t>б</t>',
    '<t>а</t><r><t>б</t></r>',
    '<r><t>а</t>',
    '<r><t>а</t></r>б',
    '<r>а</r>',
    '<r><t x="1">а</t></r>',
    '<r><rPr><b></b></rPr><t>а</t></r>',
    '<r><rPr><bold/></rPr><t>а</t></r>',
    '<r><rPr><c:b/></rPr><t>а</t></r>',
    '<r><rPrx/><t>а</t></r>',
    '<r x="1"><t>а</t></r>',
    '<rPhx/>',
    '<phoneticPrx/>',
    '<x/>',
  ])('%s is left to SheetJS', (xml) => {
    expect(answerOf(() => stringItemText(xml))).toBe('unsupported')
  })

  it.each([
    ['a &amp; b &lt;&gt;&quot;&apos;', 'a & b <>"\''],
    ['&#1083;&#x43b;&#xFF;&#9;', 'лл\u00ff\t'],
    ['&#9999;&#xFFFD;', '\u270f\ufffd'],
    ['_x0041_ _x000D_ _x00e9_', 'A \r é'],
    ['_x004_ _x00041_ x0041', '_x004_ _x00041_ x0041'],
    ['a\r\nb\rc\nd', 'a\nb\rc\nd'],
  ])('escapes in %j', (raw, text) => {
    expect(answerOf(() => unescapeStrict(raw))).toBe(text)
  })

  it.each([
    '&',
    '& a',
    '&nbsp;',
    '&AMP;',
    '&#0;',
    '&#x0;',
    '&#01;',
    '&#10000;',
    '&#x10000;',
    '&#X41;',
    '&amp',
  ])('the reference %j is left to SheetJS', (raw) => {
    expect(answerOf(() => unescapeStrict(raw))).toBe('unsupported')
  })

  it.each([
    ['12,50 лв.', '12,50 лв.'],
    ['M&amp;M', 'M&M'],
    ['a\r\nb', 'a\nb'],
    ['&amp;unknown;', '&unknown;'],
    ['&amp;#x;', '&#x;'],
    ['_x0041_', 'unsupported'],
    ['&#1083;', 'unsupported'],
    ['&amp;amp;', 'unsupported'],
    ['&amp;LT;', 'unsupported'],
    ['&amp;gt;', 'unsupported'],
    ['&amp;quot;', 'unsupported'],
    ['&amp;apos;', 'unsupported'],
    ['&amp;#65;', 'unsupported'],
    ['&amp;#x4f;', 'unsupported'],
  ])('the result %j of a formula is %j', (raw, text) => {
    expect(answerOf(() => formulaResultText(raw))).toBe(text)
  })
})

describe('BULK-02 · shared strings', () => {
  async function strings(items: string, root = `<sst xmlns="${MAIN}" count="1">`) {
    const xml = bytes(`<?xml version="1.0"?>\n${root}${items}`)
    try {
      const texts = await readSharedStrings([xml])
      return Array.from({ length: texts.length }, (_, i) => texts.at(i))
    } catch (error) {
      if (error instanceof UnsupportedWorkbook) return 'unsupported'
      throw error
    }
  }

  it.each([
    ['</sst>', []],
    ['\n</sst>\r\n', []],
    ['<si><t>a</t></si></sst>', ['a']],
    [' \n\t\r<si><t>a</t></si> <si><t>b</t></si>\n</sst>\n', ['a', 'b']],
  ])('%j', async (items, texts) => {
    expect(await strings(items)).toEqual(texts)
  })

  it.each([
    '',
    '<si><t>a</t></si>',
    '<si><t>a</t></si></sst>x',
    'x<si><t>a</t></si></sst>',
    '\ufeff<si><t>a</t></si></sst>',
    '<si><t>a</t></si>\u00a0<si><t>b</t></si></sst>',
    '<si x="1"><t>a</t></si></sst>',
    '<si ><t>a</t></si></sst>',
    '<sx><t>a</t></si></sst>',
    '<si><t>a</t></si><extLst/></sst>',
  ])('%j is left to SheetJS', async (items) => {
    expect(await strings(items)).toBe('unsupported')
  })

  it('another root is left to SheetJS', async () => {
    expect(await strings('<si><t>a</t></si></x>', '<x>')).toBe('unsupported')
    expect(await strings('</sst></x>', '<x><sst>')).toBe('unsupported')
    expect(await strings('<si><t>a</t></si></sst>', "<sst count='1'>")).toBe('unsupported')
  })

  it('longer than what is decoded at once, also a single one', async () => {
    const long = 'ж'.repeat(20_000)
    const texts = [...Array.from({ length: 40 }, (_, i) => `${i}${long}`), 'a', `${long}b`]
    expect(await strings(`${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`)).toEqual(texts)
    const [cut] = await strings(`<si><t>${'ж'.repeat(600_000)}</t></si></sst>`)
    expect(cut).toBe(`${'ж'.repeat(32_766)}…`)
  })
})

// Patching reads the workbooks too that only SheetJS opens.
describe('CONV-08 · text in any form that XML allows', () => {
  const whole = (text: string) => ({ start: 0, end: bytes(text).length })

  it.each([
    ['a &amp; b', 'a & b'],
    ['a<!-- &amp; <t> -->b', 'ab'],
    ['<![CDATA[a &amp; <b>]]>', 'a &amp; <b>'],
    ['&lt;<![CDATA[&lt;]]>&lt;<![CDATA[]]>&gt;', '<&lt;<>'],
    ['<![CDATA[a\nb]]> <!-- a\nb --> c', 'a\nb  c'],
    ['<![CDATA[<!-- a -->]]>', '<!-- a -->'],
  ])('the content %j is %j', (xml, text) => {
    expect(contentText(bytes(xml), whole(xml))).toBe(text)
  })

  it.each([
    ['<t>a</t>', 'a'],
    ['<t x="1"> a </t><t/>', ' a '],
    ['<r><t>a</t></r><x:r><x:t>_x0041_</x:t></x:r>', 'aA'],
    ['<rPh sb="0"><t>b</t></rPh><t>a</t><rPh><t>c</t></rPh>', 'a'],
    ['', ''],
  ])('the item %j is %j', (xml, text) => {
    expect(richText(bytes(xml), whole(xml))).toBe(text)
  })

  it('the shared strings that are wanted, in any order', async () => {
    const xml = bytes(
      '<x:sst><x:si><x:t>a</x:t></x:si><x:si/><!-- <si><t>x</t></si> --><x:si><x:r><x:t>b</x:t></x:r></x:si><x:si><x:t>c</x:t></x:si></x:sst>',
    )
    const read = async (...wanted: readonly number[]) => [
      ...(await readSharedStringsAt([xml], new Set(wanted), true))!,
    ]
    expect(await read(2, 0)).toEqual([
      [0, 'a'],
      [2, 'b'],
    ])
    expect(await read(1, 3, 9)).toEqual([
      [1, ''],
      [3, 'c'],
    ])
    expect(await read()).toEqual([])
  })
})

describe('BULK-02 · the formats of cells', () => {
  const formats = (content: string, root = 'styleSheet') =>
    answerOf(() => readCellFormats(bytes(`<${root} xmlns="${MAIN}">${content}</${root}>`)))
  const xfs = (...ids: readonly string[]) =>
    `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`

  it('by their own codes and the built-in ones', () => {
    const own =
      '<numFmts><numFmt numFmtId="164" formatCode="0.00 [$BGN]"/><numFmt numFmtId="392" formatCode="0%"/></numFmts>'
    expect(formats(own + xfs('0', '2', '9', '14', '164', '392', '165'))).toEqual([
      { kind: 'number' },
      { kind: 'number' },
      { kind: 'percent' },
      { kind: 'date' },
      { kind: 'number', currency: 'BGN' },
      { kind: 'percent' },
      { kind: 'number' },
    ])
    // A code in place of a built-in one.
    expect(
      formats(`<numFmts><numFmt numFmtId="14" formatCode="0.00 [$BGN]"/></numFmts>${xfs('14')}`),
    ).toEqual([{ kind: 'number', currency: 'BGN' }])
  })

  it('not those of styles and of conditions', () => {
    const others =
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><dxfs><dxf><numFmt numFmtId="9" formatCode="x"/></dxf></dxfs>'
    expect(formats(`${others}${xfs('9')}${others}<x/>`)).toEqual([{ kind: 'percent' }])
    expect(
      formats('<cellXfs><xf><alignment/></xf><xf numFmtId="9"><x numFmtId="14"/></xf></cellXfs>'),
    ).toEqual([{ kind: 'number' }, { kind: 'percent' }])
    expect(formats('<numFmts/><cellXfs/>')).toEqual([])
    expect(formats(`<numFmts/>${xfs('9')}`)).toEqual([{ kind: 'percent' }])
  })

  it.each([
    ['a prefix', '<x:cellXfs/>'],
    ['content for other versions', '<AlternateContent/>'],
    ['two lists of codes', `<numFmts></numFmts><numFmts></numFmts>${xfs('0')}`],
    ['two lists of formats', xfs('0') + xfs('14')],
    ['an id above 392', xfs('393')],
    ['an id that is no number', xfs('1x')],
    ['an id below 0', xfs('-1')],
    ['an empty id', xfs('')],
    ['a code without a number', '<numFmts><numFmt formatCode="0"/></numFmts>'],
    ['a number without a code', '<numFmts><numFmt numFmtId="164"/></numFmts>'],
    ['an escape in a code', '<numFmts><numFmt numFmtId="164" formatCode="0_x0020_"/></numFmts>'],
    ['an escape within an escape', '<numFmts><numFmt numFmtId="164" formatCode="0&amp;amp;"/></numFmts>'],
  ])('%s is left to SheetJS', (_, content) => {
    expect(formats(content)).toBe('unsupported')
  })
})
