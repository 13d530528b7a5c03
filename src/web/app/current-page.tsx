import type { Lang } from '#i18n/language.ts'
import { formatRate } from '#money/format.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { type Page, pageOf, pathOf } from '../routing/paths.ts'
import { LinkedText } from '../ui/linked-text.tsx'
import { Component, type ReactNode, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { showHead } from '../routing/document-head.ts'
import { forgetFailedPages, loadPage } from '../routing/page-modules.ts'
import { useIsOnline } from '../ui/browser.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'

/** Pages that are empty without scripts. */
const EMPTY = [
  'register',
  'login',
  'forgot',
  'reset',
  'verify',
  'account',
  'purchases',
  'tokens',
  'settings',
  'checkout',
  'success',
] as const

const isEmpty = (page: Page | undefined): boolean => EMPTY.some((one) => one === page)

/** Others are readable without scripts, these two in part. */
export const needsScripts = (page: Page | undefined): boolean =>
  isEmpty(page) || page === 'converter' || page === 'contact'

/** The message of pages that need scripts. */
export function NoScripts({ page, title }: { page: Page | undefined; title: string }) {
  const lang = useLang()
  if (!needsScripts(page)) return null
  const hidesOthers = isEmpty(page)
  return (
    // Hides everything after it, which would only show a loading state.
    <noscript className={hidesOthers ? 'noscript:[&~*]:hidden' : undefined}>
      {/* React leaves the content of this element as it is, so scripts do not need the texts. */}
      {import.meta.env.SSR && (
        <>
          {hidesOthers && <h1 className="mb-5 text-h1">{title}</h1>}
          <p className="mb-8 max-w-prose border-s-4 border-line-strong bg-sunken px-4 py-3">
            <LinkedText text={noScriptsText(page, lang)} />
          </p>
        </>
      )}
    </noscript>
  )
}

function noScriptsText(page: Page | undefined, lang: Lang): string {
  if (page === 'converter') return m.converter_no_scripts({ rate: formatRate(lang) })
  return page === 'contact' ? m.contact_no_scripts({ email: PRODUCT.supportEmail }) : m.no_scripts()
}

/** The page of the current address. The former one stays visible until the next is loaded. */
export function CurrentPage() {
  const { pathname } = useLocation()
  const { default: PageContent, head } = use(loadPage(pathname))
  const page = pageOf(pathname)
  const lang = useLang()
  useEffect(() => showHead(pathname, head(page, lang)), [pathname, page, lang, head])
  return (
    <>
      <NoScripts page={page} title={head(page, lang).title} />
      <PageContent />
    </>
  )
}

type Props = { fallback: ReactNode; children: ReactNode }

/** Shows a message in place of a part of the page that threw while rendering. */
export class ErrorBoundary extends Component<Props, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override render(): ReactNode {
    return this.state.isFailed ? this.props.fallback : this.props.children
  }
}

const reload = () => window.location.reload()

/** In place of a page that failed to load or render: a message and a way on. */
export function PageFailure() {
  const lang = useLang()
  const isOnline = useIsOnline()
  // The service worker has answered for a site that could not be reached.
  const isReached = document.getElementById('app')?.dataset.unreached === undefined
  const title = isOnline ? m.alert_error() : m.page_offline_title()
  useEffect(() => {
    const former = document.title
    document.title = title
    return () => {
      document.title = former
    }
  }, [title])
  useEffect(() => {
    // A browser may cache the failure of a chunk, so the whole page is reloaded.
    window.addEventListener('online', reload)
    return () => {
      window.removeEventListener('online', reload)
      forgetFailedPages()
    }
  }, [])
  const text = !isOnline ? m.page_offline : isReached ? m.page_failed : m.page_unreached
  // With a service worker the converter is available offline.
  const onward = isOnline && isReached && !navigator.serviceWorker?.controller ? 'home' : 'converter'
  return (
    <div className="grid max-w-prose justify-items-start gap-5 py-10">
      <div role="alert" className="grid gap-5">
        <h1 className="text-h1">{title}</h1>
        <p className="text-lead">{text()}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isOnline && (
          <Button look="filled" onClick={reload}>
            {m.page_reload()}
          </Button>
        )}
        <ButtonAnchor look="tinted" href={pathOf(onward, lang)}>
          {onward === 'home' ? m.nav_home() : m.go_to_converter()}
        </ButtonAnchor>
      </div>
    </div>
  )
}
