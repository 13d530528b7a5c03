import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatCount } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { PACKS, type Pack, findPack } from '#product/plans.ts'
import { type Started, startCheckout } from '../features/billing/checkout.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { entryPath, pathOf } from '../routing/paths.ts'
import { forgetSession, useSession } from '../session/session.ts'
import { Button, ButtonAnchor, ButtonLink, type Look } from '../ui/button.tsx'
import { Outcome } from '../ui/form-status.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { Money } from '../ui/money.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({
  title: m.checkout_title(),
  description: m.checkout_description(),
})

type State = { status: 'starting' } | Exclude<Started, { status: 'signed-out' }>

/** Redirects to the payment page of a pack (PAY-03). */
export default function CheckoutPage() {
  const lang = useLang()
  const { state, priceId } = useCheckout()
  const pack = findPack(priceId)
  if (state.status === 'failed') {
    // Another attempt would start without a pack too.
    const isPackless = pack === undefined
    return (
      <Outcome isWide key={state.status} title={m.checkout_failed_title()}>
        <p className="wrap-anywhere">
          <span role="alert">{state.message}</span>{' '}
          {!isPackless && <span>{m.checkout_nothing_charged()}</span>}
        </p>
        {isPackless ? <PackChoice /> : <Item pack={pack} />}
        <div className={`flex w-full flex-wrap gap-x-3 ${isPackless ? '-ms-3' : 'gap-y-3 max-sm:*:w-full'}`}>
          {isPackless && <BackToPricing look="plain" />}
          <Button look={isPackless ? 'plain' : 'filled'} onClick={() => window.location.reload()}>
            {m.try_again()}
          </Button>
          {!isPackless && <BackToPricing />}
        </div>
      </Outcome>
    )
  }
  const isReady = state.status === 'ready'
  if (isReady && state.owed > 0) return <Debt {...state} pack={pack} />
  return (
    <Outcome isWide key={state.status} title={isReady ? m.checkout_redirecting() : m.checkout_starting()}>
      {pack !== undefined && <Item pack={pack} />}
      {!isReady && pack !== undefined && <p>{m.checkout_starting_item({ plan: pack.name[lang] })}</p>}
      {isReady && (
        <p>
          {m.checkout_fallback()}{' '}
          <a href={state.url} className="font-semibold underline underline-offset-4">
            {m.checkout_continue()}
          </a>
          .
        </p>
      )}
      <BackToPricing isUnavailable={!isReady} />
    </Outcome>
  )
}

/** What of the pack is deducted at once. It must be known before the payment: the user continues, not the page. */
function Debt({ url, owed, pack }: { url: string; owed: number; pack: Pack | undefined }) {
  const lang = useLang()
  const tokensText = (count: number) => m.tokens_for({ count, n: formatCount(count, lang) })
  const rest = Math.max((pack?.tokens ?? 0) - owed, 0)
  return (
    <Outcome isWide key="debt" title={m.checkout_debt_title()}>
      {pack !== undefined && <Item pack={pack} />}
      <p>{m.checkout_debt({ owed: tokensText(owed), rest: tokensText(rest) })}</p>
      <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
        <ButtonAnchor look="filled" href={url}>
          {m.checkout_debt_pay()}
        </ButtonAnchor>
        <BackToPricing look="plain" />
      </div>
    </Outcome>
  )
}

function Item({ pack }: { pack: Pack }) {
  const lang = useLang()
  const tokens = m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })
  return (
    <p className="flex w-full flex-wrap items-baseline justify-between gap-x-6 border-y border-line py-3 text-lead font-semibold">
      <span>
        {pack.name[lang]} · {tokens}
      </span>{' '}
      <Money hundredths={pack.price} currency={EURO} />
    </p>
  )
}

const CONSENT_ID = 'consent'

/** The packs, where the address names none of them. */
function PackChoice() {
  const lang = useLang()
  return (
    <section aria-labelledby="packs" className="grid w-full gap-2">
      <h2 id="packs" className="text-lead">
        {m.checkout_choose()}
      </h2>
      <ul className="border-y border-line">
        {PACKS.map((pack) => (
          <li
            key={pack.id}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-5 border-b border-line py-2 last:border-b-0"
          >
            <p>
              <span className="block font-semibold">{pack.name[lang]}</span>
              <span className="text-muted">
                {m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })}
              </span>
            </p>
            <p className="text-lead font-bold">
              <Money hundredths={pack.price} currency={EURO} />
            </p>
            <ButtonLink
              look="tinted"
              to={`${pathOf('checkout', lang)}?priceId=${pack.id}`}
              aria-label={`${m.plan_buy()}: ${pack.name[lang]}`}
              aria-describedby={CONSENT_ID}
            >
              {m.plan_buy()}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p id={CONSENT_ID} className="text-small text-muted">
        <span className="inline-block first-letter:uppercase">{m.plan_terms()}.</span>{' '}
        <LinkedText text={m.purchase_terms_consent()} />
      </p>
    </section>
  )
}

type BackProps = { isUnavailable?: boolean; look?: Look }

function BackToPricing({ isUnavailable = false, look = 'tinted' }: BackProps) {
  const lang = useLang()
  if (isUnavailable) {
    return (
      <Button look="tinted" isUnavailable>
        {m.back_to_pricing()}
      </Button>
    )
  }
  return (
    <ButtonLink look={look} to={pathOf('pricing', lang)}>
      {m.back_to_pricing()}
    </ButtonLink>
  )
}

/** Starts the payment as soon as the session is known, and redirects to its page. */
function useCheckout(): { state: State; priceId: string } {
  const lang = useLang()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const session = useSession()
  const { status } = session
  const isUnknown = session.status === 'signed-out' && !session.known
  const [priceId, setPriceId] = useState('')
  const [state, setState] = useState<State>({ status: 'starting' })
  useEffect(() => {
    const id = new URLSearchParams(search).get('priceId') ?? ''
    setPriceId(id)
    if (status === 'loading') return undefined
    // The session is unknown because the server could not be reached; the login page could not reach it
    // either.
    if (isUnknown) return setState({ status: 'failed', message: m.checkout_start_failed() })
    if (status === 'signed-out') {
      void navigate(entryPath('login', lang, pathOf('checkout', lang) + search), { replace: true })
      return undefined
    }
    if (id === '') return setState({ status: 'failed', message: m.checkout_missing_price() })
    let isHere = true
    // Also after an error: the session could not be loaded, and now is.
    setState({ status: 'starting' })
    const pageAt = (page: 'success' | 'pricing') => window.location.origin + pathOf(page, lang)
    const run = async () => {
      const addresses = { successUrl: pageAt('success'), cancelUrl: pageAt('pricing') }
      const started = await startCheckout({ priceId: id, ...addresses })
      if (!isHere) return
      // The session has ended elsewhere; this page then redirects to the login.
      if (started.status === 'signed-out') return forgetSession(client)
      setState(started)
      // Replaces this page, so that the Back button leads to the prices.
      if (started.status === 'ready' && started.owed === 0) window.location.replace(started.url)
    }
    void run()
    return () => {
      isHere = false
    }
  }, [status, isUnknown, search, lang, client, navigate])
  return { state, priceId }
}
