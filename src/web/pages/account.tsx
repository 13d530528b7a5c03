import { useEffect } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { formatCount } from '#domain/format.ts'
import { JobList } from '../jobs/job-list.tsx'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { headOf } from '../shell/head.tsx'
import { Button } from '../ui/button.tsx'

export const meta: MetaFunction = ({ location }) =>
  headOf('account', location.pathname, { title: m.account_title(), description: m.account_description() })

/** Who is signed in, the balance, and the saved conversions (AUTH-05, AUTH-07). */
export default function AccountPage() {
  const lang = useLang()
  const navigate = useNavigate()
  const session = useSession()
  const signOut = useSignOut()
  const { status } = session
  useEffect(() => {
    const next = encodeURIComponent(pathOf('account', lang))
    if (status === 'signed-out') void navigate(`${pathOf('login', lang)}?next=${next}`, { replace: true })
  }, [status, navigate, lang])
  if (session.status !== 'signed-in') {
    return (
      <div aria-busy="true">
        <h1 className="text-3xl">{m.account_title()}</h1>
        <p className="mt-3 text-muted">{m.loading()}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-12">
      <section className="grid gap-6">
        <h1 className="text-3xl sm:text-4xl">{m.account_title()}</h1>
        <div className="flex flex-wrap items-end justify-between gap-4 border-y border-line py-5">
          <dl className="flex min-w-0 flex-wrap gap-x-12 gap-y-4">
            <div className="min-w-0">
              <dt className="text-muted">{m.email()}</dt>
              <dd className="text-lg font-semibold wrap-anywhere">{session.email}</dd>
            </div>
            <div>
              <dt className="text-muted">{m.account_tokens()}</dt>
              <dd className="text-lg font-semibold">{formatCount(session.tokens ?? 0, lang)}</dd>
            </div>
          </dl>
          <Button look="plain" onClick={() => void signOut()}>
            {m.nav_logout()}
          </Button>
        </div>
      </section>
      <JobList />
    </div>
  )
}
