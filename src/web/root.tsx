import latin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import cyrillic from '@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2?url'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { makeQueryClient } from './api/queries.ts'
import './app.css'
import { useLang } from './i18n/lang.ts'
import { m } from './i18n/messages/messages.js'
import { pathOf } from './i18n/paths.ts'
import { useSessionRefresh } from './session/session.ts'
import { AlertsProvider } from './shell/alerts.tsx'
import { useArrivals } from './shell/arrival.ts'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import { RouteAnnouncer } from './shell/route-announcer.tsx'
import { Toasts } from './shell/toasts.tsx'
import { Button } from './ui/button.tsx'

export const links: LinksFunction = () => [
  ...[latin, cyrillic].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={useLang()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141512" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Whatever a page could not cope with: said in words, with a way on. */
export function ErrorBoundary() {
  const lang = useLang()
  return (
    <main className="mx-auto grid max-w-prose justify-items-start gap-5 px-4 py-20">
      <div role="alert" className="grid gap-5">
        <h1 className="text-3xl">{m.alert_error()}</h1>
        <p className="text-lg">{m.page_failed()}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="action" onClick={() => window.location.reload()}>
          {m.page_reload()}
        </Button>
        <a
          href={pathOf('home', lang)}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {m.nav_home()}
        </a>
      </div>
    </main>
  )
}

export default function Root() {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <AlertsProvider>
        <Shell />
      </AlertsProvider>
    </QueryClientProvider>
  )
}

function Shell() {
  useSessionRefresh()
  useArrivals()
  return (
    <>
      <a
        href="#main"
        className="absolute start-4 top-2 z-50 -translate-y-20 rounded-base bg-action px-4 py-2 text-on-action focus:translate-y-0"
      >
        {m.skip_to_content()}
      </a>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 pt-8 outline-none sm:px-6 sm:pt-12"
        >
          <Outlet />
        </main>
        <Footer />
      </div>
      <RouteAnnouncer />
      <Toasts />
    </>
  )
}
