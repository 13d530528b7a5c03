import { type FormEvent, useId, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { useAttempt } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-status.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type Props = {
  title: string
  text: string
  action: string
  onConfirm: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before something that only the owner may do: the session may have been found open. */
export function ConfirmByPassword({ title, text, action, onConfirm, onCancel }: Props) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { error, isBusy, attempt, clearError } = useAttempt(m.session_end_failed())
  const isWrong = error?.code === 'wrong_password'

  async function send(event: FormEvent) {
    event.preventDefault()
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
      <form id={formId} onSubmit={(event) => void send(event)} className="grid gap-3">
        <PasswordField
          kind="current"
          label={m.password()}
          hint={m.confirm_password_hint()}
          name="password"
          value={password}
          onType={(text) => {
            setPassword(text)
            clearError()
          }}
          error={isWrong ? error.text : undefined}
        />
        <FormError text={isWrong ? undefined : error?.text} />
      </form>
    </Dialog>
  )
}
