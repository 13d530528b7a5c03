import { LIMITS } from '#product/limits.ts'

const MAX_LOCAL_LENGTH = 64

// ASCII only: look-alikes (fullwidth ＠, Cyrillic а, the Kelvin sign that lowers to k) are rejected, not folded. Quoted local
// parts (RFC 5321) are rejected too, and a numeric top-level domain.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/**
 * An email address. `key` is its lower-case form, unique per account. Emails go to `address`, with the local part as typed:
 * only the domain is case-insensitive (RFC 5321, 2.4).
 */
export type Email = { key: string; address: string }

/** Parses an email address; undefined when invalid. */
export function parseEmail(text: string): Email | undefined {
  // Before trimming and regular expressions, whose cost grows with the length.
  if (text.length > 2 * LIMITS.emailLength) return undefined
  const email = text.trim()
  if (email.length > LIMITS.emailLength) return undefined
  const [local = '', domain = '', ...rest] = email.split('@')
  if (rest.length > 0 || local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return undefined
  if (!isDomain(domain)) return undefined
  return { key: email.toLowerCase(), address: `${local}@${domain.toLowerCase()}` }
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/\.\d+$/.test(text)
}
