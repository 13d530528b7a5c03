import type { Doubt } from '#pricelist/warnings.ts'
import { formatCount, formatRate } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { titleOfColumn } from '#reports/column-title.ts'

/** What speaks against converting the file, in a sentence. */
export function doubtText(doubt: Doubt, lang: Lang): string {
  switch (doubt.what) {
    case 'currency-named':
      return namedText(doubt)
    case 'converted-column': {
      const { currency, taken } = doubt
      const column = titleOfColumn(doubt.index, doubt.title)
      return currency === taken
        ? m.guard_is_other({ column, rate: formatRate(lang), currency })
        : m.guard_has_other({ column, currency })
    }
    case 'sale-above-regular': {
      const { count, sale, regular } = doubt
      return m.guard_sales({ count, n: formatCount(count, lang), sale, regular })
    }
  }
}

function namedText({ where, text, named }: Extract<Doubt, { what: 'currency-named' }>): string {
  switch (where) {
    case 'title':
      return m.guard_named_title({ text, named })
    case 'above':
      return m.guard_named_above({ text, named })
    case 'below':
      return m.guard_named_below({ text, named })
    case 'sheet':
      return m.guard_named_sheet({ text, named })
    case 'file-name':
      return m.guard_named_file({ text, named })
  }
}

/** Doubts that the person is reminded of when tokens are about to be spent: those that would make it all in vain. */
export const isGrave = ({ what }: Doubt): boolean => what !== 'sale-above-regular'
