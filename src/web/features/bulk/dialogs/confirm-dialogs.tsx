import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { type Currency, EURO, otherCurrency } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import type { Assumption } from '#pricelist/types.ts'
import { bulk } from '#engine/bulk/client.ts'
import { readPartOf } from '#formats/format.ts'
import { listPriceColumns } from '#engine/bulk/choices.ts'
import { columnTitle } from '#reports/labels.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { inkOf } from '../../../ui/currency-ink.ts'
import { replacedText, unconvertedLabels } from '../notices/replaced.ts'
import { targetCurrency } from '../sheet/columns.ts'
import { SHEET_LABEL, quoteSheets } from '../../file/file-details.tsx'
import { currencyName } from '../../results/currency-text.ts'
import { CostDialog, CostLine } from '../../../session/cost-dialog.tsx'
import { useSession } from '../../../session/session.ts'
import { useDateTimeText } from '../../../ui/date-time.tsx'
import type { Job, listJobs } from '#api/conversions.ts'
import { call } from '#engine/http/client.ts'
import { type ConvertedFile, HISTORY } from '#engine/storage/history.ts'
import { type RowsSummary, countOmitted } from '#engine/types.ts'

type Props = {
  rows: RowsSummary
  /** Only so many of the first prices are converted. */
  first: number | undefined
  /** Sums of the prices that are converted. */
  totals: RowsSummary['totals']
  /** How many prices their column told how to read, and the user has not confirmed. */
  assumedPrices: number
  /** One sentence each. */
  warnings: readonly string[]
  /** These rows may be paid for already, so a low balance does not block the conversion. */
  hasPendingSubmission: boolean
  /** What a visitor does first. */
  register: { to: string; onClick: () => void }
  onConvert: () => void
  onDismiss: () => void
}

/** Shows the cost of a conversion in tokens before it starts (CONV-01, CONV-03). */
export function ConfirmDialog({
  rows,
  first,
  totals,
  assumedPrices,
  warnings,
  hasPendingSubmission,
  register,
  onConvert,
  onDismiss,
}: Props) {
  const { counts, zeroRows, choices } = rows
  // Empty for a single price column. With several, the dialog counts prices instead of rows.
  const priceTitles = listPriceColumns(rows).map(({ index, title }) => columnTitle(index, title))
  const left = unconvertedLabels(rows)
  const replaced = replacedText(rows)
  const part = rows.file && readPartOf(rows.file)
  const omittedRows = countOmitted(rows.omitted)
  const currencyLabel = currencyLabelFor(rows)
  const lang = useLang()
  const zerosId = useId()
  const [areZerosAccepted, setZerosAccepted] = useState(false)
  const n = (count: number) => formatCount(count, lang)
  const tokens = (count: number) => m.tokens_for({ count, n: n(count) })
  const cost = first ?? counts.tokenCost
  const prices = first ?? counts.validRows
  const rest = counts.validRows - prices
  const target = targetCurrency(rows)
  const lines = (
    <>
      {part && <CostLine label={SHEET_LABEL[part.kind]()} value={part.name} />}
      {part && part.others.length > 0 && (
        <CostLine label={m.confirm_unread()} value={quoteSheets(part.others)} />
      )}
      <CostLine label={priceTitles.length > 0 ? m.confirm_prices() : m.confirm_rows()} value={n(prices)} />
      <TotalLine totals={totals} currency={otherCurrency(target)} />
      <TotalLine totals={totals} currency={target} isTarget />
      {rest > 0 && <CostLine label={m.confirm_rest()} value={m.prices_for({ count: rest, n: n(rest) })} />}
      {priceTitles.length > 0 && <CostLine label={m.confirm_columns()} value={priceTitles.join(', ')} />}
      {first === undefined && counts.invalidRows + counts.emptyRows > 0 && (
        <CostLine label={m.confirm_skipped()} value={n(counts.invalidRows + counts.emptyRows)} />
      )}
      {first === undefined && omittedRows > 0 && (
        <CostLine label={m.confirm_omitted()} value={n(omittedRows)} />
      )}
      {assumedPrices > 0 && (
        <CostLine
          label={m.confirm_read_assumed()}
          value={m.prices_for({ count: assumedPrices, n: n(assumedPrices) })}
          className="text-ask"
        />
      )}
      {choices && currencyLabel && (
        <CostLine label={currencyLabel} value={currencyName(choices.defaultCurrency)} />
      )}
    </>
  )
  return (
    <CostDialog
      title={m.confirm_title()}
      file={rows.file?.name}
      cost={cost}
      lines={lines}
      warnings={warnings}
      action={m.confirm_action({
        rows: (priceTitles.length > 0 ? m.prices_for : m.rows_for)({ count: prices, n: n(prices) }),
        tokens: tokens(cost),
      })}
      isUnavailable={zeroRows > 0 && !areZerosAccepted}
      reasonId={zeroRows > 0 ? zerosId : undefined}
      notEnoughText={m.not_enough_text}
      pendingText={hasPendingSubmission ? m.unanswered_notice() : undefined}
      register={register}
      onConfirm={onConvert}
      onDismiss={onDismiss}
    >
      {left.length > 0 && (
        <p className="text-small wrap-anywhere">
          {m.rivals({ columns: left.join(', ') })} {replaced}
        </p>
      )}
      {left.length === 0 && replaced !== undefined && <p className="text-small">{replaced}</p>}
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
    </CostDialog>
  )
}

