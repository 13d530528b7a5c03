import { useState } from 'react'
import type { requestVerification } from '#api/account.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useSubmit } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, StatusLine } from '../../ui/form-status.tsx'

/** A button that sends the email with the link that confirms the address. */
export function ConfirmationEmail() {
  const [isSent, setSent] = useState(false)
  const { error, isBusy, attempt } = useSubmit(m.verification_failed())
  const send = () =>
    attempt(async () => {
      await call<typeof requestVerification>('POST /api/account/verification', {})
      setSent(true)
    })
  return (
    <>
      <Button look="tinted" isUnavailable={isBusy} onClick={() => void send()}>
        {isBusy ? m.sending() : m.verification_send()}
      </Button>
      <FormError text={error?.text} />
      <StatusLine text={isSent && !error && m.verification_sent()} />
    </>
  )
}
