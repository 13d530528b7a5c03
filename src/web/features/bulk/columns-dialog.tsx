import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Columns, type Detection, priceColumnsOf } from '#pricelist/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Select } from '../../ui/field.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { columnTitle } from '#reports/labels.ts'
import { isInTableOfPrice, withPrice } from '#pricelist/columns/table-columns.ts'
import { titlesApart, withAmbiguityAnswer } from '#engine/bulk/choices.ts'
import { CURRENCIES, type Currency } from '#money/amount.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { columnQuestionMessage } from './questions.tsx'
import type { FileFacts, RowChoices } from '#reports/types.ts'

type HeaderRow = {
  row: number | null
  /** The file is being read under another header row. */
  isReading: boolean
  /** What is taken under it, or why nothing was: for those who do not see the other fields change. */
  status: string
  isError: boolean
  pick: (row: number | null) => void
}

/** The choice of another header row: all columns follow from it, so they are asked of the workbench. */
export function useHeaderRow(row: number | null, onFound: (detection: Detection) => Columns): HeaderRow {
  const [wanted, setWanted] = useState<{ row: number | null }>()
  const [told, setTold] = useState({ status: '', isError: false })
  const asked = useRef(0)
  async function pick(next: number | null) {
    const turn = ++asked.current
    setWanted({ row: next })
    setTold({ status: '', isError: false })
    const found = await bulk.ask('columnsUnder', next).catch(() => null)
    // Another row was chosen before the answer came.
    if (turn !== asked.current) return
    setWanted(undefined)
    setTold(
      found
        ? { status: foundColumnsMessage(found, onFound(found)), isError: false }
        : { status: m.file_gone(), isError: true },
    )
  }
  return {
    ...told,
    row: wanted ? wanted.row : row,
    isReading: wanted !== undefined,
    pick: (next) => void pick(next),
  }
}

function foundColumnsMessage({ all }: Detection, { price, name }: Columns): string {
  if (price === null) return m.columns_guess()
  const priced = `${m.column_price()}: ${columnTitle(price, all[price]?.title)}`
  return name === null ? priced : `${priced}; ${m.column_name()}: ${columnTitle(name, all[name]?.title)}`
}

type Props = { choice: HeaderRow; firstRows: readonly string[] }

export function HeaderRowSelect({ choice, firstRows }: Props) {
  const { row, status, isError, isReading, pick } = choice
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <Select
        label={m.columns_header()}
        value={row === null ? NONE : String(row)}
        options={headerRowOptions(firstRows, row)}
        aria-busy={isReading}
        onPick={(value) => pick(value === NONE ? null : Number(value))}
      />
      <p role="status" className={isError ? 'text-invalid' : 'sr-only'}>
        {status}
      </p>
    </div>
  )
}

/** The first rows by what stands in them; blank ones are no header. The row that is one now is always among them. */
function headerRowOptions(firstRows: readonly string[], current: number | null) {
  const rows = firstRows.flatMap((text, row) => (text === '' ? [] : [{ row, text }]))
  if (current !== null && !rows.some(({ row }) => row === current)) rows.push({ row: current, text: '…' })
  return [
    { value: NONE, label: m.columns_header_none() },
    ...rows.map(({ row, text }) => ({ value: String(row), label: `${row + 1}: ${text}` })),
  ]
}

type MorePricesProps = {
  detection: Detection
  columns: Columns
  onPick: (morePrices: readonly number[]) => void
}

/** Further columns with prices (sale, wholesale…): which of them are converted too. */
export function MorePricesFields({ detection, columns, onPick }: MorePricesProps) {
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
            <span className="wrap-anywhere">{columnTitle(index, title)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const NONE = ''

/** Where no title tells, the columns stay where they were; a guess takes the place of those that were none. */
const inPlace = (now: Columns, guess: Columns): Columns => ({
  ...guess,
  price: now.price ?? guess.price,
  name: now.name ?? guess.name,
  currency: now.currency ?? guess.currency,
})

type ColumnsDialogProps = {
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
export function ColumnsDialog({ file, choices, isKnown, reasons, onApply, onDismiss }: ColumnsDialogProps) {
  const [detection, setDetection] = useState(file.detection)
  const [columns, setColumns] = useState<Columns>(choices.columns)
  const [defaultCurrency, setDefaultCurrency] = useState<Currency>(choices.defaultCurrency)
  const { all } = detection
  const header = useHeaderRow(columns.headerRow, (found) => {
    const next = found.certain ? found.columns : inPlace(columns, found.columns)
    setDetection(found)
    setColumns(next)
    return next
  })
  const isGuess = detection === file.detection ? !isKnown : !detection.certain
  const options = titlesApart([...all.keys()], all).map(({ index, title }) => ({
    value: String(index),
    label: columnTitle(index, title),
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
    const next = withAmbiguityAnswer({ ...choices, columns, defaultCurrency }, choices)
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
      <p className="text-muted">{isGuess ? columnQuestionMessage(detection) : m.columns_text()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <HeaderRowSelect choice={header} firstRows={detection.firstRows} />
        <Select
          label={m.columns_price()}
          value={valueOf(columns.price)}
          required
          options={columns.price === null ? optional : options}
          onPick={pick('price')}
        />
        <MorePricesFields
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
                  {columnTitle(index, title)}
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
