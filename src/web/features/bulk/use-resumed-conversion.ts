import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Resume } from '#engine/storage/resume.ts'
import type { Snapshot } from '#engine/types.ts'
import { useSession } from '../../session/session.ts'
import { findOpenQuestion } from './notices/questions.tsx'

/** The state of the history entry to which a visitor comes back from the sign-in that their conversion needed. */
const CONVERT: Resume = 'convert'

/** Goes on with that conversion as soon as rows and balance are there, unless the tokens are not enough. */
export function useResumedConversion({ rows, phase }: Snapshot, onStart: () => void): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const isAsked = state === CONVERT
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  const isKnown = phase === 'ready' && rows !== null && balance !== undefined
  const resume = useEffectEvent(() => {
    // A reload of the page does not ask again.
    void navigate(pathname + search, { replace: true })
    if (!rows || balance === undefined || findOpenQuestion(rows)) return
    const { tokenCost } = rows.counts
    if (tokenCost > 0 && tokenCost <= balance) onStart()
  })
  useEffect(() => {
    if (isAsked && isKnown) resume()
  }, [isAsked, isKnown])
}
