import type { ColumnInfo, SideTable } from '#pricelist/price-list.ts'
import { areReadTogether, tablesRead, withTables } from '#pricelist/columns/table-columns.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Choice } from '../../ui/radio-group.tsx'
import { usePicked } from '../../ui/use-picked.ts'
import { Notice } from '../file/notice.tsx'
import type { RowsFacts } from '#engine/types.ts'
import { useReread } from './use-reread.ts'

type Props = { rows: RowsFacts; canReread: boolean }

/** Tables beside each other: which of them are read, and the choice of others (READ-11). */
export function SideTablesNotice({ rows: { file, choices }, canReread }: Props) {
  const lang = useLang()
  const reread = useReread()
  if (!file || !choices) return null
  const { tables, columns: found, all } = file.detection
  const read = tablesRead(tables, choices.columns)
  // The person has chosen a price that is of none of them.
  if (read.length === 0) return null
  const take = async (wanted: readonly SideTable[]): Promise<void> =>
    void (await reread.rows({ columns: withTables(choices.columns, found, wanted) }))
  const areAllRead = read.length === tables.length
  const count = { n: formatCount(tables.length, lang) }
  const isOne = !areReadTogether(tables)
  const labelled = tables.map((table, i) => ({ table, text: labelOf(table, i, all) }))
  return (
    <Notice isOffer={areAllRead}>
      <p>{areAllRead ? m.tables_all(count) : isOne ? m.tables_one(count) : m.tables_some(count)}</p>
      {canReread && isOne && (
        <Choice
          label={m.tables_choice()}
          isLabelShown={false}
          value={String(read[0]?.price)}
          options={labelled.map(({ table, text }) => ({ value: String(table.price), text }))}
          onPick={(price) => take(tables.filter((table) => String(table.price) === price))}
        />
      )}
      {canReread && !isOne && (
        <TableTicks
          tables={labelled}
          read={read}
          onTake={(prices) => take(tables.filter(({ price }) => prices.includes(price)))}
        />
      )}
    </Notice>
  )
}

type TicksProps = {
  tables: readonly { table: SideTable; text: string }[]
  read: readonly SideTable[]
  /** By their price columns. */
  onTake: (prices: readonly number[]) => Promise<void>
}

function TableTicks({ tables, read, onTake }: TicksProps) {
  const keyOf = (prices: readonly number[]) => prices.join(' ')
  const pricesOf = (key: string) => key.split(' ').map(Number)
  const { picked, pick } = usePicked(keyOf(read.map(({ price }) => price)), (key) => onTake(pricesOf(key)))
  const taken = pricesOf(picked)
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-6">
      <legend className="sr-only">{m.tables_choice()}</legend>
      {tables.map(({ table: { price }, text }) => (
        <label key={price} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
          <input
            type="checkbox"
            checked={taken.includes(price)}
            // One table is always read.
            disabled={taken.length === 1 && taken.includes(price)}
            onChange={({ target }) =>
              pick(keyOf(target.checked ? [...taken, price] : taken.filter((one) => one !== price)))
            }
            className="size-5 shrink-0 accent-action"
          />
          <span className="wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function labelOf({ name, price }: SideTable, i: number, all: readonly ColumnInfo[]): string {
  const number = i + 1
  const example = all[name ?? price]?.samples.find((text) => text !== '')
  return example === undefined ? m.table_number({ number }) : m.table_with({ number, example })
}
