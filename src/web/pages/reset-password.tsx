import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { checkReset, resetPassword } from '#api/auth.ts'
import { ApiCallError, apiErrorMessage, call } from '#engine/http/client.ts'
import { useLang, useLinkToken } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { entryPath, pathOf } from '../routing/paths.ts'
import { BrokenLink } from '../features/account/account-form.tsx'
import { isSignedIn, refreshSession } from '../session/session.ts'
import { isNewPasswordError, useSubmit } from '../session/use-submit.ts'
import { toasts } from '../ui/toasts.tsx'
import { useNavigateTo } from '../routing/navigation.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useFormCheck } from '../session/use-form-check.ts'
import { FormError, Outcome } from '../ui/form-status.tsx'
import { PasswordField } from '../ui/field.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.reset_title(), description: m.reset_description() })

/** The target of the emailed link: sets a new password, then redirects to the login (AUTH-10). */
export default function ResetPasswordPage() {
  const lang = useLang()
  const token = useLinkToken()
  if (token === null) {
    return (
      <BrokenLink>
        <ButtonLink look="filled" to={pathOf('forgot', lang)}>
          {m.link_ask_again()}
        </ButtonLink>
      </BrokenLink>
    )
  }
  return <ResetForm token={token} />
}

/**
 * Asks the server whether the link can still set a password: 'dead' with its sentence, 'good', or undefined while it is not
 * known. Where the server cannot say, the form is shown, and its answer says it.
 */
function useLinkState(token: string | undefined): { dead: string } | 'good' | undefined {
  const [state, setState] = useState<{ dead: string } | 'good'>()
  useEffect(() => {
    if (token === undefined) return
    let isCurrent = true
    const ask = async (): Promise<{ dead: string } | 'good'> => {
      try {
        await call<typeof checkReset>('POST /api/auth/reset-check', { body: { token } })
      } catch (thrown) {
        if (thrown instanceof ApiCallError && thrown.code === 'link_expired')
          return { dead: apiErrorMessage(thrown, m.reset_failed()) }
      }
      return 'good'
    }
    void ask().then((found) => (isCurrent ? setState(found) : undefined))
    return () => {
      isCurrent = false
    }
  }, [token])
  return state
}

/** What a new password does not end, where somebody else may have added it. */
function factorsNotice({ hasApp, passkeys: count }: { hasApp: boolean; passkeys: number }): string {
  const [app, passkeys] = [m.reset_app(), m.reset_passkeys({ count })]
  const factors = !hasApp ? passkeys : count === 0 ? app : m.reset_both({ passkeys, app })
  return `${m.login_reset_done()} ${m.login_reset_factors({ factors })}`
}

function ResetForm({ token }: { token: string | undefined }) {
  const client = useQueryClient()
  const go = useNavigateTo()
  const lang = useLang()
  const [password, setPassword] = useState('')
  const { error, isBusy, attempt, clearError } = useSubmit(m.reset_failed())
  const link = useLinkState(token)
  const fields = useFormCheck()
  const isAboutPassword = isNewPasswordError(error)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (token === undefined || !fields.check(event.currentTarget)) return
    await attempt(async () => {
      const body = { token, password }
      const factors = await call<typeof resetPassword>('POST /api/auth/reset-password', { body })
      const hasFactor = factors.hasApp || factors.passkeys > 0
      // The session of the same user has ended with the reset.
      await refreshSession(client)
      if (!isSignedIn(client))
        return go(hasFactor ? entryPath('login', lang, pathOf('settings', lang)) : pathOf('login', lang), {
          state: { notice: hasFactor ? factorsNotice(factors) : m.login_reset_done() },
          replace: true,
        })
      // A different user who is signed in stays so.
      toasts.show(m.reset_done())
      await go(pathOf('account', lang), { replace: true })
    })
  }

  const dead = error?.code === 'link_expired' ? error.text : typeof link === 'object' ? link.dead : undefined
  if (dead !== undefined) {
    return (
      <Outcome title={m.link_expired_title()}>
        <p role="alert">{dead}</p>
        <ButtonLink look="filled" to={pathOf('forgot', lang)}>
          {m.link_ask_again()}
        </ButtonLink>
      </Outcome>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      // Keeps its place until the link is known to be good.
      className={`grid w-full max-w-md gap-5 mx-auto ${link === 'good' ? '' : 'invisible'}`}
    >
      <div>
        <h1 className="text-h1">{m.reset_title()}</h1>
        <p className="mt-2 text-muted">{m.reset_lead()}</p>
      </div>
      <PasswordField
        kind="new"
        label={m.new_password()}
        name="password"
        value={password}
        onType={(text) => {
          setPassword(text)
          clearError()
          fields.clear()
        }}
        error={isAboutPassword ? error?.text : fields.problemOf('password')}
      />
      <FormError text={isAboutPassword ? undefined : error?.text} />
      <Button look="filled" size="large" type="submit" isUnavailable={isBusy || token === undefined}>
        {isBusy ? m.sending() : m.reset_action()}
      </Button>
    </form>
  )
}
