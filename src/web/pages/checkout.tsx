import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { type Pack, findPack } from '#product/plans.ts'
import { type Started, startCheckout } from '../features/billing/checkout.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { entryPath, pathOf } from '../routing/paths.ts'
import { forgetSession, useSession } from '../session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/form-status.tsx'
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
    const isPackless = state.message === m.checkout_missing_price()
    return (
      <Outcome isWide key={state.status} title={m.checkout_failed_title()}>
        <p role="alert" className="wrap-anywhere">
          {state.message}
        </p>
        {isPackless && <p>{m.checkout_choose()}</p>}
        <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
          {isPackless && <BackToPricing isNext />}
          <Button look={isPackless ? 'tinted' : 'filled'} onClick={() => window.location.reload()}>
            {m.try_again()}
          </Button>
          {!isPackless && <BackToPricing />}
        </div>
      </Outcome>
    )
  }
  const isReady = state.status === 'ready'
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

function Item({ pack }: { pack: Pack }) {
  const lang = useLang()
  const tokens = m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })
  return (
    <p className="flex w-full flex-wrap items-baseline justify-between gap-x-6 border-y border-line py-3 text-lead font-semibold">
      <span>
        {pack.name[lang]} · {tokens}
      </span>{' '}
      <span>{formatMoney(pack.price, EURO, lang)}</span>
    </p>
  )
}

type BackProps = {
  isUnavailable?: boolean
  /** It is what helps. */
  isNext?: boolean
}

function BackToPricing({ isUnavailable = false, isNext = false }: BackProps) {
  const lang = useLang()
  if (isUnavailable) {
    return (
      <Button look="tinted" isUnavailable>
        {m.back_to_pricing()}
      </Button>
    )
  }
  return (
    <ButtonLink look={isNext ? 'filled' : 'tinted'} to={pathOf('pricing', lang)}>
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
      if (started.status === 'ready') window.location.replace(started.url)
    }
    void run()
    return () => {
      isHere = false
    }
  }, [status, isUnknown, search, lang, client, navigate])
  return { state, priceId }
}
