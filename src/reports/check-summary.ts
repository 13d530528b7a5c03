import type { Lang } from '#i18n/language.ts'
import { sideOf } from '#money/amount.ts'
import type { Currency } from '#money/currency.ts'
import { formatCount, formatExactMoney } from '#money/format.ts'
import type { CheckSummary } from '#pricelist/pairs/check-pairs.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { m } from '#i18n/messages/messages.js'

/**
 * The result of a check in one sentence.
 * @param n in place of the number that it is about
 */
export function checkSentence({ checked, off }: CheckSummary, lang: Lang, n?: string): string {
  const locale = { locale: lang }
  const number = n ?? formatCount(off === 0 ? checked : off, lang)
  if (checked === 1 && off === 1) return m.check_only_off({}, locale)
  return off === 0
    ? m.check_all_right({ count: checked, n: number }, locale)
    : m.check_off({ count: off, n: number, total: formatCount(checked, lang) }, locale)
}

const ONE_OFF = { BGN: m.check_one_stotinka, EUR: m.check_one_cent } satisfies Record<
  Currency,
  typeof m.check_one_cent
>

/** One figure of a check; `isWrong`: it counts what is off. */
export type CheckFigure = { readonly label: string; readonly text: string; readonly isWrong: boolean }

const figure = (label: string, text: string, isWrong = false): CheckFigure => ({ label, text, isWrong })

/** The figures of a check, the checked pairs first. */
export function checkFigures(summary: CheckSummary, direction: PairDirection, lang: Lang): CheckFigure[] {
  const locale = { locale: lang }
  const n = (count: number) => formatCount(count, lang)
  const wrong = derivedCurrency(direction)
  const side = sideOf(wrong)
  const amount = (decimal: string) => formatExactMoney(decimal.replace('-', ''), wrong, lang)
  const { largest } = summary
  return [
    figure(m.check_checked({}, locale), n(summary.checked)),
    figure(m.check_exact({}, locale), n(summary.exact)),
    figure(m.check_wrong({}, locale), n(summary.off), summary.off > 0),
    ...(largest
      ? [
          figure(ONE_OFF[wrong]({}, locale), n(summary.offByOne)),
          figure(m.check_largest({ row: n(largest.row) }, locale), amount(largest.difference[side])),
          figure(m.check_sum({}, locale), amount(summary.sumOfDifferences[side])),
        ]
      : []),
    ...(summary.notChecked > 0 ? [figure(m.check_missing({}, locale), n(summary.notChecked))] : []),
  ]
}
