import {
  type OpenQuestion,
  type Preflight,
  nothingToConvert,
  preflight,
  unreadSheets,
} from '#files/preflight.ts'
import type { PriceListReading } from '#files/read-list.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { priceColumnsOf } from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import { listColumns } from './columns.ts'
import { CliError, listSheets } from './error.ts'

/** @throws {CliError} when the user must decide something first, such as guessed columns or an ambiguous price */
export async function requirePreflight(reading: PriceListReading): Promise<void> {
  const found = preflight(reading)
  if (found.status === 'ready') return
  const lists = listsOf(found)
  if (lists === undefined) throw new CliError(await explainNotReady(reading))
  throw new CliError(
    `There are several lists with prices, and none is the better one: say which with --sheet, of ${listSheets(lists.names, lists.kind)}.`,
  )
}

const listsOf = (found: Preflight): Extract<OpenQuestion, { what: 'lists' }> | undefined =>
  found.status === 'undecided' ? found.questions.find((one) => one.what === 'lists') : undefined

/** The open questions, else why there is nothing to convert. */
export async function explainNotReady(reading: PriceListReading): Promise<string> {
  const { questionsText } = await import('./questions.ts')
  return questionsText(reading) ?? (await missingPrices(reading))
}

/** Why there is nothing to convert, with other sheets that have data. */
async function missingPrices(reading: PriceListReading): Promise<string> {
  const missing = await missingIn(reading)
  const { names, kind } = unreadSheets(reading)
  return names.length === 0
    ? missing
    : `${missing} The ${kind} '${reading.file.sheet}' was read; there is data in the ${listSheets(names, kind)} too (--sheet).`
}

async function missingIn({ file, choice, detection, rows }: PriceListReading): Promise<string> {
  if (choice.certain) {
    const why = nothingToConvert({ rows })
    if (why === 'in-wanted-currency')
      return 'The prices of the file are in the wanted currency already: there is nothing to convert.'
    if (why === 'no-rows') return 'The file has no rows below its header.'
    const titles = headerTitles(file.table, choice.columns.headerRow)
    const titleOf = (index: number): string =>
      titles[index] ? `'${titles[index]}'` : `column ${columnName(index)}`
    const { noValidPrice } = await import('./reading-report.ts')
    return noValidPrice(summarizeProblems(rows), (nth) => titleOf(priceColumnsOf(choice.columns)[nth] ?? 0))
  }
  const { price } = detection.columns
  const guess = price === null ? '' : ` (${columnOf(detection.all[price]?.title ?? '')}looks most like it)`
  const titlesFound = detection.all.map(({ title }) => title).join(' ')
  return `No header names a price${guess}: say which column it is with --price, of ${listColumns(detection)}.${encodingHint(titlesFound)}`
}

/** The characters that an encoding maps UTF-8 continuation bytes (0x80 to 0xBF) to. */
const continuationBytesIn = (encoding: string): string =>
  new TextDecoder(encoding).decode(Uint8Array.from({ length: 0x40 }, (_, i) => 0x80 + i))

/** Three Cyrillic letters in UTF-8 that were decoded as windows-1251 or windows-1252 and encoded again. */
const DOUBLE_ENCODED = new RegExp(
  `(?:[РС][${continuationBytesIn('windows-1251')}]){3}|(?:[ÐÑ][${continuationBytesIn('windows-1252')}]){3}`,
)

/** A hint for text that could not be decoded or was encoded twice; else empty. */
function encodingHint(text: string): string {
  if (text.includes('\ufffd'))
    return ' Letters could not be decoded: name the encoding with --encoding, such as windows-1251; a file in two encodings must be exported again.'
  return DOUBLE_ENCODED.test(text)
    ? ' The letters seem to have been encoded twice: export the file again as UTF-8 or XLSX, or say which encoding it has with --encoding.'
    : ''
}

const columnOf = (title: string): string => (title === '' ? 'one column ' : `'${title}' `)
