import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { Lang } from '#i18n/language.ts'
import { titleOfColumn } from './column-title.ts'
import type { FileFacts } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'

/** What the columns of one pair are called together. */
export function pairTitle({ bgn, eur }: PairColumns, { detection }: FileFacts, locale: Lang): string {
  const titleOf = (index: number) => titleOfColumn(index, detection.all[index]?.title)
  return bgn === eur
    ? m.check_column_double({ column: titleOf(bgn) }, { locale })
    : m.check_column_pair({ bgn: titleOf(bgn), eur: titleOf(eur) }, { locale })
}
