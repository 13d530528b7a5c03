import { type Cell, type Table, type TableRow, isBlankCell, cellText } from '#table/table.ts'
import type { Delimiter } from '#table/text-source.ts'
import { CsvTable } from './table.ts'
import { normalizeHeader } from '#pricelist/headers/header-text.ts'
import { WORDS_ONLY } from '#pricelist/headers/header-words.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { AlignedTable, type RowAlignment, joinFields } from './aligned-table.ts'
import { ColumnProfile } from '#pricelist/columns/column-profile.ts'
import { findHeaderRow, headerTitles } from '#pricelist/headers/header-row.ts'
import { splitTitleColumn, namesOtherMoney, findSplitTitle } from './split-title.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { isTotalText } from '#pricelist/rows/total-names.ts'
import { type FieldAssignment, FieldAssigner, isSplitNumber, maySplitNumber } from './field-assigner.ts'

/** The number of cells up to the last that is not blank. */
function filledLength(row: TableRow): number {
  let extent = row.length
  while (extent > 0 && isBlankCell(row[extent - 1])) extent--
  return extent
}

/** So many rows of one length have a column without a title, and not each an unquoted delimiter in its name. */
const MIN_COMMON_ROWS = 5
/** The share of rows with that length. */
const COMMON_SHARE = 0.9

/**
 * The number of fields that nearly all rows have, where these are many and have no split number; or that all rows have, where
 * there is nothing beyond the titles or the header is as long. Else 0.
 */
