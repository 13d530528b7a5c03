import { currencySign, formatCount, formatDifference, formatRate } from '#money/format.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { formatDateTime } from '#i18n/format.ts'
import type { Lang } from '#i18n/language.ts'
import { COUNT_FIELD, ROW_STATUSES, type RowStatus } from '#pricelist/row.ts'
import { listRoundingDifferences, problemOf } from './results.ts'
import { m } from '#i18n/messages/messages.js'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { FileSummary, ReportSummary, ResultRow } from './types.ts'
import type { PriceProblem } from '#pricelist/types.ts'

const COUNT_OF = { valid: m.count_valid, invalid: m.count_invalid, empty: m.count_empty } as const

/** Texts of exported files in one language: a worker has no page to take the language from. */
export function exportLabels(
  lang: Lang,
  { filename, createdAt, counts, rounding, priceColumns }: ReportSummary,
) {
  const locale = { locale: lang }
  return {
    title: m.export_title({}, locale),
    sheetResults: m.export_sheet_results({}, locale),
    sheetSummary: m.export_sheet_summary({}, locale),
    file: {
      label: m.export_file({}, locale),
      name: filename ?? m.export_typed_rows({}, locale),
    },
    date: {
      label: m.export_date({}, locale),
      text: formatDateTime(createdAt, lang, { dateStyle: 'long', timeStyle: 'short' }),
    },
    rate: `1 ${currencySign(EURO, lang)} = ${formatRate(lang)} ${currencySign(NATIONAL, lang)}`,
    rule: m.export_rule({}, locale),
    total: m.export_total({}, locale),
    columns: {
      number: m.export_number({}, locale),
      name: m.column_name({}, locale),
      bgn: m.word_leva({}, locale),
      eur: m.word_euro({}, locale),
      status: m.column_status({}, locale),
      originalPrice: filename === null ? m.export_typed_price({}, locale) : m.export_file_price({}, locale),
      currency: m.column_currency({}, locale),
      priceColumn: m.protocol_column({}, locale),
      line: filename === null ? m.column_line({}, locale) : m.protocol_line({}, locale),
      shortLine: m.column_line({}, locale),
      reason: m.protocol_note({}, locale),
    },
    /** Titles of the price columns, where there are several. */
    priceTitles: priceColumns.map(
      ({ index, title }) => title || m.column_number({ number: index + 1 }, locale),
    ),
    labels: {
      rate: m.export_rate({}, locale),
      rule: m.export_rounding({}, locale),
      rows: m.export_rows({}, locale),
      valid: m.export_valid({}, locale),
      invalid: m.export_invalid({}, locale),
      empty: m.export_empty({}, locale),
      totalBgn: m.total_bgn({}, locale),
      totalEur: m.total_eur({}, locale),
    },
    /** Rounding difference of each total that has one. */
    rounding: listRoundingDifferences(rounding).map(({ currency, difference }) => ({
      label: `${m.rounding_sum({}, locale)} (${currencySign(currency, lang)})`,
      difference,
      text: formatDifference(difference, currency, lang),
    })),
    roundingLabel: m.rounding_sum({}, locale),
    status: {
      valid: m.status_valid({}, locale),
      invalid: m.status_invalid({}, locale),
      empty: m.status_empty({}, locale),
    } satisfies Record<RowStatus, string>,
    /** Why a row was not converted; '' for a converted or an empty one. */
    reasonOf: (row: ResultRow): string => {
      const problem = problemOf(row)
      return problem ? PRICE_PROBLEM_TEXT[problem]({}, locale) : ''
    },
    /** Number of rows by status: `238 валидни`. */
    counts: ROW_STATUSES.map((status) => {
      const count = counts[COUNT_FIELD[status]]
      return { status, count, text: COUNT_OF[status]({ count, n: formatCount(count, lang) }, locale) }
    }),
    page: (page: number, pages: number) =>
      m.export_page({ page: formatCount(page, lang), pages: formatCount(pages, lang) }, locale),
  }
}

export type ExportLabels = ReturnType<typeof exportLabels>

/**
 * Title of a column of the file; its number where it has none.
 * @param index from 0
 */
export const columnTitle = (index: number, title = ''): string =>
  title || m.column_number({ number: index + 1 })

/** Title of a price pair: its column, or both. */
export function pairTitle({ national, euro }: PairColumns, { detection }: FileSummary, locale: Lang): string {
  const titleOf = (index: number) => columnTitle(index, detection.all[index]?.title)
  return national === euro
    ? m.check_column_double({ column: titleOf(national) }, { locale })
    : m.check_column_pair({ bgn: titleOf(national), eur: titleOf(euro) }, { locale })
}

export const PRICE_PROBLEM_TEXT = {
  'no-price': m.problem_no_price,
  'not-a-price': m.problem_not_a_price,
  ambiguous: m.problem_ambiguous,
  'not-positive': m.problem_not_positive,
  'too-large': m.problem_too_large,
  'unknown-currency': m.problem_unknown_currency,
  negative: m.problem_negative,
  range: m.problem_range,
  'other-currency': m.problem_other_currency,
  'two-prices': m.problem_two_prices,
  'no-number': m.problem_no_number,
  date: m.problem_date,
  percent: m.problem_percent,
  'cell-error': m.problem_cell_error,
  'out-of-place': m.problem_out_of_place,
  'not-hundredths': m.problem_not_hundredths,
} satisfies Record<PriceProblem, () => string>
