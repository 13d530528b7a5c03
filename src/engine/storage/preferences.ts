import { TERMS_VERSION } from '#product/limits.ts'
import type { ProtocolInput } from '#reports/types.ts'

const PROTOCOL_KEY = 'levro.protocol'

export const PROTOCOL_INPUT_MAX_LENGTH = { purpose: 200, preparedBy: 100 } as const

const NO_PROTOCOL_INPUT: ProtocolInput = { purpose: '', preparedBy: '' }

/** The input of the last protocol on this device. */
export function loadProtocolInput(): ProtocolInput {
  try {
    const saved = JSON.parse(localStorage.getItem(PROTOCOL_KEY) ?? '{}') as Partial<
      Record<keyof ProtocolInput, unknown>
    >
    return { purpose: textOf(saved.purpose, 'purpose'), preparedBy: textOf(saved.preparedBy, 'preparedBy') }
  } catch {
    return NO_PROTOCOL_INPUT
  }
}

const textOf = (value: unknown, field: keyof ProtocolInput): string =>
  typeof value === 'string' ? value.slice(0, PROTOCOL_INPUT_MAX_LENGTH[field]) : ''

export function saveProtocolInput(input: ProtocolInput): void {
  try {
    localStorage.setItem(PROTOCOL_KEY, JSON.stringify(input))
  } catch {
    // Without storage they must be typed again.
  }
}

/** At sign-out. */
export function deleteProtocolInput(): void {
  try {
    localStorage.removeItem(PROTOCOL_KEY)
  } catch {
    // Without storage nothing was saved.
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
