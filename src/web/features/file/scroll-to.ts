import { whenThere } from '../../ui/focus.ts'

/** How long parts above may still change their height, ms. */
const HOLD_MS = 1000

/** Events by which the user scrolls or moves the focus: they end the correction of the position. */
const BY_USER = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Scrolls to the start of a section, and focuses it or a part of it. */
export const scrollToAndFocus = (id: string, sectionId = id): void =>
  whenThere([id], (element) => {
    element.focus({ preventScroll: true })
    const section = document.getElementById(sectionId)
    if (section) scrollAndHold(section)
  })

/** Scrolls to an element, and again where what is still loading moves it, until the user scrolls. */
function scrollAndHold(element: Element): void {
  const until = performance.now() + HOLD_MS
  const user = new AbortController()
  for (const kind of BY_USER)
    window.addEventListener(kind, () => user.abort(), { signal: user.signal, passive: true })
  let top: number | undefined
  const attempt = () => {
    if (user.signal.aborted) return
    if (top === undefined || Math.abs(element.getBoundingClientRect().top - top) > 1) {
      element.scrollIntoView({ block: 'start' })
      ;({ top } = element.getBoundingClientRect())
    }
    if (element.isConnected && performance.now() < until) requestAnimationFrame(attempt)
    else user.abort()
  }
  attempt()
}
