import type { ReactNode } from 'react'
import { EURO, NATIONAL } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { packFor } from '#product/plans.ts'
import type { RowsSummary } from '#engine/types.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { inkOf } from '../../../ui/currency-ink.ts'
import { scrollToAndFocus } from '../../file/scroll-to.ts'
import { useInSight } from '../../file/use-in-sight.ts'
import { QUESTION_ID, findOpenQuestions } from '../notices/questions.tsx'
import { targetCurrency } from '../sheet/columns.ts'
import { BUY_ID } from '../../../session/pack-choice.tsx'
import { ConversionCount } from './progress.tsx'
import {
  RAIL_ID,
  type RailProps,
  RegisterLink,
  countOfFirst,
  convertLabel,
  isBlank,
  isColumnWanted,
  isCoveredBySignup,
} from './rail.tsx'
import { Approximately, LARGE_SUM_LENGTH } from './sums.tsx'

export const PHONE_CONVERT_ID = 'convert-all-phone'

/** Whether the totals are so long that the bar has no room for the undo button, which is then below the sheet. */
export const hasLongTotals = ({ totals: { bgn, eur } }: RowsSummary, lang: Lang): boolean =>
  [formatMoney(bgn, NATIONAL, lang), formatMoney(eur, EURO, lang)].some(
    ({ length }) => length >= LARGE_SUM_LENGTH,
  )