type TotalLineProps = { totals: RowsSummary['totals']; currency: Currency; isTarget?: boolean }

function TotalLine({ totals, currency, isTarget = false }: TotalLineProps) {
  const lang = useLang()
  const isEuro = currency === EURO
  return (
    <CostLine
      label={isEuro ? m.total_eur() : m.total_bgn()}
      value={formatMoney(isEuro ? totals.eur : totals.bgn, currency, lang)}
      className={`${inkOf(currency)} ${isTarget ? 'text-h3 leading-tight font-extrabold' : ''}`}
    />
  )
}

/** Says whether the user chose the currency of prices that name none, or it was assumed; undefined if all name one. */
function currencyLabelFor({ assumptions }: RowsSummary): string | undefined {
  const has = (what: Assumption['what']) => assumptions.some((assumption) => assumption.what === what)
  if (has('currency-conflict')) return m.confirm_currency()
  return has('currency') ? m.confirm_assumed() : undefined
}

export type ConvertedBefore = {
  /** Says when the current user converted the same file, and that it is paid for again; undefined if never. */
  text: string | undefined
  /** `text` without what it costs: the notice of the review. */
  sentence: string | undefined
  /** The time of that conversion, by which the account names it. Undefined where only the account knows of it. */
  at: string | undefined
  /** The time of a conversion of the account that is probably of this file. */
  probablyAt: string | undefined
  /** Reads the history again: another tab may have converted the file since. */
  refresh: () => Promise<void>
}

/**
 * Looks for an earlier conversion of the same file: by its hash in the history of this device, else by name and number of
 * prices among the conversions of the account, which may be of another device.
 * @param isPending whether these rows were submitted without a response: the account may have that very conversion
 */
export function useConvertedBefore(rows: RowsSummary | null, isPending: boolean): ConvertedBefore {
  const session = useSession()
  const lang = useLang()
  const formatTime = useDateTimeText()
  const [found, setFound] = useState<ConvertedFile & { email: string }>()
  const [saved, setSaved] = useState<{ email: string; jobs: readonly Job[] }>()
  const email = session.status === 'signed-in' ? session.email : undefined
  const hash = rows?.guards?.hash
  const latestRequest = useRef(0)
  const refresh = useCallback(async () => {
    if (!hash || email === undefined) return
    const request = ++latestRequest.current
    const file = await HISTORY.findConverted(hash, email)
    // Only the latest request counts, in whatever order they end.
    if (request !== latestRequest.current) return
    setFound(file && { ...file, email })
    if (file || !navigator.onLine) return
    // Nothing waits for the account; without its list only this device is asked.
    void call<typeof listJobs>('GET /api/convert/jobs', {}).then(
      ({ jobs }) => request === latestRequest.current && setSaved({ email, jobs }),
      () => undefined,
    )
  }, [hash, email])
  useEffect(() => void refresh(), [refresh])
  const none = { text: undefined, sentence: undefined, at: undefined, probablyAt: undefined, refresh }
  // Once some of these rows are converted, the entry is of them.
  if (!rows || !hash || rows.convertedRows > 0) return none
  if (found?.file === hash && found.email === email) {
    const { at, prices } = found
    const n = formatCount(prices, lang)
    const about = { at: formatTime(at), count: prices, n }
    return { ...none, text: m.warning_converted(about), sentence: m.converted_file(about), at }
  }
  const prices = rows.counts.validRows
  const name = rows.file?.name
  const job = saved?.email === email ? saved?.jobs && findProbableJob(saved.jobs, name, prices) : undefined
  if (!job || isPending) return none
  const n = formatCount(prices, lang)
  const about = { at: formatTime(job.createdAt), count: prices, n }
  return {
    ...none,
    text: m.warning_converted_probably(about),
    sentence: m.converted_namesake(about),
    probablyAt: job.createdAt,
  }
}

/**
 * The newest job, or the second of two parts, of a file with this name and so many prices.
 * @param jobs newest first
 */
function findProbableJob(jobs: readonly Job[], name: string | undefined, prices: number): Job | undefined {
  const named = jobs.filter(({ filename, source }) => filename === name && source !== 'correction')
  return named.find(({ part, validRows }, i) => {
    const before = part === 'rest' ? named.slice(i + 1).find((job) => job.part === 'first') : undefined
    return part !== 'first' && validRows + (before?.validRows ?? 0) === prices
  })
}
