import { encode } from '#test/fixtures/catalogues/encoders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '../open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

const NAMES = [
  'Хляб',
  'Хляб, бял',
  'Хляб,бял',
  'Лампа 60',
  'Кабел 3,5',
  'Кабел 3, 5',
  'Боя бяла,5',
  'Болт M8,20',
  'Вино 2019',
  'Сирене краве, 400 г',
  '7',
  'Вода 0,5 л',
  'Комплект, 3, 4, 5',
] as const

type Kind = 'name' | 'price' | 'count' | 'unit' | 'note' | 'code' | 'promo'

const TITLES = {
  name: 'Име',
  price: 'Цена',
  count: 'Брой',
  unit: 'Мярка',
  note: 'Бележка',
  code: 'Код',
  promo: 'Промо цена',
} as const satisfies Record<Kind, string>

/** How one writer writes amounts: with two decimals always, as few as needed, or mostly so. */
type Decimals = 'fixed' | 'shortest' | 'whole-now-and-then'

const amount = (cents: number, decimals: Decimals): string => {
  const isWhole = cents % 100 === 0
  if (decimals === 'fixed' || (decimals === 'whole-now-and-then' && !isWhole))
    return (cents / 100).toFixed(2).replace('.', ',')
  return String(cents / 100).replace('.', ',')
}

const cents = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }),
  fc.integer({ min: 1, max: 999 }).map((tens) => tens * 10),
  fc.integer({ min: 1, max: 99 }).map((whole) => whole * 100),
)

const drawnRow = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('Хляб', 'Вода', 'Лампа 60', 'Вино 2019') },
    fc.constantFrom(...NAMES),
  ),
  price: cents,
  promo: fc.option(cents),
  count: fc.integer({ min: 1, max: 120 }),
  unit: fc.constantFrom('бр', 'кг', 'л'),
  note: fc.constantFrom('', '', 'нов', 'до края, месец'),
  code: fc.integer({ min: 1, max: 2000 }),
  isUnquoted: fc.boolean(),
  tail: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
})

const drawnFile = fc.record({
  columns: fc
    .shuffledSubarray<Kind>(['count', 'unit', 'note', 'code', 'promo'], { maxLength: 3 })
    .chain((others) =>
      fc.shuffledSubarray<Kind>(['name', 'price', ...others], { minLength: others.length + 2 }),
    ),
  decimals: fc.constantFrom<Decimals>('fixed', 'fixed', 'shortest', 'whole-now-and-then'),
  delimiter: fc.constantFrom(',' as const, ',' as const, ';' as const),
  /** Which rows lack the quotes that they need. */
  forgets: fc.constantFrom<'none' | 'some' | 'all'>('some', 'some', 'all', 'none'),
  hasTails: fc.boolean(),
  rows: fc.oneof(
    fc.array(drawnRow, { minLength: 1, maxLength: 6 }),
    fc.array(drawnRow, { minLength: 5, maxLength: 40 }),
  ),
})

type DrawnFile = typeof drawnFile extends fc.Arbitrary<infer T> ? T : never

/** The text, with the price of each row and whether its fields are as many as the titles. */
function written({ columns, decimals, delimiter, forgets, hasTails, rows }: DrawnFile) {
  const field = (text: string, isUnquoted: boolean) =>
    text.includes(delimiter) && !isUnquoted ? `"${text}"` : text
  const lines = rows.map((row) => {
    const isUnquoted = forgets === 'all' || (forgets === 'some' && row.isUnquoted)
    const cells = {
      name: row.name,
      price: amount(row.price, decimals),
      promo: row.promo === null ? '' : amount(row.promo, decimals),
      count: String(row.count),
      unit: row.unit,
      note: row.note,
      code: String(row.code),
    }
    const texts = columns.map((kind) => cells[kind])
    const line = texts.map((text) => field(text, isUnquoted)).join(delimiter)
    const isSplit = isUnquoted && texts.some((text) => text.includes(delimiter))
    const tail = hasTails ? row.tail : 0
    return { line: line + delimiter.repeat(tail), price: String(row.price / 100), isSplit, tail }
  })
  const header = columns.map((kind) => TITLES[kind]).join(delimiter)
  return { text: [header, ...lines.map(({ line }) => line), ''].join('\n'), lines }
}

test('READ-07 · a row with an unquoted delimiter never gives a wrong price, and leaves the others as they are', async () => {
  const counted = { joined: 0, split: 0 }
  await fc.assert(
    fc.asyncProperty(drawnFile, async (drawn) => {
      const { text, lines } = written(drawn)
      const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv', delimiter: drawn.delimiter })
      if (!opened.ok) throw new Error(JSON.stringify(opened.error))
      const { headerRow } = detectColumns(opened.file.table).columns
      expect(headerRow).toBe(0)
      const columns = {
        headerRow,
        name: drawn.columns.indexOf('name'),
        price: drawn.columns.indexOf('price'),
        currency: null,
        otherPrice: null,
        morePrices: [],
      }
      const { rows, problems } = readRows(opened.file.table, { columns, defaultCurrency: 'BGN' })
      expect(rows).toHaveLength(lines.length)
      for (const [i, { price, isSplit, tail }] of lines.entries()) {
        const isValid = !problems.has(i)
        if (isValid) expect(`${i}: ${rows[i]!.price}`).toBe(`${i}: ${price}`)
        if (!isSplit && tail === 0) expect(isValid).toBe(true)
        counted.split += Number(isSplit)
        counted.joined += Number(isSplit && isValid)
      }
    }),
    { numRuns: 2000 },
  )
  // A run in which every such row is invalid would prove nothing.
  expect(counted.joined).toBeGreaterThan(0.1 * counted.split)
})
