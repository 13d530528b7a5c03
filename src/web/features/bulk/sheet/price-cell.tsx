import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { readTypedPrice } from '#engine/bulk/typed-price.ts'
import { bulk } from '#engine/bulk/client.ts'
import { type PasteRequest, type PreviewRow, type RowChange, isLeftAsIs } from '#engine/types.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { CURRENCY_CODES, isCurrency } from '#money/currency.ts'
import { padDecimals } from '#pricelist/price-text.ts'
import { MINUS, currencySign, formatDecimal } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { inkOf } from '../../../ui/currency-ink.ts'
import { EditableCell, useCellDraft } from './cell.tsx'
import type { SheetWidths } from './column-widths.ts'
import { isLongPrice } from './lines.ts'

/** HTML id of the price cell of a row. */
export const priceCellId = (id: number): string => `price-${id}`

/** Whether a row has nothing to convert that is wrong by itself: no price, or one in a currency that stays as it is. */
export const leavesAsIs = ({ problem, isTypedProblem }: PreviewRow): boolean =>
  !isTypedProblem && problem !== undefined && isLeftAsIs(problem)

/** HTML id of the text that says what is wrong with the price of a row, or asks about it. */
export const problemId = (id: number): string => `problem-${id}`

export const ROW = 'tr[data-row]'

/** The next row of the table after `tr`, or the one before it. */
export function neighbourOf(
  tr: Element | null | undefined,
  direction: 'nextElementSibling' | 'previousElementSibling',
) {
  let row = tr?.[direction]
  while (row && !row.matches(ROW)) row = row[direction]
  return row
}

/** Resolves when the table has received the edited rows: it requests its page before the flush. */
export const editRows = (ids: readonly number[], change: RowChange) =>
  bulk.tryRequest('editRow', ids, change).then(() => bulk.flush())

/**
 * Sends what is being typed in, so that sums and amounts follow it: the latest text alone, while an earlier one is on its way.
 * @returns what sends a change, and what discards one that waits
 */
function useTypedEdits(id: number) {
  const [send] = useState(() => {
    let isSending = false
    let waiting: (() => RowChange) | undefined
    const next = async (read: () => RowChange) => {
      isSending = true
      await bulk.tryRequest('typeRow', [id], read())
      isSending = false
      const latest = waiting
      waiting = undefined
      if (latest) await next(latest)
    }
    return {
      change(read: () => RowChange) {
        if (isSending) waiting = read
        else void next(read)
      },
      cancel() {
        waiting = undefined
      },
    }
  })
  return send
}

/** The price with the decimal mark of the language: the same text in the field as in the cell. */
const localized = (price: string, lang: Lang): string =>
  /^\d+\.\d+$/.test(price) ? price.replace('.', LANGUAGES[lang].decimalMark) : price

/** A price that names its currency, such as `12.5 USD`. */
const NAMED_PRICE = /^(\d+(?:[.,]\d{1,2})?) (\p{L}+)$/u

/** A price as it is read, with separated thousands; other text as it is. */
export function shownPrice(text: string, lang: Lang): string {
  const price = /^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text
  const [, amount, word] = NAMED_PRICE.exec(text) ?? []
  if (amount !== undefined) return `${shownPrice(amount, lang)}\u00a0${word}`
  if (/^-\d/.test(text)) return MINUS + shownPrice(text.slice(1), lang)
  return /^\d+(?:\.\d+)?$/.test(price) ? formatDecimal(price, lang) : text
}

/** Handles a paste into a cell; true if it was a block of cells. */
export type PasteHandler = (
  event: ClipboardEvent<HTMLInputElement>,
  id: number,
  column: PasteRequest['column'],
) => boolean

/** How far from the sides a cell stays while the others are scrolled. */
export type Stay = SheetWidths['stays'][number]

