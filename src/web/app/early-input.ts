type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A chosen file cannot be filled in again by anybody but the person. */
const isControl = (element: unknown): element is Control =>
  (element instanceof HTMLInputElement && element.type !== 'file') ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

const hasState = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const isChanged = (control: Control): boolean =>
  control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected === false
    : hasState(control)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue

/** Sets a value past React's own note of it, which is empty by then, so that the event that follows counts as a change. */
function setValue(control: Control, value: string): void {
  // Where somebody is still typing; fields for an email have no such place.
  const at = control instanceof HTMLSelectElement ? null : control.selectionStart
  control.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(
    control,
    value,
  )
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
  if (at !== null && !(control instanceof HTMLSelectElement)) control.setSelectionRange(at, at)
}

function setChecked(control: HTMLInputElement, isChecked: boolean): void {
  control.checked = !isChecked
  control.click()
}

/** Presses the button again that was pressed last while nothing answered (`start.ts`). */
function pressAgain(container: HTMLElement): void {
  const pressed = container.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}

/**
 * What a person fills in, or presses, while the page is still starting: React begins with its own state, which is empty.
 * Watches from now on.
 * @returns fills it in again, once React has taken the page over
 */
export function watchEarlyInput(container: HTMLElement): () => void {
  const values = new Map<Control, string | boolean>()
  const note = (control: Control) => values.set(control, hasState(control) ? control.checked : control.value)
  const onInput = ({ target }: Event) => void (isControl(target) && note(target))
  for (const control of container.querySelectorAll<Control>('input, textarea, select'))
    if (isControl(control) && isChanged(control)) note(control)
  container.addEventListener('input', onInput, true)
  return () => {
    container.removeEventListener('input', onInput, true)
    for (const [control, value] of values) {
      if (!control.isConnected) continue
      if (typeof value === 'string') setValue(control, value)
      // The one of a group that is chosen takes the choice from the others.
      else if (hasState(control) && (value || control.type === 'checkbox')) setChecked(control, value)
    }
    pressAgain(container)
  }
}
