import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'

type ModalProps = ComponentProps<'dialog'> & {
  /** Called by Escape, by a click on the backdrop, and nothing else. */
  onDismiss: () => void
}

/** The dialog's own scroll bar is the dialog too, and no backdrop. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Who gets the focus back from the modal that has just gone, unless another takes its place at once. */
let returnTo: Element | null = null

/**
 * Gives the focus back when no modal follows: with each change of focus the browser works out the whole page's style anew,
 * since a modal makes all of it inert, and between two modals that would be for nothing.
 */
function giveFocusBack(opener: Element | null): void {
  // Of modals that go together the inner one was opened by what goes too.
  if (opener?.isConnected) returnTo = opener
  queueMicrotask(() => {
    const element = returnTo
    returnTo = null
    const isTaken = document.activeElement !== document.body
    if (!isTaken && element instanceof HTMLElement && element.isConnected)
      element.focus({ preventScroll: true })
  })
}

/** Whoever had the focus before this modal, and before the one whose place it takes. */
function takeOpener(): Element | null {
  const opener = returnTo ?? document.activeElement
  returnTo = null
  return opener
}

/**
 * A modal of the browser's own: it traps and returns focus, and closes on Escape. It is open as long as it is mounted.
 */
export function Modal({ onDismiss, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const opener = takeOpener()
    dialog?.showModal()
    return () => {
      dialog?.close()
      giveFocusBack(opener)
    }
  }, [])
  return (
    // A click beside a modal is for the pointer alone; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      onMouseDown={(event) => {
        if (event.target !== ref.current || !isOutside(event, ref.current)) return
        // The press would give the focus to what lies below, after the opener has got it back.
        event.preventDefault()
        onDismiss()
      }}
      {...rest}
    />
  )
}
