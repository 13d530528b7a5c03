import { useState } from 'react'
import type { signInWithPasskey } from '#api/second-factor.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-status.tsx'
import type { CompleteSignIn } from '../use-sign-in.ts'

/** Signs in with a passkey alone. */
export function PasskeySignIn({ complete }: { complete: CompleteSignIn }) {
  const [state, setState] = useState<'ready' | 'busy'>('ready')
  const [problem, setProblem] = useState<string>()

  async function signIn() {
    if (state === 'busy') return
    setState('busy')
    setProblem(undefined)
    try {
      const { askForPasskey } = await import('./passkey.ts')
      const passkey = await askForPasskey()
      await complete(() => call<typeof signInWithPasskey>('POST /api/auth/passkey', { body: { passkey } }))
    } catch (thrown) {
      const { passkeyProblem } = await import('./passkey.ts')
      setProblem(passkeyProblem(thrown))
      setState('ready')
    }
  }

  return (
    <div className="grid gap-2">
      <Button look="plain" isUnavailable={state === 'busy'} onClick={() => void signIn()}>
        {state === 'busy' ? m.sending() : m.passkey_sign_in()}
      </Button>
      <FormError text={problem} />
    </div>
  )
}
