import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AffectedRows, Warning } from '../format.ts'
import { cellText } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { decodeText } from './encoding.ts'
import { openFile } from '../open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { LONE_BYTE_COST, alignUtf16 } from './utf16-alignment.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { writeBack } from '../write-back.ts'

type Bytes = Uint8Array<ArrayBuffer>

const BOM = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const
const WIDE = ['utf-16le', 'utf-16be'] as const

/** The bytes with `lost` of them gone from a place, and others in their stead. */
const patched = (bytes: Bytes, at: number, lost: number, added: readonly number[] = []): Bytes =>
  Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(at + lost)])

const LIST = 'Име;Цена\r\nХляб;1,69\r\nMilk 3%;2,89\r\nСирене;12,50\r\n'

async function open(bytes: Bytes, fileName = 'x.csv') {
  const opened = await openFile(bytes, { fileName })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return { file: opened.file, table: [...opened.file.table], warnings: opened.file.warnings }
}

const TABLE = [
  ['Име', 'Цена'],
  ['Хляб', '1,69'],
  ['Milk 3%', '2,89'],
  ['Сирене', '12,50'],
]

const rowsOf = (warnings: readonly Warning[]): AffectedRows[] =>
  warnings.flatMap((warning) => ('rows' in warning ? [warning.rows] : []))

test.each([
  ['utf-16be', 'Име;Actual price (евро)\r\nBolt M8x20;7,84\r\nMineral water;1,26\r\n', 'Actual price (евро)'],
  [
    'utf-16be',
    'Име*;Price per piece евро*\r\nMineral water;198,00\r\nFeta 400 g;144,15\r\n',
    'Price per piece евро*',
  ],
  ['utf-16le', 'Name;New price (€)\r\nLED lamp 9W;1\u202f234\r\nMilk 3.6%;21\r\n', 'New price (€)'],
] as const)('READ-08 · %s whose first byte is missing keeps its currency', async (encoding, text, title) => {
  const { table, file } = await open(patched(encode(text, encoding), 0, 1))
  expect(file.encoding).toBe(encoding)
  expect(cellText(table[0]![1])).toBe(title)
})

describe.each(WIDE)('READ-08 · %s with a byte too many or too few', (encoding) => {
  const whole = encode(LIST, encoding)
  const marked = withBom(whole, ...BOM[encoding])
  const row1 = encode('Име;Цена\r\nХл', encoding).length

  test('undamaged text stays byte for byte', () => {
    for (const bytes of [whole, marked]) expect(alignUtf16(bytes, encoding).bytes).toBe(bytes)
  })

  test.each([
    ['half a byte order mark', patched(marked, 0, 1)],
    ['the other half', patched(marked, 1, 1)],
    ['a stray byte before the byte order mark', patched(marked, 0, 0, [0x41])],
    ['a zero behind the last line end', Uint8Array.from([...whole, 0])],
    ['half of the last line feed', whole.subarray(0, -1)],
  ])('%s costs no row and no letter', async (_, bytes) => {
    const { table, warnings, file } = await open(bytes)
    expect(file.encoding).toBe(encoding)
    expect(table).toEqual(TABLE)
    expect(warnings).toMatchObject([{ code: 'realigned-bytes', count: 1 }])
  })

  test('READ-08 · a lost first byte is a lost character, not the other byte order', () => {
    const text = `;Prices;\r\nName;Wholesale;Retail\r\n${'Bread;1.20;1.50\r\n'.repeat(4000)}`
    for (const length of [60, text.length])
      expect(decodeText(encode(text.slice(0, length), 'utf-16le').subarray(1))).toMatchObject({
        encoding: 'utf-16le',
        text: `\ufffd${text.slice(1, length)}`,
      })
  })

  test('READ-08 · a single extra byte does not change the byte order of a short list', () => {
    const start = 'sep=;\n"№ по ред";"product_price";"Product name"\n"1";"194.4лв";"Rice"\n"2";"2452.46лв";"C'
    const at = encode(start, encoding).length
    const bytes = encode(`${start}offee 200 g"\n"3";"19.76лв";"Pencil HB"\n`, encoding)
    const damaged = Uint8Array.from([...bytes.subarray(0, at), 0x20, ...bytes.subarray(at)])
    expect(decodeText(damaged).encoding).toBe(encoding)
    const odd = [...encode('Name;Price\r\nBread;1.80\r\nCoffee;4.50\r\n', encoding), 0x0a]
    expect(decodeText(Uint8Array.from(odd)).encoding).toBe(encoding)
  })

  test('READ-08 · narrow spaces between thousands are no signs of the other byte order', async () => {
    const text = 'Item;Price\r\nBread;1\u202f526.53\r\nOlive oil;1\u202f366.37\r\nCoffee;8\u202f729.19\r\n'
    const { table } = await open(encode(text, encoding).subarray(1))
    expect(table.slice(1).map((row) => cellText(row[1]))).toEqual([
      '1\u202f526.53',
      '1\u202f366.37',
      '8\u202f729.19',
    ])
  })

  test('READ-08 · a lost byte in a name costs one character, and the row is reported', async () => {
    for (const at of [row1, row1 + 1]) {
      const { table, warnings } = await open(patched(whole, at, 1))
      expect(table).toEqual(TABLE.map((row, r) => (r === 1 ? ['Хл\ufffdб', '1,69'] : row)))
      const rows = { count: 1, first: [2] }
      expect(warnings).toEqual([
        { code: 'realigned-bytes', count: 1, rows },
        { code: 'undecodable-bytes', count: 1, rows },
      ])
    }
  })

  test('READ-08 · an extra byte in a price makes it invalid, and the row is reported', async () => {
    const at = encode('Име;Цена\r\nХляб;1,', encoding).length
    for (const added of [0, 0x37, 0x04, 0xff])
      for (const place of [at, at + 1]) {
        const { table, warnings } = await open(patched(whole, place, 0, [added]))
        expect(table[1]?.[1]).toContain('\ufffd')
        expect(table.filter((_, r) => r !== 1)).toEqual(TABLE.filter((_, r) => r !== 1))
        expect(rowsOf(warnings)).toEqual([
          { count: 1, first: [2] },
          { count: 1, first: [2] },
        ])
      }
  })
})

