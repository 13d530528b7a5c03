import { type ReactNode, useId } from 'react'
import { formatCount } from '#money/format.ts'
import { RESULTS_STEP, SIGNUP_TOKENS } from '#product/limits.ts'
import type { RowsSummary } from '#engine/types.ts'
import { saveResume } from '#engine/storage/resume.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { entryPath, pathOf } from '../../../routing/paths.ts'
import { Button, ButtonLink, type Look } from '../../../ui/button.tsx'
import { scrollToAndFocus } from '../../file/scroll-to.ts'
import { CostLines } from '../../../session/cost-lines.tsx'
import type { Funds } from '../../../session/use-funds.ts'
import { ConversionProgress } from './progress.tsx'
import { PackChoice } from '../../../session/pack-choice.tsx'
import { Sums } from './sums.tsx'
import { RAIL_BUTTON, RAIL_BUTTON_LONG, RAIL_LINK } from '../../../session/rail-button.ts'

export type RailProps = {
  rows: RowsSummary
  funds: Funds
  isConverting: boolean
  /** How many prices the conversion that is running, or was started last, is of. */
  converting: number
  /** How many of the first prices were submitted without a response: they may be paid for already. */
  pendingFirst?: number | undefined
  /** The same file was converted: to open that result is the main action. */
  hasResult: boolean
  /** Whether questions block the conversion until the user has answered them. */
  isAsked: boolean
  /** How many prices are read in one of two ways that the user has not confirmed. */
  ambiguous: number
  onConvert: () => void
  onConvertFirst: (count: number) => void
}

type RailOnlyProps = {
  /** What is to be answered before the conversion. */
  questions: ReactNode
  /** HTML id of what says how many questions block the conversion. */
  questionsId: string
  /** What is good to know, a line each. */
  lines: ReactNode
}

export const CONVERT_ID = 'convert-all'

/** Scroll target of the links to the packs: it shows the sums above them. */
export const RAIL_ID = 'rail'

/** What the conversion comes to, what it costs, and the button that starts it. */
export function Rail({
  rows,
  funds,
  isConverting,
  converting,
  isAsked,
  ambiguous,
  pendingFirst,
  hasResult,
  questions,
  questionsId,
  lines,
  ...actions
}: RailProps & RailOnlyProps) {
  const lang = useLang()
  const shortId = useId()
  const { counts, convertedRows, columnsKnown } = rows
  const n = (count: number) => formatCount(count, lang)
  const prices = (count: number) => m.prices_for({ count, n: n(count) })
  // They stay in their place while the rows are converted.
  const sums = columnsKnown && counts.validRows + convertedRows > 0 && (
    <Sums rows={rows} ambiguous={ambiguous} />
  )
  if (isConverting) {
    return (
      // On a phone the bar shows it.
      <section className="card grid gap-3 px-4 py-5 max-lg:hidden">
        {sums}
        <ConversionProgress total={converting} />
      </section>
    )
  }
  const isShort = funds.missing > 0 && columnsKnown
  const isVisitor = funds.isSignedOut && columnsKnown
  const first = countOfFirst({ rows, funds, isAsked, pendingFirst })
  /** It cannot happen yet: without tokens it says what is missing, without an account it leads to the sign-in. */
  const isLast = isShort || isVisitor
  const isToChoose = isColumnWanted({ rows, isAsked })
  const convertButton = (
    <Button
      id={CONVERT_ID}
      look={isLast ? 'plain' : (columnsKnown && !hasResult) || isToChoose ? 'filled' : 'tinted'}
      size={isLast ? 'small' : 'large'}
      className={isLast ? RAIL_LINK : `${RAIL_BUTTON} max-lg:hidden`}
      onClick={actions.onConvert}
      isUnavailable={isAsked}
      aria-describedby={isAsked ? questionsId : isShort ? shortId : undefined}
    >
      {isToChoose ? m.choose_price_column() : convertLabel(rows, n)}
    </Button>
  )
  const firstButton = first !== undefined && (
    <Button look="tinted" className={RAIL_BUTTON} onClick={() => actions.onConvertFirst(first)}>
      {m.convert_first({ n: n(first) })}
    </Button>
  )
  return (
    <section id={RAIL_ID} className="card grid grid-cols-1 gap-3 px-4 py-5">
      {sums}
      {convertedRows > 0 && (
        <div className="text-small">
          <p className="font-semibold">
            {m.first_left({
              count: counts.validRows,
              n: n(convertedRows),
              left: prices(counts.validRows),
            })}
          </p>
          <ToResult />
        </div>
      )}
      <div className="grid grid-cols-1 gap-2.5 empty:hidden">{questions}</div>
      <Cost rows={rows} funds={funds} />
      {isVisitor && <VisitorOffer rows={rows} isAsked={isAsked} />}
      {isShort && (
        <PackChoice missing={funds.missing} charged={convertedRows}>
          {firstButton}
        </PackChoice>
      )}
      {!isLast && convertButton}
      {!isShort && firstButton}
      {isLast && (
        <div className="grid justify-items-start">
          {convertButton}
          {isShort && (
            <p id={shortId} className="sr-only">
              {m.convert_short()}
            </p>
          )}
        </div>
      )}
      {!isVisitor && <p className="text-small text-muted">{m.token_rule()}</p>}
      <div className="grid grid-cols-1 gap-0.5 border-t border-line pt-2 -mb-2 empty:hidden">{lines}</div>
    </section>
  )
}

