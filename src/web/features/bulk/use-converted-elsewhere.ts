import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Snapshot } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { JOBS_KEY } from '../../session/queries.ts'
import { refreshSession } from '../../session/session.ts'
import { focusOn } from '../../ui/focus.ts'
import { toasts } from '../../ui/toasts.tsx'

/** Says that another tab has converted the rows of this one: results came without a conversion here. */
export function useConvertedElsewhere({ phase, results }: Pick<Snapshot, 'phase' | 'results'>): void {
  const client = useQueryClient()
  const before = useRef({ phase, jobId: results?.jobId })
  useEffect(() => {
    const from = before.current
    before.current = { phase, jobId: results?.jobId }
    const isNew = from.phase === 'ready' && results !== null && results.jobId !== from.jobId
    // A saved conversion that was opened here has no reading.
    if (!isNew || results.readingId === undefined) return
    void refreshSession(client)
    void client.invalidateQueries({ queryKey: JOBS_KEY })
    toasts.show(m.converted_elsewhere())
    if (document.hasFocus()) focusOn('results-title')
  }, [client, phase, results])
}
