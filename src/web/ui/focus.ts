/** Time within which the worker's response is rendered. */
const WAIT_AT_MOST_MS = 1000

/** Focuses the first of these elements that is displayed or appears shortly. */
export const focusOn = (...ids: readonly string[]): void => focusFirst(ids, {})

/** The same without scrolling to it. */
export const focusInPlace = (...ids: readonly string[]): void => focusFirst(ids, { preventScroll: true })

function focusFirst(ids: readonly string[], options: FocusOptions): void {
  const until = performance.now() + WAIT_AT_MOST_MS
  const attempt = () => {
    const [element] = ids
      .map((id) => document.getElementById(id))
      .filter((found) => found !== null && found.getClientRects().length > 0)
    if (element) element.focus(options)
    else if (performance.now() < until) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Scrolls to the start of a section and focuses it, or a part of it. */
export function scrollToAndFocus(id: string, sectionId = id): void {
  requestAnimationFrame(() => {
    document.getElementById(id)?.focus({ preventScroll: true })
    document.getElementById(sectionId)?.scrollIntoView({ block: 'start' })
  })
}
