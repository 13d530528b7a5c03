import { useSyncExternalStore } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Icon } from './icon.tsx'

export type Toast = { id: number; text: string; variant: 'default' | 'destructive'; isOpen: boolean }

/** Maximum number of visible toasts; a dismissed one is removed from memory after REMOVE_AFTER_MS (LAY-05). */
const SHOWN_AT_MOST = 1
const REMOVE_AFTER_MS = 1_000_000
const DISMISS_AFTER_MS = 6_000

/** The toasts of the page. */
class ToastStack {
  #toasts: readonly Toast[] = []
  #listeners = new Set<() => void>()
  #nextId = 1

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  all = (): readonly Toast[] => this.#toasts

  show(text: string, variant: Toast['variant'] = 'default'): void {
    const id = this.#nextId++
    for (const older of this.#toasts.filter((toast) => toast.isOpen).slice(SHOWN_AT_MOST - 1))
      this.dismiss(older.id)
    this.#set([{ id, text, variant, isOpen: true }, ...this.#toasts])
    // An error stays until it is dismissed.
    if (variant === 'default') setTimeout(() => this.dismiss(id), DISMISS_AFTER_MS)
  }

  dismiss(id: number): void {
    if (!this.#toasts.some((toast) => toast.id === id && toast.isOpen)) return
    this.#set(this.#toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
    setTimeout(() => this.#set(this.#toasts.filter((toast) => toast.id !== id)), REMOVE_AFTER_MS)
  }

  /** Messages for a signed-out visitor end with the sign-in. */
  dismissAll(): void {
    for (const { id } of this.#toasts) this.dismiss(id)
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts
    for (const listener of this.#listeners) listener()
  }
}

export const toasts = new ToastStack()

const LOOK = {
  default: 'border-line-strong bg-raised text-ink',
  destructive: 'border-error bg-error-soft text-error',
} satisfies Record<Toast['variant'], string>

/** The stack of toasts, newest shown; announced without taking the focus. */
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
          className={`arrive pointer-events-auto flex max-w-md items-center gap-3 rounded-base border py-1 ps-4 pe-1 shadow-float ${LOOK[toast.variant]}`}
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
