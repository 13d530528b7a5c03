import type { Lang } from '#i18n/language.ts'
import type { OtherColumn, SheetColumn } from './columns.ts'

/** A narrower sheet is that of a phone: it has one column for all prices, and a row for each. */
const PHONE_BELOW = 600

/** In pixels. `name` is what a name has at least before other columns are shown, `leastName` before the sheet is scrolled. */
type Widths = { line: number; price: number; converted: number; name: number; leastName: number }

const WIDE: Widths = { line: 40, price: 144, converted: 108, name: 320, leastName: 240 }
/** Where the columns would not fit otherwise: those of several prices. */
const TIGHT: Widths = { ...WIDE, price: 126, converted: 94, leastName: 160 }
const BULGARIAN_PHONE: Widths = { line: 23, price: 96, converted: 84, name: 150, leastName: 100 }
/** English needs wider columns: the code BGN is wider than лв. */
const PHONE: Readonly<Record<Lang, Widths>> = {
  bg: BULGARIAN_PHONE,
  en: { ...BULGARIAN_PHONE, price: 106, converted: 92 },
}

/** Letters of a title of a price that need more width than its amounts, and that width. */
const LONG_TITLE = { letters: 13, price: 160 } as const

/** What the columns need more where there are long amounts, which a phone writes smaller. */
const LARGE = { wide: { price: 24, converted: 16 }, phone: { price: 32, converted: 14 } } as const

/** What amounts need more where each names its currency. */
const WITH_SIGN = {
  wide: { price: 0, converted: 32 },
  phone: { bg: { price: 8, converted: 24 }, en: { price: 14, converted: 26 } },
} as const

/** What a column needs for the word at a price in another currency, in one line. */
const OTHER_CURRENCY = 140

/** For text in place of a price, px: width of a letter, padding of the cell, and the maximum width of its column. */
const INVALID = { letter: 8, padding: 70, most: 200 } as const

const DIGIT = 8.5
const LETTER = 8.4
/** Of a title, which is bold; of a word, which has no room elsewhere, a wide one. */
const TITLE_LETTER = 9.4
const WORD_LETTER = 10.4
const PADDING = 28

/** Of the columns that are not converted, which are as wide as their samples. */
const OTHER = { least: 88, most: 220, mostAmount: 152, mostTitle: 124 } as const

/** Of a name: its font is larger, and the cell also holds the delete button. */
const NAME = { padding: 60, letter: 9, most: 400 } as const

/** Of a name in a sheet that is scrolled sideways. */
const SCROLLED_NAME = { least: 200, most: 360, share: 0.36, onPhone: 132 } as const

/** Least width that pinned columns leave for those that scroll, in pixels. */
const LEAST_SCROLLED = { onPhone: 96, wide: 160 } as const

/** Of a pinned column: its offsets in pixels, and the edges at which other columns scroll under it. */
type Stay = { left: number; right: number | undefined; '--edge-start'?: 1; '--edge-end'?: 1 }

export type SheetWidths = {
  /** Of the line number and of each column; undefined for a name, which has what is left. */
  columns: readonly (number | undefined)[]
  /** Undefined where the columns fit into the sheet. */
  total: number | undefined
  /** Of the line number and of each column; undefined for one that is not pinned. */
  stays: readonly (Stay | undefined)[]
  /** Scroll offset in pixels that brings the name into view. */
  toName: number
}

function otherWidth({ letters, title, isPriced }: OtherColumn): number {
  const content = Math.min(isPriced ? OTHER.mostAmount : OTHER.most, PADDING + LETTER * letters)
  const mostHead = isPriced ? OTHER.mostAmount : OTHER.mostTitle
  const head = Math.min(mostHead, PADDING + TITLE_LETTER * title.length)
  // No word of the title is broken.
  const word = Math.max(...title.split(/[\s/-]/).map(({ length }) => length))
  return Math.round(Math.max(OTHER.least, content, head, Math.min(OTHER.most, PADDING + WORD_LETTER * word)))
}

/** What the rows in sight have that needs more width. */
export type PageContent = {
  /** Some of the amounts are long. */
  areLarge: boolean
  /** By price column, the letters of the longest text that is no price. */
  invalid: readonly number[]
  /** Some of the prices are in a currency that is not converted. */
  hasOtherCurrency: boolean
}

export const NOTHING_SPECIAL: PageContent = { areLarge: false, invalid: [], hasOtherCurrency: false }

