export type Toast = { id: number; text: string; variant: 'default' | 'destructive'; isOpen: boolean }

/** At most one is shown; a dismissed one leaves memory after this long (LAY-05). */
const SHOWN_AT_MOST = 1
const REMOVE_AFTER_MS = 1_000_000
const DISMISS_AFTER_MS = 6_000

/** The passing messages of the page. */
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
    // A failure stays until it is read.
    if (variant === 'default') setTimeout(() => this.dismiss(id), DISMISS_AFTER_MS)
  }

  dismiss(id: number): void {
    if (!this.#toasts.some((toast) => toast.id === id && toast.isOpen)) return
    this.#set(this.#toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
    setTimeout(() => this.#set(this.#toasts.filter((toast) => toast.id !== id)), REMOVE_AFTER_MS)
  }

  /** What was told to somebody who was not signed in is over when they are. */
  dismissAll(): void {
    for (const { id } of this.#toasts) this.dismiss(id)
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts
    for (const listener of this.#listeners) listener()
  }
}

export const toasts = new ToastStack()
