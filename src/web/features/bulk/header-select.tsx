import { useRef, useState } from 'react'
import type { Columns, Detection } from '#pricelist/price-list.ts'
import { m } from '#i18n/messages/messages.js'
import { Select } from '../../ui/select.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { titleOfColumn } from '#reports/column-title.ts'

const NONE = ''

type HeaderChoice = {
  row: number | null
  /** The file is being read under another header row. */
  isReading: boolean
  /** What is taken under it, or why nothing was: for those who do not see the other fields change. */
  status: string
  isError: boolean
  pick: (row: number | null) => void
}

/** The choice of another header row: all columns follow from it, so they are asked of the workbench. */
export function useHeaderChoice(
  row: number | null,
  onFound: (detection: Detection) => Columns,
): HeaderChoice {
  const [wanted, setWanted] = useState<{ row: number | null }>()
  const [told, setTold] = useState({ status: '', isError: false })
  const asked = useRef(0)
  async function pick(next: number | null) {
    const turn = ++asked.current
    setWanted({ row: next })
    setTold({ status: '', isError: false })
    const found = await bulk.ask('columnsUnder', next).catch(() => null)
    // Another row was chosen before the answer came.
    if (turn !== asked.current) return
    setWanted(undefined)
    setTold(
      found
        ? { status: foundText(found, onFound(found)), isError: false }
        : { status: m.file_gone(), isError: true },
    )
  }
  return {
    ...told,
    row: wanted ? wanted.row : row,
    isReading: wanted !== undefined,
    pick: (next) => void pick(next),
  }
}

function foundText({ all }: Detection, { price, name }: Columns): string {
  if (price === null) return m.columns_guess()
  const priced = `${m.column_price()}: ${titleOfColumn(price, all[price]?.title)}`
  return name === null ? priced : `${priced}; ${m.column_name()}: ${titleOfColumn(name, all[name]?.title)}`
}

type Props = { choice: HeaderChoice; firstRows: readonly string[] }

export function HeaderSelect({ choice, firstRows }: Props) {
  const { row, status, isError, isReading, pick } = choice
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <Select
        label={m.columns_header()}
        value={row === null ? NONE : String(row)}
        options={optionsOf(firstRows, row)}
        aria-busy={isReading}
        onPick={(value) => pick(value === NONE ? null : Number(value))}
      />
      <p role="status" className={isError ? 'text-invalid' : 'sr-only'}>
        {status}
      </p>
    </div>
  )
}

/** The first rows by what stands in them; blank ones are no header. The row that is one now is always among them. */
function optionsOf(firstRows: readonly string[], current: number | null) {
  const rows = firstRows.flatMap((text, row) => (text === '' ? [] : [{ row, text }]))
  if (current !== null && !rows.some(({ row }) => row === current)) rows.push({ row: current, text: '…' })
  return [
    { value: NONE, label: m.columns_header_none() },
    ...rows.map(({ row, text }) => ({ value: String(row), label: `${row + 1}: ${text}` })),
  ]
}
