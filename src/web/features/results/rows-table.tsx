import type { ReactNode } from 'react'
import { type Currency, EURO, NATIONAL, isCurrency, otherCurrency } from '#money/currency.ts'
import { currencySign, formatAmount, formatDecimal } from '#money/format.ts'
import { calculationOf, sumWords } from '#money/proof.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { PRICE_PROBLEM_TEXT } from '#reports/labels.ts'
import { listRoundingDifferences, nameOf, problemOf, rowConversion, statusOf } from '#reports/results.ts'
import type { ConversionSummary, ResultRow } from '#reports/types.ts'
import { inkOf } from '../../ui/currency-ink.ts'
import { StatusMark } from './status-mark.tsx'
import { useLang } from '../../routing/location.ts'
import { CalculationView } from './calculation.tsx'
import { roundingText } from './rounding-text.ts'

type Props = {
  rows: readonly ResultRow[]
  label: string
  totalRows: number
  /** Of the price columns; empty where there is one. */
  priceTitles: readonly string[]
  /** Whether each row shows its calculation. */
  hasCalculations: boolean
  /** Sums of all rows, below the rows. */
  sums?: Pick<ConversionSummary, 'totals' | 'rounding'>
  /** Below the table, in its frame. */
  footer?: ReactNode
  /** Rows as the server keeps them, with names cut to the stored length. */
  areStored?: boolean
}

/** Converted rows: number in the file or else among the prices, name, original price, exact value, converted amount, and why a row was not converted. */
export function ConvertedRowsTable({
  rows,
  label,
  totalRows,
  priceTitles,
  hasCalculations,
  sums,
  footer,
  areStored = false,
}: Props) {
  const lang = useLang()
  // Where all prices were in one currency, its column has little to say.
  const isMixed = new Set(rows.map((row) => currencyOf(row, lang)).filter((sign) => sign !== '')).size > 1
  const currencyLook = isMixed ? 'max-sm:hidden' : 'max-lg:hidden'
  return (
    // Stored rows are shown within the sheet of the list that they belong to.
    <div className={`min-w-0 ${areStored ? '' : 'sheet'}`}>
      <div
        className="relative overflow-x-auto outline-offset-[-3px]"
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        <table
          aria-rowcount={totalRows + 1}
          className="tints max-sm:[&_:is(th,td)]:px-2"
          data-testid="job-rows"
        >
          <thead>
            <tr>
              <th scope="col" className="number">
                {rows.some(({ line }) => line !== undefined) ? m.column_line() : m.export_number()}
              </th>
              <th scope="col">{m.column_name()}</th>
              <th scope="col" className="amount lev">
                {m.word_leva()}
              </th>
              <th
                scope="col"
                className={`w-px whitespace-nowrap ${currencyLook} ${isMixed ? '' : 'font-normal!'}`}
              >
                {m.column_original_currency()}
              </th>
              <th scope="col" className="amount max-lg:hidden">
                {m.column_before_rounding()}
              </th>
              <th scope="col" className="amount euro">
                {m.word_euro()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.seq} aria-rowindex={row.seq + 1}>
                <td className="number">{row.line ?? row.seq}</td>
                <td className="min-w-28 text-balance wrap-anywhere sm:min-w-40">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
                    {nameOf(row)}
                    <RowNote row={row} />
                  </span>
                  {priceTitles.length > 0 && (
                    <span className="block pb-1 text-small text-muted">
                      {row.nth === undefined ? '' : priceTitles[row.nth]}
                    </span>
                  )}
                  {hasCalculations && (
                    <span className="block pb-1 text-small text-muted empty:hidden" data-testid="sum">
                      <CalculationView row={row} />
                    </span>
                  )}
                </td>
                <AmountCell row={row} currency={NATIONAL} />
                <td className={`${currencyLook} ${isMixed ? '' : 'text-small text-muted'}`}>
                  {currencyOf(row, lang)}
                </td>
                <td
                  className={`amount max-lg:hidden ${inkOf(otherCurrency(rowConversion(row)?.from ?? EURO))}`}
                >
                  {beforeRounding(row, lang)}
                </td>
                <AmountCell row={row} currency={EURO} />
              </tr>
            ))}
          </tbody>
          {sums && <Sums sums={sums} currencyLook={currencyLook} />}
        </table>
      </div>
      {footer}
    </div>
  )
}

