import type { ProtocolWishes } from '../export/types.ts'

const KEY = 'levro.protocol'

export const WISHES_AT_MOST = { purpose: 200, preparedBy: 100 } as const

const NONE: ProtocolWishes = { purpose: '', preparedBy: '' }

/** What was said in the last protocol, as this device keeps it. */
export function keptWishes(): ProtocolWishes {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<
      Record<keyof ProtocolWishes, unknown>
    >
    return { purpose: textOf(kept.purpose, 'purpose'), preparedBy: textOf(kept.preparedBy, 'preparedBy') }
  } catch {
    return NONE
  }
}

const textOf = (value: unknown, field: keyof ProtocolWishes): string =>
  typeof value === 'string' ? value.slice(0, WISHES_AT_MOST[field]) : ''

export function keepWishes(wishes: ProtocolWishes): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes))
  } catch {
    // A forbidden store only means that they are typed again.
  }
}

/** Whoever signs in next is somebody else. */
export function forgetWishes(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was kept.
  }
}
