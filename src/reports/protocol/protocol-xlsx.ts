import type { Cell } from '#formats/xlsx/write/sheet.ts'
import { writeWorkbook } from '#formats/xlsx/write/workbook.ts'
import { toDecimalText } from '#money/amount.ts'
import { PRODUCT } from '#product/product.ts'
import { type DirectionTotals, rowDifference, calculationOf, calculationText } from '#money/proof.ts'
import { nameOf, rowConversion } from '../results.ts'
import { m } from '#i18n/messages/messages.js'
import type { ProtocolSummary, ResultRow } from '../types.ts'
import { type Protocol, type ProtocolTask, directionText, buildProtocol } from './protocol.ts'
import { xlsxBlob } from '../blobs.ts'
import { amountCell, priceCell } from '../results-xlsx.ts'

/** Share of reading the file again in the progress. */
const READING = 0.3

/** The protocol as a workbook: its properties, every row with its calculation, and the exceptions. */
export async function protocolXlsx(task: ProtocolTask, onProgress: (done: number) => void): Promise<Blob> {
  const { rows, facts } = task
  const protocol = await buildProtocol(task, (done) => onProgress(done * READING))
  const { title, lang, exceptions, columnOf } = protocol
  const locale = { locale: lang }
  const factLines = factLinesOf(protocol, facts)
  const sheets = [
    {
      name: m.protocol({}, locale),
      rows: factLines,
      rowCount: factLines.length,
      widths: [32, 24, 18, 28, 28, 14],
      bold: 'first-column',
    },
    {
      name: m.export_rows({}, locale),
      rows: rowLines(rows, protocol),
      rowCount: rows.length + 1,
      widths: [8, 14, 32, ...(columnOf ? [24] : []), 16, 10, 16, 16, 44, 14],
      bold: 'first-row',
    },
    {
      name: m.protocol_exceptions({}, locale),
      rows: exceptionLines(protocol),
      rowCount: exceptions.length + 1,
      widths: [8, 14, 32, 24, 60],
      bold: 'first-row',
    },
  ] as const
  const about = { title, creator: PRODUCT.name[lang], createdAt: facts.createdAt }
  return xlsxBlob(writeWorkbook(sheets, about, (done) => onProgress(READING + done * (1 - READING))))
}

const number = (n: number | null): Cell => (n === null ? null : { number: String(n) })

const money = (hundredths: number): Cell => ({
  number: (hundredths < 0 ? '-' : '') + toDecimalText(Math.abs(hundredths)),
  look: 'amount',
})

function factLinesOf(protocol: Protocol, { preparedBy, counts, totals }: ProtocolSummary): Cell[][] {
  const { title, words, facts, directions, exceptions, unknown, lang } = protocol
  const locale = { locale: lang }
  return [
    [title],
    ...facts.map(({ label, text }): Cell[] => [label, text]),
    [words.labels.rows, number(counts.totalRows)],
    [words.labels.valid, number(counts.validRows)],
    [words.labels.invalid, number(counts.invalidRows)],
    [words.labels.empty, number(counts.emptyRows)],
    [m.protocol_tokens({}, locale), number(counts.tokenCost)],
    ...(preparedBy === '' ? [] : [[m.protocol_by({}, locale), preparedBy]]),
    [words.labels.totalBgn, money(totals.bgn)],
    [words.labels.totalEur, money(totals.eur)],
    ...words.rounding.map(({ label, difference }): Cell[] => [label, { number: difference }]),
    [m.protocol_exceptions({}, locale), number(exceptions.length)],
    ...(unknown === undefined ? [] : [['', unknown]]),
    [],
    [
      m.protocol_totals({}, locale),
      words.labels.rows,
      m.protocol_prices({}, locale),
      m.protocol_by_line({}, locale),
      m.protocol_of_total({}, locale),
      m.protocol_difference({}, locale),
    ],
    ...directions.map((totals) => directionLine(totals, protocol)),
  ]
}

const directionLine = (totals: DirectionTotals, { lang }: Protocol): Cell[] => [
  directionText([totals], lang),
  number(totals.rows),
  priceCell(totals.prices),
  money(totals.byLine),
  money(totals.ofTotal),
  money(totals.difference),
]

function* rowLines(
  rows: readonly ResultRow[],
  { words, lang, lineOf, columnOf }: Protocol,
): Generator<Cell[]> {
  const locale = { locale: lang }
  const { number: seq, name, originalPrice, currency, bgn, eur } = words.columns
  const [line, sum] = [m.protocol_line({}, locale), m.sums_column({}, locale)]
  const amounts = [originalPrice, currency, bgn, eur, sum, m.protocol_difference({}, locale)]
  yield [seq, line, name, ...(columnOf ? [m.protocol_column({}, locale)] : []), ...amounts]
  for (const [i, row] of rows.entries()) {
    const conversion = rowConversion(row)
    const proof = conversion && {
      sum: calculationText(calculationOf(conversion.price, conversion.from), lang),
      difference: rowDifference(conversion.price, conversion.from, conversion.money),
    }
    yield [
      number(row.seq),
      number(lineOf(i)),
      nameOf(row),
      ...(columnOf ? [columnOf(i)] : []),
      priceCell(row.originalPrice),
      row.originalCurrency,
      amountCell(row.bgn),
      amountCell(row.eur),
      proof?.sum ?? null,
      proof ? { number: proof.difference } : null,
    ]
  }
}

function* exceptionLines({ words, exceptions, lang }: Protocol): Generator<Cell[]> {
  const locale = { locale: lang }
  const { number: seq, name } = words.columns
  yield [seq, m.protocol_line({}, locale), name, m.protocol_text({}, locale), m.protocol_note({}, locale)]
  for (const one of exceptions)
    yield [number(one.seq), number(one.line), one.name, one.text, one.notes.join('; ')]
}
