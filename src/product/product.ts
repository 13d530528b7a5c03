import type { Lang } from '#i18n/language.ts'

/** The product's name, support address and public address, in one place. */
export const PRODUCT = {
  name: { bg: 'Левро', en: 'Levro' } satisfies Record<Lang, string>,
  /** For file names. */
  slug: 'levro',
  supportEmail: 'support@levro.bg',
  origin: 'https://levro.bg',
} as const

export const CONTACT_TOPICS = ['general', 'billing', 'bug', 'feature'] as const

export type Topic = (typeof CONTACT_TOPICS)[number]

export const isTopic = (text: string | null): text is Topic =>
  text !== null && (CONTACT_TOPICS as readonly string[]).includes(text)
