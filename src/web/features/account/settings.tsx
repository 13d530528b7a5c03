import type { downloadData } from '#api/account.ts'
import { apiErrorMessage, download } from '#engine/http/client.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { useSubmit } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, LoadFailure } from '../../ui/form-status.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SettingsSection, useAccountFacts } from './settings-section.tsx'
import { saveFile } from '../../ui/browser.ts'
import { ApiKeySettings } from './api-keys/api-keys.tsx'
import { ConfirmationEmail } from './confirmation-email.tsx'
import { DangerZone } from './delete-account.tsx'
import { PasswordSettings } from './password.tsx'
import { SecondFactorSettings } from './two-step/second-factor.tsx'
import { useConfirmed } from './two-step/confirm-identity.tsx'
import { SessionSettings } from './sessions.tsx'

/** The address, whether it is confirmed, and a button to send the email again. */
export function EmailSettings({ email, isVerified }: { email: string; isVerified: boolean | undefined }) {
  return (
    <SettingsSection title={m.email()} text={m.settings_email_text()}>
      <p className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 md:-mt-3">
        <span className="font-semibold wrap-anywhere">{email}</span>
        {isVerified === true && (
          <span className="inline-flex items-center gap-1.5 text-muted">
            <Icon name="check" className="size-4" />
            {m.email_verified()}
          </span>
        )}
        {isVerified === false && (
          <span className="inline-flex items-center gap-1.5 font-semibold">
            <Icon name="question" className="size-4 text-ask" />
            {m.email_unverified()}
          </span>
        )}
      </p>
      {isVerified === false && (
        <>
          <FreeTokensPending />
          <ConfirmationEmail />
        </>
      )}
    </SettingsSection>
  )
}

/** Why the address should be confirmed now. */
function FreeTokensPending() {
  const { data } = useAccountFacts()
  return data?.freeTokens === 'pending' && <p>{m.free_tokens_pending({ count: SIGNUP_TOKENS })}</p>
}

export function PersonalData() {
  const { error, isBusy, attempt } = useSubmit(m.data_failed())
  const { confirmed, question } = useConfirmed()
  const save = () =>
    attempt(async () => {
      // A plain link could not show why there is no file.
      const file = await confirmed(() => download<typeof downloadData>('GET /api/account/data', {}))
      if (file !== undefined) saveFile(file, 'levro-data.json')
    })
  return (
    <SettingsSection title={m.data_title()} text={m.data_text()}>
      <Button look="tinted" isUnavailable={isBusy} onClick={() => void save()}>
        <Icon name="download" />
        {isBusy ? m.sending() : m.data_download()}
      </Button>
      <FormError text={error?.text} />
      {question}
    </SettingsSection>
  )
}

/** All settings of the account, and its deletion (AUTH-05, AUTH-06, AUTH-10, AUTH-11). */
export function Settings({ email, tokens }: { email: string; tokens: number }) {
  const { data, error, refetch } = useAccountFacts()
  return (
    <section aria-labelledby="settings-title" id="settings" className="arrive grid">
      <h1 id="settings-title" tabIndex={-1} className="pb-5 text-h1 outline-none">
        {m.settings()}
      </h1>
      {error && (
        <LoadFailure text={apiErrorMessage(error, m.settings_failed())} onRetry={() => void refetch()} />
      )}
      <EmailSettings email={email} isVerified={data?.isVerified} />
      <PasswordSettings email={email} />
      <SecondFactorSettings />
      <SessionSettings />
      <ApiKeySettings />
      <PersonalData />
      <DangerZone email={email} tokens={tokens} />
    </section>
  )
}
