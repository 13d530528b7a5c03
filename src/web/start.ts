// Runs before all else of the page, and does nothing but wait: a slow connection first draws the page, and then loads
// what makes it answer. The document says which scripts that are, in the order in which they are needed.
const listed: unknown = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
const scripts = Array.isArray(listed) ? listed.map(String) : []

/** Browsers that do not tell when they have drawn. */
const LONGEST_WAIT_MS = 2000

let hasBegun = false
function begin(): void {
  if (hasBegun) return
  hasBegun = true
  for (const href of scripts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    link.fetchPriority = 'low'
    document.head.append(link)
  }
  const [entry] = scripts
  if (entry === undefined) return
  // What does not come leaves a page to be read, which starts when the network is back.
  import(/* @vite-ignore */ entry).catch(() =>
    window.addEventListener('online', () => window.location.reload(), { once: true }),
  )
}

// A tab in the background draws nothing, and starts all the same.
if (document.hidden) begin()
else {
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, LONGEST_WAIT_MS)
}