/** Whether the columns of several prices stand so close that their heads need the short words of a phone. */
export const areHeadsShort = (columns: readonly SheetColumn[]): boolean =>
  columns.filter(({ kind }) => kind === 'price').length >= 3

const nameWidth = (letters: number): number => NAME.padding + NAME.letter * letters

type More = Pick<Widths, 'price' | 'converted'>

const withMore = (widths: Widths, more: More): Widths => ({
  ...widths,
  price: widths.price + more.price,
  converted: widths.converted + more.converted,
})

function signsOf(columns: readonly SheetColumn[], isPhone: boolean, lang: Lang): More {
  const areMixed = columns.some((column) => column.kind === 'converted' && column.areMixed)
  if (!areMixed) return { price: 0, converted: 0 }
  return isPhone ? WITH_SIGN.phone[lang] : WITH_SIGN.wide
}

/** Width of a column that is converted, of what it is converted to, or of its name. */
function moneyOrName(column: Exclude<SheetColumn, OtherColumn>, widths: Widths): number {
  const isLong =
    column.kind === 'price' && widths.price >= WIDE.price && column.title.length >= LONG_TITLE.letters
  return isLong ? Math.max(LONG_TITLE.price, widths.price) : widths[column.kind]
}

/** Width of the line number column: the longest number and the status icon. */
const lineWidth = ({ line }: Widths, lines: number): number =>
  Math.round(line + DIGIT * Math.max(2, String(lines).length))

/**
 * The columns that fit: line, names, prices and their conversions always, then as many others as there is room for, but
 * none that says the same in every row. Where several prices do not fit, each has a row of its own.
 * @param lines the number of lines of the file
 */
export function fittingColumns(
  columns: readonly SheetColumn[],
  width: number,
  lines: number,
  lang: Lang,
): readonly SheetColumn[] {
  const fixed = columns.filter(({ kind }) => kind !== 'other')
  const isPhone = width < PHONE_BELOW
  if (isPhone && fixed.filter(({ kind }) => kind === 'price').length > 1) return stacked(fixed)
  const signs = signsOf(columns, isPhone, lang)
  const widths = withMore(isPhone ? PHONE[lang] : WIDE, signs)
  const widthOf = (column: SheetColumn): number => {
    if (column.kind === 'other') return 0
    return column.kind === 'name' && !isPhone
      ? Math.max(widths.name, Math.min(NAME.most, nameWidth(column.letters)))
      : moneyOrName(column, widths)
  }
  let room = columns.reduce((left, column) => left - widthOf(column), width - lineWidth(widths, lines))
  const kept = new Set<SheetColumn>()
  // Prices first: they may be what is to be converted.
  const others = columns
    .filter((column) => column.kind === 'other')
    .toSorted((a, b) => Number(b.isPriced) - Number(a.isPriced))
  for (const column of others) {
    const needed = otherWidth(column)
    if (column.isConstant || needed > room) continue
    kept.add(column)
    room -= needed
  }
  return columns.filter((column) => column.kind !== 'other' || kept.has(column))
}

const stacked = (columns: readonly SheetColumn[]): readonly SheetColumn[] => [
  {
    kind: 'name',
    index: null,
    title: columns.find((column) => column.kind === 'name')?.title ?? '',
    letters: 0,
  },
  { kind: 'price', index: null, nth: null, title: '' },
  { kind: 'converted', nth: null, areMixed: columns.some((one) => one.kind === 'converted' && one.areMixed) },
]

/**
 * The widths of these columns in a sheet of this width, which is scrolled sideways where they do not fit.
 */
