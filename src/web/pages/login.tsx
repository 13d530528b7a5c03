import { Link, type MetaFunction } from 'react-router'
import type { login } from '#contract/accounts.ts'
import { call } from '../api/call.ts'
import { useLang, useQueryText } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { AccountForm } from '../session/account-form.tsx'
import { headOf } from '../shell/head.tsx'

export const meta: MetaFunction = ({ location }) =>
  headOf('login', location.pathname, { title: m.login_title(), description: m.login_description() })

export default function LoginPage() {
  const search = useQueryText()
  const lang = useLang()
  return (
    <AccountForm
      kind="login"
      title={m.login_title()}
      action={m.login_action()}
      failure={m.invalid_credentials()}
      submit={(body) => call<typeof login>('POST /api/auth/login', { body })}
    >
      <p className="border-t border-line pt-4">
        {m.login_no_account()}{' '}
        <Link to={pathOf('register', lang) + search} className="font-semibold underline underline-offset-4">
          {m.login_to_register()}
        </Link>
      </p>
    </AccountForm>
  )
}
