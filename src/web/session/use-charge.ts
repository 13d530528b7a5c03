import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ConvertOutcome } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../ui/alerts.tsx'
import { toasts } from '../ui/toasts.tsx'
import { JOBS_KEY } from './queries.ts'
import { forgetSession, refreshSession, setBalance } from './session.ts'

type Failure = Extract<ConvertOutcome, { outcome: 'rejected' | 'unreachable' | 'submission-pending' }>

type Charge = {
  /** Shows the new balance, and the new job in the account. */
  accept: (balance: number) => Promise<void>
  /** Asks for the balance and the jobs again, where a submission may have been carried out without a response. */
  refresh: () => void
  /**
   * Says why nothing was converted.
   * @returns whether the user wants it sent although an earlier submission has no known outcome
   */
  explain: (outcome: Failure) => Promise<boolean>
}

type Texts = { unreachable: string; sessionEnded: string }

/**
 * What follows a submission that costs tokens, the same for all pages that make one (CONV-05, CONV-11).
 * @param login the address of the login that leads back
 * @param onSignedOut called when the session has ended, before the page is left
 */
export function useCharge(texts: Texts, login: () => string, onSignedOut?: () => Promise<unknown>): Charge {
  const { alert, confirm } = useAlerts()
  const client = useQueryClient()
  const navigate = useNavigate()
  function refresh() {
    void refreshSession(client)
    void client.invalidateQueries({ queryKey: JOBS_KEY })
  }
  return {
    async accept(balance) {
      await setBalance(client, balance)
      // The response to a retry holds the balance after the first attempt.
      refresh()
    },
    refresh,
    async explain(outcome) {
      switch (outcome.outcome) {
        case 'rejected':
          if (outcome.status === 401) {
            await onSignedOut?.()
            await forgetSession(client)
            toasts.show(texts.sessionEnded, 'destructive')
            await navigate(login())
            return false
          }
          void refreshSession(client)
          alert(outcome.sentence ?? m.convert_failed())
          return false
        case 'unreachable':
          alert(texts.unreachable)
          return false
        case 'submission-pending':
          return confirm({
            title: m.unanswered_title(),
            text: m.unanswered_text(),
            action: m.unanswered_action(),
          })
      }
    },
  }
}
