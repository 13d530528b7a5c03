import { LIMITS } from '#product/limits.ts'

const MAX_LOCAL_LENGTH = 64

// ASCII alone: look-alikes (a fullwidth ＠, a Cyrillic а, the Kelvin sign that lowers to k) are refused rather than
// folded, quoted local parts (RFC 5321) are no one's address, and the last label is no number.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/**
 * An email address. Its `key` is the one spelling under which it is looked up, so that nobody has two accounts by the
 * case of a letter. Letters go to its `address`: a domain has no case, but the part before the sign belongs to its host
 * and is passed on as it was typed (RFC 5321, 2.4).
 */
export type Email = { key: string; address: string }

/** The address that the text is, or undefined when it is none. */
export function parseEmail(text: string): Email | undefined {
  // Before any pattern sees it.
  if (text.length > 2 * LIMITS.emailLength) return undefined
  const email = text.trim()
  if (email.length > LIMITS.emailLength) return undefined
  const [local = '', domain = '', ...more] = email.split('@')
  if (more.length > 0 || local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return undefined
  if (!isDomain(domain)) return undefined
  return { key: email.toLowerCase(), address: `${local}@${domain.toLowerCase()}` }
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  )
}