/** On a phone the total and the button stay in sight while the sheet is read (BULK-14). */
export function PhoneBar({
  rows,
  funds,
  isConverting,
  converting,
  isAsked,
  ambiguous,
  pendingFirst,
  hasResult,
  onConvert,
  onConvertFirst,
  undo,
}: RailProps & { undo: ReactNode }) {
  const lang = useLang()
  const target = targetCurrency(rows)
  const source = target === EURO ? NATIONAL : EURO
  const amounts = { [NATIONAL]: rows.totals.bgn, [EURO]: rows.totals.eur }
  const n = (count: number) => formatCount(count, lang)
  const prices = (count: number) => m.prices_for({ count, n: n(count) })
  const all = rows.counts.validRows + rows.convertedRows
  const isShort = rows.columnsKnown && funds.missing > 0 && !isConverting
  const pack = isShort ? packFor(funds.missing) : undefined
  // The packs are in sight, with their own button.
  const isRepeated = useInSight(BUY_ID, isShort)
  /** Tokens are short, but not for the first prices. */
  const first = isShort ? countOfFirst({ rows, funds, isAsked, pendingFirst }) : undefined
  const isFirstPaid = first !== undefined
  const areLong = rows.columnsKnown && hasLongTotals(rows, lang)
  const isVisitor = funds.isSignedOut && rows.columnsKnown && !isAsked && !isConverting
  const isToChoose = isColumnWanted({ rows, isAsked })
  return (
    <div
      data-sticky-bar
      // While the rows are converted, what is below them goes: the bar stays where it was.
      className={`${isConverting ? 'fixed inset-x-0' : 'sticky -mx-4 sm:-mx-6'} bottom-0 z-20 order-last flex h-16 items-center gap-2 border-t border-line bg-raised px-4 low:static sm:px-6 lg:hidden data-repeated:invisible`}
      data-repeated={isRepeated || undefined}
    >
      {isConverting && <ConversionCount total={converting} />}
      <div
        data-testid="phone-sums"
        // On the narrowest phones only the two buttons fit.
        className={`${areLong && !isShort ? 'shrink-0 grow' : 'min-w-0 flex-1'} leading-tight empty:hidden ${isConverting ? 'hidden' : ''} ${isFirstPaid ? 'max-[22rem]:hidden' : ''} ${isAsked ? 'max-[28rem]:hidden' : ''}`}
      >
        {isShort ? (
          <>
            {pack && (
              <p className="truncate">
                <span className="font-extrabold">{formatMoney(pack.price, EURO, lang)}</span>
                <span className="text-small">
                  {' '}
                  · {m.tokens_for({ count: pack.tokens, n: n(pack.tokens) })}
                </span>
              </p>
            )}
            <p className="truncate text-small text-muted">
              {m.bar_short({ count: funds.missing, n: n(funds.missing) })}
            </p>
          </>
        ) : (
          rows.columnsKnown && (
            <>
              <p
                className={`truncate leading-tight font-extrabold ${areLong ? 'text-base max-[22rem]:text-[0.9375rem]' : 'text-lead'} ${inkOf(target)}`}
              >
                {ambiguous > 0 && <Approximately />}
                {formatMoney(amounts[target], target, lang)}
              </p>
              {rows.convertedRows > 0 ? (
                // The button converts fewer.
                <p className="truncate text-small text-muted">{m.bar_whole({ prices: prices(all) })}</p>
              ) : (
                <p className={`truncate ${areLong ? 'text-[0.8125rem]' : 'text-small'} ${inkOf(source)}`}>
                  {formatMoney(amounts[source], source, lang)}
                </p>
              )}
            </>
          )
        )}
      </div>
      {!areLong && !isConverting && undo}
      {isAsked && !isConverting && (
        <Button look="tinted" className="px-3!" onClick={() => scrollToAndFocus(QUESTION_ID)}>
          {m.to_question({ count: findOpenQuestions(rows).length })}
        </Button>
      )}
      {first !== undefined && (
        <Button
          look="tinted"
          className="shrink-0 px-2.5! text-[0.9375rem] max-[22rem]:flex-1"
          onClick={() => onConvertFirst(first)}
        >
          {m.first_short({ n: n(first) })}
        </Button>
      )}
      {isShort && (
        <Button
          look="filled"
          className={`shrink-0 px-3! ${isFirstPaid ? 'text-[0.9375rem] max-[22rem]:flex-1' : ''}`}
          onClick={() => scrollToAndFocus(BUY_ID, RAIL_ID)}
        >
          {isFirstPaid ? <BuyShort /> : m.buy_here()}
        </Button>
      )}
      {isVisitor && (
        <RegisterLink
          look={isBlank(rows) ? 'tinted' : 'filled'}
          isFree={isCoveredBySignup(rows.counts.tokenCost)}
          className={`h-12 ${areLong ? 'min-w-0 px-2! text-[0.9375rem]' : 'shrink-0 px-3!'}`}
        >
          <span className={areLong ? '' : 'whitespace-nowrap'}>
            {m.rail_register_short({ n: SIGNUP_TOKENS })}
          </span>
        </RegisterLink>
      )}
      {!isShort && !isVisitor && !isConverting && (
        <Button
          id={PHONE_CONVERT_ID}
          look={(rows.columnsKnown && !hasResult) || isToChoose ? 'filled' : 'tinted'}
          className={`h-12 ${isToChoose ? 'flex-1' : areLong ? 'min-w-0 max-[23rem]:px-2!' : 'shrink-0'} px-3! text-[0.9375rem] ${isAsked ? 'max-w-44' : 'whitespace-nowrap'}`}
          onClick={onConvert}
          isUnavailable={isAsked}
        >
          {isToChoose ? (
            m.choose_price_column()
          ) : (
            <>
              <span className="sr-only">{convertLabel(rows, n)}</span>
              <span aria-hidden="true">{areLong ? m.single_convert() : shortLabel(rows, n)}</span>
            </>
          )}
        </Button>
      )}
    </div>
  )
}

/** A shorter label for the phone bar, which shows the pack next to the button. */
const BuyShort = () => (
  <>
    <span className="sr-only">{m.buy_here()}</span>
    <span aria-hidden="true">{m.buy_short()}</span>
  </>
)

/** The same in the width that the bar has for it. */
const shortLabel = (rows: RowsSummary, n: (count: number) => string): string =>
  rows.columnsKnown && rows.counts.validRows > 1
    ? m.convert_n({ n: n(rows.counts.validRows) })
    : m.convert_all()