/** The currency of the original price; of an empty row none. */
function currencyOf(row: ResultRow, lang: Lang): string {
  if (statusOf(row) === 'empty') return ''
  return isCurrency(row.originalCurrency) ? currencySign(row.originalCurrency, lang) : row.originalCurrency
}

/** Why a row has no amount; a converted one carries no mark but its amounts. */
function RowNote({ row }: { row: ResultRow }) {
  const status = statusOf(row)
  if (status === 'valid') return null
  const problem = problemOf(row)
  if (!problem) return <StatusMark status={status} />
  return (
    <span className="pill max-w-full whitespace-normal! text-error">{PRICE_PROBLEM_TEXT[problem]()}</span>
  )
}

/** The exact value of the converted amount, with the digits that decide its rounding. */
function beforeRounding(row: ResultRow, lang: Lang): string {
  const conversion = rowConversion(row)
  if (!conversion) return ''
  const calculation = calculationOf(conversion.price, conversion.from)
  return sumWords(calculation, lang).exact + (calculation.exact.goesOn ? '…' : '')
}

/** Of the original price all its digits; the text of the file where it is no price. */
function AmountCell({ row, currency }: { row: ResultRow; currency: Currency }) {
  const lang = useLang()
  const conversion = rowConversion(row)
  const look = `amount ${currency === EURO ? 'euro' : 'lev'}`
  if (!conversion) {
    const isOwn = (row.originalCurrency === EURO ? EURO : NATIONAL) === currency
    return (
      <td className={look}>
        <span className="inline-block max-w-48 truncate max-sm:max-w-20 align-middle font-medium text-muted">
          {isOwn ? row.originalPrice : ''}
        </span>
      </td>
    )
  }
  const amount = currency === EURO ? row.eur : row.bgn
  const isOriginal = conversion.from === currency
  return (
    <td className={look}>
      {isOriginal && conversion.price.fraction.length > 2
        ? formatDecimal(row.originalPrice, lang)
        : formatAmount(minorUnitsOfJson(amount ?? 0), lang)}
    </td>
  )
}

/** A cell that has nothing to say. */
const BLANK = '\u00a0'

type SumsProps = { sums: Pick<ConversionSummary, 'totals' | 'rounding'>; currencyLook: string }

/** The totals of both columns, and the sum of all rounding differences (CONV-12). */
function Sums({ sums: { totals, rounding }, currencyLook }: SumsProps) {
  const lang = useLang()
  const differences = listRoundingDifferences(rounding)
  const differenceIn = (currency: Currency): string => {
    const own = differences.find((one) => one.currency === currency)
    return own ? roundingText(own.difference, currency, lang) : ''
  }
  return (
    <tfoot data-testid="sums" className="font-bold">
      <tr className="border-t-2 border-ink">
        <th scope="row" colSpan={2} className="border-b-0! font-bold! text-ink!">
          {m.export_total()}
        </th>
        <td className="amount lev">{formatAmount(totals.bgn, lang)}</td>
        <td className={currencyLook}>{BLANK}</td>
        <td className="max-lg:hidden">{BLANK}</td>
        <td className="amount euro">{formatAmount(totals.eur, lang)}</td>
      </tr>
      {differences.length > 0 && (
        <tr>
          <th scope="row" colSpan={2} className="border-b-0! font-bold! text-ink!">
            {m.rounding_sum()}
          </th>
          <td className="amount lev">{differenceIn(NATIONAL)}</td>
          <td className={currencyLook}>{BLANK}</td>
          <td className="max-lg:hidden">{BLANK}</td>
          <td className="amount euro">{differenceIn(EURO)}</td>
        </tr>
      )}
    </tfoot>
  )
}
