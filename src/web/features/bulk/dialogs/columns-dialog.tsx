import { type ReactNode, useId, useRef, useState } from 'react'
import type { Columns, Detection } from '#pricelist/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Select } from '../../../ui/field.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { columnTitle } from '#reports/labels.ts'
import { isInTableOfPrice, withPrice } from '#pricelist/columns/table-columns.ts'
import { disambiguateTitles, withAmbiguityAnswer } from '#engine/bulk/choices.ts'
import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { currencyName } from '../../results/currency-text.ts'
import { ColumnSamples } from './column-samples.tsx'
import { RecipeFields } from './recipe-fields.tsx'
import { columnQuestionMessage } from '../notices/questions.tsx'
import type { FileSummary, RowChoices } from '#reports/types.ts'

type HeaderRow = {
  /** 0-based; null if the table has no header. */
  row: number | null
  /** The columns of the chosen row are being detected. */
  isReading: boolean
  /** For screen readers: the columns that were found, or why none were. */
  status: string
  isError: boolean
  pick: (row: number | null) => void
}

/** The chosen header row. The worker detects all columns again for another one; `onFound` returns those that are used. */
function useHeaderRow(row: number | null, onFound: (detection: Detection) => Columns): HeaderRow {
  const [pending, setPending] = useState<{ row: number | null }>()
  const [result, setResult] = useState({ status: '', isError: false })
  const latestRequest = useRef(0)
  async function pick(next: number | null) {
    const request = ++latestRequest.current
    setPending({ row: next })
    setResult({ status: '', isError: false })
    const found = await bulk.request('columnsForHeader', next).catch(() => null)
    // The user has chosen another row since.
    if (request !== latestRequest.current) return
    setPending(undefined)
    setResult(
      found
        ? { status: foundColumnsMessage(found, onFound(found)), isError: false }
        : { status: m.file_gone(), isError: true },
    )
  }
  return {
    ...result,
    row: pending ? pending.row : row,
    isReading: pending !== undefined,
    pick: (next) => void pick(next),
  }
}

function foundColumnsMessage({ all }: Detection, { price, name }: Columns): string {
  if (price === null) return m.columns_guess()
  const priced = `${m.column_price()}: ${columnTitle(price, all[price]?.title)}`
  return name === null ? priced : `${priced}; ${m.column_name()}: ${columnTitle(name, all[name]?.title)}`
}

type HeaderRowSelectProps = { header: HeaderRow; firstRows: readonly string[] }

function HeaderRowSelect({ header, firstRows }: HeaderRowSelectProps) {
  const { row, status, isError, isReading, pick } = header
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <Select
        label={m.columns_header()}
        value={row === null ? NONE : String(row)}
        options={headerRowOptions(firstRows, row)}
        aria-busy={isReading}
        onPick={(value) => pick(value === NONE ? null : Number(value))}
      />
      <p role="status" className={isError ? 'text-error' : 'sr-only'}>
        {status}
      </p>
    </div>
  )
}

/** The first rows that are not blank, by their text, and always the current header row. */
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

