import { type Cell, type Table, type TableRow, isBlankCell, cellText } from '#table/table.ts'
import type { Delimiter } from '#table/text-source.ts'
import { CsvTable } from './table.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { AlignedTable, type Alignment, withJoined } from './aligned-table.ts'
import { ColumnProfile } from '#pricelist/columns/column-profile.ts'
import { findHeaderRow, headerTitles } from '#pricelist/headers/header-row.ts'
import { splitTitleColumn, isMoneyNotConverted, splitTitle } from './split-title.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { isTotalText } from '#pricelist/rows/total-names.ts'
import { type RowReading, RowReadings, isSplitNumber, maySplitNumber } from './row-readings.ts'

/** The number of cells up to the last that is not blank. */
export function extentOf(row: TableRow): number {
  let extent = row.length
  while (extent > 0 && isBlankCell(row[extent - 1])) extent--
  return extent
}

/** As many rows of one length have a column without a title, and not each a delimiter in its name. */
const ENOUGH_ROWS = 5
/** Rows of that length, of all of them. */
const COMMON_SHARE = 0.9

/**
 * The length that nearly all rows share without a split number, where they are many, or that all share, where nothing stands
 * beyond the titles or the header is as long; else 0.
 */
export function commonLength(
  rows: CsvTable,
  from: number,
  header: readonly string[],
  hasSplit: ReadonlySet<number>,
): number {
  const titles = extentOf(header)
  const counts = new Map<number, number>()
  let count = 0
  for (let r = from; r < rows.length; r++) {
    const own = rows.lengthOfRow(r)
    if (own <= 1) continue
    count++
    if (!hasSplit.has(r)) counts.set(own, (counts.get(own) ?? 0) + 1)
  }
  const [length, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
  if (most >= ENOUGH_ROWS && most >= COMMON_SHARE * count) return length
  if (most < count || count === 0) return 0
  // Behind a delimiter of prose there is a space.
  const isPlain = (row: TableRow) =>
    row.length <= 1 ||
    ((extentOf(row) <= titles || (row.length === header.length && fits(row, header))) &&
      !row.some((cell) => /^\s+\S/.test(cellText(cell))))
  return rows.slice(from).every(isPlain) ? length : 0
}

/** Whether no price can have been moved under a blank title: none with decimals stands there beside one without. */
function fits(row: TableRow, header: readonly string[]): boolean {
  const isUnderPrice = (c: number) => meaningOfHeader(header[c] ?? '').price > 0
  const own = row.filter((_, c) => isUnderPrice(c))
  const beyond = row.slice(extentOf(header))
  return (
    own.every((cell) => isBlankCell(cell) || HAS_DECIMALS.test(cellText(cell))) ||
    !beyond.some((cell) => HAS_DECIMALS.test(cellText(cell)))
  )
}

const HAS_DECIMALS = /\d[.,]\d/

/**
 * Aligns rows with more or fewer fields than their header has titles: a delimiter stands in a value without quotes, or a
 * decimal comma in a file that is delimited by commas ('Хляб,1,69'), or a field is missing. A number that was split is joined
 * where no other reading of its row is possible; else the numbers of that row are marked, and of no other row (READ-07).
 */
export function withoutMisalignedRows(
  table: Table,
  delimiter: Delimiter,
  headerRow: number | null = findHeaderRow(table) ?? null,
): Table {
  if (!(table instanceof CsvTable) || headerRow === null || headerRow >= table.length) return table
  const split = delimiter === ',' ? splitTitleOf(table, headerRow) : undefined
  const cells = table.at(headerRow)!
  // Titles of several rows: the last of them can end before the others.
  const titlesOfAll = headerTitles(table, headerRow)
  const header = extentOf(titlesOfAll) > extentOf(cells) ? titlesOfAll : cells
  const aligner = new RowAligner(
    table,
    delimiter,
    headerRow,
    split === undefined ? header : withJoined(cells, [split]),
  )
  const rows = aligner.align()
  if (split === undefined && rows.joinedFields.size === 0 && !rows.hasMisaligned) return table
  const titles = split === undefined ? NO_TITLES : aligner.wholeTitles(cells, split)
  return new AlignedTable(table, { ...rows, titles, markOf: markedNumber })
}

const NO_TITLES: Alignment['titles'] = new Map()

/** Rows that are looked at to tell what the columns hold. */
const SAMPLE_ROWS = 2000

class RowAligner {
  readonly #table: CsvTable
  readonly #delimiter: Delimiter
  readonly #headerRow: number
  readonly #header: readonly string[]
  readonly #titles: number

  constructor(table: CsvTable, delimiter: Delimiter, headerRow: number, header: readonly string[]) {
    this.#table = table
    this.#delimiter = delimiter
    this.#headerRow = headerRow
    this.#header = header
    this.#titles = extentOf(header)
  }

  align(): Pick<Alignment, 'joinedFields' | 'misaligned'> & { hasMisaligned: boolean } {
    const longRows = this.#longRows()
    const splitTitleAt = this.#delimiter === ',' ? splitTitle(this.#header) : undefined
    if (splitTitleAt !== undefined && this.#isTitleInDoubt(splitTitleAt, longRows)) {
      const { length } = this.#table
      return {
        joinedFields: new Map(),
        misaligned: (r) => r > this.#headerRow,
        hasMisaligned: length > this.#headerRow + 1,
      }
    }
    const joinedFields = new Map<number, readonly number[]>()
    const misaligned = new Set(this.#incompleteRows())
    if (longRows.length > 0) {
      const readingOf = this.#reader(longRows)
      for (const r of longRows) {
        const joined = readingOf(r)
        if (joined === undefined) misaligned.add(r)
        else if (joined.length > 0) joinedFields.set(r, joined)
      }
    }
    return { joinedFields, misaligned: (r) => misaligned.has(r), hasMisaligned: misaligned.size > 0 }
  }

  /** The header with the title that its comma split, and where the same one stands again further down. */
  wholeTitles(header: readonly string[], split: number): Alignment['titles'] {
    const [left, right] = [header[split], header[split + 1]]
    const titles = new Map([[this.#headerRow, withJoined(header, [split])]])
    for (const r of this.#longRows()) {
      const fields = this.#table.at(r)!
      const at = fields.findIndex((field, c) => field === left && fields[c + 1] === right)
      if (at !== -1) titles.set(r, withJoined(fields, [at]))
    }
    return titles
  }

  /** Rows below the header that are longer. Lengths first: they are known without making the cells. */
  #longRows(): number[] {
    const [table, { length }, titles] = [this.#table, this.#header, this.#titles]
    const found: number[] = []
    for (let r = this.#headerRow + 1; r < table.length; r++) {
      const own = table.lengthOfRow(r)
      if (own > length || (own > titles && extentOf(table.at(r)!) > titles)) found.push(r)
    }
    return found
  }

  /**
   * Rows that lack fields of which one is no last: under the titles of texts they have numbers, or texts under those of
   * numbers. So is the last row of a file that was cut inside a price.
   */
  #incompleteRows(): number[] {
    const [table, titles] = [this.#table, this.#titles]
    const short: number[] = []
    let whole = 0
    for (let r = this.#headerRow + 1; r < table.length; r++) {
      if (table.lengthOfRow(r) === titles) whole++
      else if (table.lengthOfRow(r) > 1 && table.lengthOfRow(r) < titles) short.push(r)
    }
    if (short.length === 0 || short.length > whole) return []
    const sample = sampled(this.#headerRow + 1, table.length)
    const rows = sample.filter((r) => table.lengthOfRow(r) === titles).map((r) => table.at(r)!)
    const profiles = this.#profilesOf(rows)
    const hasDecimalsAt = (c: number) => rows.every((row) => ENDS_IN_DECIMALS.test(row[c]!))
    const hasNoDecimalsAt = (c: number) => !rows.some((row) => ENDS_IN_DECIMALS.test(row[c]!))
    const keyColumns = profiles.flatMap(({ isPrice }, c) =>
      isPrice || meaningOfHeader(this.#header[c] ?? '').name > 0 ? [c] : [],
    )
    const cut = /[\r\n]$/.test(table.layout.text.slice(-1)) ? undefined : table.length - 1
    return short.filter((r) => {
      const row = table.at(r)!
      if (hasOneCellAtMost(row)) return false
      const last = row.length - 1
      if (r === cut && profiles[last]!.isPrice && !ENDS_IN_DECIMALS.test(row[last]!))
        return hasDecimalsAt(last)
      if (row.some(isTotalText)) return false
      // A whole number in a price column that has decimals elsewhere: the next column's, or an amount stands further left.
      const isOdd = (c: number) => profiles[c]!.isPrice && /^\s*\d+\s*$/.test(row[c]!) && hasDecimalsAt(c)
      const amount = row.findIndex((text, c) => ENDS_IN_DECIMALS.test(text) && hasNoDecimalsAt(c))
      if (row.some((_, c) => isOdd(c) && (profiles[c + 1]?.isWhole || (amount !== -1 && amount < c))))
        return true
      const areRead = keyColumns.every((c) => c < row.length && !profiles[c]!.isOfOtherKind(row[c]!))
      return !areRead && row.some((text, c) => profiles[c]!.isOfOtherKind(text))
    })
  }

  /** Whether the title is one that was split, in a header as long as rows of which a number was split: none can be told. */
  #isTitleInDoubt(at: number, longRows: readonly number[]): boolean {
    const [table, from] = [this.#table, this.#headerRow + 1]
    // A space before every title is how the file is written.
    if (this.#header.every((title, c) => c === 0 || title === '' || /^\s/.test(title))) return false
    if (isMoneyNotConverted(this.#header[at + 1])) return true
    const textAt = (r: number, c: number) => table.cell(r, c) ?? ''
    const hasSplit =
      isAnyRow(table, from, (r) => isSplitNumber(textAt(r, at), textAt(r, at + 1))) ||
      longRows.some((r) => hasSplitNumber(table, r))
    const isPrice = (text: string) => /\d[.,]\d/.test(text) && parsePriceText(text).kind === 'price'
    // Two amounts with decimals are two columns.
    return hasSplit && !isAnyRow(table, from, (r) => isPrice(textAt(r, at)) && isPrice(textAt(r, at + 1)))
  }

  #reader(longRows: readonly number[]): (r: number) => RowReading {
    const [table, titles, isComma] = [this.#table, this.#titles, this.#delimiter === ',']
    const hasSplit = new Set(isComma ? longRows.filter((r) => hasSplitNumber(table, r)) : [])
    const length = commonLength(table, this.#headerRow + 1, this.#header, hasSplit)
    let readings: RowReadings | undefined
    const areSplit = [...hasSplit].some((r) => extentOf(table.at(r)!) > titles)
    return (r) => {
      if (table.lengthOfRow(r) <= length && !hasSplit.has(r)) return []
      const fields = table.at(r)!
      const extent = extentOf(fields)
      // Of a longer row only a decimal comma is no fault of its own.
      if (extent > titles && !hasSplit.has(r)) return undefined
      readings ??= new RowReadings(this.#profiles(longRows), this.#lastNamed(), isComma)
      const first = table.layout.firstFieldOf(r)
      const isQuoted = (f: number) => f < fields.length && table.layout.isQuoted(first + f)
      return readings.read(
        { texts: fields.slice(0, extent), length: fields.length, isQuoted },
        !areSplit || !hasSplit.has(r),
      )
    }
  }

  /** What the columns hold: by the rows that fit, and by longer ones where every number of a column was split. */
  #profiles(longRows: readonly number[]): readonly ColumnProfile[] {
    const isLong = new Set(longRows)
    const fitting: (readonly string[])[] = []
    for (const r of sampled(this.#headerRow + 1, this.#table.length))
      if (this.#table.lengthOfRow(r) > 1 && !isLong.has(r)) fitting.push(this.#table.at(r)!)
    // Where nearly every row ends in blank fields, these are how the file is written.
    const tailed = longRows
      .filter((r) => this.#delimiter !== ',' || !hasSplitNumber(this.#table, r))
      .map((r) => this.#table.at(r)!)
      .filter((row) => extentOf(row) <= this.#titles)
    if (tailed.length > fitting.length) fitting.push(...tailed.slice(0, SAMPLE_ROWS))
    const profiles = this.#profilesOf(fitting.filter((row) => !hasOneCellAtMost(row)))
    if (this.#delimiter !== ',') return profiles
    const long = sampled(0, longRows.length).map((i) => longRows[i]!)
    return this.#profilesOfSplit(profiles, fitting, long) ?? profiles
  }

  #lastNamed(): number {
    return this.#header.findLastIndex((title) => {
      const { price, name, isCurrency } = meaningOfHeader(title)
      return price > 0 || name > 0 || isCurrency
    })
  }

  #profilesOf(rows: readonly (readonly string[])[]): ColumnProfile[] {
    const profiles = Array.from(
      { length: this.#titles },
      (_, c) => new ColumnProfile(meaningOfHeader(this.#header[c] ?? '').price > 0),
    )
    for (const row of rows) profiles.forEach((profile, c) => profile.add(row[c] ?? ''))
    return profiles
  }

  #profilesOfSplit(
    profiles: readonly ColumnProfile[],
    fitting: readonly (readonly string[])[],
    longRows: readonly number[],
  ): readonly ColumnProfile[] | undefined {
    const prices = profiles.flatMap(({ isPrice, mayBeFixed }, c) => (isPrice && mayBeFixed ? [c] : []))
    const choices = prices.length > 1 ? [...prices.map((c) => [c]), prices] : [prices]
    const rows = longRows.map((r) => this.#table.at(r)!).filter((row) => extentOf(row) > this.#titles)
    const found = choices.flatMap((columns) => {
      const joined = columns.length > 0 && rowsSplitAt(columns, rows, this.#titles)
      return joined ? [joined] : []
    })
    return found.length === 1 ? this.#profilesOf([...fitting, ...found[0]!]) : undefined
  }
}

/** Rows in which numbers of a column were split, at the least, and their share of the rows that are too long. */
const ENOUGH_SPLIT = { rows: 3, share: 0.9 }
/** A field '05' is a fraction, '0' the whole of a small amount. */
const EVIDENCE = { fraction: 2, whole: 1, enough: 2 }

/** The rows with the numbers of these columns joined, where nearly all of them are split there and no whole numbers. */
function rowsSplitAt(
  columns: readonly number[],
  rows: readonly (readonly string[])[],
  titles: number,
): readonly (readonly string[])[] | undefined {
  let evidence = 0
  const found = rows.flatMap((row) => {
    const fields = columns.map((c, i) => [row[c + i] ?? '', row[c + i + 1] ?? ''] as const)
    const areSplit = fields.every(
      ([left, right]) => isSplitNumber(left, right) && !/^\s*0\d/.test(left) && /^\d\d(?!\d)/.test(right),
    )
    if (!areSplit || extentOf(row) > titles + columns.length) return []
    for (const [left, right] of fields) {
      if (right.startsWith('0')) evidence += EVIDENCE.fraction
      else if (left.trim() === '0') evidence += EVIDENCE.whole
    }
    return [withJoined(row, columns)]
  })
  const isEnough = found.length >= ENOUGH_SPLIT.rows && found.length >= ENOUGH_SPLIT.share * rows.length
  return isEnough && evidence >= EVIDENCE.enough ? found : undefined
}

/** Indexes from `from` to `end`, spread where they are many. */
function sampled(from: number, end: number): number[] {
  const count = Math.max(0, end - from)
  const step = Math.max(1, count / SAMPLE_ROWS)
  return Array.from({ length: Math.min(count, SAMPLE_ROWS) }, (_, i) => from + Math.floor(i * step))
}

function isAnyRow(table: CsvTable, from: number, test: (r: number) => boolean): boolean {
  for (let r = from; r < table.length; r++) if (test(r)) return true
  return false
}

function splitTitleOf(table: CsvTable, headerRow: number): number | undefined {
  const header = table.at(headerRow)!
  const isShorter = (r: number): boolean => {
    const length = table.lengthOfRow(r)
    return length > 1 && length < header.length
  }
  return splitTitleColumn(header, () => isAnyRow(table, headerRow + 1, isShorter))
}

const ENDS_IN_DECIMALS = /[.,]\d\d\D*$/

/** A group heading or a blank row. */
const hasOneCellAtMost = (row: TableRow): boolean => row.filter((cell) => !isBlankCell(cell)).length <= 1

/** Whether two fields without quotes can be one number. */
function hasSplitNumber(table: CsvTable, r: number): boolean {
  const row = table.at(r)!
  const first = table.layout.firstFieldOf(r)
  const isQuoted = (c: number) => table.layout.isQuoted(first + c)
  return row.some(
    (cell, c) => c + 1 < row.length && maySplitNumber(cell, row[c + 1]!) && !isQuoted(c) && !isQuoted(c + 1),
  )
}

const markedNumber = (cell: string): string | Cell =>
  parsePriceText(cell).kind === 'price' ? { kind: 'other', text: cell, what: 'out-of-place' } : cell
