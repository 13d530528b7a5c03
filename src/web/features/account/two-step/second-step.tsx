import { type FormEvent, useState } from 'react'
import type { completeSignIn } from '#api/second-factor.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { errorOf } from '../../../session/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Outcome } from '../../../ui/form-status.tsx'
import { CodeField } from './code-field.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { CompleteSignIn } from '../use-sign-in.ts'

/** A begun sign-in: the password was right, and a second factor is asked for. */
export type BegunSignIn = { ticket: string; factors: readonly string[] }

type Props = {
  begun: BegunSignIn
  complete: CompleteSignIn
  /** Back to the password, also when the time is over. */
  onBack: (problem?: string) => void
}

/** Asks for a second factor: a code of the app or a recovery code, or a passkey in place of both steps. */
export default function SecondStep({ begun: { ticket, factors }, complete, onBack }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const hasApp = factors.includes('app')

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') return setProblem(m.code_missing())
    setBusy(true)
    setProblem(undefined)
    try {
      await complete(() =>
        call<typeof completeSignIn>('POST /api/auth/second-factor', { body: { ticket, code } }),
      )
    } catch (thrown) {
      const { text, code: reason } = errorOf(thrown, m.code_failed())
      setBusy(false)
      if (reason === 'sign_in_expired') onBack(text)
      else setProblem(text)
    }
  }

  return (
    <Outcome title={m.second_step_title()}>
      <p className="text-muted">{hasApp ? m.second_step_app() : m.second_step_passkey()}</p>
      <form noValidate onSubmit={(event) => void send(event)} className="grid w-full gap-5">
        <CodeField
          label={hasApp ? m.code_label() : m.recovery_code_label()}
          hint={hasApp ? m.code_hint() : undefined}
          value={code}
          onType={(text) => {
            setCode(text)
            setProblem(undefined)
          }}
          error={problem}
        />
        <Button look="filled" size="large" type="submit" isUnavailable={isBusy}>
          {isBusy ? m.sending() : m.second_step_action()}
        </Button>
        {factors.includes('passkey') && <PasskeySignIn complete={complete} />}
        <Button look="plain" onClick={() => onBack()}>
          {m.second_step_back()}
        </Button>
      </form>
    </Outcome>
  )
}
