import { useCallback, useEffect, useState } from 'react'
import type { Currency } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { writeBackFormat } from '#formats/format.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { LIMITS, SIGNUP_TOKENS } from '#product/limits.ts'
import { reportFileName } from '#reports/results.ts'
import { check } from '#engine/check/client.ts'
import type { CheckedFile, CorrectionOffer } from '#engine/check/types.ts'
import { callHeaders } from '#engine/http/client.ts'
import { hasAcceptedTerms } from '#engine/storage/preferences.ts'
import { m } from '#i18n/messages/messages.js'
import { otherFormatText } from '../results/write-back-notes.ts'
import { useLang } from '../../routing/location.ts'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { CostDialog, CostLine } from '../../session/cost-dialog.tsx'
import { type SessionState, useSession } from '../../session/session.ts'
import { TermsDialog } from '../../session/terms-dialog.tsx'
import { useCharge } from '../../session/use-charge.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { saveFile } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePaidFile } from '../file/paid-file.ts'
import { BuyPack, LeavingLink } from './buy-pack.tsx'

const TEXT = { BGN: m.correct_text_bgn, EUR: m.correct_text_eur } satisfies Record<Currency, unknown>
const DONE = { BGN: m.correct_done_bgn, EUR: m.correct_done_eur } satisfies Record<Currency, unknown>

/** Can receive the focus. */
export const CORRECT_TITLE_ID = 'correct-title'

type Props = {
  checked: CheckedFile
  /** The chosen direction; the check follows. */
  direction: PairDirection
  /** The file was downloaded, with so many corrected prices. */
  onCorrected: (prices: number) => void
}

/** Offers the checked file with the right prices in it, for one token a price (CHECK-04). */
export function CorrectedFile({ checked, direction, onCorrected }: Props) {
  const lang = useLang()
  const replaced = derivedCurrency(checked.direction)
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.email : ''
  const { offer, refresh } = useOffer(checked, replaced, owner)
  const order = useOrder(offer, refresh, checked, owner, onCorrected)
  const { format, name } = checked.file
  const n = (count: number) => formatCount(count, lang)
  const isReady = direction === checked.direction && order.state === 'idle'
  return (
    <section
      aria-labelledby={CORRECT_TITLE_ID}
      className="grid grid-cols-1 gap-3 print:hidden"
      data-testid="corrected-file"
    >
      <h2 id={CORRECT_TITLE_ID} tabIndex={-1} className="text-h3 outline-none">
        {m.correct_title()}
      </h2>
      {offer === undefined && <p className="text-muted">{m.correct_preparing()}</p>}
      {offer === null && <p>{checked.isLarge ? m.correct_large() : m.correct_failed()}</p>}
      {offer && offer.prices === 0 && <p>{m.correct_none()}</p>}
      {offer?.isOverLimit && (
        <p role="status" className="rounded-base bg-ask-soft p-3 inset-ring inset-ring-ask-line">
          {m.correct_limit({ n: n(offer.prices), limit: n(LIMITS.bulkRows) })}
        </p>
      )}
      {offer && offer.prices > 0 && (
        <p>
          {(order.isDone ? DONE : TEXT)[replaced]({ count: offer.prices, n: n(offer.prices) })}{' '}
          {checked.direction === 'either' && !order.isDone && m.correct_either({ choice: m.check_eur_bgn() })}
        </p>
      )}
      {offer && offer.prices > 0 && !offer.isOverLimit && (
        <Order
          offer={offer}
          session={session}
          isReady={isReady}
          isDone={order.isDone}
          onOrder={order.start}
          onRecover={order.recover}
        />
      )}
      {offer && <KeptPrices offer={offer} />}
      {offer && offer.prices > 0 && writeBackFormat(format) !== format && (
        <p className="text-small text-muted">{otherFormatText(format)}</p>
      )}
      {order.state === 'charging' && (
        <div className="grid gap-2">
          <p id="correct-charging" className="text-small text-muted">
            {m.correct_charging()}
          </p>
          <progress className="block h-2 w-full" aria-labelledby="correct-charging" />
        </div>
      )}
      <p role="status" className="wrap-anywhere text-small empty:hidden">
        {order.isDone && m.export_done({ file: fileNameOf(name, offer, lang) })}
      </p>
      {offer && order.state === 'terms' && <TermsDialog onAccept={order.confirm} onDismiss={order.dismiss} />}
      {offer && order.state === 'confirm' && (
        <ConfirmCorrection offer={offer} onConfirm={order.send} onDismiss={order.dismiss} />
      )}
    </section>
  )
}

