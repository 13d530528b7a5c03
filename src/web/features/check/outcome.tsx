import { Suspense, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { formatCount } from '#money/format.ts'
import type { Currency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { columnTitle } from '#reports/labels.ts'
import type { FileChoices, FileSummary } from '#reports/types.ts'
import { check } from '#engine/check/client.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { LiveAnnouncement } from '../../ui/form-status.tsx'
import { loaded } from '../../ui/loaded.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BreakableName } from '../file/breakable-name.tsx'
import { fileDescription } from '../file/file-details.tsx'
import { FileButton } from '../file/file-picker.tsx'
import { FileWarnings, Notice } from '../file/notice.tsx'
import { useReadErrorAlert } from '../file/reading.tsx'
import { useInSight } from '../file/use-in-sight.ts'
import { ColumnQuestion } from './columns.tsx'
import { CORRECT_TITLE_ID } from './corrected-file.tsx'
import { DirectionChoice } from './direction.tsx'
import { MismatchTable } from './mismatches.tsx'
import { Question } from './question.tsx'
import { CheckFigures, CheckRail, useHasRail } from './rail.tsx'
import { StripCard } from './strip-card.tsx'
import { UncheckedRows } from './unchecked.tsx'
import { type Part, outcomeParts, outcomeText } from './verdict.ts'

const PictureDialog = loaded(() => import('./picture-dialog.tsx'), m.check_picture_not_loaded)

const ASSUMED = { BGN: m.check_assumed_bgn, EUR: m.check_assumed_eur } satisfies Record<
  Currency,
  (values: { column: string }) => string
>

/** Reads the file again with other choices. If that fails, shows why, and the earlier outcome stays. */
function useReopen(): (file: FileSummary, choices: FileChoices) => Promise<void> {
  const showError = useReadErrorAlert()
  return async (file, choices) => {
    const error = await check.request('reopen', choices).catch(() => null)
    if (error) showError(error, file.name)
  }
}

export type OutcomeProps = {
  checked: CheckedFile
  /** The chosen direction; the figures follow when the worker has checked again. */
  direction: PairDirection
  revision: number
  onDirection: (direction: PairDirection) => Promise<unknown>
  onFile: (file: File) => Promise<void>
  /** The corrected file was downloaded. */
  onCorrected: () => void
}

/** The outcome in one sentence, where the differences are, the figures and the mismatches; or what is asked before. */
export function CheckOutcome({
  checked,
  direction,
  revision,
  onDirection,
  onFile,
  onCorrected,
}: OutcomeProps) {
  const lang = useLang()
  const reopen = useReopen()
  const { file, summary, question } = checked
  const isChecked = summary.checked > 0 && question === null
  const [done, setDone] = useState<{ revision: number; prices: number }>()
  /** Prices in the corrected file that was downloaded. */
  const corrected = done?.revision === revision ? done.prices : undefined
  const onRead = (choices: FileChoices) => void reopen(file, choices)
  const hasRail = useHasRail()
  // Here, where it outlives a window that becomes narrow.
  const [isSharing, setSharing] = useState(false)
  const figures = <CheckFigures checked={checked} onShare={() => setSharing(true)} />
  // On a narrow page the file that is offered comes before the list, and the figures last.
  const rail = (hasRail || summary.off > 0) && (
    <CheckRail
      key="rail"
      checked={checked}
      direction={direction}
      onCorrected={(prices) => {
        setDone({ revision, prices })
        onCorrected()
        focusOn('check-title')
      }}
    >
      {hasRail && figures}
    </CheckRail>
  )
  return (
    <div className="arrive grid grid-cols-1 gap-6" data-testid="check-outcome">
      <div className="grid grid-cols-1 items-center gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <p className="wrap-anywhere text-muted">
          <FileLine file={file} lang={lang} />
        </p>
        <h1
          id="check-title"
          tabIndex={-1}
          className="text-h1 font-extrabold wrap-anywhere outline-none sm:col-span-2"
        >
          {corrected === undefined ? (
            <>
              {isChecked && summary.off === 0 && <Tick />}
              <Verdict parts={outcomeParts(checked, lang)} isOff={summary.off > 0} />
            </>
          ) : (
            <>
              <Tick />
              {m.corrected_title({ count: corrected, n: formatCount(corrected, lang) })}
            </>
          )}
        </h1>
        {corrected !== undefined && (
          <p className="text-lead text-muted sm:col-span-2">
            {m.corrected_found()} {outcomeText(checked, lang)}
          </p>
        )}
        <FileActions
          // On a phone what comes next is the corrected file.
          className={`sm:col-start-2 sm:row-start-1 max-sm:mt-2.5 ${corrected === undefined ? '' : 'max-sm:hidden'}`}
          onFile={onFile}
        />
      </div>
      {!isChecked && <Open checked={checked} onRead={onRead} />}
      {isChecked && (
        <div
          className={`grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_1fr] ${corrected === summary.off ? 'settled' : ''}`}
        >
          {corrected !== undefined && rail}
          <StripCard key="strip" checked={checked} onRead={onRead} />
          {corrected === undefined && rail}
          <div key="rows" className="grid min-w-0 grid-cols-1 gap-5">
            <DirectionChoice direction={direction} onPick={onDirection} />
            <Notices checked={checked} />
            {summary.off > 0 && <MismatchTable checked={checked} revision={revision} />}
            {summary.notChecked > 0 && <UncheckedRows checked={checked} />}
          </div>
          {corrected === undefined && summary.off > 0 && <CorrectBar off={summary.off} />}
          {!hasRail && <div className="card p-5">{figures}</div>}
        </div>
      )}
      {corrected !== undefined && <FileActions className="sm:hidden" onFile={onFile} />}
      {isSharing && (
        <Suspense>
          <PictureDialog checked={checked} onDismiss={() => setSharing(false)} />
        </Suspense>
      )}
      {/* The first outcome is announced by its focus. */}
      <LiveAnnouncement text={outcomeText(checked, lang)} />
    </div>
  )
}

type FileActionsProps = Pick<OutcomeProps, 'onFile'> & { className: string }

/** Another file, or none. */
function FileActions({ onFile, className }: FileActionsProps) {
  return (
    <div
      className={`flex flex-wrap gap-2 print:hidden max-sm:[&>button]:flex-auto max-sm:[&>button]:px-2 ${className}`}
    >
      <FileButton look="tinted" onFile={onFile}>
        <Icon name="file" />
        {m.check_again()}
      </FileButton>
      <Button look="plain" className="sm:-me-3" onClick={() => check.stop()}>
        {m.file_remove()}
      </Button>
    </div>
  )
}

/** What is wrong, and a way to the corrected file, at the bottom of a narrow page until that is in sight. */
function CorrectBar({ off }: { off: number }) {
  const isRepeated = useInSight(CORRECT_TITLE_ID)
  return (
    <div
      data-sticky-bar
      data-repeated={isRepeated || undefined}
      // Takes no space: the card that follows begins where it would.
      className="sticky bottom-0 z-20 -mx-4 -mb-16 flex h-16 items-center justify-between gap-3 border-t border-line bg-raised px-4 sm:-mx-6 sm:px-6 low:hidden lg:hidden print:hidden data-repeated:invisible max-lg:[&+*]:-mt-5"
    >
      <span className="font-bold text-error">
        {m.check_bar({ count: off, n: formatCount(off, useLang()) })}
      </span>
      <Button look="filled" onClick={() => focusOn(CORRECT_TITLE_ID)}>
        {m.check_bar_action()}
      </Button>
    </div>
  )
}

/** Before the title of a list whose prices are right. */
function Tick() {
  return <Icon name="check" className="me-3 inline-block size-[0.9em] align-[-0.08em]" />
}

/** `Check of prices.csv · CSV · 12 KB`. */
function FileLine({ file, lang }: { file: FileSummary; lang: Lang }) {
  const [before = '', after = ''] = m.check_of({ file: '\n' }).split('\n')
  return (
    <>
      {before}
      <b className="text-ink">
        <BreakableName name={file.name} />
      </b>
      {after}
      {fileDescription(file, lang).slice(file.name.length)}
    </>
  )
}

/** The sentence with its number larger, in red where pairs are off. */
function Verdict({ parts, isOff }: { parts: readonly Part[]; isOff: boolean }) {
  return parts.map(({ text, isNumber }) =>
    isNumber ? (
      <span
        key={text}
        className={`text-[1.4em] leading-none tracking-[-0.035em] ${isOff ? 'text-error' : ''}`}
      >
        {text}
      </span>
    ) : (
      text
    ),
  )
}

/** What has to be answered or changed before anything is checked. */
function Open({ checked, onRead }: { checked: CheckedFile; onRead: (choices: FileChoices) => void }) {
  const { columns, question, summary } = checked
  return (
    <>
      {columns.pairs.length > 0 && question !== null && <Question question={question} />}
      <ColumnQuestion checked={checked} onRead={onRead} />
      <Notices checked={checked} />
      {question === null && summary.notChecked > 0 && <UncheckedRows checked={checked} />}
    </>
  )
}

/** What was assumed, and what was odd in the file. */
function Notices({ checked: { columns, file, summary } }: { checked: CheckedFile }) {
  const lang = useLang()
  const titleOf = (index: number) => columnTitle(index, file.detection.all[index]?.title)
  return (
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
  )
}