function commonLength(
  rows: CsvTable,
  from: number,
  header: readonly string[],
  hasSplit: ReadonlySet<number>,
): number {
  const titles = filledLength(header)
  const counts = new Map<number, number>()
  let count = 0
  for (let r = from; r < rows.length; r++) {
    const own = rows.lengthOfRow(r)
    if (own <= 1) continue
    count++
    if (!hasSplit.has(r)) counts.set(own, (counts.get(own) ?? 0) + 1)
  }
  const [length, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
  if (most >= MIN_COMMON_ROWS && most >= COMMON_SHARE * count) return length
  if (most < count || count === 0) return 0
  // A delimiter in prose has a space after it.
  const isPlain = (row: TableRow) =>
    row.length <= 1 ||
    ((filledLength(row) <= titles || (row.length === header.length && hasDecimalsInPlace(row, header))) &&
      !row.some((cell) => /^\s+\S/.test(cellText(cell))))
  return rows.slice(from).every(isPlain) ? length : 0
}

/** Whether no price was shifted under a blank title: there is none with decimals there next to one without. */
function hasDecimalsInPlace(row: TableRow, header: readonly string[]): boolean {
  const isUnderPrice = (c: number) => meaningOfHeader(header[c] ?? '').price > 0
  const own = row.filter((_, c) => isUnderPrice(c))
  const beyond = row.slice(filledLength(header))
  return (
    own.every((cell) => isBlankCell(cell) || HAS_DECIMALS.test(cellText(cell))) ||
    !beyond.some((cell) => HAS_DECIMALS.test(cellText(cell)))
  )
}

const HAS_DECIMALS = /\d[.,]\d/

/**
 * Aligns rows with more or fewer fields than their header has titles, because of an unquoted delimiter in a value, a decimal
 * comma in a comma-separated file ('Хляб,1,69') or a missing field. A split number is joined where no other reading of its row
 * is possible; else the prices of that row alone are marked (READ-07).
 * @returns the same table where no row is misaligned
 */
export function withoutMisalignedRows(
  table: Table,
  delimiter: Delimiter,
  headerRow: number | null = findHeaderRow(table) ?? null,
): Table {
  if (!(table instanceof CsvTable) || headerRow === null || headerRow >= table.length) return table
  const split = delimiter === ',' ? findSplitTitleColumn(table, headerRow) : undefined
  const cells = table.at(headerRow)!
  // Of a header of several rows, the last one can be shorter than the others.
  const titlesOfAll = headerTitles(table, headerRow)
  const header = filledLength(titlesOfAll) > filledLength(cells) ? titlesOfAll : cells
  const aligner = new RowAligner(
    table,
    delimiter,
    headerRow,
    split === undefined ? header : joinFields(cells, [split]),
  )
  const rows = aligner.align()
  if (split === undefined && rows.joinedFields.size === 0 && !rows.hasMisaligned) return table
  const titles = split === undefined ? NO_TITLES : aligner.wholeTitles(cells, split)
  return new AlignedTable(table, { ...rows, joinedTitles: titles, markCell: markIfPrice })
}

const NO_TITLES: RowAlignment['joinedTitles'] = new Map()

/** Rows from which the content of columns is profiled. */
const SAMPLE_ROWS = 2000

class RowAligner {
  readonly #table: CsvTable
  readonly #delimiter: Delimiter
  readonly #headerRow: number
  readonly #header: readonly string[]
  readonly #titleCount: number

  constructor(table: CsvTable, delimiter: Delimiter, headerRow: number, header: readonly string[]) {
    this.#table = table
    this.#delimiter = delimiter
    this.#headerRow = headerRow
    this.#header = header
    this.#titleCount = filledLength(header)
  }

  align(): Pick<RowAlignment, 'joinedFields' | 'isMisaligned'> & { hasMisaligned: boolean } {
    const longRows = this.#longRows()
    const splitTitleAt = this.#delimiter === ',' ? findSplitTitle(this.#header) : undefined
    if (splitTitleAt !== undefined && this.#isSplitTitleAmbiguous(splitTitleAt, longRows)) {
      return { joinedFields: new Map(), isMisaligned: (r) => r > this.#headerRow, hasMisaligned: true }
    }
    const isComma = this.#delimiter === ','
    if (isComma && longRows.length === 0 && this.#header.some((_, c) => this.#areDecimalsBeside(c)))
      return { joinedFields: new Map(), isMisaligned: (r) => r > this.#headerRow, hasMisaligned: true }
    const joinedFields = new Map<number, readonly number[]>()
    const misaligned = new Set(this.#incompleteRows())
    if (longRows.length > 0) {
      const readingOf = this.#createAssigner(longRows)
      for (const r of longRows) {
        const joined = readingOf(r)
        if (joined === undefined) misaligned.add(r)
        else if (joined.length > 0) joinedFields.set(r, joined)
      }
    }
    return { joinedFields, isMisaligned: (r) => misaligned.has(r), hasMisaligned: misaligned.size > 0 }
  }

  /** Whether the decimals of the prices in a column stand under the title to its right, one of words: `Мляко,1,69`. */
  #areDecimalsBeside(c: number): boolean {
    const [own, next] = [this.#header[c]!, this.#header[c + 1] ?? '']
    if (meaningOfHeader(own).price === 0 || !WORDS_ONLY.test(normalizeHeader(next))) return false
    const table = this.#table
    const filled = sampleIndexes(this.#headerRow + 1, table.length)
      .map((r) => [table.cell(r, c) ?? '', table.cell(r, c + 1) ?? ''] as const)
      .filter(([left, right]) => left.trim() !== '' && right.trim() !== '')
    return (
      filled.length > 0 &&
      filled.every(([left, right]) => /^\s*\d+\s*$/.test(left) && /^\s*\d\d\s*$/.test(right))
    )
  }

  /** The header row and its repetitions further down, with the split title joined. */
  wholeTitles(header: readonly string[], split: number): RowAlignment['joinedTitles'] {
    const [left, right] = [header[split], header[split + 1]]
    const titles = new Map([[this.#headerRow, joinFields(header, [split])]])
    for (const r of this.#longRows()) {
      const fields = this.#table.at(r)!
      const at = fields.findIndex((field, c) => field === left && fields[c + 1] === right)
      if (at !== -1) titles.set(r, joinFields(fields, [at]))
    }
    return titles
  }

  /** Rows below the header with more cells than titles. Lengths are compared first: they need no cells. */
  #longRows(): number[] {
    const [table, { length }, titles] = [this.#table, this.#header, this.#titleCount]
    const found: number[] = []
    for (let r = this.#headerRow + 1; r < table.length; r++) {
      const own = table.lengthOfRow(r)
      if (own > length || (own > titles && filledLength(table.at(r)!) > titles)) found.push(r)
    }
    return found
  }

  /**
   * Rows that lack a field before the last one: they have numbers in columns of text, or text in columns of numbers. Also the
   * last row of a file that was truncated inside a price.
   */
  #incompleteRows(): number[] {
    const [table, titles] = [this.#table, this.#titleCount]
    const short: number[] = []
    let whole = 0
    for (let r = this.#headerRow + 1; r < table.length; r++) {
      if (table.lengthOfRow(r) === titles) whole++
      else if (table.lengthOfRow(r) > 1 && table.lengthOfRow(r) < titles) short.push(r)
    }
    if (short.length === 0 || short.length > whole) return []
    const sample = sampleIndexes(this.#headerRow + 1, table.length)
    const rows = sample.filter((r) => table.lengthOfRow(r) === titles).map((r) => table.at(r)!)
    const profiles = this.#profileRows(rows)
    const hasDecimalsAt = (c: number) => rows.every((row) => ENDS_IN_DECIMALS.test(row[c]!))
    const hasNoDecimalsAt = (c: number) => !rows.some((row) => ENDS_IN_DECIMALS.test(row[c]!))
    const keyColumns = profiles.flatMap(({ isPrice }, c) =>
      isPrice || meaningOfHeader(this.#header[c] ?? '').name > 0 ? [c] : [],
    )
    const cut = /[\r\n]$/.test(table.offsets.text.slice(-1)) ? undefined : table.length - 1
    return short.filter((r) => {
      const row = table.at(r)!
      if (hasAtMostOneCell(row)) return false
      const last = row.length - 1
      if (r === cut && profiles[last]!.isPrice && !ENDS_IN_DECIMALS.test(row[last]!))
        return hasDecimalsAt(last)
      if (row.some(isTotalText)) return false
      // A whole number in a price column with decimals: it belongs to the next column, or the price is further left.
      const isOdd = (c: number) => profiles[c]!.isPrice && /^\s*\d+\s*$/.test(row[c]!) && hasDecimalsAt(c)
      const amount = row.findIndex((text, c) => ENDS_IN_DECIMALS.test(text) && hasNoDecimalsAt(c))
      if (row.some((_, c) => isOdd(c) && (profiles[c + 1]?.isWhole || (amount !== -1 && amount < c))))
        return true
      const areRead = keyColumns.every((c) => c < row.length && !profiles[c]!.isOfOtherKind(row[c]!))
      return !areRead && row.some((text, c) => profiles[c]!.isOfOtherKind(text))
    })
  }

  /** Whether rows have split numbers where the header may have a split title, so that nothing can be aligned with certainty. */
  #isSplitTitleAmbiguous(at: number, longRows: readonly number[]): boolean {
    const [table, from] = [this.#table, this.#headerRow + 1]
    // A space before every title is the style of the file.
    if (this.#header.every((title, c) => c === 0 || title === '' || /^\s/.test(title))) return false
    if (namesOtherMoney(this.#header[at + 1])) return true
    const textAt = (r: number, c: number) => table.cell(r, c) ?? ''
    const hasSplit =
      someRow(table, from, (r) => isSplitNumber(textAt(r, at), textAt(r, at + 1))) ||
      longRows.some((r) => hasSplitNumber(table, r))
    const isPrice = (text: string) => /\d[.,]\d/.test(text) && parsePriceText(text).kind === 'price'
    // Two amounts with decimals are two columns.
    return hasSplit && !someRow(table, from, (r) => isPrice(textAt(r, at)) && isPrice(textAt(r, at + 1)))
  }

  #createAssigner(longRows: readonly number[]): (r: number) => FieldAssignment {
    const [table, titles, isComma] = [this.#table, this.#titleCount, this.#delimiter === ',']
    const hasSplit = new Set(isComma ? longRows.filter((r) => hasSplitNumber(table, r)) : [])
    const length = commonLength(table, this.#headerRow + 1, this.#header, hasSplit)
    let readings: FieldAssigner | undefined
    const areSplit = [...hasSplit].some((r) => filledLength(table.at(r)!) > titles)
    return (r) => {
      if (table.lengthOfRow(r) <= length && !hasSplit.has(r)) return []
      const fields = table.at(r)!
      const extent = filledLength(fields)
      // Only a split number explains a longer row.
      if (extent > titles && !hasSplit.has(r)) return undefined
      readings ??= new FieldAssigner(this.#profiles(longRows), this.#lastMeaningfulColumn(), isComma)
      const first = table.offsets.firstField(r)
      const isQuoted = (f: number) => f < fields.length && table.offsets.isQuoted(first + f)
      return readings.assign(
        { texts: fields.slice(0, extent), length: fields.length, isQuoted },
        !areSplit || !hasSplit.has(r),
      )
    }
  }

  /** Profiles the columns by the rows that fit, and by longer ones where every number of a column was split. */
  #profiles(longRows: readonly number[]): readonly ColumnProfile[] {
    const isLong = new Set(longRows)
    const fitting: (readonly string[])[] = []
    for (const r of sampleIndexes(this.#headerRow + 1, this.#table.length))
      if (this.#table.lengthOfRow(r) > 1 && !isLong.has(r)) fitting.push(this.#table.at(r)!)
    // Blank fields at the end of nearly every row are the style of the file.
    const tailed = longRows
      .filter((r) => this.#delimiter !== ',' || !hasSplitNumber(this.#table, r))
      .map((r) => this.#table.at(r)!)
      .filter((row) => filledLength(row) <= this.#titleCount)
    if (tailed.length > fitting.length) fitting.push(...tailed.slice(0, SAMPLE_ROWS))
    const profiles = this.#profileRows(fitting.filter((row) => !hasAtMostOneCell(row)))
    if (this.#delimiter !== ',') return profiles
    const long = sampleIndexes(0, longRows.length).map((i) => longRows[i]!)
    return this.#profileJoinedRows(profiles, fitting, long) ?? profiles
  }

  #lastMeaningfulColumn(): number {
    return this.#header.findLastIndex((title) => {
      const { price, name, isCurrency } = meaningOfHeader(title)
      return price > 0 || name > 0 || isCurrency
    })
  }

  #profileRows(rows: readonly (readonly string[])[]): ColumnProfile[] {
    const profiles = Array.from(
      { length: this.#titleCount },
      (_, c) => new ColumnProfile(meaningOfHeader(this.#header[c] ?? '').price > 0),
    )
    for (const row of rows) profiles.forEach((profile, c) => profile.add(row[c] ?? ''))
    return profiles
  }

  #profileJoinedRows(
    profiles: readonly ColumnProfile[],
    fitting: readonly (readonly string[])[],
    longRows: readonly number[],
  ): readonly ColumnProfile[] | undefined {
    const prices = profiles.flatMap(({ isPrice, mayBeFixed }, c) => (isPrice && mayBeFixed ? [c] : []))
    const choices = prices.length > 1 ? [...prices.map((c) => [c]), prices] : [prices]
    const rows = longRows.map((r) => this.#table.at(r)!).filter((row) => filledLength(row) > this.#titleCount)
    const found = choices.flatMap((columns) => {
      const joined = columns.length > 0 && joinSplitRows(columns, rows, this.#titleCount)
      return joined ? [joined] : []
    })
    return found.length === 1 ? this.#profileRows([...fitting, ...found[0]!]) : undefined
  }
}

/** Rows with split numbers in a column, at the least, and their share of the rows that are too long. */
const MIN_SPLIT = { rows: 3, share: 0.9 }
/** Points for a field like '05', which is a fraction, and for '0', the whole of a small amount. */
const SPLIT_EVIDENCE = { fraction: 2, whole: 1, enough: 2 }

/** Joins the numbers of these columns; undefined unless nearly all rows have split numbers there. */
function joinSplitRows(
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
    if (!areSplit || filledLength(row) > titles + columns.length) return []
    for (const [left, right] of fields) {
      if (right.startsWith('0')) evidence += SPLIT_EVIDENCE.fraction
      else if (left.trim() === '0') evidence += SPLIT_EVIDENCE.whole
    }
    return [joinFields(row, columns)]
  })
  const isEnough = found.length >= MIN_SPLIT.rows && found.length >= MIN_SPLIT.share * rows.length
  return isEnough && evidence >= SPLIT_EVIDENCE.enough ? found : undefined
}

/** At most `SAMPLE_ROWS` indexes from `from` to before `end`, evenly spread. */
function sampleIndexes(from: number, end: number): number[] {
  const count = Math.max(0, end - from)
  const step = Math.max(1, count / SAMPLE_ROWS)
  return Array.from({ length: Math.min(count, SAMPLE_ROWS) }, (_, i) => from + Math.floor(i * step))
}

function someRow(table: CsvTable, from: number, test: (r: number) => boolean): boolean {
  for (let r = from; r < table.length; r++) if (test(r)) return true
  return false
}

function findSplitTitleColumn(table: CsvTable, headerRow: number): number | undefined {
  const header = table.at(headerRow)!
  const isShorter = (r: number): boolean => {
    const length = table.lengthOfRow(r)
    return length > 1 && length < header.length
  }
  return splitTitleColumn(header, () => someRow(table, headerRow + 1, isShorter))
}

const ENDS_IN_DECIMALS = /[.,]\d\d\D*$/

/** Of group headings and blank rows. */
const hasAtMostOneCell = (row: TableRow): boolean => row.filter((cell) => !isBlankCell(cell)).length <= 1

/** Whether a row has two adjacent unquoted fields that can be one number. */
function hasSplitNumber(table: CsvTable, r: number): boolean {
  const row = table.at(r)!
  const first = table.offsets.firstField(r)
  const isQuoted = (c: number) => table.offsets.isQuoted(first + c)
  return row.some(
    (cell, c) => c + 1 < row.length && maySplitNumber(cell, row[c + 1]!) && !isQuoted(c) && !isQuoted(c + 1),
  )
}

const markIfPrice = (cell: string): string | Cell =>
  parsePriceText(cell).kind === 'price' ? { kind: 'other', text: cell, what: 'out-of-place' } : cell
