import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { langOfPath } from '#domain/lang.ts'
import { overwriteGetLocale } from './i18n/messages/runtime.js'

overwriteGetLocale(() => langOfPath(window.location.pathname))

// After a new version the parts of the old one are gone: the page is loaded anew, once, and then fails in words.
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection a reload would take away the page that works.
  if (!navigator.onLine) return
  const key = 'levro.reloaded'
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return
  }
  event.preventDefault()
  window.location.reload()
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
