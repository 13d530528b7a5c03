import fc from 'fast-check'
import { createEncoder } from '#formats/bytes/encoder.ts'
import type { ByteSource } from '#formats/stream/byte-source.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file that is in memory. */
export const sourceOf = (bytes: Bytes): ByteSource => ({
  length: bytes.length,
  read: (target, position) => {
    const part = bytes.subarray(position, position + target.length)
    target.set(part)
    return part.length
  },
})

const word = fc.stringMatching(/^[а-яА-Яa-z][а-яa-z (),.=+@“-]{0,12}$/u)
const price = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 100).toFixed(2)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 999_999_999 }).map((n) => (n / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '0', '0,00', 'няма', '12 лв.', '1 234,50', '007', '5') },
  { weight: 1, arbitrary: fc.constantFrom('3.129871', '12.5 €', '€', '-4', '12/13', '1e3', '99999999') },
)
const rowText = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.nat(99), word, price, word) },
  { weight: 1, arbitrary: fc.constantFrom('', 'Група', 'ВНОС', 'ВНОС (EUR);;;', ';;;') },
  { weight: 1, arbitrary: fc.constant(';Стока;цена 12,50;Бележка') },
)

/** A row whose price is the sum of those since the last row of another kind, or of all; or nearly. */
type Sum = {
  readonly name: string
  readonly of: 'block' | 'all' | 'nothing'
  readonly off: number
  readonly note: string
}
const sum: fc.Arbitrary<Sum> = fc.record({
  name: fc.oneof(
    fc.constantFrom('Общо', 'Total', 'ОБЩО:', 'Междинна сума'),
    fc.constantFrom('Общо за Група', 'Група общо', 'Общо ВНОС', 'Общо почистване', 'Доплащане', '', 'Хляб'),
  ),
  of: fc.constantFrom('block', 'block', 'all', 'nothing'),
  off: fc.constantFrom(0, 0, 0, 0, 0.01, 0.001),
  note: fc.constantFrom('', '', 'ВНОС', 'Общо'),
})

type DrawnRow = string | readonly (string | number)[]

/**
 * The rows, of which only every `step`-th has all its prices.
 * @param prices how many columns there are
 */
const withGaps = (rows: readonly (DrawnRow | Sum)[], step: number, prices: number): (DrawnRow | Sum)[] =>
  rows.map((row, r) => {
    if (typeof row === 'string' || 'of' in row || r % step === 0) return row
    return row.map((cell, c) => (c === 2 || (c > 2 && c < 2 + prices && r % 2 === 0) ? '' : cell))
  })

const gaps = fc.constantFrom(1, 1, 1, 3)

/** The rows with sums between them. */
function withSums(rows: readonly (DrawnRow | Sum)[], areGroups: boolean, prices = 1): DrawnRow[] {
  const [block, all] = [Array<number>(prices).fill(0), Array<number>(prices).fill(0)]
  return rows.map((row, r) => {
    if (typeof row === 'string') {
      block.fill(0)
      return row
    }
    if ('of' in row) {
      const texts = (row.of === 'block' ? block : all).map((sum, n) => {
        // Not in every column.
        const off = n > 0 && r % 3 === 0 ? 0.02 : row.off
        const isLeftOut = row.of === 'nothing' || (n > 0 && r % 5 === 0)
        return isLeftOut ? '' : (sum + off).toFixed(off === 0.001 ? 3 : 2)
      })
      if (row.name !== 'Хляб') block.fill(0)
      return [row.note === '' ? '' : r, row.name, ...texts, row.note]
    }
    for (let n = 0; n < prices; n++) {
      const value = Number(/^\d+(?:\.\d+)?/.exec(String(row[2 + n]))?.[0] ?? 0)
      // A row without a price begins another group.
      block[n] = row[2 + n] === '' ? 0 : block[n]! + value
      all[n]! += value
    }
    return areGroups ? [...row.slice(0, 2 + prices), 'ВНОС'] : row
  })
}

const grouped = (text: string, space: string): string => text.replace(/\d(?=(?:\d{3})+(?!\d))/g, `$&${space}`)

