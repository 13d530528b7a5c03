import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { bytesOf, orderOf, pricedColumn } from '#test/priced-order.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DELIMITERS, type Delimiter, ENCODINGS, type Encoding } from '#table/text-source.ts'
import { CsvOffsets, CsvTable } from './table.ts'
import { createDecoder } from '../bytes/decoder.ts'
import { patchCsv } from './patch.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import { type CellContent, PLACEMENTS, type Placement } from '#writeback/plan.ts'

/** A field as it stands in the file, and what it says. */
type Field = { readonly raw: string; readonly says: string }

/** A file row by row, each with its line end; `price` is the column of prices. */
type Drawn = {
  readonly rows: readonly (readonly Field[])[]
  readonly ends: readonly string[]
  readonly price: number
  readonly delimiter: Delimiter
  readonly mark: '.' | ','
}

const BOM: Readonly<Partial<Record<Encoding, readonly number[]>>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}

const lettersOf = (encoding: Encoding): string => (encoding === 'windows-1252' ? 'é€' : 'ЯбщP')

const needsQuotes = (text: string, delimiter: Delimiter): boolean =>
  text.includes(delimiter) || /[\r\n]/.test(text) || /^ *"/.test(text)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** In quotes, with spaces around them, or bare where that reads as the same. */
const fieldOf = (text: fc.Arbitrary<string>, delimiter: Delimiter): fc.Arbitrary<Field> =>
  fc
    .tuple(text, fc.nat(5), fc.constantFrom('', '', '', ' '))
    .map(([says, style, space]) =>
      style < 2 || needsQuotes(says, delimiter)
        ? { says, raw: space + quoted(says) + (style === 0 ? space : '') }
        : { says, raw: says },
    )

const drawnIn = (encoding: Encoding): fc.Arbitrary<Drawn> =>
  fc
    .record({
      delimiter: fc.constantFrom(...DELIMITERS),
      mark: fc.constantFrom('.' as const, ',' as const),
      price: fc.nat(2),
      end: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n']),
      hasLastEnd: fc.boolean(),
      areAllQuoted: fc.boolean(),
    })
    .chain(({ delimiter, mark, price, end, hasLastEnd, areAllQuoted }) => {
      const sign = fc.constantFrom(...`a1 "${lettersOf(encoding)},;|\t\n\r'.`)
      const word = fc.string({ unit: sign, maxLength: 5 })
      const amount = fc
        .integer({ min: 1, max: 999_999 })
        .map((cents) => (cents / 100).toFixed(2).replace('.', mark))
      const cell = (c: number) =>
        fieldOf(c === price ? fc.oneof(amount, amount, fc.constant('')) : word, delimiter)
      const row = fc
        .tuple(...Array.from({ length: 5 }, (_, c) => cell(c)), fc.nat(5))
        .map(([a, b, c, d, e, length]) => [a, b, c, d, e].slice(0, length as number) as Field[])
      const title = (c: number) => fieldOf(fc.constant(c === price ? 'price' : `t${c}`), delimiter)
      const header = fc
        .tuple(title(0), title(1), title(2), title(3), fc.integer({ min: 1, max: 4 }))
        .map(([a, b, c, d, length]) => [a, b, c, d].slice(0, length))
      return fc
        .tuple(
          header,
          fc.array(row, { maxLength: 6 }),
          fc.array(fc.constantFrom(...end), { minLength: 7, maxLength: 7 }),
        )
        .map(([titles, data, ends]) => {
          const rows = [titles, ...data]
            // A line with one blank field is a blank line.
            .map((fields) => (fields.length === 1 && fields[0]!.raw === '' ? [] : fields))
            .map((fields) =>
              areAllQuoted ? fields.map(({ says }) => ({ says, raw: quoted(says) })) : fields,
            )
          const isBlankLast = rows.at(-1)!.length === 0
          return {
            rows,
            delimiter,
            mark,
            price,
            ends: rows.map((_, r) => (r < rows.length - 1 || hasLastEnd || isBlankLast ? ends[r]! : '')),
          }
        })
    })

const isQuoted = (field: Field): boolean => /^ *"/.test(field.raw)

const inText = ({ rows, ends, delimiter }: Drawn): string =>
  rows.map((row, r) => row.map(({ raw }) => raw).join(delimiter) + ends[r]).join('')

