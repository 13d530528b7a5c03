import { useId } from 'react'
import { formatCount, formatRate } from '#money/format.ts'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { MISSING_REASONS, type MissingReason } from '#pricelist/pairs/read-pairs.ts'
import { DetailsChevron, Icon } from '../../ui/icon.tsx'
import type { CheckedFile } from '#engine/check/types.ts'
import type { FileChoices, FileSummary } from '#reports/types.ts'
import { useReadErrorAlert } from '../file/reading.tsx'
import { check } from '#engine/check/client.ts'
import type { Currency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import type { Lang } from '#i18n/language.ts'
import { FileWarnings, Notice, formatAmbiguousPrice } from '../file/notice.tsx'
import { FileDetails, fileDescription } from '../file/file-details.tsx'
import { columnTitle } from '#reports/labels.ts'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { LiveAnnouncement } from '../../ui/form-status.tsx'
import { ColumnChoice } from './columns.tsx'
import { CorrectedFile } from './corrected-file.tsx'
import { CheckSummaryTable, MismatchTable } from './mismatches.tsx'

const DIRECTION_TEXT = {
  either: { name: m.check_either, rule: m.check_either_text, ink: '' },
  'bgn-eur': { name: m.check_bgn_eur, rule: m.check_bgn_eur_text, ink: 'text-national' },
  'eur-bgn': { name: m.check_eur_bgn, rule: m.check_eur_bgn_text, ink: 'text-euro' },
} satisfies Record<
  PairDirection,
  { name: () => string; rule: (values: { rate: string }) => string; ink: string }
>

type Props = { direction: PairDirection; onPick: (direction: PairDirection) => void }

/** Says which of the two prices is the original. All pairs are checked again at once. */
function DirectionChoice({ direction, onPick }: Props) {
  const lang = useLang()
  const name = useId()
  return (
    <fieldset aria-describedby={`${name}-rule`}>
      <legend className="mb-2 font-semibold">{m.check_direction()}</legend>
      <div className="flex flex-wrap gap-2">
        {PAIR_DIRECTIONS.map((value) => (
          <label
            key={value}
            className={`inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-4 font-semibold has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus ${DIRECTION_TEXT[value].ink}`}
          >
            <input
              type="radio"
              name={name}
              checked={direction === value}
              onChange={() => onPick(value)}
              className="size-4 accent-action outline-none"
            />
            {DIRECTION_TEXT[value].name()}
          </label>
        ))}
      </div>
      <p id={`${name}-rule`} className="mt-2 max-w-prose text-muted">
        {DIRECTION_TEXT[direction].rule({ rate: formatRate(lang) })}
      </p>
    </fieldset>
  )
}

const ASSUMED = { BGN: m.check_assumed_bgn, EUR: m.check_assumed_eur } satisfies Record<
  Currency,
  (values: { column: string }) => string
>

const REASON_MESSAGE = {
  'no-eur': m.check_no_eur_reason,
  'no-bgn': m.check_no_bgn_reason,
  zero: m.check_zero_reason,
  'too-large': m.check_large_reason,
  'same-currency': m.check_same_reason,
  unreadable: m.check_unreadable_reason,
} satisfies Record<MissingReason, (values: { n: string }) => string>

/** The number of pairs that could not be compared, by reason, with the first row numbers of each. */
function UncheckedRows({ checked: { summary, firstRows } }: { checked: CheckedFile }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const count = summary.notChecked
  const rowsOf = (reason: MissingReason) => {
    const { rows, hasMore } = firstRows[reason]
    return m.check_rows({ count: rows.length, rows: rows.map(n).join(', ') + (hasMore ? '…' : '') })
  }
  return (
    <details open={summary.checked === 0} className="group border-y border-line" data-testid="missing">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 font-bold">
        {m.check_missing_title({ count, n: n(count) })}
        <DetailsChevron />
      </summary>
      <ul className="grid gap-1 pb-5">
        {MISSING_REASONS.filter((reason) => summary.reasons[reason] > 0).map((reason) => (
          <li key={reason}>
            {REASON_MESSAGE[reason]({ n: n(summary.reasons[reason]) })}{' '}
            <span className="text-muted">({rowsOf(reason)})</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Reads the file again with other choices. If that fails, shows why, and the earlier outcome stays. */
function useReopen(): (file: FileSummary, choices: FileChoices) => Promise<void> {
  const showError = useReadErrorAlert()
  return async (file, choices) => {
    const error = await check.request('reopen', choices).catch(() => null)
    if (error) showError(error, file.name)
  }
}

type OutcomeProps = {
  checked: CheckedFile
  /** The chosen direction; the figures follow when the worker has checked again. */
  direction: PairDirection
  revision: number
  onDirection: (direction: PairDirection) => void
}

/** The outcome in one sentence, the figures, the choices and the mismatches. */
export function CheckOutcome({ checked, direction, revision, onDirection }: OutcomeProps) {
  const lang = useLang()
  const reopen = useReopen()
  const { file, columns, summary, question } = checked
  const title = outcomeTitle(checked, lang)
  const titleOf = (index: number) => columnTitle(index, file.detection.all[index]?.title)
  const isChecked = summary.checked > 0 && question === null
  const areAllExact = isChecked && summary.off === 0
  return (
    <div className="grid grid-cols-1 gap-8" data-testid="check-outcome">
      <section aria-labelledby="check-title" className="arrive grid gap-5 border-y border-line py-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 items-start gap-3">
            <Icon
              name={areAllExact ? 'check' : isChecked ? 'cross' : 'file'}
              className={`mt-1 size-7 ${areAllExact ? 'text-ink' : isChecked ? 'text-error' : 'text-muted'}`}
            />
            <div className="min-w-0">
              <h2 id="check-title" tabIndex={-1} className="wrap-anywhere text-h3 outline-none">
                {title}
              </h2>
              <p className="wrap-anywhere text-muted">{fileDescription(file, lang)}</p>
            </div>
          </div>
          <Button look="tinted" onClick={() => check.stop()}>
            {m.check_again()}
          </Button>
        </div>
        <p className={`max-w-prose ${isChecked ? 'text-muted' : ''}`}>{outcomeLead(checked)}</p>
        {question !== null && (
          <div
            role="group"
            aria-label={m.notice_ambiguous_choice({ example: question })}
            className="flex flex-wrap gap-3"
          >
            {(['decimal', 'thousands'] as const).map((ambiguous) => (
              <Button
                key={ambiguous}
                look="tinted"
                onClick={() => void check.tryRequest('answer', ambiguous).then(() => focusOn('check-title'))}
              >
                {formatAmbiguousPrice(question, ambiguous, lang)}
              </Button>
            ))}
          </div>
        )}
        {isChecked && <CheckSummaryTable checked={checked} />}
        {isChecked && <DirectionChoice direction={direction} onPick={onDirection} />}
        <ColumnChoice key={JSON.stringify(columns.pairs)} checked={checked} />
        <FileDetails file={file} onRead={(choices) => void reopen(file, choices)} />
      </section>
      <div className="grid gap-3 empty:hidden">
        {columns.pairs.map(
          ({ assumed, ...pair }) =>
            assumed && (
              <Notice key={pair.national}>
                {ASSUMED[assumed]({ column: titleOf(pair[sideOf(assumed)]) })}
              </Notice>
            ),
        )}
        {summary.unrounded > 0 && (
          <Notice>
            {m.check_unrounded({ count: summary.unrounded, n: formatCount(summary.unrounded, lang) })}
          </Notice>
        )}
        <FileWarnings warnings={file.warnings} />
      </div>
      {isChecked && summary.off > 0 && (
        <div className="card p-5">
          <CorrectedFile checked={checked} direction={direction} />
        </div>
      )}
      {isChecked && summary.off > 0 && <MismatchTable checked={checked} revision={revision} />}
      {question === null && summary.notChecked > 0 && <UncheckedRows checked={checked} />}
      {/* The first outcome is announced by its focus. */}
      <LiveAnnouncement text={title} />
    </div>
  )
}

function outcomeTitle({ columns, summary, question }: CheckedFile, lang: Lang): string {
  if (columns.pairs.length === 0) return m.check_no_columns()
  if (question !== null) return m.check_question_title()
  const { checked, off } = summary
  if (checked === 0) return m.check_nothing()
  if (checked === 1 && off === 1) return m.check_only_off()
  const n = formatCount(off === 0 ? checked : off, lang)
  return off === 0
    ? m.check_all_right({ count: checked, n })
    : m.check_off({ count: off, n, total: formatCount(checked, lang) })
}

/** Says what to do where there is no outcome yet. */
function outcomeLead({ columns, summary, question }: CheckedFile): string {
  if (columns.pairs.length === 0) {
    const { national, euro } = columns.guess
    if (national !== null) return euro === null ? m.check_no_eur() : m.check_no_both()
    return euro === null ? m.check_no_prices() : m.check_no_bgn()
  }
  if (question !== null) return m.check_question({ example: question })
  return summary.checked === 0 ? m.check_nothing_text() : m.check_free()
}