/** How programs write prices, by the title of their column. */
const FORMS: readonly ((text: string, title: string) => string)[] = [
  (text, title) => `${text} ${title.includes('€') ? '€' : 'лв.'}`,
  (text, title) => (title.includes('€') ? `€${text}` : `${text}лв`),
  (text) => `${text} лв.`,
  (text) => `${text} €`,
  (text) => `EUR ${text}`,
  (text) => `${text} лв./бр.`,
  (text) => `${text} лв. с ДДС`,
  (text) => `цена: ${text}`,
  (text) => `общо ${text} лв.`,
  (text) => `${text} (EUR)`,
  (text) => `${text} USD`,
  (text) => ` ${text} `,
  (text) => `+${text}`,
  (text) => `${text},-`,
  (text) => `${text} лв. / 1,00 €`,
  (text) => `${text} лв./10 бр.`,
  (text) => `00${text}`,
  (text) => grouped(text, ' '),
  (text) => grouped(text, '\u00a0'),
  (text) => grouped(text, "'"),
  (text) => `${text}00`,
  (text) => `${text}25`,
  (text) => `${text}5`,
  (text) => `${text}123 лв.`,
  // 0,125 is a price, 1,125 may be thousands.
  (text) => `${text.at(-1)}${text.slice(-3)}5 лв.`,
  (text) => text.replace(/\D.*/, ''),
]
const plain = (text: string): string => text
const form = fc.constantFrom(...FORMS)

const style = {
  forms: fc.oneof(
    { weight: 2, arbitrary: fc.constant([plain]) },
    { weight: 2, arbitrary: fc.tuple(form) },
    { weight: 1, arbitrary: fc.array(fc.oneof(form, fc.constant(plain)), { minLength: 2, maxLength: 4 }) },
  ),
  delimiter: fc.constantFrom(';', '\t', '|'),
  mark: fc.constantFrom(',', '.'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isEnded: fc.boolean(),
  isQuoted: fc.constantFrom('all', 'some', 'none'),
  encoding: fc.constantFrom<'utf-8' | 'windows-1251'>('utf-8', 'windows-1251'),
  // Mostly none, or blank: lines that end in a delimiter.
  untitled: fc.constantFrom<readonly string[]>([], [], [], [''], ['', ''], ['х'], ['7.50', '']),
}

type List = {
  /** Of the prices, by turns. */
  readonly forms: readonly (typeof plain | (typeof FORMS)[number])[]
  readonly delimiter: string
  readonly mark: string
  readonly lineEnd: string
  readonly isEnded: boolean
  readonly isQuoted: string
  readonly encoding: 'utf-8' | 'windows-1251'
  readonly titles: readonly string[]
  /** What the last cells of each row are, in columns without a title. */
  readonly untitled: readonly string[]
  /** A text is a whole line with semicolons. */
  readonly rows: readonly DrawnRow[]
}

const isPrice = /^\d+\.\d+$/

function bytesOf(list: List): Bytes {
  const { forms, delimiter, mark, lineEnd, isEnded, isQuoted, encoding, titles, untitled, rows } = list
  const field = (cell: string | number, i: number, title: string): string => {
    const write = forms[i % forms.length]!
    const text = isPrice.test(String(cell)) ? write(String(cell).replace('.', mark), title) : String(cell)
    return isQuoted === 'all' || (isQuoted === 'some' && i % 3 === 0) || text.includes(delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  }
  const lines = rows.map((row, r) =>
    typeof row === 'string'
      ? (row + ';'.repeat(row === '' ? 0 : untitled.length)).replaceAll(';', delimiter)
      : [...row, ...untitled].map((cell, c) => field(cell, r + c, titles[c] ?? '')).join(delimiter),
  )
  const text =
    [[...titles, ...untitled.map(() => '')].join(delimiter), ...lines].join(lineEnd) +
    (isEnded ? lineEnd : '')
  return createEncoder(encoding).encode(text)
}

const currency = fc.constantFrom('BGN', 'EUR', 'лв.', '€', 'USD', '')

/** Lists of four columns or with that of the currency, as programs export them, with a few rows of other kinds. */
export const priceLists: fc.Arbitrary<Bytes> = fc
  .record({
    ...style,
    title: fc.constantFrom('Цена, лв.', 'Цена', 'Цена €', '"Цена"', '"Цена\n€"'),
    rows: fc.array(fc.oneof({ weight: 12, arbitrary: rowText }, { weight: 1, arbitrary: sum }), {
      minLength: 3,
      maxLength: 60,
    }),
    areGroups: fc.boolean(),
    step: gaps,
    // Mostly none, or the same in each row.
    currencies: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.tuple(currency) },
      { weight: 1, arbitrary: fc.array(currency, { minLength: 2, maxLength: 60 }) },
    ),
  })
  .map(({ title, currencies, rows: drawn, areGroups, step, ...list }) => {
    const rows = withSums(withGaps(drawn, step, 1), areGroups)
    const titles = ['№', 'Стока', title, 'Бележка']
    if (currencies.length === 0) return bytesOf({ ...list, titles, rows })
    const withCurrency = rows.map((row, r) =>
      typeof row === 'string' ? `${row};` : [...row, currencies[r % currencies.length]!],
    )
    return bytesOf({ ...list, titles: [...titles, 'Валута'], rows: withCurrency })
  })

