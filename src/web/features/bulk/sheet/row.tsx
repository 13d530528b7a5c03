import { EURO } from '#money/currency.ts'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useId,
  useRef,
  useState,
} from 'react'
import type { PriceProblem } from '#pricelist/types.ts'
import { CURRENCY_CODES, type Currency, isCurrency, otherCurrency } from '#money/currency.ts'
import { currencySign, formatAmount, formatDecimal, formatExactMoney, formatMoney } from '#money/format.ts'
import { cleanName } from '#pricelist/product-name.ts'
import { PRICE_PROBLEM_TEXT } from '#reports/labels.ts'
import { readTypedPrice } from '#engine/bulk/typed-price.ts'
import { bulk } from '#engine/bulk/client.ts'
import type { PasteRequest, PreviewRow, RowChange } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { inkOf } from '../../../ui/currency-ink.ts'
import { focusOn } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { EditableCell, useCellDraft } from './cell.tsx'
import { type SheetColumn, columnKey } from './columns.ts'
import { OmissionToggle, OmittedMark } from './omission.tsx'
import { FilePriceQuestion, TypedPriceQuestion } from './price-question.tsx'
import { RowMark } from './row-mark.tsx'
import { useReread } from '../use-reread.ts'

/** Pads '3' and '0.8' to 3.00 and 0.80, so that the decimal points of a column align. */
const twoDecimals = (price: string): string =>
  /^\d+(?:\.\d?)?$/.test(price)
    ? price.includes('.')
      ? price.padEnd(price.indexOf('.') + 3, '0')
      : `${price}.00`
    : price

const isPlainDecimal = (price: string): boolean => /^\d+(?:\.\d+)?$/.test(price)

/** Explains what is wrong with the price; in a misaligned row also what to look for. */
const problemText = (problem: PriceProblem): string =>
  problem === 'out-of-place'
    ? `${m.problem_out_of_place()}. ${m.problem_out_of_place_hint()}`
    : PRICE_PROBLEM_TEXT[problem]()

/** HTML ids of the cells of a row. */
export const nameCellId = (id: number): string => `name-${id}`
export const priceCellId = (id: number): string => `price-${id}`

export const ROW = 'tr[data-row]'

/** The next row of the table after `tr`, or the one before it. */
function neighbourOf(tr: Element | null, direction: 'nextElementSibling' | 'previousElementSibling') {
  let row = tr?.[direction]
  while (row && !row.matches(ROW)) row = row[direction]
  return row
}

type SheetRowProps = {
  row: PreviewRow
  /** Must be the same array as long as the columns are the same. */
  columns: readonly SheetColumn[]
  /** The index in the file of the row's name column. */
  nameIndex: number | null
  /** Title of the price column, where there are several. */
  priceTitle: string | undefined
  /** The currency that the prices of the sheet are converted to. */
  target: Currency
  /** The price of this row stands for those of the file that can be read in two ways. */
  question: string | undefined
  /** Handles a paste into a cell; true if it was a block of cells. Must be the same function at each render. */
  onPaste: (event: ClipboardEvent<HTMLInputElement>, id: number, column: PasteRequest['column']) => boolean
}

