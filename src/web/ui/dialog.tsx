import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

type ModalProps = ComponentProps<'dialog'> & {
  /** Called by Escape and by a click on the backdrop only. */
  onDismiss: () => void
}

/** A click on the dialog's own scroll bar is inside. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** The element that gets the focus back from the modal that has just closed, unless another opens at once. */
let returnTo: Element | null = null

/**
 * Returns the focus when no modal follows: each change of focus recalculates the style of the whole page,
 * since a modal makes it inert; between two modals that is avoided.
 */
function giveFocusBack(opener: Element | null): void {
  // When nested modals close together, the inner opener is gone too.
  if (opener?.isConnected) returnTo = opener
  queueMicrotask(() => {
    const element = returnTo
    returnTo = null
    const isTaken = document.activeElement !== document.body
    if (!isTaken && element instanceof HTMLElement && element.isConnected)
      element.focus({ preventScroll: true })
  })
}

/** The element that had the focus before this modal, or before the one that it replaces. */
function takeOpener(): Element | null {
  const opener = returnTo ?? document.activeElement
  returnTo = null
  return opener
}

/** A native modal dialog: traps and returns focus, closes on Escape. Open as long as it is mounted. */
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
        // The click would focus the element below the backdrop after the focus was returned.
        event.preventDefault()
        onDismiss()
      }}
      {...rest}
    />
  )
}

type DialogProps = {
  title: string
  onDismiss: () => void
  children: ReactNode
  /** The buttons, the main one last in reading order. */
  actions: ReactNode
  wide?: boolean
}

/** A question or message in a modal, with title and buttons. */
export function Dialog({ title, onDismiss, children, actions, wide = false }: DialogProps) {
  const id = useId()
  return (
    <Modal
      aria-labelledby={id}
      onDismiss={onDismiss}
      className={`m-auto max-h-[90dvh] w-[min(100%-2rem,var(--w))] rounded-card border border-line bg-raised p-0 text-ink shadow-float ${
        wide ? '[--w:52rem]' : '[--w:35rem]'
      }`}
    >
      <div className="grid gap-4 p-5 sm:p-7">
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        <div className="grid min-w-0 gap-3">{children}</div>
        {/* In sight however long the rest is. */}
        <div className="sticky bottom-0 low:static -mx-5 -mb-5 flex justify-end gap-3 bg-raised px-5 pt-2 pb-5 max-sm:flex-col-reverse sm:-mx-7 sm:-mb-7 sm:flex-wrap sm:px-7 sm:pb-7">
          {actions}
        </div>
      </div>
    </Modal>
  )
}
