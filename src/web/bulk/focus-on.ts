/** Moves the focus to the first of these elements that is there, once what is being drawn now stands. */
export function focusOn(...ids: readonly string[]): void {
  requestAnimationFrame(() => {
    const [element] = ids.map((id) => document.getElementById(id)).filter((found) => found !== null)
    element?.focus()
  })
}
