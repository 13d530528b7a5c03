import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { formatMoney } from '#domain/format.ts'
import { type Currency, MAX_AMOUNT, otherCurrency, toDecimalText } from '#domain/money.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { addRecent, clearRecent, loadRecent, type RecentConversion } from './recent.ts'
import {
  type Converted,
  convertTyped,
  type Fault,
  queryOfConverted,
  queryOfDirection,
  readAsked,
  typedAmount,
} from './shared-amount.ts'

/** Marks what stands in the address as seen: it was counted among the recent ones, or complained about, already. */
type Seen = { isSeen: true }

const isSeen = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isSeen' in state

/**
 * One amount, and the address that always tells it: with the amount while a result is shown, without it as soon as the
 * result is hidden. So a reload, a link and the other language show what is seen (SNG-06).
 */
export function useSingle() {
  const lang = useLang()
  const { alert } = useAlerts()
  const [query, setQuery] = useSearchParams()
  const [from, setFrom] = useState<Currency>('BGN')
  const [text, setText] = useState('')
  const [converted, setConverted] = useState<Converted>()
  const [recent, setRecent] = useState<RecentConversion[]>([])
  // What the device keeps is not known while the page is rendered in advance.
  useEffect(() => setRecent(loadRecent()), [])
  useAddress((hasSeen) => {
    const asked = readAsked(query)
    const read = convertTyped(asked.text, asked.from)
    const outcome = asked.isCut && typeof read !== 'string' ? 'no-amount' : read
    const isFault = typeof outcome === 'string'
    setFrom(asked.from)
    setText(isFault ? asked.text : typedAmount(outcome.amount, lang))
    setConverted(isFault ? undefined : outcome)
    if (hasSeen || asked.text === '') return
    if (isFault) complain(outcome, asked.from)
    else remember(outcome)
    write(isFault ? { amount: asked.text, from: asked.from } : queryOfConverted(outcome))
  })

  function write(next: Record<string, string>) {
    setQuery(next, { replace: true, state: { isSeen: true } satisfies Seen })
  }

  function complain(fault: Fault, currency: Currency) {
    if (fault === 'too-large') alert(m.single_max({ maximum: formatMoney(MAX_AMOUNT, currency, lang) }))
    else alert(currency === 'BGN' ? m.single_invalid_bgn() : m.single_invalid_eur())
  }

  function remember(outcome: Converted) {
    const { money, from: currency } = outcome
    // As it was typed: rounded first, it would be another conversion.
    const typed = queryOfConverted(outcome).amount
    setRecent(
      addRecent({
        bgn: currency === 'BGN' ? typed : toDecimalText(money.bgn),
        eur: currency === 'EUR' ? typed : toDecimalText(money.eur),
        mode: currency === 'BGN' ? 'BGN_TO_EUR' : 'EUR_TO_BGN',
        timestamp: Date.now(),
      }),
    )
  }

  function finish(outcome: Converted) {
    setConverted(outcome)
    remember(outcome)
    write(queryOfConverted(outcome))
  }

  return {
    from,
    text,
    converted,
    recent,
    edit(typed: string) {
      setText(typed)
      setConverted(undefined)
      if (converted || query.has('amount')) write(queryOfDirection(from))
    },
    turn() {
      const to = otherCurrency(from)
      setFrom(to)
      setConverted(undefined)
      write(queryOfDirection(to))
    },
    submit() {
      const outcome = convertTyped(text, from)
      if (typeof outcome === 'string') return complain(outcome, from)
      // What another reader takes for thousands is shown as it was read: '1,234' is one and a bit.
      if (/^\d{1,3}[.,]\d{3}$/.test(text.trim())) setText(typedAmount(outcome.amount, lang))
      finish(outcome)
    },
    repeat({ mode, bgn, eur }: RecentConversion) {
      const currency = mode === 'BGN_TO_EUR' ? 'BGN' : 'EUR'
      const outcome = convertTyped(currency === 'BGN' ? bgn : eur, currency)
      if (typeof outcome === 'string') return
      setFrom(currency)
      setText(typedAmount(outcome.amount, lang))
      finish(outcome)
    },
    clear: () => setRecent(clearRecent()),
  }
}

/**
 * Follows the address: at the start, after a link, back and forward, but not what this page has written there itself.
 * The page is rendered in advance without a query, so all of it happens after the start.
 */
function useAddress(follow: (hasSeen: boolean) => void): void {
  const { search, state } = useLocation()
  const way = useNavigationType()
  const hasStarted = useRef(false)
  const onAddress = useEffectEvent(() => {
    // At the start an address that asks nothing has nothing to show.
    const isOwn = hasStarted.current ? way === NavigationType.Replace && isSeen(state) : search === ''
    hasStarted.current = true
    // The bulk mode takes this one's place in a moment, and the address is no longer its own.
    if (!isOwn && new URLSearchParams(search).get('mode') !== 'bulk') follow(isSeen(state))
  })
  useEffect(() => onAddress(), [search])
}
