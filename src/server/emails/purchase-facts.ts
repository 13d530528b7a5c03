import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { findPack } from '#product/plans.ts'

export const packName = (plan: string, lang: Lang): string => findPack(plan)?.name[lang] ?? plan

/** The date in Bulgaria, where the product is sold. */
export const dateIn = (lang: Lang, time: number | null): string =>
  new Intl.DateTimeFormat(LANGUAGES[lang].tag, {
    dateStyle: 'long',
    timeZone: 'Europe/Sofia',
  }).format(time ?? 0)
