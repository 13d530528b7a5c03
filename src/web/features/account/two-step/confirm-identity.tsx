import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Factors, confirmIdentity } from '#api/second-factor.ts'
import { ApiCallError, call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { queryOf } from '../../../session/queries.ts'
import { useFormCheck } from '../../../session/use-form-check.ts'
import { useSubmit } from '../../../session/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-status.tsx'
import { CodeField } from './code-field.tsx'
import { askForPasskey, passkeyProblem } from './passkey.ts'

export const FACTORS_KEY = ['/api/account', 'factors']

export const useFactors = () =>
  useQuery({ queryKey: FACTORS_KEY, queryFn: queryOf<Factors>('null'), refetchOnMount: 'always' })

type Confirmed = {
  /**
   * Runs a request that needs a recent confirmation of who is signed in, and asks for one where it is missing.
   * @returns undefined when the user has cancelled
   */
  confirmed: <T>(run: () => Promise<T>) => Promise<T | undefined>
  /** The dialog, while it is open. It holds a form, so it must not be inside another. */
  question: ReactNode
}

export function useConfirmed(): Confirmed {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  return {
    async confirmed(run) {
      try {
        return await run()
      } catch (thrown) {
        if (!(thrown instanceof ApiCallError) || thrown.code !== 'confirmation_required') throw thrown
      }
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(undefined)
      return isConfirmed ? run() : undefined
    },
    question: answer && <ConfirmIdentity onConfirm={() => answer(true)} onCancel={() => answer(false)} />,
  }
}

/** Asks for the password, and a code where the account has a second factor, or for a passkey in place of both. */
function ConfirmIdentity({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const formId = useId()
  const { data: factors } = useFactors()
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  const hasFactor = hasPasskey || (factors?.app ?? null) !== null
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { error, isBusy, attempt, clearError } = useSubmit(m.identity_failed())
  const fields = useFormCheck()
  const isAboutPassword = error?.code === 'wrong_password'
  const isAboutCode = error?.code === 'wrong_code' || error?.code === 'code_required'
  const clear = () => {
    clearError()
    fields.clear()
    setProblem(undefined)
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!fields.check(event.currentTarget)) return
    const isDone = await attempt(async () => {
      const body = { password, ...(hasFactor && { code }) }
      await call<typeof confirmIdentity>('POST /api/account/confirm', { body })
    })
    if (isDone) onConfirm()
  }

  async function sendPasskey() {
    clear()
    try {
      const passkey = await askForPasskey()
      await call<typeof confirmIdentity>('POST /api/account/confirm', { body: { passkey } })
      onConfirm()
    } catch (thrown) {
      setProblem(passkeyProblem(thrown))
    }
  }

  const actions = (
    <>
      <Button look="plain" onClick={onCancel}>
        {m.cancel()}
      </Button>
      {hasPasskey && (
        <Button look="tinted" onClick={() => void sendPasskey()}>
          {m.identity_passkey()}
        </Button>
      )}
      <Button look="filled" type="submit" form={formId} isUnavailable={isBusy}>
        {isBusy ? m.sending() : m.second_step_action()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.identity_title()} onDismiss={onCancel} actions={actions}>
      <p>{m.identity_text()}</p>
      <form id={formId} noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        <PasswordField
          kind="current"
          label={m.password()}
          name="password"
          value={password}
          onType={(text) => {
            setPassword(text)
            clear()
          }}
          error={isAboutPassword ? error.text : fields.problemOf('password')}
        />
        {hasFactor && (
          <CodeField
            label={factors?.app ? m.code_label() : m.recovery_code_label()}
            hint={factors?.app ? m.code_hint() : undefined}
            value={code}
            onType={(text) => {
              setCode(text)
              clear()
            }}
            error={isAboutCode ? error.text : undefined}
          />
        )}
        <FormError text={problem ?? (isAboutPassword || isAboutCode ? undefined : error?.text)} />
      </form>
    </Dialog>
  )
}
