import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { acceptTerms } from '#contract/legal.ts'
import { formatCount } from '#domain/format.ts'
import { TERMS_VERSION } from '#domain/limits.ts'
import { call, callHeaders } from '../api/call.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { forgetSession, refreshSession, setBalance, useSession } from '../session/session.ts'
import { useAlerts } from '../shell/alerts.tsx'
import { toasts } from '../shell/toast-stack.ts'
import { bulk } from './bulk-client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { conversionDelayMs } from './conversion-delay.ts'
import { openQuestion } from './notices.tsx'
import type { ConvertOutcome, RowsFacts } from './snapshot.ts'
import { hasAcceptedTerms, keepAcceptedTerms, TermsDialog } from './terms-dialog.tsx'

type Step = 'terms' | 'confirm' | undefined

type Conversion = {
  /** Starts the way to a conversion: terms, confirmation, request, results. */
  start: () => void
  /** The dialog of the step that is open. */
  dialog: ReactNode
}

/** Convert All, from the press of the button to the results (CONV-01..05). */
export function useConversion(rows: RowsFacts | null, onColumns: () => void, onDone: () => void): Conversion {
  const { alert } = useAlerts()
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lang = useLang()
  const [step, setStep] = useState<Step>()

  const toLogin = () => {
    const next = encodeURIComponent(`${pathOf('converter', lang)}?mode=bulk`)
    return navigate(`${pathOf('login', lang)}?next=${next}`)
  }

  function start() {
    if (!rows) return
    const question = openQuestion(rows)
    if (!rows.columnsKnown) return onColumns()
    if (rows.counts.validRows === 0) return alert(m.no_valid_rows())
    if (question) return alert(m.answer_first({ example: question.example }))
    setStep(hasAcceptedTerms() ? 'confirm' : 'terms')
  }

  function accept() {
    keepAcceptedTerms()
    // The record on the server is a comfort: its failure must not stand in the way.
    call<typeof acceptTerms>('POST /api/legal/accept', { body: { version: TERMS_VERSION } }).catch(
      () => undefined,
    )
    setStep('confirm')
  }

  async function convert(counts: RowsFacts['counts']) {
    setStep(undefined)
    if (session.status === 'signed-out' && session.known) return toLogin()
    const owner = session.status === 'signed-in' ? session.email : ''
    const options = { owner, headers: callHeaders(lang), delayMs: conversionDelayMs(counts.totalRows) }
    await conclude(await bulk.ask('convert', options))
  }

  async function conclude(outcome: ConvertOutcome) {
    switch (outcome.outcome) {
      case 'converted': {
        await setBalance(client, outcome.balance)
        void client.invalidateQueries({ queryKey: ['/api/convert', 'jobs'] })
        const count = outcome.counts.validRows
        toasts.show(m.converted({ count, n: formatCount(count, lang) }))
        return onDone()
      }
      case 'refused':
        if (outcome.status === 401) {
          await bulk.ask('clearResults')
          await forgetSession(client)
          return toLogin()
        }
        void refreshSession(client)
        return alert(outcome.sentence ?? m.convert_failed())
      case 'not-sent':
        return
      case 'unreachable':
        return alert(m.convert_unreachable())
    }
  }

  const dismiss = () => setStep(undefined)
  const dialog = rows && (
    <>
      {step === 'terms' && <TermsDialog onAccept={accept} onDismiss={dismiss} />}
      {step === 'confirm' && (
        <ConfirmDialog
          counts={rows.counts}
          zeroRows={rows.zeroRows}
          balance={session.status === 'signed-in' ? session.tokens : undefined}
          onConvert={() => void convert(rows.counts)}
          onDismiss={dismiss}
        />
      )}
    </>
  )
  return { start, dialog }
}
