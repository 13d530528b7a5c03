import { type FormEvent, useState } from 'react'
import type { recogniseDevice, requestDeviceCode } from '#api/second-factor.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { errorOf } from '../../../session/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Outcome } from '../../../ui/form-status.tsx'
import { CodeField } from './code-field.tsx'

type Props = {
  email: string
  /** Called once this device is known: the sign-in is tried again. */
  onKnown: () => void
  onBack: () => void
}

/**
 * Lets the owner sign in although others have used up the attempts: an emailed code, or one of the app, makes this device a
 * known one.
 */
export default function DeviceCode({ email, onKnown, onBack }: Props) {
  const [code, setCode] = useState('')
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const [problem, setProblem] = useState<string>()

  async function attempt(run: () => Promise<void>) {
    if (state === 'busy') return
    setProblem(undefined)
    setState('busy')
    try {
      await run()
    } catch (thrown) {
      setProblem(errorOf(thrown, m.code_failed()).text)
      setState('ready')
    }
  }

  const request = () =>
    attempt(async () => {
      await call<typeof requestDeviceCode>('POST /api/auth/device-code', { body: { email } })
      setState('sent')
    })

  async function send(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setProblem(m.code_missing())
    await attempt(async () => {
      await call<typeof recogniseDevice>('POST /api/auth/device', { body: { email, code } })
      onKnown()
    })
  }

  return (
    <Outcome title={m.device_code_title()}>
      <p className="text-muted">{m.device_code_text({ email })}</p>
      <form noValidate onSubmit={(event) => void send(event)} className="grid w-full gap-5">
        <div className="grid justify-items-start gap-2" role="status">
          {state === 'sent' ? (
            <p className="font-semibold">{m.device_code_sent()}</p>
          ) : (
            <Button look="tinted" isUnavailable={state === 'busy'} onClick={() => void request()}>
              {m.device_code_send()}
            </Button>
          )}
        </div>
        <CodeField
          label={m.code_label()}
          hint={m.device_code_hint()}
          value={code}
          onType={(text) => {
            setCode(text)
            setProblem(undefined)
          }}
          error={problem}
        />
        <Button look="filled" size="large" type="submit" isUnavailable={state === 'busy'}>
          {state === 'busy' ? m.sending() : m.second_step_action()}
        </Button>
        <Button look="plain" onClick={onBack}>
          {m.second_step_back()}
        </Button>
      </form>
    </Outcome>
  )
}
