import { DELIMITERS, type Delimiter } from '#table/text-source.ts'
import { scanCsv } from './scan.ts'
import { CsvOffsets, CsvTable } from './table.ts'
import { HEADER_ROWS, isHeader } from '#pricelist/headers/header-row.ts'

/** The code units of a text from which its delimiter is detected. */
export const SAMPLE_CHARS = 64 * 1024

/** An earlier delimiter wins when its share of rows of the common width is this close to the best. */
const CLOSE_SHARE = 0.05

const HALF = 0.5

/**
 * Whether most commas are between digits: they are decimal marks where another delimiter gives half of the rows the same
 * width. Commas before a space belong to sentences and do not count.
 */
const areCommasDecimal = (sample: string): boolean =>
  (sample.match(/\d,(?=[\d\-;|\t])/g)?.length ?? 0) >= HALF * (sample.match(/,(?! )/g)?.length ?? 0)

/** Whether a delimiter other than the comma is first found in a line without digits, or separates titles. */
function separatesTitles(sample: string, delimiter: Delimiter): boolean {
  const at = delimiter === ',' ? -1 : sample.indexOf(delimiter)
  if (at === -1) return false
  const start = Math.max(sample.lastIndexOf('\n', at), sample.lastIndexOf('\r', at)) + 1
  return !/\d/.test(/^.*/.exec(sample.slice(start))?.[0] ?? '') || hasTitles(sample, delimiter)
}

/**
 * Reads a separator line (`sep=;`) as Excel writes it.
 * @returns `length` in UTF-16 code units with the line end, 0 where there is no such line
 */
export function readSeparatorLine(text: string): { delimiter: Delimiter | undefined; length: number } {
  const match = /^"?sep=(.?)"?(?:\r\n|\r|\n|$)/i.exec(text.slice(0, 16))
  if (match === null) return { delimiter: undefined, length: 0 }
  return { delimiter: DELIMITERS.find((known) => known === match[1]), length: match[0].length }
}

/**
 * Finds the delimiter with which most rows have the same number of fields, two at least, in the first 64 K code units.
 * @returns `isEven` false where no delimiter gives two fields: the comma then, for a table of one column
 */
export function detectDelimiter(text: string): { delimiter: Delimiter; isEven: boolean } {
  const sample = text.slice(0, SAMPLE_CHARS)
  const isCut = text.length > SAMPLE_CHARS
  const shares = DELIMITERS.map((delimiter) => commonWidthShare(sample, delimiter, isCut))
  const best = Math.max(...shares)
  if (best === 0) return { delimiter: ',', isEven: false }
  const other = shares.findIndex((share, i) => share >= HALF && separatesTitles(sample, DELIMITERS[i]!))
  if (other !== -1 && areCommasDecimal(sample)) return { delimiter: DELIMITERS[other]!, isEven: true }
  const first = DELIMITERS.find((_, i) => shares[i]! > 0 && shares[i]! >= best - CLOSE_SHARE)!
  if (first !== ',' || hasTitles(sample, first)) return { delimiter: first, isEven: true }
  const titled = DELIMITERS.filter((sign, i) => shares[i]! >= MIN_TITLED_SHARE && hasTitles(sample, sign))
  return { delimiter: titled.length === 1 ? titled[0]! : first, isEven: true }
}

/** Without so many rows of the common width, titles may be a sentence above the list. */
const MIN_TITLED_SHARE = 0.3

/** Whether the delimiter separates the titles of a name and a price, which decides more than widths where rows differ in length. */
const hasTitles = (sample: string, delimiter: Delimiter): boolean => {
  const offsets = new CsvOffsets(sample, delimiter, 0, { limit: HEADER_ROWS })
  return !offsets.isTooWide && new CsvTable(offsets).some(isHeader)
}

/** The share of the non-blank rows that have the most common width, two at least. */
function commonWidthShare(sample: string, delimiter: Delimiter, isCut: boolean): number {
  if (!sample.includes(delimiter)) return 0
  const widths = new Map<number, number>()
  let [rows, fields, last] = [0, 0, 0]
  scanCsv(sample, delimiter, 0, {
    field: () => void fields++,
    endRow: () => {
      if (fields > 0) {
        rows++
        widths.set(fields, (widths.get(fields) ?? 0) + 1)
      }
      last = fields
      fields = 0
      return true
    },
  })
  // The last row of a cut sample is incomplete.
  if (isCut && rows > 1 && last > 0) {
    rows--
    widths.set(last, (widths.get(last) ?? 1) - 1)
  }
  let most = 0
  for (const [width, count] of widths) if (width >= 2 && count > most) most = count
  return rows === 0 ? 0 : most / rows
}
