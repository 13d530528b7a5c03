import { currencySign, formatDecimal } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { formatThousands } from '../file/notice.tsx'
import { questionOf, readTypedPrice } from '#engine/bulk/typed-price.ts'
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
import { CURRENCIES, isCurrency } from '#money/amount.ts'
import { cleanName } from '#pricelist/product-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { focusOn } from '../../ui/focus.ts'
import { OmissionToggle, OmittedMark } from './omission.tsx'
import { PRICE_PROBLEM } from '#reports/labels.ts'
import type { PasteRequest, PreviewRow, RowChange } from '#engine/types.ts'

type Props = {
  /** Of the element that says the question. */
  id: string
  price: string
  /** Whether the price was just typed. */
  isNew: boolean
  onAnswer: (price: string) => void
}

/** Asks in the row itself how a price like '1,000' is meant; until then the row is not valid (READ-10). */
export function PriceQuestion({ id, price, isNew, onAnswer }: Props) {
  const lang = useLang()
  const question = questionOf(price)
  if (!question) return <span id={id}>{m.problem_ambiguous()}</span>
  const { text, readings } = question
  return (
    <>
      <span id={id} role={isNew ? 'alert' : undefined} className="block wrap-anywhere">
        {m.paste_question({ example: text })}
      </span>
      <span role="group" aria-labelledby={id} className="mt-1 flex flex-wrap gap-2">
        <Button look="plain" className="px-3" onClick={() => onAnswer(readings.decimal)}>
          {formatDecimal(readings.decimal, lang)}
        </Button>
        <Button look="plain" className="px-3" onClick={() => onAnswer(readings.thousands)}>
          {formatThousands(readings.thousands)}
        </Button>
      </span>
    </>
  )
}

type Draft = {
  /** What the cell shows: what is typed or was just told, else what the row says. */
  text: string
  /** What the workbench has heard last, or will in a moment. */
  told: string
  type: (text: string) => void
  /** The cell is left. An edit that was told shows until it is done: by then the row says it, or what came after. */
  leave: (edit?: { text: string; done: Promise<unknown> }) => void
  /** What was typed is given up for what the row will say. */
  drop: () => void
}

/**
 * The text of a cell between the keyboard and the workbench, which answers a moment later. What is being typed is not
 * overwritten by an answer to what was typed before; what the row says anew, by a paste or by undo, takes its place.
 */
export function useDraft(said: string): Draft {
  const [typed, setTyped] = useState<string>()
  const [edit, setEdit] = useState<{ text: string }>()
  const told = edit?.text ?? said
  return {
    text: typed ?? told,
    told,
    type: setTyped,
    leave: (own) => {
      setTyped(undefined)
      if (!own) return
      setEdit(own)
      void own.done.then(() => setEdit((latest) => (latest === own ? undefined : latest)))
    },
    drop: () => {
      setTyped(undefined)
      setEdit(undefined)
    },
  }
}

const CELL_CLASS =
  'min-h-11 w-full min-w-0 rounded-base border border-transparent bg-transparent px-2 hover:border-line-strong focus:border-focus focus:bg-raised focus-visible:relative focus-visible:z-10 placeholder-shown:border-line placeholder-shown:bg-raised'

/** '3' and '0.8' as 3.00 and 0.80, so that the points of a column stand under each other. */
const twoDecimals = (price: string): string =>
  /^\d+(?:\.\d?)?$/.test(price)
    ? price.includes('.')
      ? price.padEnd(price.indexOf('.') + 3, '0')
      : `${price}.00`
    : price

/** What is wrong with the price, and in a row that does not fit what to look for. */
const problemText = (problem: PriceProblem): string =>
  problem === 'out-of-place'
    ? `${m.problem_out_of_place()}. ${m.problem_out_of_place_hint()}`
    : PRICE_PROBLEM[problem]()

/** By which the focus finds a row. */
export const nameCellId = (id: number): string => `name-${id}`
export const priceCellId = (id: number): string => `price-${id}`

type RowEditorProps = {
  row: PreviewRow
  /** The column that its price is from, where there are several. */
  priceTitle: string | undefined
  /** A paste into one of the cells; answers whether it was a block of cells and is taken. Stays the same. */
  onPaste: (event: ClipboardEvent<HTMLInputElement>, id: number, column: PasteRequest['column']) => boolean
}