/** One row of the sheet: what the file has in it, its name and price editable, and what the price becomes. */
export const SheetRow = memo(
  function SheetRow({ row, columns, nameIndex, priceTitle, target, question, onPaste }: SheetRowProps) {
    const lang = useLang()
    const reread = useReread()
    const problemId = useId()
    // Distinguishes the rows of one line.
    const withColumn = (label: string) => (priceTitle === undefined ? label : `${label}, ${priceTitle}`)
    const isPriced = row.status === 'valid' || row.status === 'omitted'
    const price = useCellDraft(isPriced ? twoDecimals(row.price) : row.price)
    const name = useCellDraft(row.name)
    const [rejectedPrice, setRejectedPrice] = useState<string>()
    /** Text pasted into the price cell since it received the focus. */
    const pasted = useRef<string>(undefined)
    const isAsked = question !== undefined || row.problem === 'ambiguous'
    const look = isAsked ? 'ask' : row.status === 'invalid' ? 'error' : ''
    /** Resolves when the table has received the edited row: it requests its page before the flush. */
    const edit = (change: RowChange) => bulk.tryRequest('editRow', row.id, change).then(() => bulk.flush())

    /** Moves the focus to the same button of the row that takes its place. */
    function remove(event: MouseEvent<HTMLButtonElement>) {
      // The second click of a double click would remove the next row.
      if (event.detail > 1) return
      const tr = event.currentTarget.closest('tr')
      const neighbour = neighbourOf(tr, 'nextElementSibling') ?? neighbourOf(tr, 'previousElementSibling')
      void bulk.tryRequest('removeRow', row.id)
      const button = neighbour?.querySelector<HTMLElement>('button[data-delete]')
      if (button) button.focus()
      else focusOn('rows-title')
    }

    function commitName() {
      if (!name.isTyping) return
      const clean = cleanName(name.text)
      name.commit(clean === name.committed ? undefined : { text: clean, done: edit({ name: clean }) })
    }

    function pastePrice(event: ClipboardEvent<HTMLInputElement>) {
      pasted.current = event.clipboardData.getData('text/plain').trim()
      if (onPaste(event, row.id, 'price')) price.discard()
    }

    function commitPrice() {
      const isPasted = price.text.trim() === pasted.current
      pasted.current = undefined
      if (price.text === price.committed) return price.commit()
      const typed = readTypedPrice(price.text, isPasted)
      setRejectedPrice(typed.problem && typed.price)
      const text = typed.problem ? typed.price : twoDecimals(typed.price)
      price.commit({ text, done: edit(typed) })
    }

    function answerQuestion(reading: string) {
      void edit({ price: reading })
      // The answered question disappears with its focused button.
      focusOn(priceCellId(row.id))
    }

    /** Enter moves the focus to the price below, as in a spreadsheet. */
    function goToNextPrice(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key !== 'Enter') return
      const below = neighbourOf(event.currentTarget.closest('tr'), 'nextElementSibling')
      const next = below?.querySelector<HTMLElement>('input[inputmode=decimal]')
      if (next) next.focus()
      else event.currentTarget.blur()
    }

    const nameCell = (key: string) => (
      <td key={key} className="relative min-w-40 ps-1.5! max-sm:px-0.5!">
        <div className="flex items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0">
          <EditableCell
            id={nameCellId(row.id)}
            aria-label={withColumn(m.cell_name({ line: row.line }))}
            value={name.text}
            data-typing={name.isTyping}
            // An edited name is shown as it is kept.
            shown={name.text === row.name ? row.fullName : name.text}
            onChange={(event) => name.change(event.target.value)}
            onBlur={commitName}
            onPaste={(event) => onPaste(event, row.id, 'name') && name.discard()}
            readOnly={row.isConverted}
            className="min-w-8 flex-1"
            look="wrap-anywhere"
          />
          {row.status === 'omitted' && <OmittedMark row={row} />}
          {priceTitle !== undefined && (
            <span className="text-small text-muted max-sm:hidden" aria-hidden="true">
              {priceTitle}
            </span>
          )}
        </div>
        {!row.isConverted && (
          <div className="absolute inset-y-0.5 end-1 z-10 flex items-center gap-1 rounded-small bg-hover ps-1 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 print:hidden pointer-coarse:hidden pointer-coarse:group-focus-within/row:flex">
            {row.omission && <OmissionToggle row={row} withColumn={withColumn} />}
            <button
              type="button"
              data-delete
              aria-label={withColumn(m.row_delete({ line: row.line }))}
              title={withColumn(m.row_delete({ line: row.line }))}
              onClick={remove}
              className="grid size-8 place-items-center rounded-small text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <Icon name="trash" className="size-4.5" />
            </button>
          </div>
        )}
      </td>
    )

    const priceCell = (key: string) => (
      <td key={key} className={`px-1! ${look}`}>
        <div className="flex items-center justify-end">
          <EditableCell
            id={priceCellId(row.id)}
            aria-label={withColumn(m.cell_price({ line: row.line }))}
            aria-invalid={row.status === 'invalid' || undefined}
            aria-describedby={row.problem || question !== undefined ? problemId : undefined}
            inputMode="decimal"
            value={price.text}
            data-typing={price.isTyping}
            shown={isPlainDecimal(price.text) ? formatDecimal(price.text, lang) : price.text}
            onChange={(event) => price.change(event.target.value)}
            onBlur={commitPrice}
            onPaste={pastePrice}
            onKeyDown={goToNextPrice}
            readOnly={row.isConverted}
            className="min-w-18 flex-1 max-sm:min-w-0"
            look={`text-end ${look ? '' : inkOf(row.currency)} ${isPriced ? 'font-medium' : 'text-small'}`}
          />
          <select
            aria-label={withColumn(m.cell_currency({ line: row.line }))}
            value={row.currency}
            disabled={row.isConverted}
            onChange={({ target }) => isCurrency(target.value) && void edit({ currency: target.value })}
            className={`min-h-7 w-11 rounded-small border-0! bg-transparent! bg-none! ps-1! pe-1! text-small max-sm:min-h-9 max-sm:w-8 ${look ? '' : inkOf(row.currency)}`}
          >
            {CURRENCY_CODES.map((currency) => (
              <option key={currency} value={currency}>
                {currencySign(currency, lang)}
              </option>
            ))}
          </select>
        </div>
      </td>
    )

    const problem = row.problem && row.problem !== 'ambiguous' && (
      <span
        id={problemId}
        className="block text-small leading-tight font-semibold whitespace-normal text-error"
      >
        {rejectedPrice === row.price ? (
          <span role="alert">{m.row_price_positive()}</span>
        ) : (
          problemText(row.problem)
        )}
      </span>
    )
    return (
      <>
        <tr
          data-row={row.id}
          data-line={row.line}
          data-status={row.status}
          data-total={(row.status === 'omitted' && row.omission === 'total') || undefined}
          data-asked={isAsked || undefined}
          className="group/row data-asked:[&>td]:bg-ask-soft data-total:[&>td]:border-y data-total:[&>td]:border-line-strong! data-total:[&>td]:font-bold"
        >
          <td className="number">
            <RowMark status={row.status} />
            {row.line}
          </td>
          {columns.map((column) => {
            const key = columnKey(column)
            switch (column.kind) {
              case 'name':
                return column.index === nameIndex ? (
                  nameCell(key)
                ) : (
                  <Cell key={key} text={column.index === null ? '' : row.cells[column.index]} />
                )
              case 'price':
                return column.nth === row.priceColumnIndex ? (
                  priceCell(key)
                ) : (
                  <Cell key={key} text={column.index === null ? '' : row.cells[column.index]} isAmount />
                )
              case 'converted':
                return (
                  <td key={key} className={`amount ${target === EURO ? 'euro' : 'lev converted'}`}>
                    {column.nth === row.priceColumnIndex &&
                      (problem || <Converted row={row} target={target} isAsked={isAsked} />)}
                  </td>
                )
              case 'other':
                return <Cell key={key} text={row.cells[column.index]} isAmount={column.isPriced} />
            }
          })}
        </tr>
        {isAsked && (
          <tr className="[&>td]:border-t-0! [&>td]:bg-ask-soft!">
            <td colSpan={columns.length + 1}>
              {question !== undefined ? (
                <FilePriceQuestion
                  id={problemId}
                  example={question}
                  onAnswer={(ambiguous) => {
                    void reread.rows({ ambiguous })
                    focusOn(priceCellId(row.id))
                  }}
                />
              ) : (
                <TypedPriceQuestion
                  id={problemId}
                  price={row.price}
                  isNew={rejectedPrice === row.price}
                  onAnswer={answerQuestion}
                />
              )}
            </td>
          </tr>
        )}
      </>
    )
  },
  (before, after) =>
    before.priceTitle === after.priceTitle &&
    before.columns === after.columns &&
    before.target === after.target &&
    before.question === after.question &&
    before.nameIndex === after.nameIndex &&
    (Object.keys(after.row) as (keyof PreviewRow)[]).every((key) =>
      key === 'cells'
        ? String(before.row.cells) === String(after.row.cells)
        : before.row[key] === after.row[key],
    ),
)

