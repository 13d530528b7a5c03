import { Link } from 'react-router'
import type { register } from '#api/auth.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { call } from '#engine/http/client.ts'
import { useLang, useSearch } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { AccountForm } from '../features/account/account-form.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.register_title(), description: m.register_description() })

export default function RegisterPage() {
  const search = useSearch()
  const lang = useLang()
  return (
    <AccountForm
      kind="register"
      title={m.register_title()}
      action={m.register_action({ tokens: SIGNUP_TOKENS })}
      failure={m.register_failed()}
      submit={(body) => call<typeof register>('POST /api/auth/register', { body })}
    >
      <p className="text-muted">
        <LinkedText text={m.register_terms()} inNewTab />
      </p>
      <p className="border-t border-line pt-4">
        {m.register_has_account()}{' '}
        <Link to={pathOf('login', lang) + search} className="font-semibold underline underline-offset-4">
          {m.register_to_login()}
        </Link>
      </p>
    </AccountForm>
  )
}
