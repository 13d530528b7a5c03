import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { verifyEmail } from '#api/auth.ts'
import { ApiCallError, call } from '#engine/http/client.ts'
import { useLang, useLinkToken } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { BrokenLink } from '../features/account/account-form.tsx'
import { useSubmit } from '../session/use-submit.ts'
import { ACCOUNT_KEY } from '../session/queries.ts'
import { refreshSession } from '../session/session.ts'
import { useFormCheck } from '../session/use-form-check.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { focusOn } from '../ui/focus.ts'
import { FormError, Outcome } from '../ui/form-status.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.verify_title(), description: m.verify_description() })

/** Replaces the token in the history state. */
const CONFIRMED = 'confirmed'

const PASSWORD_ID = 'verify-password'

/**
 * The target of the confirmation email. The button confirms, not opening the page: mail scanners open links
 * too.
 */
export default function VerifyEmailPage() {
  const lang = useLang()
  const client = useQueryClient()
  const token = useLinkToken()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<string>()
  const [isDone, setDone] = useState(false)
  const wasDone = useLocation().state === CONFIRMED
  const { error, isBusy, attempt, clearError } = useSubmit(m.verify_failed())
  /** Undefined until it is asked for: this browser is not signed in to the account. */
  const [password, setPassword] = useState<string>()
  const fields = useFormCheck()
  const isAboutPassword = error?.code === 'wrong_password'
  const toAccount = (
    <ButtonLink look={isDone ? 'filled' : 'tinted'} to={pathOf(isDone ? 'account' : 'settings', lang)}>
      {m.to_account()}
    </ButtonLink>
  )

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (token === undefined || !fields.check(event.currentTarget)) return
    await attempt(async () => {
      const body = { token: token ?? '', ...(password !== undefined && { password }) }
      const done = await call<typeof verifyEmail>('POST /api/auth/verify-email', { body }).catch(
        (thrown: unknown) => {
          if (!(thrown instanceof ApiCallError) || thrown.code !== 'password_required') throw thrown
        },
      )
      if (done === undefined) {
        setPassword('')
        return focusOn(PASSWORD_ID)
      }
      const { tokensAdded, freeTokens } = done
      if (tokensAdded > 0) setOutcome(m.verify_done_tokens({ count: tokensAdded }))
      else if (freeTokens === 'refused') setOutcome(m.verify_done_refused())
      if (tokensAdded > 0) await refreshSession(client)
      await client.invalidateQueries({ queryKey: ACCOUNT_KEY, exact: true })
      setDone(true)
      // The token is used up and must not stay in the address.
      void navigate(pathOf('verify', lang), { replace: true, state: CONFIRMED })
    })
  }

  // A reload shows the confirmation again.
  if (isDone || (token === null && wasDone)) {
    return (
      <Outcome title={m.verify_done_title()}>
        <p>{outcome ?? m.verify_done()}</p>
        {toAccount}
      </Outcome>
    )
  }
  if (token === null) return <BrokenLink>{toAccount}</BrokenLink>
  if (error?.code === 'link_expired') {
    return (
      <Outcome title={m.link_expired_title()}>
        <p role="alert">
          {error.text} {m.verify_ask_again()}
        </p>
        {toAccount}
      </Outcome>
    )
  }
  return (
    <form noValidate onSubmit={(event) => void confirm(event)} className="grid w-full max-w-md gap-5 mx-auto">
      <div>
        <h1 className="text-h1">{m.verify_title()}</h1>
        <p className="mt-2 text-muted">
          {password === undefined ? m.verify_lead() : m.verify_password_lead()}
        </p>
      </div>
      {password !== undefined && (
        <>
          <PasswordField
            kind="current"
            id={PASSWORD_ID}
            seeksFocus
            label={m.password()}
            name="password"
            value={password}
            onType={(text) => {
              setPassword(text)
              clearError()
              fields.clear()
            }}
            error={isAboutPassword ? error?.text : fields.problemOf('password')}
          />
          <p>
            <LinkedText text={m.verify_not_yours()} />
          </p>
        </>
      )}
      <FormError text={isAboutPassword ? undefined : error?.text} />
      <Button look="filled" isUnavailable={isBusy || token === undefined} type="submit" size="large">
        {isBusy ? m.sending() : m.verify_action()}
      </Button>
    </form>
  )
}