/** What the file has in a cell that is not converted. */
function Cell({ text = '', isAmount = false }: { text?: string | undefined; isAmount?: boolean }) {
  return (
    <td className={isAmount ? 'amount text-muted' : 'text-muted'}>
      <span className="block max-w-40 truncate" title={text.length > 18 ? text : undefined}>
        {text}
      </span>
    </td>
  )
}

/** What the price becomes, where it is known before the conversion. */
function Converted({ row, target, isAsked }: { row: PreviewRow; target: Currency; isAsked: boolean }) {
  const lang = useLang()
  if (isAsked) return '?'
  if (row.status === 'omitted')
    return row.omission === 'wanted-currency' ? (
      <span className={inkOf(row.currency)}>{formatExactMoney(row.price, row.currency, lang)}</span>
    ) : null
  if (row.status !== 'valid') return null
  if (row.converted === null)
    return <span data-pending className="inline-block h-0.5 w-8.5 rounded-full bg-current opacity-30" />
  const currency = otherCurrency(row.currency)
  return (
    <span className={inkOf(currency)}>
      {currency === target ? formatAmount(row.converted, lang) : formatMoney(row.converted, currency, lang)}
      {row.isZero && <span className="block text-small font-semibold text-muted">{m.row_is_zero()}</span>}
    </span>
  )
}
