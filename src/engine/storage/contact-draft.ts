import { isTopic } from '#product/product.ts'
import type { Topic } from '#product/product.ts'

const KEY = 'levro.message'

/** The hidden field is not kept: whoever fell into the trap is out of it with the next page. */
type Kept = Partial<Omit<Draft, 'website'>>

/** What was typed of a message when its page was left, in this tab alone. What is damaged is left out, never an error. */
export function loadDraft(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? wholeIn(kept) : {}
  } catch {
    return {}
  }
}

/** Adds to what is kept. */
export function saveDraft(typed: Partial<Draft>): void {
  const { website: _, ...kept } = { ...loadDraft(), ...typed }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A full or forbidden store loses only the comfort.
  }
}

/** It has been sent, or is somebody else's now. */
export function deleteDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

function wholeIn(kept: Partial<Record<keyof Kept, unknown>>): Kept {
  const { name, email, topic, message, isAgreed } = kept
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
    ...(typeof topic === 'string' && isTopic(topic) && { topic }),
    ...(typeof message === 'string' && { message }),
    ...(typeof isAgreed === 'boolean' && { isAgreed }),
  }
}

/** A message to support as far as it is written. */
export type Draft = {
  name: string
  email: string
  topic: Topic
  message: string
  isAgreed: boolean
  /** The field that people do not see. */
  website: string
}