/** In the field, the room of the unit. A phone keeps it for that of the column only where it is shown. */
const ROOM = {
  after: 'pe-11.5! [[lang=bg]_&]:pe-9! max-sm:pe-10! [[lang=bg]_&]:max-sm:pe-8!',
  before: 'ps-11! [[lang=bg]_&]:ps-9! max-sm:ps-10! [[lang=bg]_&]:max-sm:ps-7!',
  beforeUsual:
    'sm:ps-11! sm:[[lang=bg]_&]:ps-9! max-sm:group-focus-within/row:ps-10! max-sm:[[lang=bg]_&]:group-focus-within/row:ps-7! max-sm:group-data-editing/sheet:ps-10! max-sm:[[lang=bg]_&]:group-data-editing/sheet:ps-7!',
} as const

const ON_FOCUS = 'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100'

type PriceCellProps = {
  row: PreviewRow
  stay: Stay
  /** Adds the title of the price column to a label, where there are several. */
  withColumn: (label: string) => string
  /** Its currency is that of the column, which the head names. */
  isUsual: boolean
  /** Others of the sheet are in another currency: each names its own, after the amount. */
  areMixed: boolean
  isAsked: boolean
  /** Another row asks about it. */
  isOneOfMany: boolean
  /** HTML id of the text that says what is wrong with it, or asks about it. */
  describedBy: string | undefined
  whatIsWrong: string | undefined
  /** As the file has it, where it is asked how that is meant. */
  written: string | undefined
  /** Its row is being typed in: what is wrong with it is not said yet. */
  isBeingTyped: boolean
  onPaste: PasteHandler
  /** What stands in the field while it is being typed in. */
  onTyping: (price: TypedText) => void
  /** The text that was just typed and is no price; undefined where it is one. */
  onTyped: (rejected: string | undefined, price: TypedText) => void
}

/** A price that was just typed, and how it was read. */
export type TypedText = { text: string; price: string }

