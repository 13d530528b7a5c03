import { type ReactNode, useId } from 'react'
import { Modal } from './modal.tsx'

type DialogProps = {
  title: string
  onDismiss: () => void
  children: ReactNode
  /** The buttons, the main one last in reading order. */
  actions: ReactNode
  wide?: boolean
}

/** A question or a message in the middle of the window, with its title and its buttons. */
export function Dialog({ title, onDismiss, children, actions, wide = false }: DialogProps) {
  const id = useId()
  return (
    <Modal
      aria-labelledby={id}
      onDismiss={onDismiss}
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
        <div className="sticky bottom-0 low:static -mx-5 -mb-5 flex justify-end gap-3 bg-raised px-5 pt-2 pb-5 max-sm:flex-col-reverse sm:-mx-7 sm:-mb-7 sm:flex-wrap sm:px-7 sm:pb-7">
          {actions}
        </div>
      </div>
    </Modal>
  )
}
