import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { languageOfPath } from '#i18n/language.ts'
import { overwriteGetLocale } from '#i18n/messages/runtime.js'
import { pageOf } from '../routing/paths.ts'
import { Root } from './root.tsx'
import { watchEarlyInput } from './early-input.ts'
import { needsScripts } from './current-page.tsx'
import { isPrefetching, loadPage } from '../routing/page-modules.ts'

overwriteGetLocale(() => languageOfPath(window.location.pathname))

// After a deployment the chunks of the former version are gone: the page is reloaded once, and shows an error
// the second time.
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection, or for a prefetch, a reload would destroy a page that works.
  if (!navigator.onLine || isPrefetching()) return
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

/** `start.ts` listens for it. */
const NOT_STARTED = 'notstarted'

async function start(container: HTMLElement): Promise<void> {
  const refill = watchEarlyInput(container)
  const onStart = () => {
    refill()
    // It has started late.
    document.querySelector('[data-not-started]')?.remove()
    // For tests and monitoring: the page is interactive from here on.
    container.dataset.started = ''
  }
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Root onStart={onStart} />
      </BrowserRouter>
    </StrictMode>
  )
  // Hydrates the prerendered page.
  const { pathname } = window.location
  const isLoaded = await loadPage(pathname).then(Boolean, () => false)
  const isRendered = container.firstElementChild !== null
  // A readable page stays; one that needs its scripts shows the failure.
  if (!isLoaded && isRendered && !needsScripts(pageOf(pathname))) {
    document.dispatchEvent(new Event(NOT_STARTED))
    return
  }
  // From here on React handles clicks, first repeating the last early one.
  container.dataset.starting = ''
  startTransition(() => {
    if (isRendered) hydrateRoot(container, app)
    // Nothing is prerendered in development, or for a page requested without a network.
    else createRoot(container).render(app)
  })
}

const container = document.getElementById('app')
if (container) void start(container)
