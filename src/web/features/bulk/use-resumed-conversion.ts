import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Resume } from '#engine/storage/preferences.ts'
import { RESULTS_STEP } from '#product/limits.ts'
import type { Snapshot } from '#engine/types.ts'
import { useSession } from '../../session/session.ts'
import { findOpenQuestion } from './notices/questions.tsx'

type Starts = {
  /** Of all prices. */
  all: () => void
  /** Of the first ones. */
  first: () => void
}

/** The states of the history entry to which a visitor comes back from the sign-in that their conversion needed. */
const STARTED_BY: Partial<Record<Resume, keyof Starts>> = { convert: 'all', 'convert-first': 'first' }

const startedBy = (state: unknown): keyof Starts | undefined =>
  Object.entries(STARTED_BY).find(([resume]) => resume === state)?.[1]

/** Goes on with that conversion as soon as rows and balance are there, unless the tokens are not enough. */
export function useResumedConversion({ rows, phase }: Snapshot, starts: Starts): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const asked = startedBy(state)
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  const isKnown = phase === 'ready' && rows !== null && balance !== undefined
  const resume = useEffectEvent((which: keyof Starts) => {
    // A reload of the page does not ask again.
    void navigate(pathname + search, { replace: true })
    if (!rows || balance === undefined || findOpenQuestion(rows)) return
    const { tokenCost } = rows.counts
    const cost = which === 'first' ? Math.min(RESULTS_STEP, tokenCost) : tokenCost
    if (cost > 0 && cost <= balance) starts[which]()
  })
  useEffect(() => {
    if (asked !== undefined && isKnown) resume(asked)
  }, [asked, isKnown])
}
