import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { readingOf } from '../file/ambiguous.ts'
import { FileDetails, fileLine } from '../file/file-details.tsx'
import { Notice } from '../file/notice.tsx'
import { warningText } from '../bulk/notices.tsx'
import { titleOfColumn } from '#reports/column-title.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { News } from '../../ui/news.tsx'
import { check } from '#engine/check/client.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { ColumnChoice } from './columns.tsx'
import { DirectionChoice } from './direction-choice.tsx'
import { Ledger } from './ledger.tsx'
import { MismatchTable } from './mismatches.tsx'
import { MissingRows } from './missing-rows.tsx'
import { useReopen } from './use-reopen.ts'

type Props = {
  checked: CheckedFile
  /** What the person has chosen; the figures follow in a moment. */
  direction: PairDirection
  revision: number
  onDirection: (direction: PairDirection) => void
}

/** What was found in the file: the verdict first, then the figures, the choices and the pairs that are off. */
export function CheckOutcome({ checked, direction, revision, onDirection }: Props) {
  const lang = useLang()
  const reopen = useReopen()
  const { file, columns, summary, question } = checked
  const title = titleOf(checked, lang)
  const isJudged = summary.checked > 0 && question === null
  const isRight = isJudged && summary.off === 0
  return (
    <div className="grid grid-cols-1 gap-8" data-testid="check-outcome">
      <section aria-labelledby="check-title" className="arrive grid gap-5 border-y border-line py-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 items-start gap-3">
            <Icon
              name={isRight ? 'check' : isJudged ? 'cross' : 'file'}
              className={`mt-1 size-7 ${isRight ? 'text-valid' : isJudged ? 'text-invalid' : 'text-muted'}`}
            />
            <div className="min-w-0">
              <h2 id="check-title" tabIndex={-1} className="wrap-anywhere text-2xl outline-none">
                {title}
              </h2>
              <p className="wrap-anywhere text-muted">{fileLine(file, lang)}</p>
            </div>
          </div>
          <Button look="plain" onClick={() => check.stop()}>
            {m.check_again()}
          </Button>
        </div>
        <p className={`max-w-prose ${isJudged ? 'text-muted' : ''}`}>{leadOf(checked)}</p>
        {question !== null && (
          <div
            role="group"
            aria-label={m.notice_ambiguous_choice({ example: question })}
            className="flex flex-wrap gap-3"
          >
            {(['decimal', 'thousands'] as const).map((ambiguous) => (
              <Button
                key={ambiguous}
                look="plain"
                onClick={() => void check.tell('answer', ambiguous).then(() => focusOn('check-title'))}
              >
                {readingOf(question, ambiguous, lang)}
              </Button>
            ))}
          </div>
        )}
        {isJudged && <Ledger checked={checked} />}
        {isJudged && <DirectionChoice direction={direction} onPick={onDirection} />}
        <ColumnChoice key={JSON.stringify(columns.pairs)} checked={checked} />
        <FileDetails file={file} onRead={(choices) => void reopen(file, choices)} />
      </section>
      <div className="grid gap-3 empty:hidden">
        {columns.pairs.map(
          ({ assumed, bgn, eur }) =>
            assumed && (
              <Notice key={bgn}>
                {assumed === 'BGN'
                  ? m.check_assumed_bgn({ column: titleOfColumn(bgn, file.detection.all[bgn]?.title) })
                  : m.check_assumed_eur({ column: titleOfColumn(eur, file.detection.all[eur]?.title) })}
              </Notice>
            ),
        )}
        {summary.unrounded > 0 && (
          <Notice>
            {m.check_unrounded({ count: summary.unrounded, n: formatCount(summary.unrounded, lang) })}
          </Notice>
        )}
        {file.warnings.map((warning) => (
          <Notice key={warning.code}>{warningText(warning, (count) => formatCount(count, lang))}</Notice>
        ))}
      </div>
      {isJudged && summary.off > 0 && <MismatchTable checked={checked} revision={revision} />}
      {question === null && summary.notChecked > 0 && <MissingRows checked={checked} />}
      {/* The first verdict has the focus. */}
      <News text={title} />
    </div>
  )
}

/** The verdict in one line. */
function titleOf({ columns, summary, question }: CheckedFile, lang: Lang): string {
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

/** What the verdict rests on, or what to do where there is none. */
function leadOf({ columns, summary, question }: CheckedFile): string {
  if (columns.pairs.length === 0) {
    const { bgn, eur } = columns.guess
    if (bgn !== null) return eur === null ? m.check_no_eur() : m.check_no_both()
    return eur === null ? m.check_no_prices() : m.check_no_bgn()
  }
  if (question !== null) return m.check_question({ example: question })
  return summary.checked === 0 ? m.check_nothing_text() : m.check_free()
}
