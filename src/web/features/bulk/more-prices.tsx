import type { Columns, Detection } from '#pricelist/price-list.ts'
import { isInTableOfPrice } from '#pricelist/columns/table-columns.ts'
import { useId } from 'react'
import { m } from '#i18n/messages/messages.js'
import { titleOfColumn } from '#reports/column-title.ts'
import { titlesApart } from '#engine/bulk/choices.ts'

type Props = {
  detection: Detection
  columns: Columns
  onPick: (morePrices: readonly number[]) => void
}

/** Further columns with prices (sale, wholesale…): which of them are converted too. */
export function MorePrices({ detection, columns, onPick }: Props) {
  const { all } = detection
  const { price, name, currency, otherPrice, morePrices } = columns
  const hint = useId()
  // The same prices in the other currency are no further ones.
  const taken = [price, name, currency, otherPrice]
  const isOffered = (index: number) => !taken.includes(index) && isInTableOfPrice(index, columns, detection)
  const offered = titlesApart([...all.keys()], all).filter(
    ({ index }) => (all[index]?.isPriced && isOffered(index)) || morePrices.includes(index),
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
