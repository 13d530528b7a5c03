import type { ColumnInfo, SideTable } from '#pricelist/types.ts'
import { areReadTogether, tablesRead, withTables } from '#pricelist/columns/table-columns.ts'
import type { RowsSummary } from '#engine/types.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { RadioGroup, usePicked } from '../../../ui/radio-group.tsx'
import { Notice } from '../../file/notice.tsx'
import { useReread } from '../use-reread.ts'

type Props = { rows: RowsSummary; canReread: boolean }

/** Says which of several side-by-side tables are converted, and lets the user choose others (READ-11). */
export function SideTablesNotice({ rows: { file, choices }, canReread }: Props) {
  const lang = useLang()
  const reread = useReread()
  if (!file || !choices) return null
  const { tables, columns: found, all } = file.detection
  const read = tablesRead(tables, choices.columns)
  // The chosen price column is in none of the tables.
  if (read.length === 0) return null
  const readTables = async (wanted: readonly SideTable[]): Promise<void> =>
    void (await reread.rows({ columns: withTables(choices.columns, found, wanted) }))
  const areAllRead = read.length === tables.length
  const count = { n: formatCount(tables.length, lang) }
  const isOne = !areReadTogether(tables)
  const labelled = tables.map((table, i) => ({ table, text: tableLabel(table, i, all) }))
  return (
    <Notice kind={areAllRead ? 'info' : 'question'}>
      <p>{areAllRead ? m.tables_all(count) : isOne ? m.tables_one(count) : m.tables_some(count)}</p>
      {canReread && isOne && (
        <RadioGroup
          label={m.tables_choice()}
          isLabelShown={false}
          value={String(read[0]?.price)}
          options={labelled.map(({ table, text }) => ({ value: String(table.price), text }))}
          onPick={(price) => readTables(tables.filter((table) => String(table.price) === price))}
        />
      )}
      {canReread && !isOne && (
        <TableCheckboxes
          tables={labelled}
          read={read}
          onPick={(prices) => readTables(tables.filter(({ price }) => prices.includes(price)))}
        />
      )}
    </Notice>
  )
}

type TableCheckboxesProps = {
  tables: readonly { table: SideTable; text: string }[]
  read: readonly SideTable[]
  /** By the indexes of their price columns. */
  onPick: (prices: readonly number[]) => Promise<void>
}

function TableCheckboxes({ tables, read, onPick }: TableCheckboxesProps) {
  const keyOf = (prices: readonly number[]) => prices.join(' ')
  const pricesOf = (key: string) => key.split(' ').map(Number)
  const { picked, pick } = usePicked(keyOf(read.map(({ price }) => price)), (key) => onPick(pricesOf(key)))
  const checked = pricesOf(picked)
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-6">
      <legend className="sr-only">{m.tables_choice()}</legend>
      {tables.map(({ table: { price }, text }) => (
        <label key={price} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
          <input
            type="checkbox"
            checked={checked.includes(price)}
            // At least one table must be read.
            disabled={checked.length === 1 && checked.includes(price)}
            onChange={({ target }) =>
              pick(keyOf(target.checked ? [...checked, price] : checked.filter((other) => other !== price)))
            }
            className="size-5 shrink-0 accent-action"
          />
          <span className="wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function tableLabel({ name, price }: SideTable, i: number, all: readonly ColumnInfo[]): string {
  const number = i + 1
  const example = all[name ?? price]?.samples.find((text) => text !== '')
  return example === undefined ? m.table_number({ number }) : m.table_with({ number, example })
}
