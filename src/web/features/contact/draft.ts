import type { Topic } from '#product/product.ts'
import { LIMITS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import type { Draft } from '#engine/storage/contact-draft.ts'

export type Need = 'name' | 'email' | 'valid_email' | 'message' | 'terms'

/** something@something.something; the server validates the address. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const isEmail = (text: string): boolean => EMAIL.test(text.trim())

/** The fields that are required before the message can be sent (INFO-02), in form order. */
export function missingFields({ name, email, message, isAgreed }: Draft): Need[] {
  const needs: Need[] = []
  if (name.trim() === '') needs.push('name')
  if (!isEmail(email)) needs.push(email.trim() === '' ? 'email' : 'valid_email')
  if (message.trim() === '') needs.push('message')
  if (!isAgreed) needs.push('terms')
  return needs
}

/** Remaining characters, counted as the server does; negative beyond the limit. */
export const charactersLeft = (text: string, limit: number): number => limit - Array.from(text.trim()).length

export const isTooLong = ({ name, message }: Draft): boolean =>
  charactersLeft(name, LIMITS.contactName) < 0 || charactersLeft(message, LIMITS.contactMessage) < 0

type Words = {
  label: () => string
  /** Information that helps to answer this kind of message. */
  hint: () => string
}

export const TOPICS = {
  general: { label: m.contact_topic_general, hint: m.contact_hint_general },
  billing: { label: m.contact_topic_billing, hint: m.contact_hint_billing },
  bug: { label: m.contact_topic_bug, hint: m.contact_hint_bug },
  feature: { label: m.contact_topic_feature, hint: m.contact_hint_feature },
} satisfies Record<Topic, Words>

const NEED = {
  name: m.contact_need_name,
  email: m.contact_need_email,
  valid_email: m.contact_need_valid_email,
  message: m.contact_need_message,
  terms: m.contact_need_terms,
} satisfies Record<Need, () => string>

/** The missing fields as one sentence; empty when there are none. */
export function missingFieldsText(needs: readonly Need[], lang: Lang): string {
  if (needs.length === 0) return ''
  const list = new Intl.ListFormat(LANGUAGES[lang].tag, { type: 'conjunction' })
  return m.contact_needs({ count: needs.length, needs: list.format(needs.map((need) => NEED[need]())) })
}

/** From this number of remaining characters on they are shown. */
const NAME_NEARLY_FULL = 20
const MESSAGE_NEARLY_FULL = 500

/** The remaining characters, or the excess. */
function charactersLeftText(room: number, lang: Lang): string {
  const count = Math.abs(room)
  const n = formatCount(count, lang)
  return room < 0 ? m.contact_over({ count, n }) : m.contact_left({ count, n })
}

export function nameCharactersLeft(name: string, lang: Lang): string | undefined {
  const room = charactersLeft(name, LIMITS.contactName)
  return room <= NAME_NEARLY_FULL ? charactersLeftText(room, lang) : undefined
}

export function messageCharactersLeft(message: string, lang: Lang): string {
  const limit = LIMITS.contactMessage
  const room = charactersLeft(message, limit)
  return room <= MESSAGE_NEARLY_FULL
    ? charactersLeftText(room, lang)
    : m.contact_up_to({ limit: formatCount(limit, lang) })
}

/** The error of a name or message that is too long. */
export const nameError = (name: string, lang: Lang): string | undefined =>
  tooLong(name, LIMITS.contactName, m.contact_name_long, lang)

export const messageError = (message: string, lang: Lang): string | undefined =>
  tooLong(message, LIMITS.contactMessage, m.contact_message_long, lang)

/** The error of a completed address. */
export const emailError = (email: string): string | undefined =>
  email.trim() === '' || isEmail(email) ? undefined : m.contact_email_invalid()

const tooLong = (text: string, limit: number, say: (figures: { limit: string }) => string, lang: Lang) =>
  charactersLeft(text, limit) < 0 ? say({ limit: formatCount(limit, lang) }) : undefined
