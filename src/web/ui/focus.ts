/** Time within which the worker's response is rendered. */
const WAIT_AT_MOST_MS = 1000

/** Focuses the first of these elements that is displayed or appears shortly. */
export const focusOn = (...ids: readonly string[]): void => whenThere(ids, (element) => element.focus())

/** The same without scrolling to it. */
export const focusInPlace = (...ids: readonly string[]): void =>
  whenThere(ids, (element) => element.focus({ preventScroll: true }))

/** Calls `then` with the first of these elements that is displayed or appears shortly. */
export function whenThere(ids: readonly string[], then: (element: HTMLElement) => void): void {
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