const fileNameOf = (
  filename: string,
  offer: CorrectionOffer | null | undefined,
  lang: Parameters<typeof reportFileName>[3],
): string => reportFileName('corrected', { filename, createdAt: '' }, offer?.extension ?? 'csv', lang)

/** The offer for this check: undefined while the file is written, null where it cannot be. */
function useOffer(checked: CheckedFile, replaced: Currency, owner: string) {
  const lang = useLang()
  const isKnownAsPaid = usePaidFile() !== undefined
  const [found, setFound] = useState<{ for: readonly unknown[]; offer: CorrectionOffer | null }>()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const offer = await check.request('offerCorrection', replaced, owner)
      if (!isKnownAsPaid || owner === '' || !offer || offer.isCharged || offer.prices === 0) return offer
      // The account that leads here knows of it, this device may not: it charges nothing.
      const recovery = await check.request('recover', offer.id, { headers: callHeaders(lang), owner })
      return { ...offer, isCharged: recovery.outcome === 'corrected' }
    }
    void load()
      .catch(() => null)
      .then((offer) => isCurrent && setFound({ for: [checked, replaced, owner], offer }))
    return () => {
      isCurrent = false
    }
    // The same check is offered again after it was charged.
  }, [checked, replaced, owner, asked, isKnownAsPaid, lang])
  const isCurrent = [checked, replaced, owner].every((part, i) => part === found?.for[i])
  return {
    offer: isCurrent ? found?.offer : undefined,
    refresh: useCallback(() => setAsked((count) => count + 1), []),
  }
}

/** Wrong prices that stay as they are. */
function KeptPrices({ offer: { kept } }: { offer: CorrectionOffer }) {
  const lang = useLang()
  const { formulas, texts } = kept
  if (formulas + texts === 0) return null
  return (
    <div className="grid gap-2 rounded-base bg-ask-soft p-3 text-small inset-ring inset-ring-ask-line">
      {formulas > 0 && <p>{m.correct_formulas({ count: formulas, n: formatCount(formulas, lang) })}</p>}
      {texts > 0 && <p>{m.correct_texts({ count: texts, n: formatCount(texts, lang) })}</p>}
    </div>
  )
}

type OrderProps = {
  offer: CorrectionOffer
  session: SessionState
  /** False while the check follows another direction, and while the file is charged. */
  isReady: boolean
  /** It is downloaded. */
  isDone: boolean
  onOrder: () => void
  /** Gets a file that the account paid for, which this device does not know. */
  onRecover: () => void
}

/** The cost, and the button that gets the file; or what is needed for it first. */
function Order({ offer, session, isReady, isDone, onOrder, onRecover }: OrderProps) {
  const lang = useLang()
  if (session.status === 'loading') return null
  const n = (count: number) => formatCount(count, lang)
  const cost = offer.prices
  if (session.status === 'signed-out' && session.known) {
    const next = pathOf('check', lang)
    return (
      <>
        <Cost cost={cost} />
        {cost > SIGNUP_TOKENS ? (
          <BuyPack missing={cost - SIGNUP_TOKENS} isVisitor />
        ) : (
          <LeavingLink look="filled" to={entryPath('register', lang, next)}>
            {m.rail_register({ n: SIGNUP_TOKENS })}
          </LeavingLink>
        )}
        <LeavingLink look="plain" to={entryPath('login', lang, next)}>
          {m.nav_login()}
        </LeavingLink>
        {cost <= SIGNUP_TOKENS && (
          <p className="text-small text-muted">{m.correct_visitor({ tokens: SIGNUP_TOKENS })}</p>
        )}
      </>
    )
  }
  const button = (
    <Button
      look={isDone ? 'tinted' : 'filled'}
      size={isDone ? 'medium' : 'large'}
      className="px-3! text-base!"
      isUnavailable={!isReady}
      onClick={onOrder}
    >
      <Icon name="download" />
      {offer.isCharged ? m.correct_again() : m.correct_action()}
    </Button>
  )
  if (offer.isCharged) {
    return (
      <>
        {button}
        <p className="text-small text-muted">{m.correct_charged()}</p>
      </>
    )
  }
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  const missing = balance === undefined || offer.hasPendingSubmission ? 0 : Math.max(0, cost - balance)
  return (
    <>
      <Cost cost={cost} balance={balance} />
      {missing > 0 ? (
        <>
          <p className="font-semibold">{m.correct_short({ count: missing, n: n(missing) })}</p>
          <BuyPack missing={missing} />
          <Button look="plain" isUnavailable={!isReady} onClick={onRecover}>
            {m.correct_recover()}
          </Button>
        </>
      ) : (
        button
      )}
      {offer.hasPendingSubmission && <p className="text-small">{m.correct_pending()}</p>}
      <p className="text-small text-muted">{m.correct_rule()}</p>
    </>
  )
}

