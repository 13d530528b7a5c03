import { LIMITS } from '#domain/limits.ts'

const MAX_LOCAL_LENGTH = 64

// ASCII alone: look-alikes (a fullwidth ＠, a Cyrillic а, the Kelvin sign that lowers to k) are refused rather than
// folded, quoted local parts (RFC 5321) are no one's address, and the last label is no number.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** The one spelling under which an address is stored and looked up, or undefined when the text is no address. */
export function parseEmail(text: string): string | undefined {
  // Before any pattern sees it.
  if (text.length > 2 * LIMITS.emailLength) return undefined
  const email = text.trim()
  if (email.length > LIMITS.emailLength) return undefined
  const [local = '', domain = '', ...more] = email.split('@')
  if (more.length > 0 || local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return undefined
  return isDomain(domain) ? email.toLowerCase() : undefined
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  )
}
