import { TERMS_VERSION } from '#product/limits.ts'
import type { ProtocolInput } from '#reports/types.ts'

const PROTOCOL_KEY = 'levro.protocol'

export const WISHES_AT_MOST = { purpose: 200, preparedBy: 100 } as const

const NO_PROTOCOL_INPUT: ProtocolInput = { purpose: '', preparedBy: '' }

/** What was said in the last protocol, as this device keeps it. */
export function loadProtocolInput(): ProtocolInput {
  try {
    const kept = JSON.parse(localStorage.getItem(PROTOCOL_KEY) ?? '{}') as Partial<
      Record<keyof ProtocolInput, unknown>
    >
    return { purpose: textOf(kept.purpose, 'purpose'), preparedBy: textOf(kept.preparedBy, 'preparedBy') }
  } catch {
    return NO_PROTOCOL_INPUT
  }
}

const textOf = (value: unknown, field: keyof ProtocolInput): string =>
  typeof value === 'string' ? value.slice(0, WISHES_AT_MOST[field]) : ''

export function keepWishes(wishes: ProtocolInput): void {
  try {
    localStorage.setItem(PROTOCOL_KEY, JSON.stringify(wishes))
  } catch {
    // A forbidden store only means that they are typed again.
  }
}

/** Whoever signs in next is somebody else. */
export function forgetWishes(): void {
  try {
    localStorage.removeItem(PROTOCOL_KEY)
  } catch {
    // Then nothing was kept.
  }
}

const RESUME_KEY = 'levro.resume'

/** Remembers, on the way to the login, that the converter was left in its bulk mode. */
export function resumeInBulk(): void {
  try {
    sessionStorage.setItem(RESUME_KEY, 'bulk')
  } catch {
    // The rows are kept all the same; the person chooses the mode again.
  }
}

/** Whether the converter was left in its bulk mode; true once. */
export function takeResumeMode(): boolean {
  try {
    const isBulk = sessionStorage.getItem(RESUME_KEY) === 'bulk'
    sessionStorage.removeItem(RESUME_KEY)
    return isBulk
  } catch {
    return false
  }
}

const TERMS_KEY = 'levro.terms'

/** Whether the current version of the terms was accepted on this device. */
export function hasAcceptedTerms(): boolean {
  try {
    return localStorage.getItem(TERMS_KEY) === TERMS_VERSION
  } catch {
    return false
  }
}

export function saveAcceptedTerms(): void {
  try {
    localStorage.setItem(TERMS_KEY, TERMS_VERSION)
  } catch {
    // Without storage the user is asked again.
  }
}