export function widthsOf(
  columns: readonly SheetColumn[],
  width: number,
  lines: number,
  lang: Lang,
  content: PageContent = NOTHING_SPECIAL,
): SheetWidths {
  const isPhone = width < PHONE_BELOW
  const more = content.areLarge ? LARGE[isPhone ? 'phone' : 'wide'] : { price: 0, converted: 0 }
  const signs = signsOf(columns, isPhone, lang)
  const fitted = (widths: Widths) => withMore(withMore(widths, more), signs)
  for (const widths of isPhone ? [fitted(PHONE[lang])] : [fitted(WIDE), fitted(TIGHT)]) {
    const line = lineWidth(widths, lines)
    const own = columns.map((column) =>
      column.kind === 'other'
        ? otherWidth(column)
        : column.kind === 'name'
          ? undefined
          : moneyOrName(column, widths),
    )
    const needed = own.reduce<number>((sum, one) => sum + (one ?? widths.leastName), line)
    // A phone that shows no more than it has to is never scrolled.
    if (needed <= width || (isPhone && columns.length <= 3))
      return {
        columns: [line, ...(isPhone ? own : widened(columns, own, width - line, content))],
        total: undefined,
        stays: [],
        toName: 0,
      }
  }
  const widths = fitted(isPhone ? PHONE[lang] : WIDE)
  const all = columns.map((column) =>
    column.kind === 'other'
      ? otherWidth(column)
      : column.kind === 'name'
        ? scrolledName(column.letters, width)
        : moneyOrName(column, widths),
  )
  const scrolled = [lineWidth(widths, lines), ...all]
  const stays = staysOf(columns, scrolled, width)
  const atEnd = scrolled.reduce((sum, one, i) => (stays[i]?.right === undefined ? sum : sum + one), 0)
  const nameEnd = columns.findIndex(({ kind }) => kind === 'name') + 2
  const toName = scrolled.slice(0, nameEnd).reduce((sum, one) => sum + one, 0) - (width - atEnd)
  return {
    columns: scrolled,
    total: scrolled.reduce((sum, one) => sum + one, 0),
    stays,
    toName: Math.max(0, toName),
  }
}

/** The widths with the space that the name column does not need distributed to columns whose texts are cut. */
function widened(
  columns: readonly SheetColumn[],
  own: readonly (number | undefined)[],
  width: number,
  { invalid, hasOtherCurrency }: PageContent,
): readonly (number | undefined)[] {
  let room = columns.reduce(
    (left, column, i) =>
      left - (own[i] ?? (column.kind === 'name' ? Math.min(NAME.most, nameWidth(column.letters)) : 0)),
    width,
  )
  return columns.map((column, i) => {
    const now = own[i]
    if (now === undefined) return now
    const letters = column.kind === 'price' ? (invalid[column.nth ?? 0] ?? 0) : 0
    const wanted =
      column.kind === 'converted' && hasOtherCurrency
        ? OTHER_CURRENCY
        : letters === 0
          ? 0
          : Math.min(INVALID.most, INVALID.padding + INVALID.letter * letters)
    const added = Math.max(0, Math.min(room, Math.round(wanted) - now))
    room -= added
    return now + added
  })
}

function scrolledName(letters: number, width: number): number {
  if (width < PHONE_BELOW) return SCROLLED_NAME.onPhone
  const most = Math.min(SCROLLED_NAME.most, SCROLLED_NAME.share * width)
  return Math.round(Math.max(SCROLLED_NAME.least, Math.min(most, nameWidth(letters))))
}

/**
 * Line number, name, and price with what it becomes stay in place, as far as there is room for the others; on a phone
 * what it becomes comes first.
 */
function staysOf(
  columns: readonly SheetColumn[],
  widths: readonly number[],
  width: number,
): SheetWidths['stays'] {
  const first = (wanted: SheetColumn['kind']) => columns.findIndex(({ kind }) => kind === wanted) + 1
  const staying = new Set([0])
  const isPhone = width < PHONE_BELOW
  let room = width - (isPhone ? LEAST_SCROLLED.onPhone : LEAST_SCROLLED.wide) - (widths[0] ?? 0)
  const groups = isPhone
    ? [[first('converted')], [first('name')], [first('price')]]
    : [[first('name')], [first('price'), first('converted')]]
  for (const group of groups) {
    const needed = group.reduce((sum, i) => sum + (widths[i] ?? 0), 0)
    if (needed > room || group.includes(0)) continue
    room -= needed
    for (const i of group) staying.add(i)
  }
  const between = (from: number, to: number) =>
    widths.reduce((sum, one, i) => (i >= from && i < to && staying.has(i) ? sum + one : sum), 0)
  const isMoney = (i: number) => columns[i - 1]?.kind === 'price' || columns[i - 1]?.kind === 'converted'
  return widths.map((_, i) => {
    if (!staying.has(i)) return undefined
    return {
      left: between(0, i),
      right: isMoney(i) ? between(i + 1, widths.length) : undefined,
      ...(isMoney(i) && !staying.has(i - 1) && { '--edge-start': 1 }),
      ...(i + 1 < widths.length && !staying.has(i + 1) && { '--edge-end': 1 }),
    }
  })
}