/** A price that most products have, or few. */
const furtherPrice = fc.oneof(
  { weight: 5, arbitrary: price },
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '-', 'няма', '12.5 лв.') },
)
const severalText = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(
      fc.nat(99),
      word,
      fc.oneof({ weight: 6, arbitrary: price }, furtherPrice),
      furtherPrice,
      furtherPrice,
      word,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'Група', 'ВНОС', ';;;;;', ';Стока;цена 12,50;;;Бележка') },
  { weight: 1, arbitrary: fc.constantFrom(';;;1,00;;', ';Общо;;;;') },
)

/** Lists with three price columns, in one currency or in both. */
export const severalPriceLists: fc.Arbitrary<Bytes> = fc
  .record({
    ...style,
    prices: fc.constantFrom(
      ['Цена, лв.', 'Цена, €', 'Промо цена, лв.'],
      ['Цена €', 'Цена лв.', 'Цена на едро'],
      ['Цена', 'Промо цена', 'Цена на едро €'],
      ['Промо цена', 'Цена', 'Стара цена'],
    ),
    rows: fc.array(fc.oneof({ weight: 12, arbitrary: severalText }, { weight: 1, arbitrary: sum }), {
      minLength: 3,
      maxLength: 60,
    }),
    areGroups: fc.boolean(),
    step: gaps,
    currencies: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(currency, { minLength: 1, maxLength: 60 }) },
    ),
  })
  .map(({ prices, currencies, rows: drawn, areGroups, step, ...list }) => {
    const titles = ['№', 'Стока', ...prices, 'Бележка', ...(currencies.length > 0 ? ['Валута'] : [])]
    const rows = withSums(withGaps(drawn, step, 3), areGroups, 3).map((row, r) => {
      if (currencies.length === 0) return row
      return typeof row === 'string' ? `${row};` : [...row, currencies[r % currencies.length]!]
    })
    return bytesOf({ ...list, titles, rows })
  })

/** A lev price in hundredths with its euro price, by whole numbers, and how far that is off. */
const pair = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 20))
  .map(([lev, off]) => {
    const euro = Number((BigInt(lev) * 200_000n + 195_583n) / 391_166n) + off
    return [(lev / 100).toFixed(2), (Math.max(0, euro) / 100).toFixed(2)] as const
  })
const twoPrices = fc.oneof(
  { weight: 12, arbitrary: pair },
  { weight: 1, arbitrary: fc.tuple(price, price) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['', ''] as const, ['12', '6.14'] as const, ['5,00 €', '9.78'] as const),
  },
)
const pairRow = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.nat(99), word, twoPrices, twoPrices).map((row) => row.flat()) },
  { weight: 1, arbitrary: fc.constantFrom('', 'Група', ';;;;;') },
)

/** Lists with a lev and a euro price in each row, or with two of each. */
export const pairLists: fc.Arbitrary<Bytes> = fc
  .record({ ...style, rows: fc.array(pairRow, { minLength: 3, maxLength: 60 }), isReduced: fc.boolean() })
  .map(({ isReduced, rows, ...list }) => {
    const titles = ['№', 'Стока', 'Цена, лв.', 'Цена, €', 'Промо цена, лв.', 'Промо цена, €']
    return bytesOf({
      ...list,
      titles: isReduced ? titles : titles.slice(0, 4),
      rows: isReduced ? rows : rows.map((row) => (typeof row === 'string' ? row : row.slice(0, 4))),
    })
  })
