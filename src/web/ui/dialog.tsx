import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = {
  title: string
  /** Called by Escape, by a click on the backdrop, and nothing else. */
  onDismiss: () => void
  children: ReactNode
  /** The buttons, the main one last in reading order. */
  actions: ReactNode
  wide?: boolean
}

/** The dialog's own scroll bar is the dialog too, and no backdrop. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/**
 * A modal of the browser's own: it traps and returns focus, and closes on Escape. It is open as long as it is mounted.
 */
export function Dialog({ title, onDismiss, children, actions, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // A click beside a modal is for the pointer alone; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current && isOutside(event, ref.current)) onDismiss()
      }}
      className={`m-auto max-h-[90dvh] w-[min(100%-2rem,var(--w))] rounded-base border border-line bg-raised p-0 text-ink shadow-2xl ${
        wide ? '[--w:52rem]' : '[--w:35rem]'
      }`}
    >
      <div className="grid gap-4 p-5 sm:p-7">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <div className="grid min-w-0 gap-3">{children}</div>
        {/* In sight however long the rest is. */}
        <div className="sticky bottom-0 -mx-5 -mb-5 flex justify-end gap-3 bg-raised px-5 pt-2 pb-5 max-sm:flex-col-reverse sm:-mx-7 sm:-mb-7 sm:flex-wrap sm:px-7 sm:pb-7">
          {actions}
        </div>
      </div>
    </dialog>
  )
}
