import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DELIMITERS, ENCODINGS } from '#table/text-source.ts'
import { CsvOffsets, CsvTable } from '../csv/table.ts'
import { alignedBytes, decodeText } from './encoding.ts'
import { ByteText } from './byte-text.ts'
import { forEachRow, readField } from '../csv/patch-scan.ts'
import { createTextPatcher } from '../csv/patch-text.ts'

/** Bytes that make rows and fields, letters of one and more bytes, and whatever else. */
const BYTE = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...new TextEncoder().encode(',,;\t|""\n\r\n  a1.')) },
  { weight: 2, arbitrary: fc.constantFrom(0xd0, 0xa6, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xd8, 0xdc, 0xef, 0xbb) },
  { weight: 1, arbitrary: fc.nat(255) },
)

const NARROW = fc.array(BYTE, { maxLength: 60 })

/** Units of UTF-16, some of them halves of a pair, and perhaps half a unit at the end. */
const WIDE = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.tuple(BYTE, fc.constant(0)) },
        { weight: 1, arbitrary: fc.tuple(BYTE, BYTE) },
      ),
    ),
    fc.boolean(),
    fc.array(BYTE, { maxLength: 1 }),
  )
  .map(([units, isLittle, tail]) => [
    ...units.flatMap(([low, high]) => (isLittle ? [low, high] : [high, low])),
    ...tail,
  ])

describe('CONV-08 · fields found in the bytes are those that were read', () => {
  test.each(ENCODINGS)('%s, damaged ones too', (encoding) => {
    const bytes = encoding.startsWith('utf-16') ? fc.oneof(WIDE, NARROW) : NARROW
    fc.assert(
      fc.property(bytes, fc.constantFrom(...DELIMITERS), (values, delimiter) => {
        const file = alignedBytes(Uint8Array.from(values), encoding)
        const { text, hasBom } = decodeText(file, encoding)
        const read = new CsvTable(new CsvOffsets(text, delimiter, 0)).slice()
        const edited = createTextPatcher(file, { encoding, hasBom, delimiter })
        const rows: string[][] = []
        forEachRow(edited.offsets, (row) => {
          rows.push(Array.from({ length: row.count }, (_, c) => readField(edited, row, c)))
          for (let c = 0; c < row.count; c++) {
            const isLast = c === row.count - 1
            expect(edited.offsets.text.slice(row.outerEnd(c), row.outerEnd(c) + 1)).toMatch(
              isLast ? /^[\r\n]?$/ : delimiter,
            )
          }
        })
        const written = rows.slice(0, read.length)
        expect(rows.slice(read.length).flat().join('').trim()).toBe('')
        // Letters that a cut in the middle of a pair or sequence leaves can be one sign or two.
        const plain = (table: readonly (readonly string[])[]) =>
          table.map((row) => row.map((cell) => cell.replaceAll(/\ufffd+|[\ud800-\udfff]/g, '?')))
        expect(plain(written)).toEqual(plain(read))
        expect(new Uint8Array(Buffer.concat(edited.finish()))).toEqual(file)
      }),
      { numRuns: 2000 },
    )
  })

  test('half a code unit at the end is never edited', () => {
    const view = new ByteText(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62), 'utf-16le', true)
    expect(view.text).toBe('a\ufffd')
    expect([0, 1, 2].map((offset) => view.byteOffset(offset))).toEqual([2, 4, 4])
  })
})
