import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { requestReset } from '#api/auth.ts'
import { LIMITS } from '#product/limits.ts'
import { call } from '#engine/http/client.ts'
import { focusOn } from '../ui/focus.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { useSubmit } from '../session/use-submit.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFormCheck } from '../session/use-form-check.ts'
import { FormError, Outcome } from '../ui/form-status.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.forgot_title(), description: m.forgot_description() })

const EMAIL_ID = 'forgot-email'

/** The email typed on the login page. */
function useTypedEmail(): string {
  const state: unknown = useLocation().state
  const isTyped = typeof state === 'object' && state !== null && 'email' in state
  return isTyped && typeof state.email === 'string' ? state.email : ''
}

/** Requests a reset email. The response is the same for every address (AUTH-10). */
export default function ForgotPasswordPage() {
  const lang = useLang()
  const typed = useTypedEmail()
  const [email, setEmail] = useState('')
  useEffect(() => setEmail(typed), [typed])
  const [sentTo, setSentTo] = useState<string>()
  const { error, isBusy, attempt, clearError } = useSubmit(m.forgot_failed())
  const fields = useFormCheck()
  const isAboutEmail = error?.code === 'invalid_email'

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!fields.check(event.currentTarget)) return
    await attempt(async () => {
      await call<typeof requestReset>('POST /api/auth/forgot-password', { body: { email } })
      setSentTo(email.trim())
    })
  }

  /** Moves the focus to the field for another address. */
  function again() {
    setSentTo(undefined)
    focusOn(EMAIL_ID)
  }

  if (sentTo !== undefined) return <Sent email={sentTo} onAgain={again} />
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid w-full max-w-md gap-5 mx-auto">
      <div>
        <h1 className="text-h1">{m.forgot_title()}</h1>
        <p className="mt-2 text-muted">{m.forgot_lead()}</p>
      </div>
      <Field
        id={EMAIL_ID}
        label={m.email()}
        seeksFocus
        error={isAboutEmail ? error.text : fields.problemOf('email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={LIMITS.emailLength}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          clearError()
          fields.clear()
        }}
      />
      <FormError text={isAboutEmail ? undefined : error?.text} />
      <Button look="filled" size="large" type="submit" isUnavailable={isBusy}>
        {isBusy ? m.sending() : m.forgot_action()}
      </Button>
      <p className="border-t border-line pt-4">
        <Link to={pathOf('login', lang)} className="font-semibold underline underline-offset-4">
          {m.back_to_login()}
        </Link>
      </p>
    </form>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const lang = useLang()
  return (
    <Outcome title={m.forgot_sent_title()}>
      <p role="status" className="wrap-anywhere">
        {m.forgot_sent({ email })}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="tinted" to={pathOf('login', lang)}>
          {m.back_to_login()}
        </ButtonLink>
        <Button look="plain" onClick={onAgain}>
          {m.forgot_again()}
        </Button>
      </div>
    </Outcome>
  )
}
