import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { JobList, useJobGroups } from '../features/jobs/job-list.tsx'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { type Page, entryPath, pageOf, pathOf } from '../routing/paths.ts'
import { refreshSession, useSession } from '../session/session.ts'
import {
  ACCOUNT_NAMES,
  ACCOUNT_PAGES,
  AccountNav,
  type AccountPageName,
} from '../features/account/account-nav.tsx'
import { useAccountFacts } from '../features/account/settings-section.tsx'
import { Settings } from '../features/account/settings.tsx'
import { PurchaseList } from '../features/billing/purchase-list.tsx'
import { toasts } from '../ui/toasts.tsx'
import { TokenHistory } from '../features/billing/token-history.tsx'
import { LoadFailure } from '../ui/form-status.tsx'
import type { PageHead } from '../routing/document-head.ts'

const nameOf = (page: Page | undefined): AccountPageName =>
  ACCOUNT_PAGES.find((one) => one === page) ?? 'account'

export function head(page: Page | undefined): PageHead {
  const name = nameOf(page)
  if (name === 'account') return { title: m.account_title(), description: m.account_description() }
  return {
    title: ACCOUNT_NAMES[name](),
    description: `${ACCOUNT_NAMES[name]()}. ${m.account_description()}`,
  }
}

/** The pages of a user: saved conversions, purchases, tokens and settings (AUTH-05, AUTH-07, AUTH-11). */
export default function AccountPage() {
  const lang = useLang()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  const { status } = session
  const isUnknown = session.status === 'signed-out' && !session.known
  const { hash, pathname } = useLocation()
  const page = nameOf(pageOf(pathname))
  const wasHere = useRef(false)
  useEffect(() => {
    if (status === 'signed-in') wasHere.current = true
    if (status !== 'signed-out' || isUnknown) return
    // The session was ended elsewhere or has expired: after a sign-out the page is unmounted before this.
    if (wasHere.current) toasts.show(m.session_gone(), 'destructive')
    void navigate(entryPath('login', lang, pathname + hash), { replace: true })
  }, [status, isUnknown, navigate, lang, hash, pathname])
  // The address of the settings in earlier versions.
  const isFormer = page === 'account' && hash === '#settings'
  useEffect(() => {
    if (isFormer) void navigate(pathOf('settings', lang), { replace: true })
  }, [isFormer, navigate, lang])
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
      <Frame page={page} user={undefined}>
        <div aria-busy="true">
          <h1 className="text-h1">{page === 'account' ? m.jobs_title() : ACCOUNT_NAMES[page]()}</h1>
          <p className="mt-3 text-muted">{m.loading()}</p>
        </div>
      </Frame>
    )
  }
  const { email, tokens = 0 } = session
  // A different user gets a new component state.
  return <SignedIn key={email} page={page} user={{ email, tokens }} />
}

function SignedIn({ page, user }: { page: AccountPageName; user: { email: string; tokens: number } }) {
  const { email, tokens } = user
  const facts = useAccountFacts().data
  return (
    <Frame page={page} user={user} files={useJobGroups()?.length}>
      {page === 'account' && <JobList owner={email} />}
      {page === 'purchases' && <PurchaseList />}
      {page === 'tokens' && (
        <TokenHistory tokens={tokens} owed={facts?.tokensOwed} isDisputed={facts?.isDisputed === true} />
      )}
      {page === 'settings' && <Settings email={email} tokens={tokens} />}
    </Frame>
  )
}

type FrameProps = Parameters<typeof AccountNav>[0] & { children: ReactNode }

function Frame({ children, ...nav }: FrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <AccountNav {...nav} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
