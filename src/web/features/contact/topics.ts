import type { Topic } from '#api/site.ts'
import { m } from '#i18n/messages/messages.js'

type Words = {
  label: () => string
  /** What makes such a message easy to answer. */
  hint: () => string
}

export const TOPICS = {
  general: { label: m.contact_topic_general, hint: m.contact_hint_general },
  billing: { label: m.contact_topic_billing, hint: m.contact_hint_billing },
  bug: { label: m.contact_topic_bug, hint: m.contact_hint_bug },
  feature: { label: m.contact_topic_feature, hint: m.contact_hint_feature },
} satisfies Record<Topic, Words>

export const isTopic = (text: string | null): text is Topic => text !== null && Object.hasOwn(TOPICS, text)
