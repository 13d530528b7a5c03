import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { login } from '#api/auth.ts'
import { call } from '#engine/http/client.ts'
import { useLang, useSearch } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { AccountForm } from '../features/account/account-form.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.login_title(), description: m.login_description() })

/** The message that the previous page passed in the navigation state; shown once, and not at build time. */
function useNotice(): string | undefined {
  const { state, pathname, search }: { state: unknown; pathname: string; search: string } = useLocation()
  const navigate = useNavigate()
  const [notice, setNotice] = useState<string>()
  const passed = typeof state === 'object' && state !== null && 'notice' in state ? state.notice : undefined
  useEffect(() => {
    if (typeof passed !== 'string') return
    setNotice(passed)
    void navigate(pathname + search, { replace: true, state: null })
  }, [passed, navigate, pathname, search])
  return notice
}

export default function LoginPage() {
  const search = useSearch()
  const lang = useLang()
  const notice = useNotice()
  return (
    <AccountForm
      kind="login"
      title={m.login_title()}
      notice={notice}
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
