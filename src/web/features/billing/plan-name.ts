import type { Lang } from '#i18n/language.ts'
import { findPack } from '#product/plans.ts'

/** The name of a pack that was bought, also when it is not sold any more. */
export const planName = (id: string | null, lang: Lang): string => findPack(id ?? '')?.name[lang] ?? id ?? ''