const plain = (text: string): string => text.replace(',', '.')

const isPriced = ({ price }: Drawn, row: readonly Field[], r: number): boolean =>
  r > 0 && price < row.length && row[price]!.says !== ''

/** The rows as they are to be, worked out from those that were drawn. */
function expected(drawn: Drawn, placement: Placement, cells: ReadonlyMap<number, ConvertedCell>): Drawn {
  const { rows, price, delimiter, mark } = drawn
  const filled = rows.filter((row) => row.some(({ says }) => /[^ \r\n\t]/.test(says)))
  const areAllQuoted = filled.flat().every(isQuoted)
  const widths = rows.map((row, r) => (r === 0 || isPriced(drawn, row, r) ? row.length : 0))
  const width = Math.max(...widths)
  // Under a header that does not reach so far, the new column has but its currency.
  const title = price < rows[0]!.length ? 'price_eur' : 'EUR'
  const written = (says: string, inQuotes: boolean): Field => ({
    says,
    raw: inQuotes || says.includes(delimiter) ? quoted(says) : says,
  })
  return {
    ...drawn,
    rows: rows.map((row, r) => {
      const cell = cells.get(r)
      const amount = cell === undefined ? '' : cell.euro.replace('.', mark)
      if (placement === 'replace')
        return cell === undefined
          ? row
          : row.with(price, {
              says: amount,
              raw: isQuoted(row[price]!)
                ? row[price]!.raw.replace(/".*"/, quoted(amount))
                : written(amount, false).raw,
            })
      const source = row[price]
      const added = written(r === 0 ? title : amount, source ? isQuoted(source) : areAllQuoted)
      if (placement === 'after') return source ? row.toSpliced(price + 1, 0, added) : row
      const pad = Array.from({ length: widths[r]! > 0 ? width - row.length : 0 }, () =>
        written('', areAllQuoted),
      )
      const whole = [...row, ...pad]
      return whole.length < width ? row : whole.toSpliced(width, 0, added)
    }),
  }
}

