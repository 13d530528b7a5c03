import type { Lang } from '#domain/lang.ts'
import { findPack } from '#domain/plans.ts'

/** The name of a pack that was bought, also when it is not sold any more. */
export const planName = (id: string | null, lang: Lang): string => findPack(id ?? '')?.name[lang] ?? id ?? ''
