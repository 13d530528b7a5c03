import { currencySign, formatDecimal } from '#money/format.ts'
import { inkOf } from '../../ui/currency-ink.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { formatThousands } from '../file/notice.tsx'
import { readAmbiguousPrice, readTypedPrice } from '#engine/bulk/typed-price.ts'
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
import { CURRENCY_CODES, isCurrency } from '#money/currency.ts'
import { cleanName } from '#pricelist/product-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { focusOn } from '../../ui/focus.ts'
import { OmissionToggle, OmittedMark } from './omission.tsx'
import { PRICE_PROBLEM_TEXT } from '#reports/labels.ts'
import type { PasteRequest, PreviewRow, RowChange } from '#engine/types.ts'

type PriceQuestionProps = {
  /** HTML id for the text of the question. */
  id: string
  price: string
  /** The price was just typed, so the question is announced. */
  isNew: boolean
  onAnswer: (price: string) => void
}

/** Asks how a price like '1,000' is meant; until it is answered the row is not valid (READ-10). */
function PriceQuestion({ id, price, isNew, onAnswer }: PriceQuestionProps) {
  const lang = useLang()
  const question = readAmbiguousPrice(price)
  if (!question) return <span id={id}>{m.problem_ambiguous()}</span>
  const { text, readings } = question
  return (
    <>
      <span id={id} role={isNew ? 'alert' : undefined} className="block wrap-anywhere">
        {m.paste_question({ example: text })}
      </span>
      <span role="group" aria-labelledby={id} className="mt-1 flex flex-wrap gap-2">
        <Button look="tinted" className="px-3" onClick={() => onAnswer(readings.decimal)}>
          {formatDecimal(readings.decimal, lang)}
        </Button>
        <Button look="tinted" className="px-3" onClick={() => onAnswer(readings.thousands)}>
          {formatThousands(readings.thousands)}
        </Button>
      </span>
    </>
  )
}

type CellDraft = {
  /** What the cell shows: typed, else committed text. */
  text: string
  /** The text last sent to the worker, else the text of the row. */
  committed: string
  change: (text: string) => void
  /** Ends typing. `edit.text` is shown until `edit.done`: by then the row has it, or a later change. */
  commit: (edit?: { text: string; done: Promise<unknown> }) => void
  /** Discards typed and pending text for that of the row. */
  discard: () => void
}

/**
 * The text of a cell while the worker, which answers asynchronously, applies edits. A response to an earlier edit does not
 * overwrite what is being typed; a later change of the row, by paste or undo, does.
 */
function useCellDraft(rowText: string): CellDraft {
  const [typed, setTyped] = useState<string>()
  const [pending, setPending] = useState<{ text: string }>()
  const committed = pending?.text ?? rowText
  return {
    text: typed ?? committed,
    committed,
    change: setTyped,
    commit: (edit) => {
      setTyped(undefined)
      if (!edit) return
      setPending(edit)
      void edit.done.then(() => setPending((latest) => (latest === edit ? undefined : latest)))
    },
    discard: () => {
      setTyped(undefined)
      setPending(undefined)
    },
  }
}

const CELL_CLASS =
  'min-h-11 w-full min-w-0 rounded-base border border-transparent bg-transparent px-2 hover:border-line-strong focus:border-focus focus:bg-raised focus-visible:relative focus-visible:z-10 placeholder-shown:border-line placeholder-shown:bg-raised'

/** Pads '3' and '0.8' to 3.00 and 0.80, so that the decimal points of a column align. */
const twoDecimals = (price: string): string =>
  /^\d+(?:\.\d?)?$/.test(price)
    ? price.includes('.')
      ? price.padEnd(price.indexOf('.') + 3, '0')
      : `${price}.00`
    : price

/** Explains what is wrong with the price; in a misaligned row also what to look for. */
const problemText = (problem: PriceProblem): string =>
  problem === 'out-of-place'
    ? `${m.problem_out_of_place()}. ${m.problem_out_of_place_hint()}`
    : PRICE_PROBLEM_TEXT[problem]()

/** HTML ids of the cells of a row. */
export const nameCellId = (id: number): string => `name-${id}`
export const priceCellId = (id: number): string => `price-${id}`

type RowEditorProps = {
  row: PreviewRow
  /** Title of the price column, where there are several. */
  priceTitle: string | undefined
  /** Handles a paste into a cell; true if it was a block of cells. Must be the same function at each render. */
  onPaste: (event: ClipboardEvent<HTMLInputElement>, id: number, column: PasteRequest['column']) => boolean
}

