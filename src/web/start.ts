// Runs before all else of the page, and does nothing but wait: a slow connection first draws the page, and then loads
// what makes it answer. The document says which scripts that are, in the order in which they are needed.
const list = document.getElementById('scripts')
const listed: unknown = JSON.parse(list?.textContent ?? '[]')
const scripts = Array.isArray(listed) ? listed.map(String) : []

const app = document.getElementById('app')

/** Keeps the last press on a button that does not answer yet: `early-input.ts` does it again. */
function onPress({ target }: Event): void {
  if (app?.dataset.starting !== undefined) return document.removeEventListener('click', onPress, true)
  app?.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  if (target instanceof Element)
    target.closest('button[type=button]:enabled')?.setAttribute('data-pressed', '')
}
document.addEventListener('click', onPress, true)

/** Browsers that do not tell when they have drawn. */
const LONGEST_WAIT_MS = 2000

/** The browser's turn: what was asked of it meanwhile. */
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Of what does not come, in the words that the document has for it. */
function tellOfFailure(): void {
  const words = list?.dataset.failure
  const main = document.getElementById('main')
  if (!main || words === undefined || main.querySelector('[data-failure]')) return
  const line = document.createElement('p')
  line.dataset.failure = ''
  line.role = 'status'
  line.className = 'mb-8 max-w-prose border-s-4 border-invalid bg-sunken px-4 py-3'
  line.textContent = words
  main.prepend(line)
}
document.addEventListener('notstarted', tellOfFailure, { once: true })

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
    tellOfFailure()
    window.addEventListener('online', () => window.location.reload(), { once: true })
  }
}

// A tab in the background draws nothing, and starts all the same.
if (document.hidden) void begin()
else {
  new PerformanceObserver(() => void begin()).observe({ type: 'paint', buffered: true })
  setTimeout(() => void begin(), LONGEST_WAIT_MS)
}
