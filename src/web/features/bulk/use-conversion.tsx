import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { acceptTerms } from '#api/site.ts'
import { formatCount } from '#money/format.ts'
import { LIMITS, RESULTS_STEP, TERMS_VERSION } from '#product/limits.ts'
import { call, callHeaders } from '#engine/http/client.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { forgetSession, refreshSession, setBalance, useSession } from '../../session/session.ts'
import { JOBS_KEY } from '../../session/queries.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { ConfirmDialog, type ConvertedBefore, TermsDialog } from './dialogs/confirm-dialogs.tsx'
import { warningMessage, isSevere } from './notices/warnings.tsx'
import { conversionDelayMs } from '#engine/bulk/submit.ts'
import { type ConvertOutcome, type RowsSummary, type Snapshot, countOmitted } from '#engine/types.ts'
import { openQuestionMessage, findOpenQuestion } from './notices/questions.tsx'
import { type Resume, hasAcceptedTerms, saveResume, saveAcceptedTerms } from '#engine/storage/preferences.ts'
import { selectNoticeContent } from './notices/notices.tsx'

const UNREACHABLE: ConvertOutcome = { outcome: 'unreachable' }

type Step = 'terms' | 'confirm' | undefined

/** How many of the first prices are converted; all where it is undefined. */
type First = number | undefined

type Conversion = {
  /** Starts with the first step: terms, confirmation, request, results. */
  start: () => void
  /** The same for the first rows alone. */
  startFirst: () => void
  /** The dialog of the current step. */
  dialog: ReactNode
}

/** The steps of Convert All, from the button to the results (CONV-01..05). */
export function useConversion(
  { rows, phase }: Snapshot,
  hasPendingSubmission: boolean,
  convertedBefore: ConvertedBefore,
  onChooseColumns: () => void,
  onDone: () => void,
): Conversion {
  const { alert, confirm } = useAlerts()
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lang = useLang()
  const [step, setStep] = useState<Step>()
  const [first, setFirst] = useState<First>()
  const isSignedOut = session.status === 'signed-out' && session.known
  // Closes the open dialog when the rows are removed or read again, here or in another tab.
  if (step && (!rows || phase !== 'ready')) setStep(undefined)

  const toLogin = (resume: Resume) => {
    saveResume(resume)
    const next = encodeURIComponent(pathOf('converter', lang))
    return navigate(`${pathOf('login', lang)}?next=${next}`)
  }

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

  async function start(firstOnly?: First) {
    setFirst(firstOnly)
    const latest = await bulk.flush()
    if (latest.phase !== 'ready' || !latest.rows || showBlocker(latest.rows)) return
    if (!navigator.onLine) return alert(m.convert_offline())
    await convertedBefore.refresh()
    setStep(hasAcceptedTerms() ? 'confirm' : 'terms')
  }

  function accept() {
    saveAcceptedTerms()
    // The server only records it: a failure must not block the conversion.
    call<typeof acceptTerms>('POST /api/legal/accept', { body: { version: TERMS_VERSION } }).catch(
      () => undefined,
    )
    setStep('confirm')
  }

  async function convert(evenIfPending = false) {
    setStep(undefined)
    const { rows: latest } = await bulk.flush()
    if (!rows || !latest || showBlocker(latest)) return
    // An edit saved after the dialog opened has changed the cost: the dialog opens again with the new one.
    if (latest.counts.tokenCost !== rows.counts.tokenCost) return setStep('confirm')
    if (isSignedOut) return toLogin(first === undefined ? 'convert' : 'bulk')
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
    switch (outcome.outcome) {
      case 'converted': {
        await setBalance(client, outcome.balance)
        // The response to a retry holds the balance after the first attempt.
        void refreshSession(client)
        void client.invalidateQueries({ queryKey: JOBS_KEY })
        return onDone()
      }
      case 'rejected':
        if (outcome.status === 401) {
          await bulk.tryRequest('clearResults')
          await forgetSession(client)
          toasts.show(m.session_ended(), 'destructive')
          return toLogin('bulk')
        }
        void refreshSession(client)
        return alert(outcome.sentence ?? m.convert_failed())
      // The page says it with the results: see useConvertedElsewhere.
      case 'converted-elsewhere':
      case 'not-sent':
        return
      case 'unreachable':
        return alert(m.convert_unreachable())
      case 'submission-pending': {
        const yes = await confirm({
          title: m.unanswered_title(),
          text: m.unanswered_text(),
          action: m.unanswered_action(),
        })
        return yes ? convert(true) : undefined
      }
    }
  }

  const dismiss = () => setStep(undefined)
  const dialog = rows && (
    <>
      {step === 'terms' && <TermsDialog onAccept={accept} onDismiss={dismiss} />}
      {step === 'confirm' && (
        <ConfirmDialog
          rows={rows}
          first={first}
          warnings={[
            ...(convertedBefore.text ? [convertedBefore.text] : []),
            ...selectNoticeContent(rows)
              .warnings.filter(isSevere)
              .map((warning) => warningMessage(warning, lang)),
          ]}
          hasPendingSubmission={hasPendingSubmission}
          onConvert={() => void convert()}
          onDismiss={dismiss}
        />
      )}
    </>
  )
  return { start: () => void start(), startFirst: () => void start(RESULTS_STEP), dialog }
}