type CostProps = { cost: number; balance?: number | undefined }

/** In tokens. */
function Cost({ cost, balance }: CostProps) {
  const lang = useLang()
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-line pt-3 [&>dd]:text-end [&>dd]:font-bold">
      <dt className="text-muted">{m.rail_cost()}</dt>
      <dd data-testid="correction-cost">{m.tokens_for({ count: cost, n: formatCount(cost, lang) })}</dd>
      {balance !== undefined && (
        <>
          <dt className="text-muted">{m.rail_balance()}</dt>
          <dd>{formatCount(balance, lang)}</dd>
        </>
      )}
    </dl>
  )
}

type OrderState = 'idle' | 'terms' | 'confirm' | 'charging'

/** The steps from the button to the file: terms, confirmation, charge, download. A charged file goes straight to its download. */
function useOrder(
  offer: CorrectionOffer | null | undefined,
  refresh: () => void,
  { file }: CheckedFile,
  owner: string,
  onCorrected: Props['onCorrected'],
) {
  const lang = useLang()
  const { alert } = useAlerts()
  const [state, setState] = useState<OrderState>('idle')
  const [doneId, setDoneId] = useState<string>()
  const charge = useCharge(
    { unreachable: m.correct_unreachable(), sessionEnded: m.correct_session_ended() },
    () => entryPath('login', lang, pathOf('check', lang)),
    () => check.keep(),
  )
  // Closes the dialog of an offer that is replaced.
  const isAsking = state === 'terms' || state === 'confirm'
  if (isAsking && !offer) setState('idle')

  function start() {
    if (!offer) return
    if (offer.isCharged) void send()
    else if (!navigator.onLine) alert(m.correct_offline())
    else setState(hasAcceptedTerms() ? 'confirm' : 'terms')
  }

  async function send(request: 'correct' | 'recover' = 'correct') {
    if (!offer) return
    setState('charging')
    setDoneId(undefined)
    const options = { headers: callHeaders(lang), owner }
    // The page shows by itself that the worker failed.
    const outcome = await check.request(request, offer.id, options).catch(() => undefined)
    setState('idle')
    if (outcome?.outcome === 'corrected') {
      saveFile(outcome.file, fileNameOf(file.name, offer, lang))
      setDoneId(offer.id)
      onCorrected(offer.prices)
      if (outcome.balance !== null) await charge.accept(outcome.balance)
    } else if (outcome?.outcome === 'differs') alert(m.correct_differs())
    else if (outcome?.outcome === 'not-paid') alert(m.correct_not_paid())
    else if (outcome && outcome.outcome !== 'not-sent') await charge.explain(outcome)
    refresh()
  }

  return {
    state,
    isDone: offer !== null && offer !== undefined && doneId === offer.id,
    start,
    confirm: () => setState('confirm'),
    send: () => void send(),
    recover: () => void send('recover'),
    dismiss: () => setState('idle'),
  }
}

type ConfirmProps = { offer: CorrectionOffer; onConfirm: () => void; onDismiss: () => void }

function ConfirmCorrection({ offer, onConfirm, onDismiss }: ConfirmProps) {
  const lang = useLang()
  const { prices, kept, hasPendingSubmission } = offer
  const n = (count: number) => formatCount(count, lang)
  const stay = kept.formulas + kept.texts
  return (
    <CostDialog
      title={m.correct_title()}
      cost={prices}
      lines={
        <>
          <CostLine label={m.correct_prices()} value={n(prices)} />
          {stay > 0 && <CostLine label={m.correct_kept()} value={n(stay)} />}
        </>
      }
      action={m.correct_confirm({
        prices: m.prices_for({ count: prices, n: n(prices) }),
        tokens: m.tokens_for({ count: prices, n: n(prices) }),
      })}
      notEnoughText={m.correct_not_enough}
      pendingText={hasPendingSubmission ? m.correct_pending() : undefined}
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    />
  )
}
