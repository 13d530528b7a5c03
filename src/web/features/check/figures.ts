import type { Lang } from '#i18n/language.ts'
import { formatCount, formatExactMoney } from '#money/format.ts'
import type { Currency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import { derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'

const ONE_OFF = { BGN: m.check_one_stotinka, EUR: m.check_one_cent } satisfies Record<Currency, () => string>

/** One figure of the check; `isWrong`: it counts what is off. */
export type Figure = { readonly label: string; readonly text: string; readonly isWrong: boolean }

const figure = (label: string, text: string, isWrong = false): Figure => ({ label, text, isWrong })

/** The figures of a check in the language of the page, the checked pairs first. */
export function figuresOf({ summary, direction }: CheckedFile, lang: Lang): Figure[] {
  const n = (count: number) => formatCount(count, lang)
  const wrong = derivedCurrency(direction)
  const side = sideOf(wrong)
  const amount = (decimal: string) => formatExactMoney(decimal.replace('-', ''), wrong, lang)
  const { largest } = summary
  return [
    figure(m.check_checked(), n(summary.checked)),
    figure(m.check_exact(), n(summary.exact)),
    figure(m.check_wrong(), n(summary.off), summary.off > 0),
    ...(largest
      ? [
          figure(ONE_OFF[wrong](), n(summary.offByOne)),
          figure(m.check_largest({ row: n(largest.row) }), amount(largest.difference[side])),
          figure(m.check_sum(), amount(summary.sumOfDifferences[side])),
        ]
      : []),
    ...(summary.notChecked > 0 ? [figure(m.check_missing(), n(summary.notChecked))] : []),
  ]
}
