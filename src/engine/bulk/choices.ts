import { type Assumption, type ColumnInfo, type ColumnQuestion, priceColumnsOf } from '#pricelist/types.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import { columnName } from '#table/column-name.ts'
import type { FileChoices, ConversionSummary, FileSummary, RowChoices } from '#reports/types.ts'
import { NO_ANSWERS, type PriceAnswersChange, type PriceAnswers, type RowsSummary } from '../types.ts'

/** Only the choices, without other properties of the file. */
export const pickFileChoices = ({ encoding, delimiter, sheet }: FileChoices): FileChoices => ({
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})

/** The file for write-back: its bytes, and how it was read. Undefined for typed rows. */
export const buildResultsSource = (
  { file, choices }: RowsSummary,
  bytes: Uint8Array<ArrayBuffer> | undefined,
) =>
  file &&
  choices &&
  bytes && {
    name: file.name,
    format: file.format,
    ...(file.packing && { packing: file.packing }),
    bytes,
    choices: pickFileChoices(file),
    rowChoices: choices,
  }

/** The price columns with their titles, where there are several. */
export function listPriceColumns(rows: RowsSummary): ConversionSummary['priceColumns'] {
  const columns = namedPrices(rows)
  return columns.length < 2 ? [] : columns
}

/** The price columns; equal titles are disambiguated. */
const namedPrices = ({ file, choices }: RowsSummary): ConversionSummary['priceColumns'] =>
  choices ? disambiguateTitles(priceColumnsOf(choices.columns), file?.detection.all ?? []) : []

/** Columns with their titles; a title that several of them share gets the column name: 'Price (E)'. */
export function disambiguateTitles(
  columns: readonly number[],
  all: readonly ColumnInfo[],
): ConversionSummary['priceColumns'] {
  const named = columns.map((index) => ({ index, title: all[index]?.title ?? '' }))
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { title } of named) if (title !== '') (seen.has(title) ? shared : seen).add(title)
  return named.map(({ index, title }) => ({
    index,
    title: shared.has(title) ? `${title} (${columnName(index)})` : title,
  }))
}

/** The choices, without earlier answers if the price columns changed: those answers were about other prices. */
export function withAmbiguityAnswer(choices: RowChoices, before: RowChoices | undefined): RowChoices {
  const { ambiguous: _, isCurrencyForced: __, totals: ___, ...others } = choices
  return hasSamePrices(choices, before) ? choices : others
}

const hasSamePrices = (choices: RowChoices, before: RowChoices | undefined): boolean =>
  before !== undefined && String(priceColumnsOf(before.columns)) === String(priceColumnsOf(choices.columns))

/** The answers that hold for rows read with these choices: those about single prices only if the same are read. */
export const answersFor = (
  choices: RowChoices,
  before: RowChoices | undefined,
  answers: PriceAnswers,
): PriceAnswers =>
  hasSamePrices(choices, before) && choices.columns.headerRow === before?.columns.headerRow
    ? answers
    : { ...NO_ANSWERS, isCurrencySettled: answers.isCurrencySettled }

/** The answers after a change. The answer to a typed price ends its question alone: the same price may be typed again. */
export function applyPriceAnswersChange(answers: PriceAnswers, change: PriceAnswersChange): PriceAnswers {
  const { settled, typedPoints } = answers
  const without = (id: number) => typedPoints.filter(([one]) => one !== id)
  if (change === 'currency') return { ...answers, isCurrencySettled: true }
  if ('typedPoint' in change) {
    const { typedPoint } = change
    return { ...answers, typedPoints: [...without(typedPoint[0]), typedPoint] }
  }
  const { settled: id } = change
  if (typedPoints.some(([one]) => one === id)) return { ...answers, typedPoints: without(id) }
  return { ...answers, settled: [...settled.filter((one) => one !== id), id] }
}

export type AskedAssumption = Extract<
  Assumption,
  { what: 'ambiguous-prices' | 'currency-conflict' | 'totals' }
>

/** Whether an assumption is a question that the choices do not answer. Nothing is converted before. */
export function isAsked(
  assumption: Assumption,
  choices: RowChoices | undefined,
): assumption is AskedAssumption {
  switch (assumption.what) {
    case 'ambiguous-prices':
      return assumption.asked && choices?.ambiguous === undefined
    case 'currency-conflict':
      return assumption.asked && choices?.isCurrencyForced !== true
    case 'totals':
      return assumption.asked && choices?.totals === undefined
    case 'currency':
    case 'hundredths':
    case 'encoding':
    case 'columns':
      return false
  }
}

/** Questions whose answer may be another header row, or that the file has no column to convert. */
const DIALOG_QUESTIONS: readonly (ColumnQuestion | null)[] = [
  'no-price-title',
  'rows-above',
  'titles-go-on',
  'other-money',
]

/** Whether the columns to choose from can be listed; otherwise the columns dialog is needed. */
export const hasCandidates = ({ detection }: Pick<FileSummary, 'detection'>): boolean =>
  detection.candidates.length > 0 && !DIALOG_QUESTIONS.includes(detection.question)

/** Whether a warning is repeated before payment: what it says makes the result useless. */
export const isSevere = ({ what }: PriceListWarning): boolean => what !== 'sale-above-regular'
