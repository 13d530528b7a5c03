import { isDeepStrictEqual } from 'node:util'
import type { Assumption, Detection, RowsReading } from '#pricelist/types.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { TableRow } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { convertRow, validateRow } from '#pricelist/row.ts'
import { DEFAULT_CURRENCY, type Expected, type FuzzFile } from './list.ts'

/** What became of a file; a run in which few files are read would prove nothing. */
export type Outcome = {
  readonly was: 'refused' | 'guessed' | 'read'
  readonly validRows: number
  readonly wasAsked: boolean
}

const check = (isRight: boolean, what: () => string): void => {
  if (!isRight) throw new Error(what())
}

/** Opens and reads a file as the product does, and throws where the result differs from the expected one. */
export async function checkFile({
  fileName,
  bytes,
  expected,
  isTitled,
  isRefusable,
  original,
}: FuzzFile): Promise<Outcome> {
  const opened = await openFile(bytes, { fileName })
  if (!opened.ok) {
    check(expected === undefined || isRefusable === true, () => `refused: ${JSON.stringify(opened.error)}`)
    return { was: 'refused', validRows: 0, wasAsked: false }
  }
  const { file } = opened
  if (original !== undefined) await checkSameAsOriginal(file, original, fileName)
  const detection = detectColumns(file.table)
  const reading = readRows(file.table, { columns: detection.columns, defaultCurrency: DEFAULT_CURRENCY })
  checkConsistency(file, detection, reading)
  if (isTitled === false)
    check(!detection.certain || reading.counts.validRows === 0, () => 'certain without a title for the price')
  const wasAsked = reading.assumptions.some(isOpenQuestion)
  if (!detection.certain) return { was: 'guessed', validRows: 0, wasAsked }
  if (expected !== undefined) checkExpected(file, detection, reading, expected)
  return { was: 'read', validRows: reading.counts.validRows, wasAsked }
}

const isOpenQuestion = (assumption: Assumption): boolean =>
  assumption.what === 'ambiguous-prices' && assumption.asked

/** A damaged archive is rejected or complete: every part has a checksum. */
async function checkSameAsOriginal(
  file: OpenedFile,
  original: FuzzFile['bytes'],
  fileName: string,
): Promise<void> {
  if (file.format === 'csv' && file.packing === undefined) return
  const whole = await openFile(original, { fileName })
  check(
    whole.ok && isDeepStrictEqual([...whole.file.table], [...file.table]),
    () => 'a damaged archive gives other cells',
  )
}

function checkConsistency(file: OpenedFile, { columns }: Detection, reading: RowsReading): void {
  const counted = { valid: 0, invalid: 0, empty: 0 }
  reading.rows.forEach((row, i) => {
    const line = `line ${reading.lines[i]}: ${JSON.stringify(row)}`
    if (reading.omitted.has(i)) return
    const verdict = validateRow(row)
    counted[verdict.status]++
    check(convertRow(row).status === verdict.status, () => `judged and converted apart, ${line}`)
    check(
      reading.problems.has(i) === (verdict.status === 'invalid'),
      () => `a problem without a fault, ${line}`,
    )
    if (verdict.status !== 'valid') return
    const cells = file.table.at(reading.lines[i]! - 1) ?? []
    const sources = [columns.price, columns.otherPrice].map((c) => (c === null ? '' : textOf(cells[c])))
    check(
      sources.some((text) => isMadeOf(row.price, text)),
      () => `digits from nowhere, ${line}`,
    )
  })
  const { totalRows, validRows, invalidRows, emptyRows, tokenCost } = reading.counts
  const sums = [validRows, invalidRows, emptyRows, totalRows, tokenCost]
  const right = [
    counted.valid,
    counted.invalid,
    counted.empty,
    reading.rows.length - reading.omitted.size,
    counted.valid,
  ]
  check(isDeepStrictEqual(sums, right), () => `counts ${sums.join(' ')} for ${right.join(' ')}`)
  check(reading.lines.length === reading.rows.length, () => 'rows without lines')
}

type AnyCell = TableRow[number]

const textOf = (cell: AnyCell): string => (typeof cell === 'string' ? cell : (cell?.text ?? ''))

/** Whether the digits of a price occur in the text in this order, without gaps. */
function isMadeOf(price: string, text: string): boolean {
  const digits = price.replace('.', '').replace(/^0+|0+$/g, '')
  const shown = text.normalize('NFKC').replace(/\D/g, '')
  return shown.includes(digits)
}

const CURRENCY = /^(?:лв\.?|лева?|lv\.?|leva|BGN|€|EURO?|евро)$/i

function checkExpected(
  file: OpenedFile,
  { columns }: Detection,
  reading: RowsReading,
  expected: readonly Expected[],
): void {
  const at = new Map(reading.lines.map((line, i) => [line, i]))
  // A row of nothing but a currency, right under the titles, is of the titles too.
  const blanks = expected.filter(({ line }) => {
    const filled = (file.table.at(line - 1) ?? [])
      .map((cell) => textOf(cell).trim())
      .filter((text) => text !== '')
    return (
      filled.length === 0 || (columns.headerRow === line - 1 && filled.every((text) => CURRENCY.test(text)))
    )
  })
  for (const { line } of reading.counts.validRows > 0 ? expected : []) {
    check(at.has(line) || blanks.some((row) => row.line === line), () => `line ${line} is lost`)
  }
  const asDecimal = readAs(file, columns, 'decimal')
  const asThousands = readAs(file, columns, 'thousands')
  if (!reading.assumptions.some(isOpenQuestion)) return checkReading(reading, expected)
  const faults = [asDecimal, asThousands].map((answered) => faultOf(answered, expected))
  check(
    faults.some((fault) => fault === undefined),
    () => `with neither answer: ${faults.join('; ')}`,
  )
}

const readAs = (file: OpenedFile, columns: Detection['columns'], ambiguous: 'decimal' | 'thousands') =>
  readRows(file.table, { columns, defaultCurrency: DEFAULT_CURRENCY, ambiguous })

function checkReading(reading: RowsReading, expected: readonly Expected[]): void {
  const fault = faultOf(reading, expected)
  if (fault !== undefined) throw new Error(fault)
}

/** The first valid row that differs from the expected one. */
function faultOf(reading: RowsReading, expected: readonly Expected[]): string | undefined {
  const byLine = new Map(expected.map((row) => [row.line, row]))
  for (const [i, row] of reading.rows.entries()) {
    const right = byLine.get(reading.lines[i]!)?.reading
    if (reading.problems.has(i) || row.price === '' || right === undefined) continue
    if (right.kind === 'none') return `line ${reading.lines[i]} is valid: ${JSON.stringify(row)}`
    if (![right, right.also].some((read) => read?.price === row.price && read.currency === row.currency))
      return `line ${reading.lines[i]} reads ${JSON.stringify(row)}, a person ${JSON.stringify(right)}`
  }
  return undefined
}
