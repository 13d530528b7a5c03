import { memo, type MouseEvent, useId, useState } from 'react'
import { toDecimalText, CURRENCIES, isCurrency, MAX_AMOUNT } from '#domain/money.ts'
import { judgeRow, type Row } from '#domain/row.ts'
import { cleanName } from '#domain/name.ts'
import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { Icon } from '../ui/icon.tsx'
import { currencySign } from '../ui/money.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { useLang } from '../i18n/lang.ts'
import { bulk } from './bulk-client.ts'
import { focusOn } from './focus-on.ts'
import { PRICE_PROBLEM } from './read-error-text.ts'
import type { PreviewRow } from './snapshot.ts'

const cell =
  'min-h-11 w-full min-w-0 rounded-base border border-transparent bg-transparent px-2 hover:border-line-strong focus:border-focus focus:bg-raised'

/** Digits and one point; a comma is taken for the point. Above the maximum it becomes the maximum (BULK-12). */
export function typedPrice(text: string): string {
  const [whole = '', ...rest] = text
    .replace(/,/g, '.')
    .replace(/[^\d.]/g, '')
    .split('.')
  const price = rest.length === 0 ? whole : `${whole}.${rest.join('')}`
  const verdict = judgeRow({ name: '', price, currency: 'BGN' })
  return verdict.status === 'invalid' && verdict.problem === 'too-large' ? toDecimalText(MAX_AMOUNT) : price
}

/** '3' and '0.8' as 3.00 and 0.80, so that the points of a column stand under each other. */
const twoDecimals = (price: string): string =>
  /^\d+(?:\.\d?)?$/.test(price)
    ? price.includes('.')
      ? price.padEnd(price.indexOf('.') + 3, '0')
      : `${price}.00`
    : price

/** One row of the preview; what is typed goes to the workbench when the cell is left. */
export const RowEditor = memo(
  function RowEditor({ row }: { row: PreviewRow }) {
    const lang = useLang()
    const { alert } = useAlerts()
    const [price, setPrice] = useState(twoDecimals(row.price))
    const [isTyping, setTyping] = useState(false)
    const problemId = useId()
    // The workbench answers a moment later: what is being typed by then must not be overwritten by what was typed before.
    const [known, setKnown] = useState(row.price)
    if (known !== row.price && !isTyping) {
      setKnown(row.price)
      setPrice(twoDecimals(row.price))
    }
    const edit = (change: Partial<Row>) => void bulk.tell('editRow', row.line, change)

    /** The focus stays in the table, on the same button of the row that takes the place. */
    function remove(event: MouseEvent<HTMLButtonElement>) {
      // The second click of a double one would fall on the row that has moved up.
      if (event.detail > 1) return
      const tr = event.currentTarget.closest('tr')
      const neighbour = tr?.nextElementSibling ?? tr?.previousElementSibling
      void bulk.tell('removeRow', row.line)
      const button = neighbour?.querySelector<HTMLElement>('button')
      if (button) button.focus()
      else focusOn('rows-title')
    }

    function leavePrice() {
      setTyping(false)
      if (price === twoDecimals(row.price)) return
      edit({ price })
      const verdict = judgeRow({ ...row, price })
      if (verdict.status === 'invalid' && price !== '') alert(m.row_price_positive())
    }

    return (
      <tr
        data-status={row.status}
        className={`border-b border-line max-md:grid max-md:grid-cols-[minmax(0,1fr)_6rem_4.5rem_2.75rem] max-md:items-start max-md:py-1 ${
          row.status === 'invalid' ? 'bg-invalid-soft' : ''
        }`}
      >
        <td className="ps-1 text-muted max-md:hidden">{row.line}</td>
        <td className="max-md:col-span-4">
          <input
            key={row.name}
            aria-label={m.cell_name({ line: row.line })}
            defaultValue={row.name}
            onBlur={(event) => {
              const name = cleanName(event.target.value)
              event.target.value = name
              if (name !== row.name) edit({ name })
            }}
            className={cell}
          />
        </td>
        <td className="pe-3">
          <input
            aria-label={m.cell_price({ line: row.line })}
            aria-invalid={row.status === 'invalid' || undefined}
            aria-describedby={row.problem ? problemId : undefined}
            inputMode="decimal"
            value={price}
            onChange={(event) => {
              setTyping(true)
              setPrice(typedPrice(event.target.value))
            }}
            onBlur={leavePrice}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Leaving may open a dialog, and the same key must not press its button.
              event.preventDefault()
              event.currentTarget.blur()
            }}
            className={`${cell} text-end font-semibold ${row.currency === 'BGN' ? 'text-lev' : 'text-euro'}`}
          />
        </td>
        <td>
          <select
            aria-label={m.cell_currency({ line: row.line })}
            value={row.currency}
            onChange={({ target }) => isCurrency(target.value) && edit({ currency: target.value })}
            className={`${cell} ${row.currency === 'BGN' ? 'text-lev' : 'text-euro'}`}
          >
            {CURRENCIES.map((currency) => (
              <option key={currency} value={currency}>
                {currencySign(currency, lang)}
              </option>
            ))}
          </select>
        </td>
        <td className="ps-3 max-md:-order-1 max-md:row-start-2 max-md:self-center max-md:ps-2">
          <StatusMark status={row.status} />
          {row.problem && (
            <span id={problemId} className="block text-muted">
              {PRICE_PROBLEM[row.problem]()}
            </span>
          )}
          {row.isZero && <span className="block text-muted">{m.row_is_zero()}</span>}
        </td>
        <td>
          <button
            type="button"
            aria-label={m.row_delete({ line: row.line })}
            title={m.row_delete({ line: row.line })}
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
    (Object.keys(after.row) as (keyof PreviewRow)[]).every((key) => before.row[key] === after.row[key]),
)