/** One editable row of the preview. Edits are sent to the worker on blur. */
export const RowEditor = memo(
  function RowEditor({ row, priceTitle, onPaste }: RowEditorProps) {
    const lang = useLang()
    const problemId = useId()
    // Distinguishes the rows of one line.
    const withColumn = (label: string) => (priceTitle === undefined ? label : `${label}, ${priceTitle}`)
    const isPriced = row.status === 'valid' || row.status === 'omitted'
    const shownPrice = isPriced ? twoDecimals(row.price) : row.price
    const price = useCellDraft(shownPrice)
    const name = useCellDraft(row.name)
    const [rejectedPrice, setRejectedPrice] = useState<string>()
    /** Text pasted into the price cell since it received the focus. */
    const pasted = useRef<string>(undefined)
    /** Resolves when the table has received the edited row: it requests its page before the flush. */
    const edit = (change: RowChange) => bulk.tryRequest('editRow', row.id, change).then(() => bulk.flush())

    /** Moves the focus to the same button of the row that takes its place. */
    function remove(event: MouseEvent<HTMLButtonElement>) {
      // The second click of a double click would remove the next row.
      if (event.detail > 1) return
      const tr = event.currentTarget.closest('tr')
      const neighbour = tr?.nextElementSibling ?? tr?.previousElementSibling
      void bulk.tryRequest('removeRow', row.id)
      const button = neighbour?.querySelector<HTMLElement>('button')
      if (button) button.focus()
      else focusOn('rows-title')
    }

    function commitName() {
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
      const below = event.currentTarget.closest('tr')?.nextElementSibling
      const next = below?.querySelector<HTMLElement>('input[inputmode=decimal]')
      if (next) next.focus()
      else event.currentTarget.blur()
    }

    return (
      <tr
        data-row={row.id}
        data-line={row.line}
        data-status={row.status}
        className={`border-b border-line max-md:grid max-md:grid-cols-[minmax(0,1fr)_7.25rem_4.75rem_2.75rem] max-[25rem]:grid-cols-[minmax(0,1fr)_4.75rem_2.75rem] max-md:items-start max-md:py-1 ${
          row.status === 'invalid' ? 'bg-error-soft' : row.status === 'omitted' ? 'bg-sunken' : ''
        }`}
      >
        <td className="ps-1 text-muted max-md:hidden">{row.line}</td>
        <td className="max-md:col-span-4 max-[25rem]:col-span-3">
          <input
            id={nameCellId(row.id)}
            aria-label={withColumn(m.cell_name({ line: row.line }))}
            value={name.text}
            onChange={(event) => name.change(event.target.value)}
            onBlur={commitName}
            onPaste={(event) => onPaste(event, row.id, 'name') && name.discard()}
            placeholder=" "
            className={CELL_CLASS}
          />
          {priceTitle !== undefined && (
            <span className="block px-2 pb-1 wrap-anywhere text-muted" aria-hidden="true">
              {priceTitle}
            </span>
          )}
        </td>
        <td className="md:pe-3">
          <input
            id={priceCellId(row.id)}
            aria-label={withColumn(m.cell_price({ line: row.line }))}
            aria-invalid={row.status === 'invalid' || undefined}
            aria-describedby={row.problem ? problemId : undefined}
            inputMode="decimal"
            placeholder=" "
            value={price.text}
            onChange={(event) => price.change(event.target.value)}
            onBlur={commitPrice}
            onPaste={pastePrice}
            onKeyDown={goToNextPrice}
            className={`${CELL_CLASS} text-end font-semibold ${inkOf(row.currency)}`}
          />
        </td>
        <td>
          <select
            aria-label={withColumn(m.cell_currency({ line: row.line }))}
            value={row.currency}
            onChange={({ target }) => isCurrency(target.value) && void edit({ currency: target.value })}
            className={`${CELL_CLASS} ${inkOf(row.currency)}`}
          >
            {CURRENCY_CODES.map((currency) => (
              <option key={currency} value={currency}>
                {currencySign(currency, lang)}
              </option>
            ))}
          </select>
        </td>
        <td className="py-1.5 ps-3 max-md:-order-1 max-md:row-start-2 max-md:self-center max-md:ps-2 max-[25rem]:order-last max-[25rem]:col-span-3 max-[25rem]:row-start-auto">
          {row.status === 'omitted' ? <OmittedMark row={row} /> : <StatusMark status={row.status} />}
          {row.problem === 'ambiguous' && (
            <PriceQuestion
              id={problemId}
              price={row.price}
              isNew={rejectedPrice === row.price}
              onAnswer={answerQuestion}
            />
          )}
          {row.problem && row.problem !== 'ambiguous' && (
            <span id={problemId} className="block text-muted">
              {rejectedPrice === row.price ? (
                <span role="alert">{m.row_price_positive()}</span>
              ) : (
                problemText(row.problem)
              )}
            </span>
          )}
          {row.omission && <OmissionToggle row={row} withColumn={withColumn} />}
          {row.isZero && <span className="block text-muted">{m.row_is_zero()}</span>}
        </td>
        <td>
          <button
            type="button"
            aria-label={withColumn(m.row_delete({ line: row.line }))}
            title={withColumn(m.row_delete({ line: row.line }))}
            onClick={remove}
            className="grid size-11 place-items-center rounded-base text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="trash" />
          </button>
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.priceTitle === after.priceTitle &&
    (Object.keys(after.row) as (keyof PreviewRow)[]).every((key) => before.row[key] === after.row[key]),
)
