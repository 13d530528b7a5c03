import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { handWrittenBook, sheetXml, stringsXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { PLACEMENTS } from '#writeback/plan.ts'
import { END_OF_ROW, piecesOf } from './pieces.ts'

/** Rows of a sheet by what is special about them, from row `n` on. */
const ROWS: Readonly<Record<string, (n: number) => string>> = {
  plain: (n) => `<row r="${n}"><c r="A${n}" t="s"><v>2</v></c><c r="B${n}" s="1"><v>12.5</v></c></row>`,
  text: (n) =>
    `<row r="${n}" spans="1:3" ht="15"><c r="A${n}" t="inlineStr"><is><t>Стока &amp; ${n}</t></is></c><c r="B${n}" t="s"><v>3</v></c><c r="C${n}" s="2"/></row>`,
  blank: (n) => `<row r="${n}"/>`,
  missing: () => '',
  formula: (n) => `<row r="${n}"><c r="B${n}" s="3"><f>SUM(D${n}:E${n})</f><v>12.5</v></c></row>`,
  titles: (n) => `<row r="${n}"><c r="A${n}" t="s"><v>0</v></c><c r="B${n}" s="1" t="s"><v>1</v></c></row>\n`,
  long: (n) =>
    `<row r="${n}"><c r="A${n}" t="inlineStr"><is><t>${'дълго име '.repeat(2000)}</t></is></c><c r="B${n}"><v>${n}</v></c></row>`,
}
const KINDS = Object.keys(ROWS)
/** Several pieces of 512 kB. */
const SHEET_BYTES = 1_300_000
const ROW_BYTES = { long: 38_000, blank: 16, missing: 0 } as Readonly<Record<string, number>>

function rowsOf(kinds: readonly string[]): { xml: string; count: number } {
  const rows = [ROWS['titles']!(1)]
  for (let bytes = 0, n = 2; bytes < SHEET_BYTES; n++) {
    const kind = kinds[n % kinds.length]!
    rows.push(ROWS[kind]!(n))
    bytes += ROW_BYTES[kind] ?? 100
  }
  return { xml: rows.join(''), count: rows.length }
}

/** Rows and cells then follow the ones before them. */
const withoutReferences = (xml: string): string => xml.replaceAll(/ r="[A-Z]*\d+"/g, '')

const drawn = fc.array(fc.constantFrom(...KINDS), { maxLength: 12 }).map((kinds) => [...kinds, 'plain'])

describe('CONV-08 · a sheet is read and patched in pieces', () => {
  it('that are its content, and all but the last end with a row', async () => {
    const content = new TextEncoder().encode(`<a>${rowsOf(['plain', 'long']).xml}</a>`)
    const cuts = fc.array(fc.nat(content.length), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cuts, async (offsets) => {
        async function* chunks() {
          const ends = [...offsets.toSorted((a, b) => a - b), content.length]
          for (const [i, end] of ends.entries()) yield content.slice(i === 0 ? 0 : ends[i - 1], end)
        }
        const pieces: string[] = []
        for await (const piece of piecesOf({ size: content.length, chunks }, END_OF_ROW))
          pieces.push(Buffer.from(piece).toString('latin1'))
        expect(pieces.length).toBeGreaterThan(3)
        expect(pieces.slice(0, -1).every((piece) => piece.endsWith('</row>'))).toBe(true)
        expect(Buffer.from(pieces.join(''), 'latin1').equals(content)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('with the result of one that is patched as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.constantFrom(...PLACEMENTS),
        fc.boolean(),
        async (kinds, placement, isBare) => {
          const { xml: all, count } = rowsOf(kinds)
          const xml = isBare ? withoutReferences(all) : all
          const prices = Object.fromEntries(
            Array.from({ length: count - 1 }, (_, i) => [i + 1, lev('12.50', '6.39')] as const).filter(
              ([row]) => row % 7 > 0 && kinds[(row + 1) % kinds.length] !== 'titles',
            ),
          )
          const added = [{ cells: new Map([[0, 'Нова']]), prices: new Map([[1, lev('2.00', '1.02')]]) }]
          const order = orderFor({ 1: prices }, { placement, added })
          const divided = await givenBack(handWrittenBook(sheetXml(xml)), order)
          // A comment may be divided.
          const whole = await givenBack(handWrittenBook(sheetXml(`${xml}<!-- -->`)), order)
          for (const part of ['xl/worksheets/sheet1.xml', 'xl/styles.xml', 'xl/workbook.xml'])
            expect(divided.partOf(part) === whole.partOf(part).replace('<!-- -->', '')).toBe(true)
          expect([divided.warnings, divided.lockedCells]).toEqual([whole.warnings, whole.lockedCells])
        },
      ),
      { numRuns: 8 },
    )
  })

  it('but as a whole where a piece could end in a comment', async () => {
    const { xml, count } = rowsOf(['plain'])
    const comment = `<!-- </row> ${'x'.repeat(900)} <row r="900000"/> -->`
    const prices = Array.from({ length: count - 1 }, (_, i) => [i + 1, lev('12.50', '6.39')] as const)
    const order = orderFor({ 1: Object.fromEntries(prices) })
    const plain = await givenBack(handWrittenBook(sheetXml(xml)), order)
    const commented = handWrittenBook(sheetXml(xml.replaceAll('</row>', `</row>${comment}`)))
    const back = await givenBack(commented, order)
    expect(back.rows()!.replaceAll(comment, '') === plain.rows()).toBe(true)
  })

  it('with the result of SheetJS', async () => {
    const { xml } = rowsOf(KINDS)
    const texts = Array.from({ length: 30_000 }, (_, i) => `Стока ${i}${i % 9 === 0 ? ' &amp; _x000d_' : ''}`)
    const books = [
      handWrittenBook(sheetXml(xml), { 'xl/sharedStrings.xml': stringsXml('Стока', 'Цена', ...texts) }),
      handWrittenBook(sheetXml(rowsOf(['plain', 'text', 'blank']).xml, '<pageMargins left="1"/>')),
      handWrittenBook(sheetXml(withoutReferences(rowsOf(['plain']).xml))),
    ]
    for (const book of books)
      for (const limit of [100_000, 200]) {
        const { own, library } = await twoReadings(book, { limit })
        expect(own).toEqual(library)
      }
  })
})
