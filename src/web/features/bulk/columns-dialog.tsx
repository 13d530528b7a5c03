import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Columns } from '#pricelist/price-list.ts'
import { priceColumnsOf } from '#pricelist/price-columns.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import { CURRENCIES, type Currency } from '#money/amount.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { titleOfColumn } from '#reports/column-title.ts'
import { titlesApart, withOwnAnswer } from '#engine/bulk/choices.ts'
import { HeaderSelect, useHeaderChoice } from './header-select.tsx'
import { MorePrices } from './more-prices.tsx'
import { columnSentence } from './question-notices.tsx'
import type { FileFacts, RowChoices } from '#engine/types.ts'

const NONE = ''

/** Where no title tells, the columns stay where they were; a guess takes the place of those that were none. */
const inPlace = (now: Columns, guess: Columns): Columns => ({
  ...guess,
  price: now.price ?? guess.price,
  name: now.name ?? guess.name,
  currency: now.currency ?? guess.currency,
})

type Props = {
  file: FileFacts
  choices: RowChoices
  /** Whether the columns are more than a guess. */
  isKnown: boolean
  /** Why no row has a valid price by the columns chosen so far. */
  reasons?: ReactNode
  onApply: (choices: RowChoices) => void
  onDismiss: () => void
}

/** Says which column holds what; the price is required (BULK-07). */
export function ColumnsDialog({ file, choices, isKnown, reasons, onApply, onDismiss }: Props) {
  const [detection, setDetection] = useState(file.detection)
  const [columns, setColumns] = useState<Columns>(choices.columns)
  const [defaultCurrency, setDefaultCurrency] = useState<Currency>(choices.defaultCurrency)
  const { all } = detection
  const header = useHeaderChoice(columns.headerRow, (found) => {
    const next = found.certain ? found.columns : inPlace(columns, found.columns)
    setDetection(found)
    setColumns(next)
    return next
  })
  const isGuess = detection === file.detection ? !isKnown : !detection.certain
  const options = titlesApart([...all.keys()], all).map(({ index, title }) => ({
    value: String(index),
    label: titleOfColumn(index, title),
  }))
  const optional = [{ value: NONE, label: m.column_none() }, ...options]
  const pick = (key: 'name' | 'price' | 'currency') => (value: string) =>
    // A pair of columns was found together with the price column: it does not outlive another choice of it.
    setColumns(
      key === 'price'
        ? withPrice(columns, value === NONE ? null : Number(value), detection)
        : {
            ...columns,
            [key]: value === NONE ? null : Number(value),
            morePrices: columns.morePrices.filter((index) => String(index) !== value),
          },
    )
  function apply() {
    const next = withOwnAnswer({ ...choices, columns, defaultCurrency }, choices)
    if (isKnown && JSON.stringify(next) === JSON.stringify(choices)) onDismiss()
    else onApply(next)
  }
  const valueOf = (index: number | null) => (index === null ? NONE : String(index))
  const lookOf = (index: number) => (priceColumnsOf(columns).includes(index) ? 'bg-sunken' : '')
  // The chosen price is in sight among many columns.
  const samples = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = samples.current?.querySelector<HTMLElement>('[data-price]')
    if (samples.current && heading) samples.current.scrollLeft = heading.offsetLeft - heading.offsetWidth
  }, [columns.price])
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button
        look="action"
        disabled={columns.price === null}
        isUnavailable={header.isReading}
        onClick={apply}
      >
        {m.columns_apply()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.columns_title()} onDismiss={onDismiss} actions={actions} wide>
      {reasons}
      <p className="text-muted">{isGuess ? columnSentence(detection) : m.columns_text()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <HeaderSelect choice={header} firstRows={detection.firstRows} />
        <Select
          label={m.columns_price()}
          value={valueOf(columns.price)}
          required
          options={columns.price === null ? optional : options}
          onPick={pick('price')}
        />
        <MorePrices
          detection={detection}
          columns={columns}
          onPick={(morePrices) => setColumns({ ...columns, morePrices })}
        />
        <Select
          label={m.columns_name()}
          value={valueOf(columns.name)}
          options={optional}
          onPick={pick('name')}
        />
        <Select
          label={m.columns_currency()}
          value={valueOf(columns.currency)}
          options={optional}
          onPick={pick('currency')}
        />
        <Select
          label={m.columns_default_currency()}
          value={defaultCurrency}
          options={CURRENCIES.map((value) => ({
            value,
            label: value === 'BGN' ? m.word_leva() : m.word_euro(),
          }))}
          onPick={(value) => setDefaultCurrency(value as Currency)}
        />
      </div>
      <div
        ref={samples}
        className="relative overflow-x-auto"
        role="region"
        aria-label={m.columns_samples()}
        tabIndex={0}
      >
        <table className="w-full text-start">
          <caption className="pb-2 text-start font-semibold">
            {/* Stays in sight when the columns are scrolled. */}
            <span className="sticky start-0 inline-block">{m.columns_samples()}</span>
          </caption>
          <thead>
            <tr className="border-b border-line-strong">
              {all.map(({ index, title }) => (
                <th
                  key={index}
                  scope="col"
                  data-price={index === columns.price || undefined}
                  className={`min-w-28 px-2 py-2 text-start align-bottom font-semibold ${lookOf(index)}`}
                >
                  {titleOfColumn(index, title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[0, 1, 2].map((line) => (
              <tr key={line} className="border-b border-line">
                {all.map(({ index, samples }) => (
                  <td key={index} className={`max-w-48 truncate px-2 py-2 ${lookOf(index)}`}>
                    {samples[line] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
