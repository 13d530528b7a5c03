import { useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/form-status.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountSession, endAllSessions, endSession } from '#api/account.ts'
import { call, apiErrorMessage } from '#engine/http/client.ts'
import { queryOf } from '../../session/queries.ts'
import { focusOn } from '../../ui/focus.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { useUnauthorizedRedirect, useEndSession } from '../../session/sign-out.ts'
import { toasts } from '../../ui/toasts.tsx'
import { useDateTimeText } from '../../ui/date-time.tsx'
import { SettingsLine, SettingsSection } from './settings-section.tsx'
import { ProofDialog } from './two-step/confirm-identity.tsx'
import { SharedComputer } from './shared-computer.tsx'

const TITLE_ID = 'sessions-title'

export const SESSIONS_KEY = ['/api/account', 'sessions']

const nameOf = ({ device }: AccountSession): string => device || m.session_device_unknown()

const thisOneFirst = (sessions: readonly AccountSession[]): AccountSession[] =>
  sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))

/** Active sessions; ends them one by one or all at once. */
export function SessionSettings() {
  const client = useQueryClient()
  const leave = useEndSession()
  const lang = useLang()
  const [asked, setAsked] = useState<AccountSession | 'all'>()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: queryOf<{ sessions: AccountSession[] }>('raise'),
    refetchOnMount: 'always',
  })

  const isGone = useUnauthorizedRedirect(error)

  async function endOne(session: AccountSession, password: string) {
    const { id } = session
    await call<typeof endSession>('POST /api/account/sessions/:id/end', {
      params: { id },
      body: { password },
    })
    setAsked(undefined)
    toasts.show(m.device_signed_out({ device: nameOf(session) }))
    await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    // The button that was clicked is unmounted.
    focusOn(TITLE_ID)
  }

  async function endAll(password: string) {
    // Loads what removes the rows first, as for signing out.
    const { bulk } = await import('#engine/bulk/client.ts')
    await call<typeof endAllSessions>('POST /api/account/sessions/end', { body: { password } })
    setAsked(undefined)
    await leave(pathOf('home', lang), bulk)
    toasts.show(m.signed_out_everywhere())
  }

  const dialog = {
    look: 'danger',
    hint: m.confirm_password_hint(),
    failure: m.session_end_failed(),
    onCancel: () => setAsked(undefined),
  } as const
  return (
    <SettingsSection id={TITLE_ID} title={m.sessions_title()} text={m.sessions_text()}>
      {isPending && <p className="text-muted">{m.loading()}</p>}
      {error && !isGone && (
        <LoadFailure text={apiErrorMessage(error, m.settings_failed())} onRetry={() => void refetch()} />
      )}
      <ul className="w-full border-b border-line" data-testid="sessions">
        {thisOneFirst(data?.sessions ?? []).map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      <Button look="plain" className="-ms-3" onClick={() => setAsked('all')}>
        {m.sessions_end_all()}
      </Button>
      <SharedComputer />
      {asked === 'all' && (
        <ProofDialog
          {...dialog}
          title={m.sessions_end_all_title()}
          text={m.sessions_end_all_text()}
          action={m.sessions_end_all()}
          onProof={({ password = '' }) => endAll(password)}
        />
      )}
      {asked !== undefined && asked !== 'all' && (
        <ProofDialog
          {...dialog}
          title={m.session_end_title({ device: nameOf(asked) })}
          text={m.session_end_text()}
          action={m.session_end()}
          onProof={({ password = '' }) => endOne(asked, password)}
        />
      )}
    </SettingsSection>
  )
}

function SessionLine({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const textOf = useDateTimeText()
  const { createdAt, lastUsedAt, isCurrent } = session
  return (
    <li className="py-3 not-first:border-t not-first:border-line first:pt-0">
      <SettingsLine
        action={
          !isCurrent && (
            <Button
              look="plain"
              className="-me-3"
              aria-label={`${m.session_end()}: ${nameOf(session)}`}
              onClick={onEnd}
            >
              {m.session_end()}
            </Button>
          )
        }
      >
        <p className="font-semibold wrap-anywhere">
          {nameOf(session)}
          {isCurrent && <span className="pill ms-2">{m.session_current()}</span>}
        </p>
        <p className="text-small text-muted">
          {m.session_started({ time: textOf(createdAt) })} ·{' '}
          {m.session_last_used({ time: textOf(lastUsedAt) })}
        </p>
      </SettingsLine>
    </li>
  )
}
