import { DELIMITERS, type Delimiter } from '#table/text-source.ts'
import { scanCsv } from './scan.ts'
import { CsvOffsets, CsvTable } from './table.ts'
import { HEADER_ROWS, isHeader } from '#pricelist/headers/header-row.ts'

const SAMPLE_CHARS = 64 * 1024

/** A delimiter earlier in the order wins when its share of even rows is this close to the best. */
const CLOSE = 0.05

const HALF = 0.5

/**
 * Whether most commas stand between digits: they are no delimiters where another one divides half of the rows alike. Those
 * before a space are of sentences.
 */
const areDecimal = (sample: string): boolean =>
  (sample.match(/\d,(?=[\d\-;|\t])/g)?.length ?? 0) >= HALF * (sample.match(/,(?! )/g)?.length ?? 0)

/** Whether a sign other than the comma first stands in a line of words or parts titles; in cells it stands anywhere. */
function dividesTitles(sample: string, delimiter: Delimiter): boolean {
  const at = delimiter === ',' ? -1 : sample.indexOf(delimiter)
  if (at === -1) return false
  const start = Math.max(sample.lastIndexOf('\n', at), sample.lastIndexOf('\r', at)) + 1
  return !/\d/.test(/^.*/.exec(sample.slice(start))?.[0] ?? '') || hasTitles(sample, delimiter)
}

/** The delimiter that the first line names (`sep=;`), as Excel writes and reads it, and where the table begins. */
export function readSeparatorLine(text: string): { delimiter: Delimiter | undefined; length: number } {
  const match = /^"?sep=(.?)"?(?:\r\n|\r|\n|$)/i.exec(text.slice(0, 16))
  if (match === null) return { delimiter: undefined, length: 0 }
  return { delimiter: DELIMITERS.find((known) => known === match[1]), length: match[0].length }
}

/**
 * The delimiter under which most rows have the same number of columns, two at least.
 * @returns `isEven` false when no delimiter gives two columns; a table of one column then, by comma
 */
export function detectDelimiter(text: string): { delimiter: Delimiter; isEven: boolean } {
  const sample = text.slice(0, SAMPLE_CHARS)
  const isCut = text.length > SAMPLE_CHARS
  const shares = DELIMITERS.map((delimiter) => shareOfCommonWidth(sample, delimiter, isCut))
  const best = Math.max(...shares)
  if (best === 0) return { delimiter: ',', isEven: false }
  const other = shares.findIndex((share, i) => share >= HALF && dividesTitles(sample, DELIMITERS[i]!))
  if (other !== -1 && areDecimal(sample)) return { delimiter: DELIMITERS[other]!, isEven: true }
  const first = DELIMITERS.find((_, i) => shares[i]! > 0 && shares[i]! >= best - CLOSE) ?? ','
  if (first !== ',' || hasTitles(sample, first)) return { delimiter: first, isEven: true }
  const titled = DELIMITERS.filter((sign, i) => shares[i]! >= ENOUGH_FOR_TITLES && hasTitles(sample, sign))
  return { delimiter: titled.length === 1 ? titled[0]! : first, isEven: true }
}

/** A sentence above the list can have the words of titles, and any sign between them. */
const ENOUGH_FOR_TITLES = 0.3

/**
 * Whether it parts the titles of a name and a price. Commas are of prices and sentences too: of rows of many lengths the
 * titles tell more than how many are alike.
 */
const hasTitles = (sample: string, delimiter: Delimiter): boolean => {
  const layout = new CsvOffsets(sample, delimiter, 0, { limit: HEADER_ROWS })
  return !layout.isTooWide && new CsvTable(layout).some(isHeader)
}

/** Of the rows that are not blank, the share of the most common width of two and more. */
function shareOfCommonWidth(sample: string, delimiter: Delimiter, isCut: boolean): number {
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
  // The last row of a cut sample is a torn one.
  if (isCut && rows > 1 && last > 0) {
    rows--
    widths.set(last, (widths.get(last) ?? 1) - 1)
  }
  let most = 0
  for (const [width, count] of widths) if (width >= 2 && count > most) most = count
  return rows === 0 ? 0 : most / rows
}
