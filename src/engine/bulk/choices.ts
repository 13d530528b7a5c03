import { type ColumnInfo, priceColumnsOf } from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import type { PriceListChoices } from '#formats/read-price-list.ts'
import type { FileChoices, ConversionSummary, RowChoices } from '#reports/types.ts'
import type { RowsFacts } from '../types.ts'

/** How the file is read now: a choice of one kind keeps the others as they are. */
export const choicesOf = ({ encoding, delimiter, sheet }: FileChoices): FileChoices => ({
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})

/** The choices as the reader takes them: the currency of the page answers nothing that the person was not asked. */
export const priceListChoices = ({
  defaultCurrency: currency,
  isCurrencyForced,
  ...choices
}: RowChoices): PriceListChoices => ({
  ...choices,
  currency,
  currencyOf: isCurrencyForced === true ? 'question' : 'unnamed',
})

/** What it takes to give the file back with the new prices: how it was read, and the id of each row. */
export const sourceOf = (
  { file, choices }: RowsFacts,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  ids: readonly number[],
) =>
  file &&
  choices &&
  bytes && {
    name: file.name,
    format: file.format,
    bytes,
    choices: choicesOf(file),
    rowChoices: choices,
    ids: [...ids],
  }

/** The price columns with their titles, where there are several. */
export function priceColumnsIn(rows: RowsFacts): ConversionSummary['priceColumns'] {
  const columns = namedPrices(rows)
  return columns.length < 2 ? [] : columns
}

/** The price columns with their titles, told apart where they share one. */
const namedPrices = ({ file, choices }: RowsFacts): ConversionSummary['priceColumns'] =>
  choices ? titlesApart(priceColumnsOf(choices.columns), file?.detection.all ?? []) : []

/** Columns with their titles; one title of several of them has their letters behind it: 'Price (E)'. */
export function titlesApart(
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

/** The choices without answers that were given about the prices of other columns: of these the person was not asked. */
export function withAmbiguityAnswer(choices: RowChoices, before: RowChoices | undefined): RowChoices {
  const { ambiguous: _, isCurrencyForced: __, totals: ___, ...others } = choices
  const isSame = before && String(priceColumnsOf(before.columns)) === String(priceColumnsOf(choices.columns))
  return isSame ? choices : others
}
