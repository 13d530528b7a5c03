import type { MouseEvent } from 'react'
import { bulk } from '#engine/bulk/client.ts'
import { m } from '#i18n/messages/messages.js'
import { cleanName } from '#pricelist/product-name.ts'
import { focusOn } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { EditableCell, useCellDraft } from './cell.tsx'
import type { SheetLine } from './lines.ts'
import { OmissionToggle, OmittedMark } from './omission.tsx'
import { type PasteHandler, type Stay, editRows, neighbourOf } from './price-cell.tsx'

/** HTML id of the name cell of a row. */
export const nameCellId = (id: number): string => `name-${id}`

type NameCellProps = {
  /** The rows of one line that the name stands for: one for each of its prices. */
  rows: SheetLine
  stay: Stay
  /** Adds the title of the price column to a label, where a line has a row of its own for each. */
  withColumn: (label: string) => string
  /** The title of the price column below the name, where a line has a row of its own for each. */
  priceTitle: string | undefined
  onPaste: PasteHandler
}

/** At rest the name has the whole cell; what can be done with the row lies over its end until the row has the focus. */
const OVER_NAME =
  'z-10 sm:pointer-fine:not-group-focus-within/row:not-group-data-editing/sheet:absolute sm:pointer-fine:not-group-focus-within/row:not-group-data-editing/sheet:inset-y-2 sm:pointer-fine:not-group-focus-within/row:not-group-data-editing/sheet:end-2 sm:pointer-fine:not-group-focus-within/row:not-group-data-editing/sheet:[&>button]:-my-2 sm:pointer-fine:group-hover/row:not-group-data-editing/sheet:bg-hover'

/** Seen where the row has the pointer or the focus. */
const ON_HOVER = 'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100'

/** On a phone only the row with the focus has room for it. */
const ON_TOUCH =
  'group-data-converting/sheet:invisible print:hidden pointer-coarse:hidden pointer-coarse:group-focus-within/row:flex max-sm:hidden max-sm:group-focus-within/row:flex'

/** There it lies in the field of the name, which keeps its width. */
const IN_FIELD =
  'max-sm:absolute max-sm:inset-y-1.5 max-sm:end-1.5 max-sm:bg-raised max-sm:[&>button]:-my-2 pointer-coarse:absolute pointer-coarse:inset-y-1.5 pointer-coarse:end-1.5 pointer-coarse:bg-raised pointer-coarse:[&>button]:-my-2'

/** The name of a product, editable, and on hover, focus and touch what else can be done with its rows. */
export function NameCell({ rows, stay, withColumn, priceTitle, onPaste }: NameCellProps) {
  const [row] = rows
  const ids = rows.map(({ id }) => id)
  const name = useCellDraft(row.name)
  const isOmitted = rows.every(({ status }) => status === 'omitted')
  const hasToggle = rows.some(({ omission }) => omission)

  function commit() {
    if (!name.isTyping) return
    const clean = cleanName(name.text)
    name.commit(clean === name.committed ? undefined : { text: clean, done: editRows(ids, { name: clean }) })
  }

  /** Moves the focus to the same button of the row that takes its place. */
  function remove(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click would remove the next row.
    if (event.detail > 1) return
    const tr = event.currentTarget.closest('tr')
    const neighbour = neighbourOf(tr, 'nextElementSibling') ?? neighbourOf(tr, 'previousElementSibling')
    void bulk.tryRequest('removeRow', ids)
    const button = neighbour?.querySelector<HTMLElement>('button[data-delete]')
    if (button) button.focus()
    else focusOn('rows-title')
  }

  return (
    <td className={`group/name ps-1.5! pe-1! max-sm:px-0! ${stay ? 'stays' : 'relative'}`} style={stay}>
      <div className="flex items-center gap-1 max-sm:flex-wrap max-sm:gap-y-0">
        <EditableCell
          id={nameCellId(row.id)}
          aria-label={withColumn(m.cell_name({ line: row.line }))}
          value={name.text}
          data-typing={name.isTyping}
          // An edited name is shown as it is kept.
          shown={name.text === row.name ? row.fullName : name.text}
          onChange={(event) => name.change(event.target.value)}
          onBlur={commit}
          onPaste={(event) => onPaste(event, row.id, 'name') && name.discard()}
          readOnly={row.isConverted}
          className="min-w-8 flex-1"
          look={`name ${hasToggle ? '' : 'max-sm:focus:pe-11 pointer-coarse:focus:pe-11'}`}
        />
        {/* In the order of Tab it comes last in the row: see use-focused-row.ts. */}
        {!row.isConverted && (
          <div
            data-actions
            className={`order-last flex shrink-0 items-center ${OVER_NAME} ${ON_TOUCH} ${hasToggle ? '' : IN_FIELD}`}
          >
            {hasToggle && (
              <span
                className={
                  // Until then the reason has its place.
                  isOmitted
                    ? 'sr-only group-focus-within/row:not-sr-only group-hover/row:not-sr-only'
                    : ON_HOVER
                }
              >
                <OmissionToggle rows={rows} withColumn={withColumn} />
              </span>
            )}
            <button
              type="button"
              data-delete
              aria-label={withColumn(m.row_delete({ line: row.line }))}
              title={withColumn(m.row_delete({ line: row.line }))}
              onClick={remove}
              className={`grid size-8 place-items-center rounded-small text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11 ${ON_HOVER} group-data-editing/sheet:opacity-100`}
            >
              <Icon name="trash" className="size-4.5" />
            </button>
          </div>
        )}
        {isOmitted && <OmittedMark row={row} />}
        {priceTitle !== undefined && (
          <span className="w-full px-2 pb-1 text-small leading-tight text-muted" aria-hidden="true">
            {priceTitle}
          </span>
        )}
      </div>
    </td>
  )
}
