import { createTrustedTypesPolicy } from './trusted-scripts.ts'

// Runs before all other scripts of the page: a slow connection first renders the page and then loads the
// scripts that the document lists, in order. Until then it records the last click, and shows a message when
// loading fails.

createTrustedTypesPolicy()

const list = document.getElementById('scripts')
const listed: unknown = JSON.parse(list?.textContent ?? '[]')
const scripts = Array.isArray(listed) ? listed.map(String) : []

const app = document.getElementById('app')

const forgetPress = () => app?.querySelector('[data-pressed]')?.removeAttribute('data-pressed')

/** Records the last click on a button that does not respond yet: `early-input.ts` repeats it. */
function onPress({ target }: Event): void {
  forgetPress()
  // From here on React handles clicks.
  if (app?.dataset.starting !== undefined) return document.removeEventListener('click', onPress, true)
  if (target instanceof Element)
    target.closest('button[type=button]:enabled')?.setAttribute('data-pressed', '')
}
document.addEventListener('click', onPress, true)

/** For browsers without paint timing. */
const LONGEST_WAIT_MS = 2000

/** Yields to the event loop. */
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Shows the prerendered failure message. */
function showFailure(): void {
  document.removeEventListener('click', onPress, true)
  forgetPress()
  const words = list?.dataset.failure
  // A page that started late shows its own messages.
  if (!words || app?.dataset.starting !== undefined) return
  const line = document.createElement('p')
  line.dataset.notStarted = ''
  line.role = 'alert'
  line.className = 'border-b-4 border-error bg-sunken px-4 py-3 sm:px-6'
  const again = document.createElement('a')
  again.href = window.location.href
  again.className = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'
  again.textContent = list?.dataset.reload ?? ''
  line.append(`${words} `, again)
  document.body.prepend(line)
}
// Dispatched by `entry.client.tsx`.
document.addEventListener('notstarted', showFailure, { once: true })

let hasBegun = false
async function begin(): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  for (const href of scripts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    link.fetchPriority = 'low'
    document.head.append(link)
  }
  try {
    // Sequentially: in parallel they would block a slow phone for a quarter of a second.
    for (const script of scripts) {
      await import(/* @vite-ignore */ script)
      await turn()
    }
  } catch {
    // A chunk that fails to load leaves a readable page with a message; it starts when the network is back.
    document.dispatchEvent(new Event('notstarted'))
    window.addEventListener('online', () => window.location.reload(), { once: true })
  }
}

// A background tab is not painted, and starts all the same.
if (document.hidden) void begin()
else {
  new PerformanceObserver(() => void begin()).observe({ type: 'paint', buffered: true })
  setTimeout(() => void begin(), LONGEST_WAIT_MS)
}