/** One row of the preview; what is typed goes to the workbench when the cell is left. */
export const RowEditor = memo(
  function RowEditor({ row, priceTitle, onPaste }: RowEditorProps) {
    const lang = useLang()
    const problemId = useId()
    // Rows of one line are told apart by their column.
    const told = (label: string) => (priceTitle === undefined ? label : `${label}, ${priceTitle}`)
    const isPriced = row.status === 'valid' || row.status === 'omitted'
    const shownPrice = isPriced ? twoDecimals(row.price) : row.price
    const price = useDraft(shownPrice)
    const name = useDraft(row.name)
    const [refused, setRefused] = useState<string>()
    /** What was pasted into the price since it was left. */
    const pasted = useRef<string>(undefined)
    /** Done when the row as it is then has come: the table has asked for it before. */
    const edit = (change: RowChange) => bulk.tell('editRow', row.id, change).then(() => bulk.caughtUp())

    /** The focus stays in the table, on the same button of the row that takes the place. */
    function remove(event: MouseEvent<HTMLButtonElement>) {
      // The second click of a double one would fall on the row that has moved up.
      if (event.detail > 1) return
      const tr = event.currentTarget.closest('tr')
      const neighbour = tr?.nextElementSibling ?? tr?.previousElementSibling
      void bulk.tell('removeRow', row.id)
      const button = neighbour?.querySelector<HTMLElement>('button')
      if (button) button.focus()
      else focusOn('rows-title')
    }

    function leaveName() {
      const clean = cleanName(name.text)
      name.leave(clean === name.told ? undefined : { text: clean, done: edit({ name: clean }) })
    }

    function pastePrice(event: ClipboardEvent<HTMLInputElement>) {
      pasted.current = event.clipboardData.getData('text/plain').trim()
      if (onPaste(event, row.id, 'price')) price.drop()
    }

    function leavePrice() {
      const isPasted = price.text.trim() === pasted.current
      pasted.current = undefined
      if (price.text === price.told) return price.leave()
      const typed = readTypedPrice(price.text, isPasted)
      setRefused(typed.problem && typed.price)
      const text = typed.problem ? typed.price : twoDecimals(typed.price)
      price.leave({ text, done: edit(typed) })
    }

    function answer(reading: string) {
      void edit({ price: reading })
      // The buttons go with the question.
      focusOn(priceCellId(row.id))
    }

    /** Enter leads to the price below, as in a spreadsheet. */
    function leaveByEnter(event: KeyboardEvent<HTMLInputElement>) {
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
          row.status === 'invalid' ? 'bg-invalid-soft' : row.status === 'omitted' ? 'bg-sunken' : ''
        }`}
      >
        <td className="ps-1 text-muted max-md:hidden">{row.line}</td>
        <td className="max-md:col-span-4 max-[25rem]:col-span-3">
          <input
            id={nameCellId(row.id)}
            aria-label={told(m.cell_name({ line: row.line }))}
            value={name.text}
            onChange={(event) => name.type(event.target.value)}
            onBlur={leaveName}
            onPaste={(event) => onPaste(event, row.id, 'name') && name.drop()}
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
            aria-label={told(m.cell_price({ line: row.line }))}
            aria-invalid={row.status === 'invalid' || undefined}
            aria-describedby={row.problem ? problemId : undefined}
            inputMode="decimal"
            placeholder=" "
            value={price.text}
            onChange={(event) => price.type(event.target.value)}
            onBlur={leavePrice}
            onPaste={pastePrice}
            onKeyDown={leaveByEnter}
            className={`${CELL_CLASS} text-end font-semibold ${row.currency === 'BGN' ? 'text-lev' : 'text-euro'}`}
          />
        </td>
        <td>
          <select
            aria-label={told(m.cell_currency({ line: row.line }))}
            value={row.currency}
            onChange={({ target }) => isCurrency(target.value) && void edit({ currency: target.value })}
            className={`${CELL_CLASS} ${row.currency === 'BGN' ? 'text-lev' : 'text-euro'}`}
          >
            {CURRENCIES.map((currency) => (
              <option key={currency} value={currency}>
                {currencySign(currency, lang)}
              </option>
            ))}
          </select>
        </td>
        <td className="py-1.5 ps-3 max-md:-order-1 max-md:row-start-2 max-md:self-center max-md:ps-2 max-[25rem]:order-last max-[25rem]:col-span-3 max-[25rem]:row-start-auto">
          {row.status === 'omitted' ? <OmittedMark row={row} /> : <StatusMark status={row.status} />}
          {row.problem === 'ambiguous' && (
            <PriceQuestion id={problemId} price={row.price} isNew={refused === row.price} onAnswer={answer} />
          )}
          {row.problem && row.problem !== 'ambiguous' && (
            <span id={problemId} className="block text-muted">
              {refused === row.price ? (
                <span role="alert">{m.row_price_positive()}</span>
              ) : (
                problemText(row.problem)
              )}
            </span>
          )}
          {row.omission && <OmissionToggle row={row} told={told} />}
          {row.isZero && <span className="block text-muted">{m.row_is_zero()}</span>}
        </td>
        <td>
          <button
            type="button"
            aria-label={told(m.row_delete({ line: row.line }))}
            title={told(m.row_delete({ line: row.line }))}
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