describe('CONV-08 · any table is unchanged but for its new cells', () => {
  test.each(ENCODINGS)('%s', (encoding) => {
    fc.assert(
      fc.property(
        drawnIn(encoding),
        fc.boolean(),
        fc.constantFrom(...PLACEMENTS),
        (drawn, withMark, placement) => {
          const bom = withMark ? (BOM[encoding] ?? []) : []
          const prices = drawn.rows.flatMap((row, r) =>
            isPriced(drawn, row, r) ? [[r, plain(row[drawn.price]!.says)] as const] : [],
          )
          const column = pricedColumn(drawn.price, Object.fromEntries(prices))
          const bytes = (one: Drawn) => withBom(encode(inText(one), encoding), ...bom)
          const style = { encoding, hasBom: bom.length > 0, delimiter: drawn.delimiter }
          const result = patchCsv(bytes(drawn), style, orderOf({ placement, columns: [column] }))
          const text = (file: Uint8Array) => createDecoder(encoding).decode(file)
          const wanted = bytes(expected(drawn, placement, new Map(column.cells)))
          expect(text(bytesOf(result))).toBe(text(wanted))
          expect(bytesOf(result)).toEqual(wanted)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('CONV-08 · a patched table reads as the same one with one more column', () => {
  const SIGN = fc.constantFrom(...'aaaa111 """,,,\n\n\r')
  test('with any unclosed or stray quotes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: SIGN, maxLength: 60 }),
        fc.nat(2),
        fc.integer({ min: 1, max: 5 }),
        (rest, column, priced) => {
          // The column has decimal commas, so that a new cell wants quotes.
          const text = `"1,50","1,50","1,50"\n${rest}`

          const rowsOf = (one: string) => new CsvTable(new CsvOffsets(one, ',', 0)).slice()
          const rows = rowsOf(text)
          const hasPrice = rows[priced] !== undefined && column < rows[priced].length
          const columns = [pricedColumn(column, hasPrice ? { [priced]: '1.00' } : {})]
          const style = { encoding: 'utf-8', hasBom: false, delimiter: ',' } as const
          const result = patchCsv(
            new TextEncoder().encode(text),
            style,
            orderOf({ columns, headerRow: null }),
          )
          const again = rowsOf(new TextDecoder().decode(bytesOf(result)))
          expect(again.map((row) => (row.length > column + 1 ? row.toSpliced(column + 1, 1) : row))).toEqual(
            rows,
          )
        },
      ),
      { numRuns: 5000 },
    )
  })

  test('an edited cell of such a table changes no other cell', () => {
    const content = fc.oneof(
      fc.constantFrom<CellContent>({ number: '2.50' }, { number: '2.50', currency: 'EUR' }, '2,50 лв./бр'),
      fc.string({ unit: fc.constantFrom(...'a1 ",\n'), maxLength: 5 }).map((text) => `a${text}`),
    )
    fc.assert(
      fc.property(
        fc.string({ unit: SIGN, maxLength: 60 }),
        fc.nat(2),
        fc.integer({ min: 1, max: 5 }),
        content,
        (rest, column, row, edit) => {
          const text = `"1,50","1,50","1,50"\n${rest}`
          const rowsOf = (one: string) => new CsvTable(new CsvOffsets(one, ',', 0)).slice()
          const rows = rowsOf(text)
          const own = rows[row]?.[column]
          // Without the open quote of its own cell, the other quotes of a row are read in other pairs.
          fc.pre(typeof own === 'string' && !own.trimStart().startsWith('"'))
          const result = patchCsv(
            new TextEncoder().encode(text),
            { encoding: 'utf-8', hasBom: false, delimiter: ',' },
            orderOf({
              placement: 'replace',
              headerRow: null,
              columns: [pricedColumn(column, {})],
              changed: [{ row, cells: new Map([[column, edit]]) }],
            }),
          )
          const again = rowsOf(new TextDecoder().decode(bytesOf(result)))
          expect(again.map((one, r) => (r === row ? one.with(column, '') : one))).toEqual(
            rows.map((one, r) => (r === row ? one.with(column, '') : one)),
          )
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe("CONV-08 · the user's content of cells is read back", () => {
  const text = fc.string({ unit: fc.constantFrom(...'a1 ",;|\t\n\r.Я€'), maxLength: 5 })
  const cells = fc
    .array(
      fc.tuple(
        fc.nat(6),
        text.map((one) => `a${one}`),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((pairs) => new Map(pairs))
  const withoutBlankEnd = (row: readonly string[]) => {
    const end = row.findLastIndex((cell) => cell !== '')
    return row.slice(0, end + 1)
  }

  test('in rows of the file and in added ones', () => {
    fc.assert(
      fc.property(
        drawnIn('utf-8'),
        fc.array(fc.tuple(fc.nat(6), cells), { maxLength: 3 }),
        fc.array(cells, { maxLength: 2 }),
        (drawn, changes, additions) => {
          const { rows, delimiter } = drawn
          const changed = new Map(changes.filter(([row]) => row > 0 && row < rows.length))
          const file = new TextEncoder().encode(inText(drawn))
          const result = patchCsv(
            file,
            { encoding: 'utf-8', hasBom: false, delimiter },
            orderOf({
              placement: 'replace',
              changed: Array.from(changed, ([row, own]) => ({ row, cells: own })),
              added: additions.map((own) => ({ cells: own, prices: new Map() })),
            }),
          )
          const read = new CsvOffsets(new TextDecoder().decode(bytesOf(result)), delimiter, 0)
          const put = (own: readonly string[], content: ReadonlyMap<number, string> | undefined) => {
            const row = [...own]
            for (const [c, one] of content ?? []) {
              while (row.length <= c) row.push('')
              row[c] = one
            }
            return row
          }
          const wanted = rows.map((row, r) =>
            put(
              row.map(({ says }) => says),
              changed.get(r),
            ),
          )
          const last = rows.findLastIndex(
            (row, r) => changed.has(r) || row.some(({ says }) => /[^ \r\n\t]/.test(says)),
          )
          wanted.splice(last + 1, 0, ...additions.map((own) => put([], own)))
          const compared = (table: readonly (readonly string[])[]) => {
            const all = table.map(withoutBlankEnd)
            return all.slice(0, all.findLastIndex((row) => row.length > 0) + 1)
          }
          expect(compared(new CsvTable(read).slice())).toEqual(compared(wanted))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
