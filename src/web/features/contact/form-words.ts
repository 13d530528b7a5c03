import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { isEmail, type Need, roomOf } from './draft.ts'

const NEED = {
  name: m.contact_need_name,
  email: m.contact_need_email,
  valid_email: m.contact_need_valid_email,
  message: m.contact_need_message,
  terms: m.contact_need_terms,
} satisfies Record<Need, () => string>

/** What is still to be filled in, as one sentence; empty when nothing is. */
export function needsText(needs: readonly Need[], lang: Lang): string {
  if (needs.length === 0) return ''
  const list = new Intl.ListFormat(lang === 'bg' ? 'bg-BG' : 'en-GB', { type: 'conjunction' })
  return m.contact_needs({ count: needs.length, needs: list.format(needs.map((need) => NEED[need]())) })
}

/** From here on what is left is counted down. */
const NAME_NEARLY_FULL = 20
const MESSAGE_NEARLY_FULL = 500

/** How much may still be written, or by how much it is too long. */
function roomText(room: number, lang: Lang): string {
  const count = Math.abs(room)
  const n = formatCount(count, lang)
  return room < 0 ? m.contact_over({ count, n }) : m.contact_left({ count, n })
}

export function nameRoom(name: string, lang: Lang): string | undefined {
  const room = roomOf(name, LIMITS.contactName)
  return room <= NAME_NEARLY_FULL ? roomText(room, lang) : undefined
}

export function messageRoom(message: string, lang: Lang): string {
  const limit = LIMITS.contactMessage
  const room = roomOf(message, limit)
  return room <= MESSAGE_NEARLY_FULL
    ? roomText(room, lang)
    : m.contact_up_to({ limit: formatCount(limit, lang) })
}

/** What is wrong with a name or a message that is too long. */
export const nameError = (name: string, lang: Lang): string | undefined =>
  tooLong(name, LIMITS.contactName, m.contact_name_long, lang)

export const messageError = (message: string, lang: Lang): string | undefined =>
  tooLong(message, LIMITS.contactMessage, m.contact_message_long, lang)

/** What is wrong with an address that somebody has finished. */
export const emailError = (email: string): string | undefined =>
  email.trim() === '' || isEmail(email) ? undefined : m.contact_email_invalid()

const tooLong = (text: string, limit: number, say: (figures: { limit: string }) => string, lang: Lang) =>
  roomOf(text, limit) < 0 ? say({ limit: formatCount(limit, lang) }) : undefined
