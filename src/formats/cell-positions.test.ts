import { describe, expect, it } from 'vitest'
import { sourceOf } from '#test/fuzz/plain-lists.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { cellPositions } from './cell-positions.ts'
import type { OpenedFile } from './format.ts'
import { openFile } from './open-file.ts'
import { PairStream } from './stream/pair-stream.ts'
import { runToEnd } from './stream/run-to-end.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

/** The place of the only '10,01' or '10.01' of a file, found in its text by itself. */
function placeIn(text: string): { line: number; column: number } {
  const lines = text.split(/\r\n|\n|\r/)
  const line = lines.findIndex((one) => /10[.,]01/.test(one))
  return { line: line + 1, column: lines[line]!.search(/10[.,]01/) + 1 }
}

/** The place of the cell with that price. */
async function positionIn(fileName: string, bytes: Uint8Array<ArrayBuffer>) {
  const opened = await openFile(bytes, { fileName, allKeys: true })
  if (!opened.ok) throw new Error(opened.error.code)
  const { file } = opened
  const positions = await cellPositions(file, bytes)
  const rows = file.table.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell : (cell?.text ?? ''))),
  )
  const r = rows.findIndex((row) => row.some((text) => /10[.,]01/.test(text)))
  return positions?.(
    r,
    rows[r]!.findIndex((text) => /10[.,]01/.test(text)),
  )
}

const CSV =
  'Име;Цена лв.;Цена €\n"Хляб\n""бял""\r\nи чер";1,96;1,00\n\nМляко;"19,56";  10,01\nСол;0,79;0,40\n'

describe('OPEN-06 · where the cells of a file are', () => {
  it.each([
    ['lines that end in LF', 'list.csv', CSV.replace('  10', '10')],
    ['lines that end in CRLF', 'list.csv', CSV.replaceAll(/\r?\n/g, '\r\n').replace('  10', '10')],
    ['lines that end in CR', 'list.csv', CSV.replaceAll(/\r?\n/g, '\r').replace('  10', '10')],
    ['a separator line', 'list.csv', `sep=;\n${CSV.replace('  10', '10')}`],
    [
      'a name that its comma split',
      'list.csv',
      'Name,Price BGN,Price EUR\nBread,1.96,1.00\nMilk, fresh,19.56,10.01\nSalt,0.79,0.40\nOil,1.96,1.00\nTea,1.96,1.00\n',
    ],
    [
      'JSON of the specified form',
      'list.json',
      '[\n  {"name": "Хляб", "price": 1.96, "currency": "BGN", "eur": 1},\n  {"name": "Мляко",\n   "price": 19.56, "currency": "BGN",\n   "eur": 10.01}\n]',
    ],
    [
      'other JSON',
      'list.json',
      '{"products": [\r\n  {"title": "Хляб", "price_bgn": 1.96, "price_eur": 1},\r\n  {"title": "Мляко", "price_bgn": "19.56", "price_eur": 10.01}\r\n]}',
    ],
    [
      'XML',
      'list.xml',
      '<?xml version="1.0"?>\n<shop>\n<item><name>Хляб</name><price_bgn>1.96</price_bgn><price_eur>1.00</price_eur></item>\n<item>\n<name>Мляко</name><price_bgn>19.56</price_bgn><price_eur>10.01</price_eur></item>\n</shop>',
    ],
  ])('OPEN-06 · %s', async (_, fileName, text) => {
    const expected = placeIn(text)
    expect(expected.line).toBeGreaterThan(1)
    expect(await positionIn(fileName, bytesOf(text))).toEqual(expected)
  })

  it('OPEN-06 · a byte order mark and UTF-16 do not shift columns', async () => {
    const text = CSV.replace('  10', '10')
    expect(await positionIn('list.csv', bytesOf(`\ufeff${text}`))).toEqual(placeIn(text))
    const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(await positionIn('list.csv', wide)).toEqual(placeIn(text))
  })

  it('OPEN-06 · a file that is read as a stream has the same places', async () => {
    const rows = Array.from({ length: 900 }, (_, i) => {
      const name = i % 3 === 0 ? `"Хляб\nв ${i}"` : `Хляб ${i}`
      return `${name};1,96;${i % 7 === 0 ? '1,01' : '1,00'}\r\n`
    })
    const text = `\ufeffИме;Цена лв.;Цена €\r\n${rows.join('')}`
    const bytes = bytesOf(text)
    const choose = ({ table }: OpenedFile) => {
      const detection = detectColumns(table)
      return { columns: detection.columns, pairs: findPairColumns(table, detection).pairs, areNamed: false }
    }
    const options = { fileName: 'list.csv', limits: { bytes: Infinity, rows: Infinity } }
    const sizes = { headBytes: bytes.length, chunkBytes: 4096 }
    const stream = await PairStream.open({ source: sourceOf(bytes), options, sizes })
    const list = runToEnd(stream.check({ direction: 'either', choose }))
    const positions = stream.positions(list)
    const found = [...stream.pairs(list)].flatMap(({ mismatches }) => mismatches)
    const expected = text
      .slice(1)
      .split(/\r\n|\n/)
      .flatMap((line, i) =>
        line.includes('1,01') ? [{ line: i + 1, column: line.indexOf('1,01') + 1 }] : [],
      )
    expect(expected).toHaveLength(129)
    expect(found.map(({ row }) => positions?.(row - 1, 2))).toEqual(expected)
  })
})
