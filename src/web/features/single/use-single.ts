import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { formatMoney } from '#money/format.ts'
import { type Currency, MAX_AMOUNT, otherCurrency, toDecimalText } from '#money/amount.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { addRecent, clearRecent, loadRecent, type RecentConversion } from './recent.tsx'
import {
  type AmountQuery,
  type Converted,
  convertTypedAmount,
  type AmountError,
  conversionQuery,
  directionQuery,
  parseAmountQuery,
  formatTypedAmount,
} from './shared-amount.ts'

/** Marks what stands in the address as seen: it was counted among the recent ones, or complained about, already. */
type Seen = { isSeen: true }

const isSeen = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isSeen' in state

/** What another reader takes for thousands: '1,234' is one and a bit. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

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
  /** How the amount was read, where that is not plain. */
  const [notice, setNotice] = useState<ReactNode>()
  /** Counts what the field has held: a reading that takes a moment may be about what is gone. */
  const version = useRef(0)
  const [recent, setRecent] = useState<RecentConversion[]>([])
  useEffect(() => {
    // What the device keeps is not known while the page is rendered in advance.
    setRecent(loadRecent())
    return () => {
      version.current = 0
    }
  }, [])
  useAddressChanges((hasSeen) => {
    const asked = parseAmountQuery(query)
    setFrom(asked.from)
    setText(asked.text)
    void read(asked, (found) => {
      const outcome = asked.isCut && typeof found !== 'string' ? 'no-amount' : found
      const isFault = typeof outcome === 'string'
      if (!isFault) show(outcome, true)
      if (hasSeen || asked.text === '') return
      if (isFault) complain(outcome, asked.from)
      else remember(outcome)
      write(isFault ? { amount: asked.text, from: asked.from } : conversionQuery(outcome))
    })
  })

  function hideResult() {
    version.current++
    setConverted(undefined)
    setNotice(undefined)
  }

  /** Reads a plain amount at once, and any other text with what is loaded for it. */
  async function read(
    { text, from, unsupported }: Omit<AmountQuery, 'isCut'>,
    done: (outcome: Converted | AmountError, isRewritten: boolean) => void,
  ) {
    hideResult()
    const started = version.current
    const typed = convertTypedAmount(text, from)
    const isPlain = typeof typed === 'string' ? !/\d/.test(text) : !AMBIGUOUS.test(text.trim())
    if (isPlain && !unsupported) return done(typed, false)
    const { outcome, notice } = await import('./amount-notice.tsx').then(
      (load) => load.readWithNotice(text, from, lang, convertExact, unsupported),
      // What cannot be loaded leaves the amount as it is read without it.
      () => ({ outcome: unsupported ? undefined : typed, notice: undefined }),
    )
    if (started !== version.current) return
    setNotice(notice)
    if (outcome) done(outcome, true)
  }

  /** Converts plain decimal text, in which nothing is in doubt. */
  function convertExact(amount: string, currency: Currency) {
    hideResult()
    finish(convertTypedAmount(amount, currency), true)
  }

  function show(outcome: Converted, isRewritten: boolean) {
    setFrom(outcome.from)
    if (isRewritten) setText(formatTypedAmount(outcome.amount, lang))
    setConverted(outcome)
  }

  function write(next: Record<string, string>) {
    setQuery(next, { replace: true, state: { isSeen: true } satisfies Seen })
  }

  function complain(fault: AmountError, currency: Currency) {
    if (fault === 'too-large') alert(m.single_max({ maximum: formatMoney(MAX_AMOUNT, currency, lang) }))
    else alert(currency === 'BGN' ? m.single_invalid_bgn() : m.single_invalid_eur())
  }

  function remember(outcome: Converted) {
    const { money, from: currency } = outcome
    // As it was typed: rounded first, it would be another conversion.
    const typed = conversionQuery(outcome).amount
    setRecent(
      addRecent({
        bgn: currency === 'BGN' ? typed : toDecimalText(money.bgn),
        eur: currency === 'EUR' ? typed : toDecimalText(money.eur),
        mode: currency === 'BGN' ? 'BGN_TO_EUR' : 'EUR_TO_BGN',
        timestamp: Date.now(),
      }),
    )
  }

  function finish(outcome: Converted | AmountError, isRewritten: boolean) {
    if (typeof outcome === 'string') return complain(outcome, from)
    show(outcome, isRewritten)
    remember(outcome)
    write(conversionQuery(outcome))
  }

  return {
    from,
    text,
    converted,
    recent,
    notice,
    edit(typed: string) {
      hideResult()
      setText(typed)
      if (converted || query.has('amount')) write(directionQuery(from))
    },
    turn() {
      const to = otherCurrency(from)
      hideResult()
      setFrom(to)
      write(directionQuery(to))
    },
    submit: () => void read({ text, from }, finish),
    repeat({ mode, bgn, eur }: RecentConversion) {
      const currency = mode === 'BGN_TO_EUR' ? 'BGN' : 'EUR'
      convertExact(currency === 'BGN' ? bgn : eur, currency)
    },
    clear: () => setRecent(clearRecent()),
  }
}

/**
 * Follows the address: at the start, after a link, back and forward, but not what this page has written there itself.
 * The page is rendered in advance without a query, so all of it happens after the start.
 */
function useAddressChanges(follow: (hasSeen: boolean) => void): void {
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
