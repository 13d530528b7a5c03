import { m } from '#i18n/messages/messages.js'

/** An app that stays open does not navigate, and would never look for a new version. */
const LOOK_EVERY_MS = 60 * 60 * 1000

let isWatching = false

/**
 * Says when the site has a newer version than this page, with a button that loads it. Never reloads by itself: what is only in
 * the page would be lost; rows and results are kept on the device.
 */
export function watchUpdates(): void {
  if (isWatching || !('serviceWorker' in navigator)) return
  isWatching = true
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = Date.now()
    void navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined)
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => void look())
}

/** The first worker takes control too, and a new one also when the page is of its build already. */
async function look(): Promise<void> {
  if (await isOutdated().catch(() => false)) showNotice()
}

/** Whether the site sends the document of this page with other scripts. */
async function isOutdated(): Promise<boolean> {
  const [opened] = performance.getEntriesByType('navigation')
  const scripts = document.getElementById('scripts')?.textContent
  if (!opened || !scripts) return false
  const response = await fetch(opened.name, { cache: 'no-cache' })
  return response.ok && !(await response.text()).includes(scripts)
}

function showNotice(): void {
  if (document.querySelector('[data-update]')) return
  const line = document.createElement('div')
  line.dataset.update = ''
  line.role = 'status'
  line.className =
    'flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-1 sm:px-6 print:hidden'
  document.body.prepend(line)
  const text = document.createElement('p')
  text.textContent = m.update_ready()
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'min-h-11 font-semibold underline underline-offset-4'
  button.textContent = m.update_action()
  button.addEventListener('click', () => window.location.reload())
  line.append(text, button)
}
