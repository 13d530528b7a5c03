import { useState } from 'react'
import type { requestVerification } from '#api/account.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useAttempt } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-status.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { SettingsPart } from './settings-section.tsx'

/** The address, whether it is confirmed, and another letter to confirm it. */
export function EmailPart({ email, isVerified }: { email: string; isVerified: boolean | undefined }) {
  const [isSent, setSent] = useState(false)
  const { error, isBusy, attempt } = useAttempt(m.verification_failed())
  const send = () =>
    attempt(async () => {
      await call<typeof requestVerification>('POST /api/account/verification', {})
      setSent(true)
    })
  return (
    <SettingsPart title={m.email()} text={m.settings_email_text()}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold wrap-anywhere">{email}</span>
        {isVerified === true && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-valid">
            <Icon name="check" className="size-4" />
            {m.email_verified()}
          </span>
        )}
        {isVerified === false && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-action">
            <Icon name="warning" className="size-4" />
            {m.email_unverified()}
          </span>
        )}
      </p>
      {isVerified === false && (
        <>
          <Button look="plain" isUnavailable={isBusy} onClick={() => void send()}>
            {isBusy ? m.sending() : m.verification_send()}
          </Button>
          <FormError text={error?.text} />
          <StatusLine text={isSent && !error && m.verification_sent()} />
        </>
      )}
    </SettingsPart>
  )
}
