import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatCount } from '#money/format.ts'
import { focusOn } from '../ui/focus.ts'
import { JobList } from '../features/jobs/job-list.tsx'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { refreshSession, useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { useAccountFacts } from '../features/account/settings-section.tsx'
import { Settings } from '../features/account/settings.tsx'
import { PurchaseList } from '../features/billing/purchase-list.tsx'
import { toasts } from '../ui/toasts.tsx'
import { TokenHistory } from '../features/billing/token-history.tsx'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/form-status.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.account_title(), description: m.account_description() })

/** The user, the balance, the settings, the saved conversions and the tokens (AUTH-05, AUTH-07, AUTH-11). */
export default function AccountPage() {
  const lang = useLang()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  const { status } = session
  const isUnknown = session.status === 'signed-out' && !session.known
  const { hash } = useLocation()
  const wasHere = useRef(false)
  useEffect(() => {
    if (status === 'signed-in') wasHere.current = true
    if (status !== 'signed-out' || isUnknown) return
    // The session was ended elsewhere or has expired: after a sign-out the page is unmounted before this.
    if (wasHere.current) toasts.show(m.session_gone(), 'destructive')
    const next = encodeURIComponent(pathOf('account', lang) + hash)
    void navigate(`${pathOf('login', lang)}?next=${next}`, { replace: true })
  }, [status, isUnknown, navigate, lang, hash])
  // The session is unknown because the server could not be reached; the login page could not reach it either.
  if (isUnknown) {
    return (
      <div className="grid gap-6">
        <h1 className="text-h1">{m.account_title()}</h1>
        <LoadFailure text={m.account_unknown()} onRetry={() => void refreshSession(client)} />
      </div>
    )
  }
  if (session.status !== 'signed-in') {
    return (
      <div aria-busy="true">
        <h1 className="text-h1">{m.account_title()}</h1>
        <p className="mt-3 text-muted">{m.loading()}</p>
      </div>
    )
  }
  // A different user gets a new component state.
  return <Account key={session.email} email={session.email} tokens={session.tokens ?? 0} />
}

/** Whether the settings are open, kept in the address. */
function useSettings(): [isOpen: boolean, toggle: () => void] {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const isOpen = hash === '#settings'
  const toggle = () => {
    void navigate({ search, hash: isOpen ? '' : '#settings' }, { replace: true })
    if (!isOpen) focusOn('settings-title')
  }
  return [isOpen, toggle]
}

function Account({ email, tokens }: { email: string; tokens: number }) {
  const lang = useLang()
  const signOut = useSignOut()
  const { data } = useAccountFacts()
  const [isOpen, toggle] = useSettings()
  return (
    <div className="grid gap-12">
      <section className="grid gap-6">
        <h1 className="text-h1">{m.account_title()}</h1>
        <div className="flex flex-wrap items-end justify-between gap-4 border-y border-line py-5">
          <dl className="flex min-w-0 flex-wrap gap-x-12 gap-y-4">
            <div className="min-w-0">
              <dt className="text-muted">{m.email()}</dt>
              <dd className="text-lead font-semibold wrap-anywhere">{email}</dd>
              {data?.isVerified === false && <dd className="text-muted">{m.email_unverified()}</dd>}
            </div>
            <div>
              <dt className="text-muted">{m.account_tokens()}</dt>
              <dd className="text-lead font-semibold">{formatCount(tokens, lang)}</dd>
            </div>
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button look="tinted" aria-expanded={isOpen} aria-controls="settings" onClick={toggle}>
              {m.settings()}
            </Button>
            <Button look="tinted" onClick={() => void signOut()}>
              {m.nav_logout()}
            </Button>
          </div>
        </div>
      </section>
      {isOpen && <Settings email={email} tokens={tokens} />}
      <JobList />
      <PurchaseList />
      <TokenHistory />
    </div>
  )
}
