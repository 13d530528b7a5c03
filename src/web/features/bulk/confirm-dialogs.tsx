import { useId, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import type { Currency } from '#money/amount.ts'
import type { RowCounts } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { currencyWord } from './currency-text.ts'

type Props = {
  counts: RowCounts
  /** Titles of the price columns, where there are several: then it is prices that are counted, of fewer rows. */
  priceTitles: readonly string[]
  /** The balance before the conversion; undefined while nobody is signed in. */
  balance: number | undefined
  omittedRows: number
  zeroRows: number
  onLeaveOutZeros: () => void
  /** The currency of prices that name none, and whether it was assumed or is the person's answer; undefined when all do. */
  currency: Currency | undefined
  currencyFrom: 'answer' | 'assumption' | undefined
  /** What speaks against it, a sentence each. */
  doubts: readonly string[]
  /** Whether these rows may be paid for already: then the balance does not decide. */
  isUnanswered: boolean
  isSignedOut: boolean
  onConvert: () => void
  onDismiss: () => void
}

/** Says what a conversion takes before it is made (CONV-01, CONV-03). */
export function ConfirmDialog(props: Props) {
  const {
    counts,
    priceTitles,
    balance,
    omittedRows,
    zeroRows,
    onLeaveOutZeros,
    currency,
    currencyFrom,
    doubts,
    isUnanswered,
    isSignedOut,
    onConvert,
    onDismiss,
  } = props
  const lang = useLang()
  const zerosId = useId()
  const [areZerosWanted, setZerosWanted] = useState(false)
  const n = (count: number) => formatCount(count, lang)
  const tokens = (count: number) => m.tokens_for({ count, n: n(count) })
  const cost = counts.tokenCost
  const isEnough = balance === undefined || isUnanswered || balance >= cost
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {isEnough ? m.cancel() : m.ok()}
      </Button>
      {isEnough ? (
        <Button
          look="action"
          isUnavailable={cost === 0 || (zeroRows > 0 && !areZerosWanted)}
          aria-describedby={zeroRows > 0 ? zerosId : undefined}
          onClick={onConvert}
        >
          {isSignedOut
            ? m.confirm_to_login()
            : m.confirm_action({
                rows: (priceTitles.length > 0 ? m.prices_for : m.rows_for)({
                  count: counts.validRows,
                  n: n(counts.validRows),
                }),
                tokens: tokens(cost),
              })}
        </Button>
      ) : (
        <ButtonLink look="action" to={pathOf('pricing', lang)}>
          {m.not_enough_action()}
        </ButtonLink>
      )}
    </>
  )
  return (
    <Dialog
      title={isEnough ? m.confirm_title() : m.not_enough_title()}
      onDismiss={onDismiss}
      actions={actions}
    >
      <dl className="grid grid-cols-[1fr_auto] border-t border-line [&>*]:border-b [&>*]:border-line [&>*]:py-2">
        <Line
          label={priceTitles.length > 0 ? m.confirm_prices() : m.confirm_rows()}
          value={n(counts.validRows)}
        />
        {priceTitles.length > 0 && <Line label={m.confirm_columns()} value={priceTitles.join(', ')} />}
        {counts.invalidRows + counts.emptyRows > 0 && (
          <Line label={m.confirm_skipped()} value={n(counts.invalidRows + counts.emptyRows)} />
        )}
        {omittedRows > 0 && <Line label={m.confirm_omitted()} value={n(omittedRows)} />}
        {currency && currencyFrom && (
          <Line
            label={currencyFrom === 'answer' ? m.confirm_currency() : m.confirm_assumed()}
            value={currencyWord(currency)}
          />
        )}
        <Line label={m.confirm_cost()} value={n(cost)} />
        {balance !== undefined && <Line label={m.confirm_balance()} value={n(balance)} />}
        {balance !== undefined && balance >= cost && (
          <Line label={m.confirm_after()} value={n(balance - cost)} strong />
        )}
      </dl>
      {doubts.length > 0 && isEnough && (
        <ul className="grid gap-3 border-s-4 border-action ps-4">
          {doubts.map((doubt) => (
            <li key={doubt} className="wrap-anywhere">
              {doubt}
            </li>
          ))}
        </ul>
      )}
      {!isEnough && <p>{m.not_enough_text({ cost: tokens(cost), balance: tokens(balance ?? 0) })}</p>}
      {isSignedOut && <p>{m.confirm_sign_in({ tokens: SIGNUP_TOKENS })}</p>}
      {isUnanswered && <p>{m.unanswered_notice()}</p>}
      {zeroRows > 0 && (
        <div className="grid justify-items-start gap-2 border-s-4 border-action ps-4">
          <p id={zerosId}>{m.notice_zero_rows({ count: zeroRows, n: n(zeroRows) })}</p>
          <label className="flex min-h-11 items-center gap-2 font-semibold">
            <input
              type="checkbox"
              checked={areZerosWanted}
              onChange={({ target }) => setZerosWanted(target.checked)}
              className="size-4 shrink-0 accent-action"
            />
            {m.zeros_wanted({ count: zeroRows, tokens: tokens(zeroRows) })}
          </label>
          <Button look="plain" onClick={onLeaveOutZeros}>
            {m.zeros_leave_out({ count: zeroRows })}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <>
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className="text-end font-semibold">{value}</dd>
    </>
  )
}
