import { useSyncExternalStore } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Icon } from './icon.tsx'
import { type Toast, toasts } from './toasts.ts'

const LOOK = {
  default: 'border-line-strong bg-raised text-ink',
  destructive: 'border-invalid bg-invalid-soft text-invalid',
} satisfies Record<Toast['variant'], string>

/** The stack of passing messages, newest shown; announced without taking the focus. */
export function Toasts() {
  const all = useSyncExternalStore(toasts.subscribe, toasts.all, toasts.all)
  const open = all.filter((toast) => toast.isOpen)
  return (
    <div
      role="status"
      data-toasts
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 grid justify-items-end gap-2"
    >
      {open.map((toast) => (
        <div
          key={toast.id}
          className={`arrive pointer-events-auto flex max-w-md items-center gap-3 rounded-base border py-1 ps-4 pe-1 shadow-lg ${LOOK[toast.variant]}`}
        >
          <p>{toast.text}</p>
          <button
            type="button"
            aria-label={m.close()}
            onClick={() => toasts.dismiss(toast.id)}
            className="grid size-11 shrink-0 place-items-center"
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
