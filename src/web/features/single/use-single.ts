import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { formatMoney } from '#money/format.ts'
import { type Currency, NATIONAL, otherCurrency } from '#money/currency.ts'
import { MAX_AMOUNT } from '#money/amount.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { type RecentConversion, addRecent, clearRecent, loadRecent, toRecent, typedOf } from './recent.tsx'
import {
  AMBIGUOUS,
  type AmountQuery,
  type Converted,
  convertTypedAmount,
  type AmountError,
  conversionQuery,
  directionQuery,
  parseAmountQuery,
  formatTypedAmount,
} from './shared-amount.ts'

/** State of a history entry whose amount was already added to the recent ones, or rejected. */
type Seen = { isSeen: true }

const isSeen = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isSeen' in state

const INVALID = { BGN: m.single_invalid_bgn, EUR: m.single_invalid_eur } satisfies Record<
  Currency,
  () => string
>

/**
 * The state of the single converter, kept in the address: with the amount while a result is shown, without it otherwise.
 * So a reload, a link and the other language show the same (SNG-06).
 */
export function useSingle() {
  const lang = useLang()
  const { alert } = useAlerts()
  const [query, setQuery] = useSearchParams()
  const [from, setFrom] = useState<Currency>(NATIONAL)
  const [text, setText] = useState('')
  const [converted, setConverted] = useState<Converted>()
  /** Says how an amount was read that is not plain. */
  const [notice, setNotice] = useState<ReactNode>()
  /** The address names an unsupported currency: the amount is in neither of the two. */
  const [isUnsupported, setUnsupported] = useState(false)
  /** Counts changes of the field, to discard an asynchronous reading of an earlier text. */
  const version = useRef(0)
  /** The error of the field, also shown in a dialog (SNG-03). */
  const [error, setError] = useState<string>()
  const [recent, setRecent] = useState<RecentConversion[]>([])
  useEffect(() => {
    // Not during prerendering, where there is no storage.
    setRecent(loadRecent())
    return () => {
      version.current = 0
    }
  }, [])
  useAddressChanges((hasSeen) => {
    const requested = parseAmountQuery(query)
    setFrom(requested.from)
    setText(requested.text)
    void read(requested, (found) => {
      const outcome = requested.isCut && typeof found !== 'string' ? 'no-amount' : found
      const isError = typeof outcome === 'string'
      if (!isError) showResult(outcome, true)
      if (requested.text === '') return
      // Once in a dialog, and at the field as long as it is there.
      if (isError && hasSeen) setError(sentenceOf(outcome, requested.from))
      if (hasSeen) return
      if (isError) showError(outcome, requested.from)
      else setRecent(addRecent(toRecent(outcome)))
      writeAddress(isError ? { amount: requested.text, from: requested.from } : conversionQuery(outcome))
    })
  })

  function hideResult() {
    version.current++
    setConverted(undefined)
    setNotice(undefined)
    setError(undefined)
    setUnsupported(false)
  }

  /** Reads a plain amount synchronously, and any other text with `amount-notice.tsx`, loaded on demand. */
  async function read(
    { text, from, unsupported }: Omit<AmountQuery, 'isCut'>,
    done: (outcome: Converted | AmountError, isRewritten: boolean) => void,
  ) {
    hideResult()
    setUnsupported(unsupported !== undefined)
    const started = version.current
    const typed = convertTypedAmount(text, from)
    const isPlain = typeof typed === 'string' ? !/\d/.test(text) : !AMBIGUOUS.test(text.trim())
    if (isPlain && !unsupported) return done(typed, false)
    const { outcome, notice } = await import('./amount-notice.tsx').then(
      (load) => load.readWithNotice(text, from, lang, convertExact, unsupported),
      // If it cannot be loaded, the plain reading counts.
      () => ({ outcome: unsupported ? undefined : typed, notice: undefined }),
    )
    if (started !== version.current) return
    setNotice(notice)
    if (outcome) done(outcome, true)
  }

  /** Converts unambiguous decimal text. */
  function convertExact(amount: string, currency: Currency) {
    hideResult()
    finish(convertTypedAmount(amount, currency), true)
  }

  function showResult(outcome: Converted, isRewritten: boolean) {
    setFrom(outcome.from)
    if (isRewritten) setText(formatTypedAmount(outcome.amount, lang))
    setConverted(outcome)
  }

  function writeAddress(next: Record<string, string>) {
    setQuery(next, { replace: true, state: { isSeen: true } satisfies Seen })
  }

  function sentenceOf(error: AmountError, currency: Currency): string {
    return error === 'too-large'
      ? m.single_max({ maximum: formatMoney(MAX_AMOUNT, currency, lang) })
      : INVALID[currency]()
  }

  function showError(error: AmountError, currency: Currency) {
    setError(sentenceOf(error, currency))
    alert(sentenceOf(error, currency))
  }

  function finish(outcome: Converted | AmountError, isRewritten: boolean) {
    if (typeof outcome === 'string') return showError(outcome, from)
    showResult(outcome, isRewritten)
    setRecent(addRecent(toRecent(outcome)))
    writeAddress(conversionQuery(outcome))
  }

  return {
    from,
    text,
    converted,
    recent,
    notice,
    error,
    isUnsupported,
    edit(typed: string) {
      hideResult()
      setText(typed)
      if (converted || query.has('amount')) writeAddress(directionQuery(from))
    },
    swap() {
      const to = otherCurrency(from)
      hideResult()
      setFrom(to)
      writeAddress(directionQuery(to))
    },
    submit: () => void read({ text, from }, finish),
    repeat(conversion: RecentConversion) {
      const { amount, from: source } = typedOf(conversion)
      convertExact(amount, source)
    },
    clear: () => setRecent(clearRecent()),
  }
}

/**
 * Calls `onChange` for the address at the start and after each navigation, but not for what this page wrote itself. Runs in
 * an effect: the page is prerendered without a query.
 */
function useAddressChanges(onChange: (hasSeen: boolean) => void): void {
  const { search, state } = useLocation()
  const navigationType = useNavigationType()
  const hasStarted = useRef(false)
  const onAddress = useEffectEvent(() => {
    // An initial address without a query has nothing to show.
    const isOwn = hasStarted.current
      ? navigationType === NavigationType.Replace && isSeen(state)
      : search === ''
    hasStarted.current = true
    // With the bulk mode in the address this component is about to be unmounted.
    if (!isOwn && new URLSearchParams(search).get('mode') !== 'bulk') onChange(isSeen(state))
  })
  useEffect(() => onAddress(), [search])
}
