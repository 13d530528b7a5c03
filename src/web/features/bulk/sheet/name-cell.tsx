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
  /** Rows below it that have the same name: it is edited in all of them. */
  namesakes: readonly number[]
  stay: Stay
  /** Adds the title of the price column to a label, where a line has a row of its own for each. */
  withColumn: (label: string) => string
  /** The title of the price column below the name, where a line has a row of its own for each. */
  priceTitle: string | undefined
  onPaste: PasteHandler
}

/** Seen where the row has the pointer or the focus, in a place that is kept for it: nothing moves. */
const ON_HOVER =
  'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-data-converting/sheet:invisible print:hidden'

/** What is not seen is not touched either. */
const NOT_TOUCHED = 'pointer-coarse:not-group-focus-within/row:pointer-events-none'

/** The name of a product, editable, and on hover and focus what else can be done with its rows. */
export function NameCell({ rows, namesakes, stay, withColumn, priceTitle, onPaste }: NameCellProps) {
  const [row] = rows
  const name = useCellDraft(row.name)
  const isOmitted = rows.every(({ status }) => status === 'omitted')

  function commit() {
    if (!name.isTyping) return
    const clean = cleanName(name.text)
    const ids = [...rows.map(({ id }) => id), ...namesakes]
    name.commit(clean === name.committed ? undefined : { text: clean, done: editRows(ids, { name: clean }) })
  }

  return (
    <td className={`ps-1.5! pe-1! max-sm:px-0! ${stay ? 'stays' : ''}`} style={stay}>
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
          className={`flex-1 ${isOmitted ? 'min-w-24' : 'min-w-8'}`}
          look="name"
        />
        <RowOmission rows={rows} withColumn={withColumn} />
        {!row.isConverted && (
          <DeleteButton
            rows={rows}
            withColumn={withColumn}
            className="-my-2 size-8 shrink-0 group-data-editing/sheet:opacity-100 pointer-coarse:size-11 max-sm:hidden"
          />
        )}
        {priceTitle !== undefined && <PriceTitle title={priceTitle} />}
      </div>
    </td>
  )
}

/** Below a name, the price column that a row of its own is of. */
const PriceTitle = ({ title }: { title: string }) => (
  <span className="block w-full px-2 pb-1 text-small leading-tight text-muted" aria-hidden="true">
    {title}
  </span>
)

type SameNameCellProps = Pick<NameCellProps, 'rows' | 'stay' | 'withColumn' | 'priceTitle'>

/** In place of the name, in a row below another of the same product. */
export const SameNameCell = ({ rows, stay, withColumn, priceTitle }: SameNameCellProps) => (
  <td className={`max-sm:px-0! ${stay ? 'stays' : ''}`} style={stay}>
    {priceTitle !== undefined && <PriceTitle title={priceTitle} />}
    <RowOmission rows={rows} withColumn={withColumn} />
  </td>
)

/** Why the rows of a line are excluded from the conversion, and on hover and focus how to exclude or include them. */
function RowOmission({ rows, withColumn }: Pick<NameCellProps, 'rows' | 'withColumn'>) {
  const [row] = rows
  const isOmitted = rows.every(({ status }) => status === 'omitted')
  const hasToggle = rows.some(({ omission }) => omission) && !row.isConverted
  if (!isOmitted && !hasToggle) return null
  return (
    <span className="grid min-w-0 items-center *:[grid-area:1/1] max-sm:w-full max-sm:px-2 max-sm:pb-1">
      {isOmitted && <OmittedMark row={row} />}
      {hasToggle && (
        <span data-actions className={`-my-2 ${ON_HOVER} ${NOT_TOUCHED}`}>
          <OmissionToggle rows={rows} withColumn={withColumn} />
        </span>
      )}
    </span>
  )
}

type DeleteButtonProps = Pick<NameCellProps, 'rows' | 'withColumn'> & { className: string }

/** Deletes the rows of a line. In the order of Tab it comes last in the row: see use-focused-row.ts. */
export function DeleteButton({ rows, withColumn, className }: DeleteButtonProps) {
  const label = withColumn(m.row_delete({ line: rows[0].line }))

  /** Moves the focus to the same button of the row that takes its place. */
  function remove(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click would remove the next row.
    if (event.detail > 1) return
    const tr = event.currentTarget.closest('tr')
    const neighbour = neighbourOf(tr, 'nextElementSibling') ?? neighbourOf(tr, 'previousElementSibling')
    void bulk.tryRequest(
      'removeRow',
      rows.map(({ id }) => id),
    )
    // A phone has it in another cell.
    const button = [...(neighbour?.querySelectorAll<HTMLElement>('button[data-delete]') ?? [])].find(
      (one) => one.getClientRects().length > 0,
    )
    if (button) button.focus()
    else focusOn('rows-title')
  }

  return (
    <button
      type="button"
      data-actions
      data-delete
      aria-label={label}
      title={label}
      onClick={remove}
      className={`grid place-items-center rounded-small text-muted hover:bg-sunken hover:text-ink ${ON_HOVER} ${NOT_TOUCHED} ${className}`}
    >
      <Icon name="trash" className="size-4.5" />
    </button>
  )
}
