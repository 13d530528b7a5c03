import { sentenceOf } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { useAccountFacts } from './account-facts.ts'
import { DangerZone } from './delete-account.tsx'
import { EmailPart } from './email-part.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordPart } from './password.tsx'
import { SessionsPart } from './sessions.tsx'

/** Everything that can be changed about the account, and its end (AUTH-05, AUTH-06, AUTH-10, AUTH-11). */
export function Settings({ email, tokens }: { email: string; tokens: number }) {
  const { data, error, refetch } = useAccountFacts()
  return (
    <section aria-labelledby="settings-title" id="settings" className="arrive grid">
      <h2 id="settings-title" tabIndex={-1} className="pb-5 text-2xl outline-none">
        {m.settings()}
      </h2>
      {error && <LoadFailure text={sentenceOf(error, m.settings_failed())} onRetry={() => void refetch()} />}
      <EmailPart email={email} isVerified={data?.isVerified} />
      <PasswordPart email={email} />
      <SessionsPart />
      <OwnData />
      <DangerZone email={email} tokens={tokens} />
    </section>
  )
}
