import { useState } from 'react'
import { formatCount } from '#domain/format.ts'
import { DEFAULT_PAGE_SIZE, LIMITS, PAGE_SIZES } from '#domain/limits.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { bulk } from './bulk-client.ts'
import { focusOn } from './focus-on.ts'
import { nameCellId, RowEditor } from './row-editor.tsx'
import type { RowsFacts } from './snapshot.ts'
import { askPreview, useSlice } from './use-bulk.ts'

/** The rows in hand: every cell can be edited, rows are added and deleted, uploaded ones are paged (BULK-12). */
export function RowsTable({ rows, revision }: { rows: RowsFacts; revision: number }) {
  const lang = useLang()
  const { alert } = useAlerts()
  const isManual = rows.source === 'manual'
  const [pageSize, setPageSize] = useState<number>(isManual ? LIMITS.manualRows : DEFAULT_PAGE_SIZE)
  const [askedPage, setAskedPage] = useState(0)
  const total = rows.counts.totalRows
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1)
  // The last page may have lost its rows.
  const page = Math.min(askedPage, lastPage)
  const slice = useSlice(askPreview, revision, page * pageSize, pageSize)

  async function add() {
    if (isManual && total >= LIMITS.manualRows) return alert(m.manual_limit())
    if (total >= LIMITS.bulkRows) return alert(m.rows_limit({ limit: formatCount(LIMITS.bulkRows, lang) }))
    const line = await bulk.ask('addRow').catch(() => null)
    if (line === null) return
    setAskedPage(Math.floor(total / pageSize))
    focusOn(nameCellId(line))
  }

  return (
    <section aria-labelledby="rows-title" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="rows-title" tabIndex={-1} className="text-xl outline-none">
          {m.rows_title()}
        </h2>
        {!isManual && (
          <Select
            inline
            label={m.page_size()}
            value={String(pageSize)}
            options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
            onPick={(value) => {
              setAskedPage(Math.floor((page * pageSize) / Number(value)))
              setPageSize(Number(value))
            }}
          />
        )}
      </div>
      <table className="w-full max-md:block" data-testid="rows">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line-strong text-start">
            <th scope="col" className="w-12 py-2 ps-1 text-start font-semibold text-muted lg:w-16">
              {m.column_line()}
            </th>
            <th scope="col" className="py-2 ps-2 text-start font-semibold">
              {m.column_name()}
            </th>
            <th scope="col" className="w-32 py-2 pe-5 text-end font-semibold lg:w-44">
              {m.column_price()}
            </th>
            <th scope="col" className="w-24 py-2 ps-2 text-start font-semibold lg:w-28">
              {m.column_currency()}
            </th>
            <th scope="col" className="w-44 py-2 ps-3 text-start font-semibold lg:w-64">
              {m.column_status()}
            </th>
            <th scope="col" className="w-12">
              <span className="sr-only">{m.column_actions()}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {slice.map((row) => (
            <RowEditor key={row.line} row={row} />
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button look="plain" onClick={() => void add()}>
          {m.row_add()}
        </Button>
        {total > pageSize && (
          <Pager page={page} lastPage={lastPage} pageSize={pageSize} total={total} onPage={setAskedPage} />
        )}
      </div>
    </section>
  )
}

type PagerProps = {
  page: number
  lastPage: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

function Pager({ page, lastPage, pageSize, total, onPage }: PagerProps) {
  const lang = useLang()
  const first = page * pageSize + 1
  const last = Math.min(total, first + pageSize - 1)
  return (
    <nav aria-label={m.pager()} className="flex flex-wrap items-center gap-3">
      <Button look="plain" isBusy={page === 0} onClick={() => onPage(page - 1)}>
        {m.pager_previous()}
      </Button>
      <span aria-live="polite">
        {m.pager_range({
          first: formatCount(first, lang),
          last: formatCount(last, lang),
          total: formatCount(total, lang),
        })}
      </span>
      <Button look="plain" isBusy={page >= lastPage} onClick={() => onPage(page + 1)}>
        {m.pager_next()}
      </Button>
    </nav>
  )
}
