import { createTrustedTypesPolicy } from './trusted-scripts.ts'

// Runs before all else of the page, and mostly waits: a slow connection first draws the page, and then loads what makes it
// answer. The document says which scripts that are, in the order in which they are needed. Meanwhile it keeps what is
// pressed, and says so when they do not come.

createTrustedTypesPolicy()

const list = document.getElementById('scripts')
const listed: unknown = JSON.parse(list?.textContent ?? '[]')
const scripts = Array.isArray(listed) ? listed.map(String) : []

const app = document.getElementById('app')

const forgetPress = () => app?.querySelector('[data-pressed]')?.removeAttribute('data-pressed')

/** Keeps the last press on a button that does not answer yet: `early-input.ts` does it again. */
function onPress({ target }: Event): void {
  forgetPress()
  // From here on React answers by itself.
  if (app?.dataset.starting !== undefined) return document.removeEventListener('click', onPress, true)
  if (target instanceof Element)
    target.closest('button[type=button]:enabled')?.setAttribute('data-pressed', '')
}
document.addEventListener('click', onPress, true)

/** Browsers that do not tell when they have drawn. */
const LONGEST_WAIT_MS = 2000

/** The browser's turn: what was asked of it meanwhile. */
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Says, in the words that the document has for it, that nothing will answer. */
function showFailure(): void {
  document.removeEventListener('click', onPress, true)
  forgetPress()
  const words = list?.dataset.failure
  // A page that has started after all tells by itself what it lacks.
  if (!words || app?.dataset.starting !== undefined) return
  const line = document.createElement('p')
  line.dataset.notStarted = ''
  line.role = 'alert'
  line.className = 'border-b-4 border-invalid bg-sunken px-4 py-3 sm:px-6'
  const again = document.createElement('a')
  again.href = window.location.href
  again.className = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'
  again.textContent = list?.dataset.reload ?? ''
  line.append(`${words} `, again)
  document.body.prepend(line)
}
// Told by `entry.client.tsx`.
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
    // One after the other: all at once they would hold up a slow phone for a quarter of a second.
    for (const script of scripts) {
      await import(/* @vite-ignore */ script)
      await turn()
    }
  } catch {
    // What does not come leaves a page to be read, which says so and starts when the network is back.
    document.dispatchEvent(new Event('notstarted'))
    window.addEventListener('online', () => window.location.reload(), { once: true })
  }
}

// A tab in the background draws nothing, and starts all the same.
if (document.hidden) void begin()
else {
  new PerformanceObserver(() => void begin()).observe({ type: 'paint', buffered: true })
  setTimeout(() => void begin(), LONGEST_WAIT_MS)
}
