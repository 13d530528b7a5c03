import type { Lang } from '#i18n/language.ts'

/** The product's name, support address and public address: the one place where they stand. */
export const PRODUCT = {
  name: { bg: 'Левро', en: 'Levro' } satisfies Record<Lang, string>,
  /** For file names. */
  slug: 'levro',
  supportEmail: 'support@levro.bg',
  origin: 'https://levro.bg',
} as const
