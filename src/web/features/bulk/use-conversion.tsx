import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#money/format.ts'
import { LIMITS } from '#product/limits.ts'
import { callHeaders } from '#engine/http/client.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { TermsDialog } from '../../session/terms-dialog.tsx'
import { useCharge } from '../../session/use-charge.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { focusOn } from '../../ui/focus.ts'
import { bulk } from '#engine/bulk/client.ts'
import { ConfirmDialog, type ConvertedBefore } from './dialogs/confirm-dialogs.tsx'
import { warningMessage } from './notices/warnings.tsx'
import { conversionDelayMs } from '#engine/bulk/submit.ts'
import {
  type ConvertOutcome,
  type PendingConversion,
  type RowsSummary,
  type Snapshot,
  countOmitted,
} from '#engine/types.ts'
import { openQuestionMessage, findOpenQuestion } from './notices/questions.tsx'
import { hasAcceptedTerms } from '#engine/storage/preferences.ts'
import { type Resume, saveResume } from '#engine/storage/resume.ts'
import { PHONE_CONVERT_ID } from './rail/phone-bar.tsx'
import { CONVERT_ID } from './rail/rail.tsx'
import { countAssumed } from './sheet/ambiguous-prices.ts'
import { severeWarnings } from './notices/content.ts'

const UNREACHABLE: ConvertOutcome = { outcome: 'unreachable' }

type Step = 'terms' | 'confirm' | undefined

/** What one conversion is of. */
type Part = {
  /** So many of the first prices; all that are left where it is undefined. */
  first: number | undefined
  /** The sums of the part; undefined where it is the whole list. */
  totals: RowsSummary['totals'] | undefined
}

const WHOLE: Part = { first: undefined, totals: undefined }

type Conversion = {
  /** Starts with the first step: terms, confirmation, request, results. */
  start: () => void
  /** The same for so many of the first prices alone. */
  startFirst: (count: number) => void
  /** How many prices that is; of the conversion that was started last, until its end. */
  prices: number
  /** The dialog of the current step. */
  dialog: ReactNode
}

/** The steps of Convert All, from the button to the results (CONV-01..05). */
export function useConversion(
  { rows, phase }: Snapshot,
  pending: PendingConversion | undefined,
  convertedBefore: ConvertedBefore,
  settledPrices: number,
  onChooseColumns: () => void,
  onDone: () => void,
): Conversion {
  const { alert } = useAlerts()
  const session = useSession()
  const navigate = useNavigate()
  const lang = useLang()
  const [step, setStep] = useState<Step>()
  const [{ first, totals }, setPart] = useState(WHOLE)
  const isSignedOut = session.status === 'signed-out' && session.known
  // Closes the open dialog when the rows are removed or read again, here or in another tab.
  if (step && (!rows || phase !== 'ready')) setStep(undefined)

  /** The login that leads back to these rows. */
  const loginPath = (resume: Resume = 'bulk') => {
    saveResume(resume)
    return entryPath('login', lang, pathOf('converter', lang))
  }

  const register = {
    to: entryPath('register', lang, pathOf('converter', lang)),
    onClick: () => saveResume('convert'),
  }

  const charge = useCharge(
    { unreachable: m.convert_unreachable(), sessionEnded: m.session_ended() },
    loginPath,
    () => bulk.tryRequest('clearResults'),
  )

  /** Shows the first reason why the rows cannot be converted. Returns false if there is none. */
  function showBlocker(rows: RowsSummary): boolean {
    const question = findOpenQuestion(rows)
    if (question?.what === 'dialog') onChooseColumns()
    else if (question?.what === 'column') alert(openQuestionMessage(question))
    else if (rows.counts.validRows === 0)
      alert(countOmitted(rows.omitted) > 0 ? m.all_left_out() : m.no_valid_rows())
    else if (rows.counts.totalRows > LIMITS.bulkRows)
      alert(m.too_many_prices({ limit: formatCount(LIMITS.bulkRows, lang) }))
    else if (question) alert(openQuestionMessage(question))
    else return false
    return true
  }

  async function start(firstOnly?: number) {
    const latest = await bulk.flush()
    if (latest.phase !== 'ready' || !latest.rows || showBlocker(latest.rows)) return
    if (!navigator.onLine) return alert(m.convert_offline())
    await convertedBefore.refresh()
    const { counts, convertedRows } = latest.rows
    const isPart = firstOnly !== undefined || convertedRows > 0
    setPart({
      first: firstOnly,
      totals: isPart ? await bulk.request('firstTotals', firstOnly ?? counts.validRows) : undefined,
    })
    setStep(hasAcceptedTerms() ? 'confirm' : 'terms')
  }

  async function convert(evenIfPending = false) {
    setStep(undefined)
    const { rows: latest } = await bulk.flush()
    if (!rows || !latest || showBlocker(latest)) return
    // An edit saved after the dialog opened has changed the cost: the dialog opens again with the new one.
    if (latest.counts.tokenCost !== rows.counts.tokenCost) return start(first)
    if (isSignedOut) return navigate(loginPath('convert'))
    const options = {
      owner: session.status === 'signed-in' ? session.email : '',
      headers: callHeaders(lang),
      delayMs: conversionDelayMs(first ?? rows.counts.totalRows),
      evenIfPending,
      ...(first !== undefined && { first }),
    }
    await handleOutcome(await bulk.convert(options).catch(() => UNREACHABLE))
  }

  async function handleOutcome(outcome: ConvertOutcome) {
    // The page says it with the results that another tab has converted the rows: see useConvertedElsewhere.
    if (outcome.outcome === 'not-sent' || outcome.outcome === 'converted-elsewhere') return
    if (outcome.outcome === 'not-awaited') {
      charge.refresh()
      focusOn(CONVERT_ID, PHONE_CONVERT_ID)
    } else if (outcome.outcome === 'converted') {
      await charge.accept(outcome.balance)
      onDone()
    } else if (await charge.explain(outcome)) await convert(true)
  }

  const dismiss = () => setStep(undefined)
  const dialog = rows && (
    <>
      {step === 'terms' && <TermsDialog onAccept={() => setStep('confirm')} onDismiss={dismiss} />}
      {step === 'confirm' && (
        <ConfirmDialog
          rows={rows}
          first={first}
          totals={totals ?? rows.totals}
          assumedPrices={countAssumed(rows, settledPrices)}
          warnings={[
            ...(convertedBefore.text ? [convertedBefore.text] : []),
            ...severeWarnings(rows).map((warning) => warningMessage(warning, lang)),
          ]}
          hasPendingSubmission={pending !== undefined && pending.first === first}
          register={register}
          onConvert={() => void convert()}
          onDismiss={dismiss}
        />
      )}
    </>
  )
  return {
    start: () => void start(),
    startFirst: (count) => void start(count),
    prices: first ?? rows?.counts.validRows ?? 0,
    dialog,
  }
}
