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

// After a new version the parts of the old one are gone: the page is loaded anew, once, and then fails in words.
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection, or unasked, a reload would take away the page that works.
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

/** `start.ts` tells of it. */
const NOT_STARTED = 'notstarted'

async function start(container: HTMLElement): Promise<void> {
  const refill = watchEarlyInput(container)
  const onStart = () => {
    refill()
    // It has started after all.
    document.querySelector('[data-not-started]')?.remove()
    // For whoever watches from outside: from here on the page answers.
    container.dataset.started = ''
  }
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Root onStart={onStart} />
      </BrowserRouter>
    </StrictMode>
  )
  // What was rendered in advance is taken over as it is.
  const { pathname } = window.location
  const isLoaded = await loadPage(pathname).then(Boolean, () => false)
  const isRendered = container.firstElementChild !== null
  // A page to be read stays; one that can do nothing without its scripts says what has happened.
  if (!isLoaded && isRendered && !needsScripts(pageOf(pathname))) {
    document.dispatchEvent(new Event(NOT_STARTED))
    return
  }
  // From here on React answers to presses, first taking over what is pressed.
  container.dataset.starting = ''
  startTransition(() => {
    if (isRendered) hydrateRoot(container, app)
    // Nothing is rendered in advance while developing, and of a page that is asked for without a network.
    else createRoot(container).render(app)
  })
}

const container = document.getElementById('app')
if (container) void start(container)
