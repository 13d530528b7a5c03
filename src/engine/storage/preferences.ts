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

const RESUME_KEY = 'levro.resume'

/**
 * What a page goes on with: the converter with its bulk mode, or also with the conversion that the visitor has asked for, of
 * all prices or of the first ones; the check with the file that it kept.
 */
const RESUMES = ['bulk', 'convert', 'check'] as const
export type Resume = (typeof RESUMES)[number]

/** Records it before the page is left for the login or the payment. */
export function saveResume(resume: Resume): void {
  try {
    sessionStorage.setItem(RESUME_KEY, resume)
  } catch {
    // The rows are saved separately; the user chooses the mode, or the file of a check, again.
  }
}

/** What was recorded. */
export function loadResume(): Resume | undefined {
  try {
    const resume = sessionStorage.getItem(RESUME_KEY)
    return RESUMES.find((known) => known === resume)
  } catch {
    return undefined
  }
}

/** What was recorded, if it is one of these. A page that was opened instead of the recorded one has ended it. */
export function takeResume<R extends Resume>(...wanted: R[]): R | undefined {
  const resume = loadResume()
  if (resume !== undefined) sessionStorage.removeItem(RESUME_KEY)
  return wanted.find((one) => one === resume)
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
