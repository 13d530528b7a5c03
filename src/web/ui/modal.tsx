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

/**
 * A modal of the browser's own: it traps and returns focus, and closes on Escape. It is open as long as it is mounted.
 */
export function Modal({ onDismiss, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
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
