import type { ColumnInfo, Columns } from '#catalogue/price-list.ts'
import { useId } from 'react'
import { m } from '../i18n/messages/messages.js'
import { titleOfColumn } from './column-title.ts'

type Props = {
  all: readonly ColumnInfo[]
  columns: Columns
  onPick: (morePrices: readonly number[]) => void
}

/** Further columns with prices (sale, wholesale…): which of them are converted too. */
export function MorePrices({ all, columns, onPick }: Props) {
  const { price, name, currency, otherPrice, morePrices } = columns
  const hint = useId()
  // The same prices in the other currency are no further ones.
  const sides = columns.sideTables?.map((side) => side.price) ?? []
  const taken = [price, name, currency, otherPrice, ...sides]
  const offered = all.filter(
    ({ index, isPriced }) => (isPriced && !taken.includes(index)) || morePrices.includes(index),
  )
  if (price === null || offered.length === 0) return null
  return (
    <fieldset className="grid min-w-0 gap-1 sm:col-span-2" aria-describedby={hint}>
      <legend className="font-semibold">{m.columns_more()}</legend>
      <p id={hint} className="text-muted">
        {m.columns_more_text()}
      </p>
      <div className="flex min-w-0 flex-wrap gap-x-6">
        {offered.map(({ index, title }) => (
          <label key={index} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
            <input
              type="checkbox"
              checked={morePrices.includes(index)}
              onChange={({ target }) =>
                onPick(target.checked ? [...morePrices, index] : morePrices.filter((one) => one !== index))
              }
              className="size-5 shrink-0 accent-action"
            />
            <span className="wrap-anywhere">{titleOfColumn(index, title)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