/** What the conversion costs, where that is known. */
function Cost({ rows, funds }: Pick<RailProps, 'rows' | 'funds'>) {
  if (isBlank(rows)) return <p data-testid="cost">{m.rail_blank()}</p>
  if (!rows.columnsKnown)
    return (
      <p className="text-muted" data-testid="cost">
        {m.cost_unknown()}
      </p>
    )
  const name = rows.convertedRows > 0 ? m.rail_cost_rest() : m.rail_cost()
  return <CostLines name={name} cost={rows.counts.tokenCost} funds={funds} />
}

/** A new account, whose tokens are for these prices or the first of them. */
function VisitorOffer({ rows, isAsked }: Pick<RailProps, 'rows' | 'isAsked'>) {
  const cost = rows.counts.tokenCost
  const isFree = !isAsked && isCoveredBySignup(cost)
  return (
    <>
      <RegisterLink
        look={isBlank(rows) ? 'tinted' : 'filled'}
        isFree={isFree}
        size="large"
        className={isFree ? RAIL_BUTTON_LONG : RAIL_BUTTON}
      >
        {isFree ? m.rail_register_convert() : m.rail_register({ n: SIGNUP_TOKENS })}
      </RegisterLink>
      <p className="text-small text-muted">
        {isCoveredBySignup(cost)
          ? m.rail_register_enough({ n: SIGNUP_TOKENS })
          : m.rail_register_text({ n: SIGNUP_TOKENS })}{' '}
        {m.token_rule()}
      </p>
    </>
  )
}

/** From the rows to the result of the first of them, below. */
export const ToResult = () => (
  <a
    href="#results-title"
    onClick={(event) => {
      event.preventDefault()
      scrollToAndFocus('results-title')
    }}
    className="inline-flex items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
  >
    {m.to_result()}
  </a>
)

/**
 * How many of the first prices of a longer list can be converted alone. Prices that were submitted without a response can
 * be sent again whatever the balance; otherwise as many as the balance covers where it is short, else a few to look at.
 * Undefined where a question is open, or the balance covers fewer than two. A visitor gets the tokens for them by registering, which the
 * main button does.
 */
export function countOfFirst({
  rows: { counts, columnsKnown, convertedRows },
  funds: { balance = RESULTS_STEP, isSignedOut, missing },
  isAsked,
  pendingFirst,
}: Pick<RailProps, 'rows' | 'funds' | 'isAsked' | 'pendingFirst'>): number | undefined {
  const isAllowed = columnsKnown && !isAsked && !isSignedOut && convertedRows === 0
  if (isAllowed && pendingFirst !== undefined) return pendingFirst
  if (!isAllowed) return undefined
  if (missing > 0) return balance > 1 ? balance : undefined
  return counts.validRows > RESULTS_STEP ? RESULTS_STEP : undefined
}

/** Whether no price has been typed yet. */
export const isBlank = ({ counts, columnsKnown, file }: RowsSummary): boolean =>
  columnsKnown && counts.tokenCost === 0 && file === undefined

/** Whether the tokens of a new account are enough. */
export const isCoveredBySignup = (cost: number): boolean => cost > 0 && cost <= SIGNUP_TOKENS

type RegisterLinkProps = {
  look?: Look
  isFree: boolean
  size?: 'large'
  className: string
  children: ReactNode
}

/** To the registration, which leads back to these rows, or to their conversion where its tokens are enough. */
export function RegisterLink({ look = 'filled', isFree, ...rest }: RegisterLinkProps) {
  const lang = useLang()
  return (
    <ButtonLink
      look={look}
      to={entryPath('register', lang, pathOf('converter', lang))}
      onClick={() => saveResume(isFree ? 'convert' : 'bulk')}
      {...rest}
    />
  )
}

/** Whether the main button leads to the choice of the price column: no title names a price. */
export const isColumnWanted = ({ rows, isAsked }: Pick<RailProps, 'rows' | 'isAsked'>): boolean =>
  !rows.columnsKnown && !isAsked

/** The button says how many prices it converts, where that is known and more than one, and when they are the rest. */
export function convertLabel(
  { counts: { validRows: count }, columnsKnown, convertedRows }: RowsSummary,
  n: (count: number) => string,
): string {
  if (convertedRows > 0 && count > 0) return m.convert_rest({ count, n: n(count) })
  return columnsKnown && count > 1 ? m.convert_all_n({ n: n(count) }) : m.convert_all()
}
