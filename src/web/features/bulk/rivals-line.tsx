import type { PriceKind } from '#pricelist/price-list.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { titleOfColumn } from '#reports/column-title.ts'
import type { Rival } from '#engine/bulk/rivals.ts'

const KIND = {
  selling: m.kind_selling,
  measure: m.kind_measure,
  list: m.kind_list,
  'bare-currency': m.kind_bare_currency,
  net: m.kind_net,
  wholesale: m.kind_wholesale,
  promotional: m.kind_promotional,
  cost: m.kind_cost,
  old: m.kind_old,
  'line-amount': m.kind_line_amount,
} satisfies Record<PriceKind, () => string>

type Props = {
  rivals: readonly Rival[]
  /** Absent where no other column can be chosen now. */
  onColumns: (() => void) | undefined
}

/** Columns with prices that were not taken, and what their titles say of them. */
export function RivalsLine({ rivals, onColumns }: Props) {
  const told = rivals.map(({ index, title, kind }) => {
    const column = titleOfColumn(index, title)
    return kind === null ? m.rival_untold({ column }) : m.rival({ column, kind: KIND[kind]() })
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted" data-testid="rivals">
      <p className="wrap-anywhere">{m.rivals({ columns: told.join(', ') })}</p>
      {onColumns && (
        <Button look="quiet" className="-my-2 px-0!" onClick={onColumns}>
          {m.choose_other_column()}
        </Button>
      )}
    </div>
  )
}
