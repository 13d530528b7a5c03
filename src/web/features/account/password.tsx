import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { changePassword } from '#api/account.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { setSession } from '../../session/session.ts'
import { isNewPasswordError, useSubmit } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, StatusLine } from '../../ui/form-status.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { useFormCheck } from '../../session/use-form-check.ts'
import { SESSIONS_KEY } from './sessions.tsx'
import { useConfirmed } from './two-step/confirm-identity.tsx'
import { FoldedForm, FoldedFormActions, SettingsSection } from './settings-section.tsx'

const NONE = { currentPassword: '', newPassword: '' }

/** Changes the password, confirmed by the current one, in a form that is folded until it is asked for. */
export function PasswordSettings({ email }: { email: string }) {
  const [state, setState] = useState<'folded' | 'open' | 'changed'>('folded')
  const opener = (
    <Button look="tinted" aria-label={m.password_change_action()} onClick={() => setState('open')}>
      {m.password_change()}
    </Button>
  )
  return (
    <SettingsSection title={m.password()} text={m.password_change_text()}>
      <FoldedForm
        isOpen={state === 'open'}
        closed={
          <div className="grid justify-items-start gap-4">
            <span aria-hidden="true" className="leading-5 font-semibold tracking-widest">
              ••••••••
            </span>
            {opener}
          </div>
        }
      >
        <PasswordForm
          email={email}
          onChanged={() => setState('changed')}
          onCancel={() => setState('folded')}
        />
      </FoldedForm>
      <StatusLine text={state === 'changed' && m.password_changed()} className="font-semibold text-ink" />
    </SettingsSection>
  )
}

type FormProps = { email: string; onChanged: () => void; onCancel: () => void }

function PasswordForm({ email, onChanged, onCancel }: FormProps) {
  const client = useQueryClient()
  const [passwords, setPasswords] = useState(NONE)
  const { error, isBusy, attempt, clearError } = useSubmit(m.password_change_failed())
  const fields = useFormCheck()
  const { confirmed, question } = useConfirmed()
  const isAboutNew = isNewPasswordError(error)
  const isAboutCurrent = error?.code === 'wrong_password'
  const type = (field: keyof typeof NONE) => (text: string) => {
    setPasswords({ ...passwords, [field]: text })
    clearError()
    fields.clear()
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!fields.check(event.currentTarget)) return
    await attempt(async () => {
      const session = await confirmed(() =>
        call<typeof changePassword>('POST /api/account/password', { body: passwords }),
      )
      if (session === undefined) return
      await setSession(client, session)
      onChanged()
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    })
  }

  return (
    <>
      <form noValidate onSubmit={(event) => void send(event)} className="grid w-full max-w-md gap-4">
        {/* For password managers: whose password it is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          kind="current"
          label={m.password_current()}
          name="current-password"
          value={passwords.currentPassword}
          onType={type('currentPassword')}
          error={isAboutCurrent ? error.text : fields.problemOf('current-password')}
        />
        <PasswordField
          kind="new"
          label={m.new_password()}
          name="new-password"
          value={passwords.newPassword}
          onType={type('newPassword')}
          error={isAboutNew ? error?.text : fields.problemOf('new-password')}
        />
        <FormError text={isAboutNew || isAboutCurrent ? undefined : error?.text} />
        <FoldedFormActions action={m.password_change_action()} isBusy={isBusy} onCancel={onCancel} />
      </form>
      {question}
    </>
  )
}
