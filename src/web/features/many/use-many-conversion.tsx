import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { conversionDelayMs } from '#engine/bulk/submit.ts'
import { callHeaders } from '#engine/http/client.ts'
import { many } from '#engine/many/client.ts'
import { type ManyList, type ManyOutcome, type ManySnapshot, isSent } from '#engine/many/types.ts'
import { hasAcceptedTerms } from '#engine/storage/preferences.ts'
import { saveResume } from '#engine/storage/resume.ts'
import { m } from '#i18n/messages/messages.js'
import { CURRENCY_CODES, EURO, NATIONAL } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { CostDialog, CostLine } from '../../session/cost-dialog.tsx'
import { useSession } from '../../session/session.ts'
import { TermsDialog } from '../../session/terms-dialog.tsx'
import { useCharge } from '../../session/use-charge.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { focusOn } from '../../ui/focus.ts'
import { returnNotes } from './return-notes.tsx'
import { CURRENCY_NAME, MANY_TITLE_ID } from './texts.ts'

export const MANY_DONE_ID = 'many-done'

/** The lists that are sent together, and what they come to. Totals are in hundredths. */
export type SentLists = {
  readonly lists: readonly ManyList[]
  readonly cost: number
  readonly totals: { readonly bgn: number; readonly eur: number }
}

/** What these lists come to. */
export function sumOf(lists: readonly ManyList[]): SentLists {
  const sum = { cost: 0, bgn: 0, eur: 0 }
  for (const { reading } of lists) {
    sum.cost += reading?.counts.tokenCost ?? 0
    sum.bgn += reading?.totals.bgn ?? 0
    sum.eur += reading?.totals.eur ?? 0
  }
  return { lists, cost: sum.cost, totals: { bgn: sum.bgn, eur: sum.eur } }
}

export type ManyConversion = {
  readonly sent: SentLists
  /** Lists that were to be converted when it began. */
  readonly total: number
  readonly start: () => void
  /** Sends again what was sent without a response. */
  readonly goOn: () => void
  readonly dialog: ReactNode
}

/** The steps of one conversion of all lists: terms, one confirmation with the whole cost, and one job for each (CONV-01). */
export function useManyConversion({ lists, phase, owner }: ManySnapshot): ManyConversion {
  const { alert } = useAlerts()
  const session = useSession()
  const navigate = useNavigate()
  const lang = useLang()
  const [step, setStep] = useState<'terms' | 'confirm'>()
  const [total, setTotal] = useState(0)
  const sent = sumOf(lists.filter(isSent))
  const email = session.status === 'signed-in' ? session.email : undefined
  const loginPath = () => {
    saveResume('bulk')
    return entryPath('login', lang, pathOf('converter', lang))
  }
  const charge = useCharge({ unreachable: m.many_unreachable(), sessionEnded: m.session_ended() }, loginPath)
  if (step && phase !== 'ready') setStep(undefined)

  function start() {
    if (sent.lists.length === 0) return alert(m.many_nothing())
    if (!navigator.onLine) return alert(m.convert_offline())
    setStep(hasAcceptedTerms() ? 'confirm' : 'terms')
  }

  async function accept(outcome: ManyOutcome) {
    if (outcome.balance === undefined) charge.refresh()
    else await charge.accept(outcome.balance)
    if (outcome.outcome === 'rejected' || outcome.outcome === 'unreachable') await charge.explain(outcome)
    else if (outcome.outcome !== 'not-sent') focusOn(MANY_DONE_ID, MANY_TITLE_ID)
  }

  async function convert() {
    setStep(undefined)
    if (email === undefined) return navigate(loginPath())
    setTotal(sent.lists.length)
    const outcome = await many.convert({
      owner: email,
      headers: callHeaders(lang),
      delayMs: conversionDelayMs(sent.cost),
      lists: sent.lists,
    })
    // They have changed since: what they cost now is confirmed again.
    if (outcome.outcome === 'not-sent') setStep('confirm')
    await accept(outcome)
  }

  const isUnanswered = lists.some(({ state }) => state === 'unknown')
  async function goOn() {
    if (email === undefined) return navigate(loginPath())
    setTotal(lists.filter(({ state }) => state === 'unknown').length)
    const outcome = await many.resume({ owner: email, headers: callHeaders(lang) })
    if (outcome.outcome !== 'not-sent') await accept(outcome)
  }
  const resume = useEffectEvent(goOn)
  const isToResume =
    phase === 'ready' && isUnanswered && email !== undefined && email === owner && many.isRestored
  useEffect(() => {
    if (isToResume) void resume()
  }, [isToResume])

  const n = (count: number) => formatCount(count, lang)
  const files = (count: number) => m.many_files({ count, n: n(count) })
  const left = lists.filter((list) => !isSent(list) && list.state !== 'converted').length
  const differing = new Set(returnNotes(sent.lists).map(([path]) => path)).size
  const dismiss = () => setStep(undefined)
  const dialog = (
    <>
      {step === 'terms' && <TermsDialog onAccept={() => setStep('confirm')} onDismiss={dismiss} />}
      {step === 'confirm' && (
        <CostDialog
          title={m.many_confirm_title()}
          cost={sent.cost}
          lines={
            <>
              <CostLine label={m.many_confirm_files()} value={n(sent.lists.length)} />
              <CostLine label={m.confirm_prices()} value={n(sent.cost)} />
              <CostLine
                label={m.total_bgn()}
                value={formatMoney(sent.totals.bgn, NATIONAL, lang)}
                className="text-national"
              />
              <CostLine
                label={m.total_eur()}
                value={formatMoney(sent.totals.eur, EURO, lang)}
                className="text-euro"
              />
              {CURRENCY_CODES.map((currency) => {
                const count = sent.lists.filter(
                  ({ reading }) => reading?.isAssumed === true && reading.currency === currency,
                ).length
                return (
                  count > 0 && (
                    <CostLine
                      key={currency}
                      label={m.confirm_assumed()}
                      value={`${CURRENCY_NAME[currency]()}, ${files(count)}`}
                      className="text-ask"
                    />
                  )
                )
              })}
              {left > 0 && <CostLine label={m.many_confirm_left()} value={files(left)} />}
            </>
          }
          warnings={differing > 0 ? [m.many_confirm_returned({ count: differing, n: n(differing) })] : []}
          action={m.many_confirm_action({
            files: files(sent.lists.length),
            tokens: m.tokens_for({ count: sent.cost, n: n(sent.cost) }),
          })}
          notEnoughText={m.many_not_enough}
          pendingText={undefined}
          register={{
            to: entryPath('register', lang, pathOf('converter', lang)),
            onClick: () => saveResume('bulk'),
          }}
          onConfirm={() => void convert()}
          onDismiss={dismiss}
        />
      )}
    </>
  )
  return { sent, total, start, goOn: () => void goOn(), dialog }
}
