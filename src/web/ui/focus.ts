/** What is being drawn after an answer of the workbench stands by then. */
const WAIT_AT_MOST_MS = 1000

/** Moves the focus to the first of these elements that is there, or will be in a moment. */
export function focusOn(...ids: readonly string[]): void {
  const until = performance.now() + WAIT_AT_MOST_MS
  const attempt = () => {
    const [element] = ids.map((id) => document.getElementById(id)).filter((found) => found !== null)
    if (element) element.focus()
    else if (performance.now() < until) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Moves the focus to the start of a part of the page, and the part to the top of the window. */
export function scrollToAndFocus(id: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'start' })
  })
}