describe('READ-08 · any list in UTF-16, with bytes missing or extra at any offset', () => {
  const name = fc
    .array(
      fc.constantFrom(
        ...'Хляб Сирене Milk БДС 3,6% Öl „Верея“ № 5 Кафе Sony ЩРАНГ Олио 40° Ютия Ariel € 1/2 Юфка Яйца'.split(
          ' ',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((words) => words.join(' '))
  const added = (length: number) =>
    fc.array(fc.oneof(fc.constantFrom(0, 4, 10, 13, 48, 59, 255), fc.nat(255)), {
      minLength: length,
      maxLength: length,
    })
  const APART = 20
  const place = fc.nat(999_999)
  const damage = fc.oneof(
    fc.record({ at: place, lost: fc.constantFrom(1, 1, 3), added: fc.constant([]) }),
    fc.record({ at: place, lost: fc.constant(0), added: fc.oneof(added(1), added(3)) }),
  )
  const example = fc.record({
    encoding: fc.constantFrom(...WIDE),
    hasBom: fc.boolean(),
    lineEnd: fc.constantFrom('\r\n', '\n'),
    delimiter: fc.constantFrom(';', '\t'),
    names: fc.array(name, { minLength: 12, maxLength: 60 }),
    title: fc.constantFrom('Код Име Цена', 'Code Name Price', 'Код Артикул Цена'),
    damages: fc.array(damage, { minLength: 1, maxLength: 3 }),
  })
  type Example = typeof example extends fc.Arbitrary<infer T> ? T : never

  /** Rows whose cells tell which they are, so that a lost or changed one is noticed. */
  function listOf({ encoding, hasBom, lineEnd, delimiter, names, title, damages }: Example) {
    const rows = names.map((own, i) => [`A${1000 + i}`, own, `${i + 1},${10 + ((i * 7) % 90)}`])
    const lines = [title.split(' '), ...rows].map((row) => row.join(delimiter))
    const bytes = encode(lines.map((line) => line + lineEnd).join(''), encoding)
    const whole = hasBom ? withBom(bytes, ...BOM[encoding]) : bytes
    const placed = damages.map((one) => ({ ...one, at: Math.floor((one.at / 1_000_000) * whole.length) }))
    const inOrder = placed.sort((one, other) => other.at - one.at)
    // Closer together they are a few letters replaced by others, as no reader can tell.
    fc.pre(inOrder.every(({ at }, i) => i === 0 || inOrder[i - 1]!.at - at > APART))
    const damaged = inOrder.reduce((now, { at, lost, added: own }) => patched(now, at, lost, own), whole)
    return { rows, damaged }
  }

  const keyOf = (row: readonly (string | undefined)[]): string => row.join('\n')

  test('READ-08 · no row is lost or changed without being reported', async () => {
    const seen = { whole: 0, told: 0, asked: 0 }
    await fc.assert(
      fc.asyncProperty(example, async (drawn) => {
        const { rows, damaged } = listOf(drawn)
        const { table, warnings } = await open(damaged)
        const { columns, certain } = detectColumns(table)
        if (!certain) return void seen.asked++
        const kept = new Set(table.map((row) => keyOf(row.map(cellText))))
        const lost = rows.filter((row) => !kept.has(keyOf(row)))
        if (lost.length === 0) return void seen.whole++
        seen.told++
        const named = new Set(rowsOf(warnings).flatMap(({ first }) => first))
        // A row without its line end stands in one with the next.
        expect(named.size).toBeGreaterThan(0)
        expect(lost.length).toBeLessThanOrEqual(2 * named.size)
        const prices = new Set(rows.map(([, , price]) => Number(price!.replace(',', '.'))))
        const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
        reading.rows.forEach(({ price }, i) => {
          if (!reading.problems.has(i) && price !== '' && !named.has(reading.lines[i]!))
            expect(prices).toContain(Number(price))
        })
      }),
      { numRuns: 800, seed: 20260721 },
    )
    // Asked about in all cases, it would prove nothing.
    expect(seen.told).toBeGreaterThan(600)
    expect(seen.whole).toBeGreaterThan(10)
  })

  test('READ-08 · the file is written back whole, and reads as the damaged one did', async () => {
    await fc.assert(
      fc.asyncProperty(example, async (drawn) => {
        const { damaged } = listOf(drawn)
        const { file, table } = await open(damaged)
        const { columns, certain } = detectColumns(table)
        fc.pre(certain)
        const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
        const order = planForReading({ columns, reading, table: file.table }, 'end')
        const { parts } = await writeBack(damaged, file, order)
        const written = new Uint8Array(Buffer.concat(parts))
        const again = decodeText(written, file.encoding)
        expect(written.length % 2).toBe(0)
        expect(again.realigned).toBeUndefined()
        expect(again.hasBom).toBe(file.hasBom)
        const { table: back } = await open(written)
        const priced = new Set(
          reading.lines.filter((_, i) => !reading.problems.has(i) && reading.rows[i]!.price !== ''),
        )
        expect(back.length).toBe(table.length)
        // The new column stands behind the titles, also in a row that the damage made longer.
        const width = table[columns.headerRow!]!.length
        table.forEach((row, r) => {
          const [own, now] = [row.map(cellText), back[r]!.map(cellText)]
          expect(now.slice(0, Math.min(own.length, width))).toEqual(own.slice(0, width))
          expect(now.slice(width + 1)).toEqual(own.slice(width))
          if (priced.has(r + 1)) expect(now[width]).toMatch(/^\d+,\d\d$/)
        })
      }),
      { numRuns: 200, seed: 20260722 },
    )
  })
})

describe('READ-08 · how unlike a price list code units of UTF-16 are', () => {
  const costOf = (text: string) => alignUtf16(encode(text, 'utf-16le'), 'utf-16le').cost

  // The first and the last of each stretch of letters and signs that price lists have.
  test.each([
    ['white space', '\t\n\r \u00a0\u2002\u200a\u202f'],
    ['ASCII', '!~'],
    ['Latin', '¡«\u00ad®ýĀſ'],
    ['Greek', 'Αω'],
    ['Cyrillic', 'ЁАяё'],
    ['punctuation', '‐…‰′″‹›'],
    ['signs', '€№Ω⅛⅞←↓−≠≥'],
    ['marks of the text itself', '\ufeff\ufffd'],
  ])('%s cost nothing', (_, signs) => {
    for (const sign of signs) expect([sign, costOf(sign)]).toEqual([sign, 0])
    expect(costOf(signs)).toBe(0)
  })

  test('a neighbouring character costs less than an unpaired byte, a control character the same', () => {
    const odd = '¬þÿƀΐϊЀЂЏѐђ\u0f04\u5004\u2001\u200b\u200f\u2027\u202e\u2031‴‸※₫₭℧℔⅚⅟\u218f↔∑≟≦'
    for (const sign of odd) expect([sign, costOf(sign)]).toEqual([sign, 1])
    for (const sign of '\0\x01\x08\v\f\x0e\x1f\x7f\x80\x9f\ufffe\uffff')
      expect([sign, costOf(sign)]).toEqual([sign, LONE_BYTE_COST])
  })

  test('of any letter of ASCII or Cyrillic, four are enough to see that they are read one byte off', () => {
    const letters = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i))
    const cyrillic = Array.from({ length: 64 }, (_, i) => String.fromCharCode(0x410 + i))
    // Read one byte off, these are two frequent Chinese characters and a narrow space.
    const misread = ['0', 'N', 'Р']
    for (const letter of [...letters, ...cyrillic].filter((one) => !misread.includes(one)))
      for (const encoding of WIDE) {
        const bytes = encode(letter.repeat(4), encoding).subarray(1, -1)
        expect([letter, alignUtf16(bytes, encoding)]).toMatchObject([letter, { repairedOffsets: [0, 3] }])
      }
  })

  test('characters of private use cost more than those of other scripts, less than a lone byte', () => {
    for (const [sign, cost] of [
      ['\ud7ff', 1],
      ['\ue000', 2],
      ['\uf8ff', 2],
      ['\uf900', 1],
      ['\ufefe', 1],
    ] as const)
      expect([sign, costOf(sign)]).toEqual([sign, cost])
  })

  test('Chinese names cost less than ASCII read one byte off', () => {
    expect(costOf('一\u3000')).toBe(2)
    expect(costOf('\u3100\u4100')).toBe(2 * LONE_BYTE_COST)
  })
})
