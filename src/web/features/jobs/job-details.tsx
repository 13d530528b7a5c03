import { type ReactNode, useRef, useState } from 'react'
import type { Job } from '#api/conversions.ts'
import type { JobParts } from '#engine/jobs/client.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { hasGreatestLength } from '#pricelist/product-name.ts'
import { LIMITS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { CalculationToggle } from '../results/calculation.tsx'
import { CountsLine } from '../results/row-counts.tsx'
import { ConvertedRowsTable } from '../results/rows-table.tsx'

/** Rows in sight until all are asked for. */
const FEW = 15

/** The rows beyond those fade out below the last of them, and are cut off. */
const CLIPPED =
  'max-h-[30rem] overflow-clip [mask-image:linear-gradient(#000_calc(100%-5rem),transparent)] print:max-h-none print:[mask-image:none]'

type Props = {
  job: Job
  preview: JobParts['preview']
  title: string
  /** What is done with all rows. */
  children: ReactNode
}

/** The counts of one saved conversion and a preview of its rows (AUTH-07, AUTH-08). */
export function JobDetails({ job, preview, title, children }: Props) {
  const lang = useLang()
  const [hasCalculations, setCalculations] = useState(false)
  const { rows, total } = preview
  const [isWhole, setWhole] = useState(rows.length <= FEW)
  const table = useRef<HTMLDivElement>(null)
  const notes = [
    ...(total > rows.length ? [m.job_preview()] : []),
    ...(rows.some(({ name }) => hasGreatestLength(name)) ? [m.job_names_cut({ n: LIMITS.nameLength })] : []),
  ]

  function showAll() {
    setWhole(true)
    // The button is gone.
    table.current?.focus({ preventScroll: true })
  }

  return (
    <div className="arrive">
      <div className="grid gap-3 px-3.5 py-4 max-sm:px-2">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <p data-testid="job-facts">
            {m.rows_total({ count: job.totalRows, n: formatCount(job.totalRows, lang) })}
            {' · '}
            {m.tokens_for({ count: job.tokenCost, n: formatCount(job.tokenCost, lang) })}
          </p>
          <CountsLine counts={job} />
        </div>
        {job.source === 'correction' && <p className="max-w-prose">{m.job_corrected_text()}</p>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {children}
          <CalculationToggle isOn={hasCalculations} onToggle={() => setCalculations(!hasCalculations)} />
        </div>
      </div>
      <div
        ref={table}
        tabIndex={-1}
        className={`border-t border-line outline-none ${isWhole ? '' : CLIPPED}`}
      >
        <ConvertedRowsTable
          rows={rows}
          label={title}
          totalRows={total}
          priceTitles={[]}
          hasCalculations={hasCalculations}
          areStored
        />
      </div>
      {(!isWhole || notes.length > 0) && (
        <div
          className={`flex flex-wrap items-center gap-x-6 gap-y-1 px-3.5 py-3 text-muted max-sm:px-2 ${isWhole ? 'border-t border-line' : ''}`}
        >
          {!isWhole && (
            <Button look="plain" size="small" className="-ms-3" onClick={showAll}>
              {m.job_rows_all({ n: formatCount(rows.length, lang) })}
            </Button>
          )}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </div>
  )
}
