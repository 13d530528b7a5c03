import { type FormEvent, useId, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { useSubmit } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError, LoadFailure } from '../../ui/form-status.tsx'
import { PasswordField } from '../../ui/field.tsx'
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
import { useFormCheck } from '../../session/use-form-check.ts'
import { SettingsLine, SettingsSection } from './settings-section.tsx'
import { SharedComputer } from './shared-computer.tsx'

type Props = {
  title: string
  text: string
  action: string
  onConfirm: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before a sensitive action: the session may belong to an unattended device. */
export function ConfirmByPassword({ title, text, action, onConfirm, onCancel }: Props) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { error, isBusy, attempt, clearError } = useSubmit(m.session_end_failed())
  const fields = useFormCheck()
  const isWrong = error?.code === 'wrong_password'

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!fields.check(event.currentTarget)) return
    await attempt(() => onConfirm(password))
  }

  const actions = (
    <>
      <Button look="plain" onClick={onCancel}>
        {m.cancel()}
      </Button>
      <Button look="danger" type="submit" form={formId} isUnavailable={isBusy}>
        {isBusy ? m.sending() : action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onDismiss={onCancel} actions={actions}>
      <p>{text}</p>
      <form id={formId} noValidate onSubmit={(event) => void send(event)} className="grid gap-3">
        <PasswordField
          kind="current"
          label={m.password()}
          hint={m.confirm_password_hint()}
          name="password"
          value={password}
          onType={(text) => {
            setPassword(text)
            clearError()
            fields.clear()
          }}
          error={isWrong ? error.text : fields.problemOf('password')}
        />
        <FormError text={isWrong ? undefined : error?.text} />
      </form>
    </Dialog>
  )
}

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
        <ConfirmByPassword
          title={m.sessions_end_all_title()}
          text={m.sessions_end_all_text()}
          action={m.sessions_end_all()}
          onConfirm={endAll}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {asked !== undefined && asked !== 'all' && (
        <ConfirmByPassword
          title={m.session_end_title({ device: nameOf(asked) })}
          text={m.session_end_text()}
          action={m.session_end()}
          onConfirm={(password) => endOne(asked, password)}
          onCancel={() => setAsked(undefined)}
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
