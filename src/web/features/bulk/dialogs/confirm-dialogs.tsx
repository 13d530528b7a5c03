import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { SIGNUP_TOKENS, TERMS_VERSION } from '#product/limits.ts'
import type { Assumption } from '#pricelist/types.ts'
import { bulk } from '#engine/bulk/client.ts'
import { listPriceColumns } from '#engine/bulk/choices.ts'
import { columnTitle } from '#reports/labels.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../../routing/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { currencyName } from '../currency-text.ts'
import { useSession } from '../../../session/session.ts'
import { useDateTimeText } from '../../../ui/date-time.tsx'
import { type ConvertedFile, findConverted } from '#engine/storage/history.ts'
import { type RowsSummary, countOmitted } from '#engine/types.ts'
import { LinkedText } from '../../../ui/linked-text.tsx'

type Props = {
  rows: RowsSummary
  /** Only so many of the first prices are converted. */
  first: number | undefined
  /** One sentence each. */
  warnings: readonly string[]
  /** These rows may be paid for already, so a low balance does not block the conversion. */
  hasPendingSubmission: boolean
  onConvert: () => void
  onDismiss: () => void
}

/** Shows the cost of a conversion in tokens before it starts (CONV-01, CONV-03). */
export function ConfirmDialog({ rows, first, warnings, hasPendingSubmission, onConvert, onDismiss }: Props) {
  const { counts, zeroRows, choices } = rows
  const session = useSession()
  const isSignedOut = session.status === 'signed-out' && session.known
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  // Empty for a single price column. With several, the dialog counts prices instead of rows.
  const priceTitles = listPriceColumns(rows).map(({ index, title }) => columnTitle(index, title))
  const omittedRows = countOmitted(rows.omitted)
  const currencyLabel = currencyLabelFor(rows)
  const lang = useLang()
  const zerosId = useId()
  const [areZerosAccepted, setZerosAccepted] = useState(false)
  const n = (count: number) => formatCount(count, lang)
  const tokens = (count: number) => m.tokens_for({ count, n: n(count) })
  const cost = first ?? counts.tokenCost
  const prices = first ?? counts.validRows
  const isEnough = balance === undefined || hasPendingSubmission || balance >= cost
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {isEnough ? m.cancel() : m.ok()}
      </Button>
      {isEnough ? (
        <Button
          look="filled"
          isUnavailable={cost === 0 || (zeroRows > 0 && !areZerosAccepted)}
          aria-describedby={zeroRows > 0 ? zerosId : undefined}
          onClick={onConvert}
        >
          {isSignedOut
            ? m.confirm_to_login()
            : m.confirm_action({
                rows: (priceTitles.length > 0 ? m.prices_for : m.rows_for)({
                  count: prices,
                  n: n(prices),
                }),
                tokens: tokens(cost),
              })}
        </Button>
      ) : (
        <ButtonLink look="filled" to={pathOf('pricing', lang)}>
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
        <SummaryLine
          label={priceTitles.length > 0 ? m.confirm_prices() : m.confirm_rows()}
          value={n(prices)}
        />
        {priceTitles.length > 0 && <SummaryLine label={m.confirm_columns()} value={priceTitles.join(', ')} />}
        {first === undefined && counts.invalidRows + counts.emptyRows > 0 && (
          <SummaryLine label={m.confirm_skipped()} value={n(counts.invalidRows + counts.emptyRows)} />
        )}
        {first === undefined && omittedRows > 0 && (
          <SummaryLine label={m.confirm_omitted()} value={n(omittedRows)} />
        )}
        {choices && currencyLabel && (
          <SummaryLine label={currencyLabel} value={currencyName(choices.defaultCurrency)} />
        )}
        <SummaryLine label={m.confirm_cost()} value={n(cost)} />
        {balance !== undefined && <SummaryLine label={m.confirm_balance()} value={n(balance)} />}
        {balance !== undefined && balance >= cost && (
          <SummaryLine label={m.confirm_after()} value={n(balance - cost)} strong />
        )}
      </dl>
      {warnings.length > 0 && isEnough && (
        <ul className="grid gap-3 rounded-base bg-ask-soft p-4 inset-ring inset-ring-ask-line">
          {warnings.map((warning) => (
            <li key={warning} className="wrap-anywhere">
              {warning}
            </li>
          ))}
        </ul>
      )}
      {!isEnough && <p>{m.not_enough_text({ cost: tokens(cost), balance: tokens(balance ?? 0) })}</p>}
      {isSignedOut && <p>{m.confirm_sign_in({ tokens: SIGNUP_TOKENS })}</p>}
      {hasPendingSubmission && <p>{m.unanswered_notice()}</p>}
      {zeroRows > 0 && (
        <div className="grid justify-items-start gap-2 rounded-base bg-ask-soft p-4 inset-ring inset-ring-ask-line">
          <p id={zerosId}>{m.notice_zero_rows({ count: zeroRows, n: n(zeroRows) })}</p>
          <label className="flex min-h-11 items-center gap-2 font-semibold">
            <input
              type="checkbox"
              checked={areZerosAccepted}
              onChange={({ target }) => setZerosAccepted(target.checked)}
              className="size-4 shrink-0 accent-action"
            />
            {m.zeros_wanted({ count: zeroRows, tokens: tokens(zeroRows) })}
          </label>
          <Button look="tinted" onClick={() => void bulk.tryRequest('omitZeroRows')}>
            {m.zeros_leave_out({ count: zeroRows })}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Says whether the user chose the currency of prices that name none, or it was assumed; undefined if all name one. */
function currencyLabelFor({ assumptions }: RowsSummary): string | undefined {
  const has = (what: Assumption['what']) => assumptions.some((assumption) => assumption.what === what)
  if (has('currency-conflict')) return m.confirm_currency()
  return has('currency') ? m.confirm_assumed() : undefined
}

function SummaryLine({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <>
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className="text-end font-semibold">{value}</dd>
    </>
  )
}

export type ConvertedBefore = {
  /** Says when the current user converted the same file on this device; undefined if never. */
  text: string | undefined
  /** The time of that conversion, by which the account names it. */
  at: string | undefined
  /** Reads the history again: another tab may have converted the file since. */
  refresh: () => Promise<void>
}

/** Looks for an earlier conversion of the same file, by its hash, in the history of this device. */
export function useConvertedBefore(rows: RowsSummary | null): ConvertedBefore {
  const session = useSession()
  const lang = useLang()
  const formatTime = useDateTimeText()
  const [found, setFound] = useState<ConvertedFile & { email: string }>()
  const email = session.status === 'signed-in' ? session.email : undefined
  const hash = rows?.guards?.hash
  const latestRequest = useRef(0)
  const refresh = useCallback(async () => {
    if (!hash || email === undefined) return
    const request = ++latestRequest.current
    const file = await findConverted(hash, email)
    // Only the latest request counts, in whatever order they end.
    if (request === latestRequest.current) setFound(file && { ...file, email })
  }, [hash, email])
  useEffect(() => void refresh(), [refresh])
  // Once some of these rows are converted, the entry is of them.
  const isOfOthers = rows?.convertedRows === 0
  if (!found || found.file !== hash || found.email !== email || !isOfOthers)
    return { text: undefined, at: undefined, refresh }
  const { at, prices } = found
  const n = formatCount(prices, lang)
  return { text: m.warning_converted({ at: formatTime(at), count: prices, n }), at, refresh }
}

/** Asks the user to accept the terms before the first conversion on this device (CONV-01). */
export function TermsDialog({ onAccept, onDismiss }: { onAccept: () => void; onDismiss: () => void }) {
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button look="filled" onClick={onAccept}>
        {m.terms_accept()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.terms_title()} onDismiss={onDismiss} actions={actions}>
      <p>
        <LinkedText text={m.terms_text()} inNewTab />
      </p>
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{m.terms_point_rate()}</li>
        <li>{m.terms_point_tokens()}</li>
        <li>{m.terms_point_data()}</li>
        <li>{m.terms_point_check()}</li>
      </ul>
      <p className="text-muted">{m.terms_version({ version: TERMS_VERSION })}</p>
    </Dialog>
  )
}
