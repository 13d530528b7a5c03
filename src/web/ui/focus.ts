/** Time within which the worker's response is rendered. */
const WAIT_AT_MOST_MS = 1000

/** Focuses the first of these elements that is displayed or appears shortly. */
export const focusOn = (...ids: readonly string[]): void => whenThere(ids, (element) => element.focus())

/** The same without scrolling to it. */
export const focusInPlace = (...ids: readonly string[]): void =>
  whenThere(ids, (element) => element.focus({ preventScroll: true }))

/** Scrolls to the start of a section, and focuses it or a part of it. */
export const scrollToAndFocus = (id: string, sectionId = id): void =>
  whenThere([id], (element) => {
    element.focus({ preventScroll: true })
    document.getElementById(sectionId)?.scrollIntoView({ block: 'start' })
  })

function whenThere(ids: readonly string[], then: (element: HTMLElement) => void): void {
  const until = performance.now() + WAIT_AT_MOST_MS
  const attempt = () => {
    const [element] = ids
      .map((id) => document.getElementById(id))
      .filter((found) => found !== null && found.getClientRects().length > 0)
    if (element) then(element)
    else if (performance.now() < until) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
