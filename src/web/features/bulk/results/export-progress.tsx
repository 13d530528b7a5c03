import { useEffect, useId, useState } from 'react'
import { formatPercent } from '#money/format.ts'
import type { Exporting } from '#engine/export/types.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { bulk } from '#engine/bulk/client.ts'

/** What is done sooner needs no progress: it would only make the rows below jump. */
const SHOWN_AFTER_MS = 300

/** A file is being made: how far it is, and a way to stop (BULK-04). */
export function ExportProgress({ exporting: { done }, format }: { exporting: Exporting; format: string }) {
  const id = useId()
  const isShown = useLate(SHOWN_AFTER_MS)
  const lang = useLang()
  if (!isShown) return null
  return (
    <div className="flex max-w-prose flex-wrap items-center gap-x-4 gap-y-2" data-testid="exporting">
      <p id={id} className="w-full">
        {m.export_making({ kind: format.toUpperCase() })}
      </p>
      <progress
        className="h-2 min-w-32 flex-1 accent-action"
        aria-labelledby={id}
        {...(done > 0 && { value: done })}
      />
      <span className="min-w-14 text-end text-muted">{done > 0 && formatPercent(done, lang)}</span>
      <Button look="plain" onClick={() => void bulk.tell('cancelExport')}>
        {m.cancel()}
      </Button>
    </div>
  )
}

function useLate(ms: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLate
}
