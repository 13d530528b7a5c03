import { QueryClientProvider } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { makeQueryClient } from '../session/queries.ts'
import './app.css'
import { m } from '#i18n/messages/messages.js'
import { useSessionRefresh } from '../session/session.ts'
import { AlertsProvider } from '../ui/alerts.tsx'
import { useNextPageMounted, useLinkPrefetch } from '../routing/navigation.ts'
import { CurrentPage, ErrorBoundary, PageFailure } from './current-page.tsx'
import { Footer } from '../layout/footer.tsx'
import { Header } from '../layout/header.tsx'
import { RouteAnnouncer, ScrollKeeper } from './scroll.tsx'
import { Toasts } from '../ui/toasts.tsx'

/** @param onStart called once the page is interactive; never at build time */
export function Root({ onStart }: { onStart?: () => void }) {
  const [client] = useState(makeQueryClient)
  useEffect(() => onStart?.(), [onStart])
  return (
    <ErrorBoundary
      fallback={
        <main className="mx-auto max-w-6xl px-4">
          <PageFailure />
        </main>
      }
    >
      <QueryClientProvider client={client}>
        <AlertsProvider>
          <Shell />
        </AlertsProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** Scrolls without adding a history entry. */
function toMain(event: MouseEvent): void {
  event.preventDefault()
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  main?.scrollIntoView()
}

function Shell() {
  const { pathname } = useLocation()
  useSessionRefresh()
  useNextPageMounted()
  useLinkPrefetch()
  return (
    <>
      <a
        href="#main"
        onClick={toMain}
        className="absolute start-4 top-2 z-50 -translate-y-20 rounded-base bg-action px-4 py-2 text-on-action focus:translate-y-0"
      >
        {m.skip_to_content()}
      </a>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <main id="main" tabIndex={-1} className="wrap flex-1 pt-8 outline-none sm:pt-10">
          <ErrorBoundary key={pathname} fallback={<PageFailure />}>
            <CurrentPage />
          </ErrorBoundary>
        </main>
        <Footer />
      </div>
      <ScrollKeeper />
      <RouteAnnouncer />
      <Toasts />
    </>
  )
}
