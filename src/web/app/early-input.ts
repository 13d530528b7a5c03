type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A file input cannot be filled by a script, and keeps its file. */
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

/** Sets a value bypassing React's tracking of it, so that the event that follows counts as a change. */
function setValue(control: Control, value: string): void {
  // The cursor of a field that has the focus; email fields have no selection.
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

/** Repeats the last click on a button made before the page had started (`start.ts`). */
function pressAgain(container: HTMLElement): void {
  const pressed = container.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}

/**
 * Keeps what the user types or clicks while the page is still starting: React begins with its own empty
 * state. Watches from this call on.
 * @returns fills it in again, after hydration
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
      // Checking one radio button unchecks the others of its group.
      else if (hasState(control) && (value || control.type === 'checkbox')) setChecked(control, value)
    }
    for (const file of container.querySelectorAll<HTMLInputElement>('[type=file]'))
      if (file.value) file.dispatchEvent(new Event('change', { bubbles: true }))
    pressAgain(container)
  }
}
