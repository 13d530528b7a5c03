import { type Topic, isTopic } from '#product/product.ts'

const KEY = 'levro.message'

/** The honeypot field is not saved: a user who filled it in can submit after a reload. */
type SavedDraft = Partial<Omit<Draft, 'website'>>

/** The contact message that was being written in this tab; damaged fields are left out, never an error. */
export function loadDraft(): SavedDraft {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof saved === 'object' && saved !== null ? validFields(saved) : {}
  } catch {
    return {}
  }
}

/** Merges fields into the saved draft. */
export function saveDraft(typed: Partial<Draft>): void {
  const { website: _, ...kept } = { ...loadDraft(), ...typed }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage only the convenience is lost.
  }
}

/** For a message that was sent, or after the user changed. */
export function deleteDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

function validFields(saved: Partial<Record<keyof SavedDraft, unknown>>): SavedDraft {
  const { name, email, topic, message, isAgreed } = saved
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
    ...(typeof topic === 'string' && isTopic(topic) && { topic }),
    ...(typeof message === 'string' && { message }),
    ...(typeof isAgreed === 'boolean' && { isAgreed }),
  }
}

/** A contact message while it is written. */
export type Draft = {
  name: string
  email: string
  topic: Topic
  message: string
  isAgreed: boolean
  /** Honeypot field, invisible to people. */
  website: string
}