/** Checkboxes for further price columns (sale, wholesale…) to convert. */
function MorePricesFields({ detection, columns, onPick }: MorePricesProps) {
  const { all } = detection
  const { price, name, currency, otherPrice, morePrices } = columns
  const hint = useId()
  // `otherPrice` holds the same prices in the other currency.
  const used = [price, name, currency, otherPrice]
  const isCandidate = (index: number) => !used.includes(index) && isInTableOfPrice(index, columns, detection)
  const candidates = disambiguateTitles([...all.keys()], all).filter(
    ({ index }) => (all[index]?.isPriced && isCandidate(index)) || morePrices.includes(index),
  )
  if (price === null || candidates.length === 0) return null
  return (
    <fieldset className="grid min-w-0 gap-1 sm:col-span-2" aria-describedby={hint}>
      <legend className="font-semibold">{m.columns_more()}</legend>
      <p id={hint} className="text-muted">
        {m.columns_more_text()}
      </p>
      <div className="flex min-w-0 flex-wrap gap-x-6">
        {candidates.map(({ index, title }) => (
          <label key={index} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
            <input
              type="checkbox"
              checked={morePrices.includes(index)}
              onChange={({ target }) =>
                onPick(
                  target.checked ? [...morePrices, index] : morePrices.filter((price) => price !== index),
                )
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

/** Whether no title names a price: no column is suggested then, as every one would be taken unseen. */
const hasNoPriceTitle = ({ certain, question }: Detection): boolean =>
  !certain && (question === null || question === 'no-price-title')

/** Keeps the chosen columns where the titles are unclear, and fills those not chosen from the suggestion. */
const withSuggestion = (chosen: Columns, found: Detection): Columns => ({
  ...found.columns,
  price: chosen.price ?? (hasNoPriceTitle(found) ? null : found.columns.price),
  name: chosen.name ?? found.columns.name,
  currency: chosen.currency ?? found.columns.currency,
})

/** What the dialog has chosen so far. */
function useColumnChoice(file: FileSummary, choices: RowChoices, isKnown: boolean) {
  const [detection, setDetection] = useState(file.detection)
  const [columns, setColumns] = useState<Columns>(() =>
    !isKnown && hasNoPriceTitle(detection) ? withPrice(choices.columns, null, detection) : choices.columns,
  )
  const header = useHeaderRow(columns.headerRow, (found) => {
    const next = found.certain ? found.columns : withSuggestion(columns, found)
    setDetection(found)
    setColumns(next)
    return next
  })
  return {
    detection,
    columns,
    setColumns,
    header,
    isGuess: detection === file.detection ? !isKnown : !detection.certain,
    pick: (key: 'name' | 'price' | 'currency') => (value: string) =>
      // `withPrice` also resets the columns that were detected together with the price column.
      setColumns(
        key === 'price'
          ? withPrice(columns, value === NONE ? null : Number(value), detection)
          : {
              ...columns,
              [key]: value === NONE ? null : Number(value),
              morePrices: columns.morePrices.filter((index) => String(index) !== value),
            },
      ),
  }
}

type ActionsProps = { hasPrice: boolean; isReading: boolean; onApply: () => void; onDismiss: () => void }

/** The buttons of the dialog. Apply is disabled until a price column is chosen; the reason is its description. */
function Actions({ hasPrice, isReading, onApply, onDismiss }: ActionsProps) {
  const reasonId = useId()
  return (
    <>
      {!hasPrice && (
        <p
          id={reasonId}
          className="flex items-center gap-1.5 text-small text-ask sm:me-auto max-sm:order-last"
        >
          <Icon name="question" className="size-5" />
          {m.columns_choose_first()}
        </p>
      )}
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button
        look="filled"
        isUnavailable={isReading || !hasPrice}
        aria-describedby={hasPrice ? undefined : reasonId}
        onClick={onApply}
      >
        {m.columns_apply()}
      </Button>
    </>
  )
}

type ColumnsDialogProps = {
  file: FileSummary
  choices: RowChoices
  /** False while the columns are only a guess. */
  isKnown: boolean
  /** Why no row has a valid price by the columns chosen so far. */
  reasons?: ReactNode
  onApply: (choices: RowChoices) => void
  onDismiss: () => void
}

/** Assigns columns to name, price and currency; the price is required (BULK-07). */
export function ColumnsDialog({ file, choices, isKnown, reasons, onApply, onDismiss }: ColumnsDialogProps) {
  const { detection, columns, setColumns, header, isGuess, pick } = useColumnChoice(file, choices, isKnown)
  const [defaultCurrency, setDefaultCurrency] = useState<Currency>(choices.defaultCurrency)
  const { all } = detection
  const options = disambiguateTitles([...all.keys()], all).map(({ index, title }) => ({
    value: String(index),
    label: columnTitle(index, title),
  }))
  const optional = [{ value: NONE, label: m.column_none() }, ...options]
  const next = withAmbiguityAnswer({ ...choices, columns, defaultCurrency }, choices)
  const isApplied = isKnown && JSON.stringify(next) === JSON.stringify(choices)
  const valueOf = (index: number | null) => (index === null ? NONE : String(index))
  const hasPrice = columns.price !== null
  return (
    <Dialog
      title={m.columns_title()}
      onDismiss={onDismiss}
      actions={
        <Actions
          hasPrice={hasPrice}
          isReading={header.isReading}
          onApply={() => (isApplied ? onDismiss() : onApply(next))}
          onDismiss={onDismiss}
        />
      }
      wide
    >
      {reasons}
      <p className="text-muted">{isGuess ? columnQuestionMessage(detection) : m.columns_text()}</p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <HeaderRowSelect header={header} firstRows={detection.firstRows} />
        <Select
          label={m.columns_price()}
          value={valueOf(columns.price)}
          required
          options={hasPrice ? options : [{ value: NONE, label: m.column_choose() }, ...options]}
          onPick={pick('price')}
        />
        {/* On a phone next to the price that they are to tell. */}
        <div className="grid min-w-0 sm:order-last sm:col-span-2">
          <ColumnSamples all={all} columns={columns} defaultCurrency={defaultCurrency} />
        </div>
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
          options={CURRENCY_CODES.map((value) => ({ value, label: currencyName(value) }))}
          onPick={(value) => setDefaultCurrency(value as Currency)}
        />
        <MorePricesFields
          detection={detection}
          columns={columns}
          onPick={(morePrices) => setColumns({ ...columns, morePrices })}
        />
      </div>
      <RecipeFields fileName={file.name} isApplied={isApplied} onLoaded={onDismiss} />
    </Dialog>
  )
}