/** The price of a row and its currency, both editable. */
export function PriceCell({
  row,
  stay,
  withColumn,
  isUsual,
  areMixed,
  isAsked,
  isOneOfMany,
  describedBy,
  whatIsWrong,
  written,
  isBeingTyped,
  onPaste,
  onTyping,
  onTyped,
}: PriceCellProps) {
  const lang = useLang()
  const isPriced = row.status === 'valid' || row.status === 'omitted'
  const ownText = isPriced ? localized(padDecimals(row.price), lang) : row.price
  const price = useCellDraft(ownText)
  const edits = useTypedEdits(row.id)
  /** Text pasted into the cell since it received the focus. */
  const pasted = useRef<string>(undefined)
  /** Text in place of a price: its currency is in sight where it has the focus. */
  const isText = !isBeingTyped && row.status === 'invalid' && row.price !== '' && !/\d/.test(row.price)
  const isInvalid = row.status === 'invalid' && !isBeingTyped
  /** A text that names a currency has one, also one that is not converted. */
  const hasOwnUnit = isInvalid && (row.problem === 'other-currency' || /\d\D+$/.test(row.price))
  const hasUnit = !isText && !hasOwnUnit
  const isLeft = isInvalid && leavesAsIs(row)
  const look = isOneOfMany ? 'text-ask' : isAsked ? 'ask' : isInvalid && !isLeft ? 'error' : ''

  const isPasted = (text: string) => text.trim() === pasted.current

  function change(text: string) {
    price.change(text)
    const typed = readTypedPrice(text, isPasted(text))
    edits.change(() => ({ ...typed, isTyped: true }))
    // Before the field is left: the page may be reloaded first.
    if (text !== price.committed) onTyping({ text: text.trim(), price: typed.price })
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    pasted.current = event.clipboardData.getData('text/plain').trim()
    if (!onPaste(event, row.id, 'price')) return
    // What was typed before it must not arrive after it.
    edits.cancel()
    price.discard()
  }

  function commit() {
    const typed = readTypedPrice(price.text, isPasted(price.text))
    pasted.current = undefined
    edits.cancel()
    if (price.text === price.committed) {
      // Typed back as it was, which may be less exact than the price itself.
      if (price.isTyping) void bulk.tryRequest('typeRow', [row.id], null)
      return price.commit()
    }
    onTyped(typed.problem && typed.price, { text: price.text.trim(), price: typed.price })
    const text = typed.problem ? typed.price : localized(padDecimals(typed.price), lang)
    price.commit({ text, done: editRows([row.id], { ...typed, isTyped: true }) })
  }

  /** Enter moves the focus to the price below in the same column, as in a spreadsheet. */
  function goToNext(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    const cell = `td[data-nth="${row.priceColumnIndex}"] input`
    let below = neighbourOf(event.currentTarget.closest('tr'), 'nextElementSibling')
    while (below && !below.querySelector(cell)) below = neighbourOf(below, 'nextElementSibling')
    const next = below?.querySelector<HTMLElement>(cell)
    if (next) next.focus()
    else event.currentTarget.blur()
  }

  return (
    <td
      data-id={row.id}
      data-nth={row.priceColumnIndex}
      className={`px-1.5! max-sm:px-1! ${look} ${stay ? 'stays' : ''}`}
      style={stay}
    >
      <div className="relative">
        <EditableCell
          id={priceCellId(row.id)}
          aria-label={withColumn(m.cell_price({ line: row.line }))}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          title={
            isInvalid && !isLeft && whatIsWrong !== undefined
              ? `${whatIsWrong}. ${m.cell_price_hint()}`
              : undefined
          }
          placeholder={row.problem === 'no-price' ? m.cell_price_hint() : undefined}
          inputMode="decimal"
          value={price.text}
          data-typing={price.isTyping}
          shown={
            written !== undefined && price.text === ownText
              ? written
              : isPriced && price.text === ownText
                ? formatDecimal(row.price, lang)
                : shownPrice(price.text, lang)
          }
          onChange={(event) => change(event.target.value)}
          onBlur={commit}
          onPaste={paste}
          onKeyDown={goToNext}
          readOnly={row.isConverted}
          look={`${isText ? 'truncate max-sm:leading-tight max-sm:wrap-anywhere max-sm:whitespace-normal' : 'truncate'} text-end max-sm:px-1 max-sm:underline max-sm:decoration-line-strong max-sm:decoration-dashed max-sm:underline-offset-4 group-data-editing/sheet:no-underline ${look ? '' : isLeft ? 'text-muted' : inkOf(row.currency)} ${hasUnit ? (areMixed ? ROOM.after : isUsual ? ROOM.beforeUsual : ROOM.before) : ''} ${isPriced || isBeingTyped ? 'font-medium' : 'text-small leading-tight max-sm:text-[0.8125rem]'} ${isLongPrice(row.price) ? 'max-sm:text-[0.8125rem]' : ''}`}
        />
        {/* In the field, before the amounts, which end at the edge of their column; after each where it has its own. */}
        {!hasOwnUnit && (
          <select
            aria-label={withColumn(m.cell_currency({ line: row.line }))}
            value={row.currency}
            disabled={row.isConverted}
            onChange={({ target }) =>
              isCurrency(target.value) && void editRows([row.id], { currency: target.value })
            }
            className={`absolute inset-y-0 z-20 my-auto h-fit text-start ${areMixed && !isText ? 'end-2 max-sm:end-1' : 'start-2 max-sm:start-1'} ${row.status === 'empty' ? ON_FOCUS : ''} min-h-7 rounded-small border-0! bg-transparent! bg-none! px-0! text-small max-sm:min-h-9 w-8.5 [[lang=bg]_&]:w-6 ${look ? '' : inkOf(row.currency)} ${isText ? 'pointer-events-none opacity-0 focus:opacity-100 max-sm:hidden' : isUsual ? `${ON_FOCUS} max-sm:not-group-focus-within/row:not-group-data-editing/sheet:hidden group-data-editing/sheet:opacity-100 forced-colors:opacity-100` : ''}`}
          >
            {CURRENCY_CODES.map((currency) => (
              <option key={currency} value={currency}>
                {currencySign(currency, lang)}
              </option>
            ))}
          </select>
        )}
      </div>
    </td>
  )
}
