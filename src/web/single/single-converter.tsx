import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatAmount, formatMoney, parseTypedAmount } from '#domain/format.ts'
import { isTooLarge, isZero } from '#domain/decimal.ts'
import { type Currency, MAX_AMOUNT, type Money, otherCurrency, toDecimalText } from '#domain/money.ts'
import { convert } from '#domain/rate.ts'
import { focusOn } from '../bulk/focus-on.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { toasts } from '../shell/toast-stack.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { currencySign } from '../ui/money.tsx'
import { addRecent, clearRecent, loadRecent, type RecentConversion } from './recent.ts'
import { RecentList } from './recent-list.tsx'

const INK = { BGN: 'text-lev', EUR: 'text-euro' } satisfies Record<Currency, string>
const EDGE = { BGN: 'border-lev', EUR: 'border-euro' } satisfies Record<Currency, string>

const amountOf = (money: Money, currency: Currency): number => (currency === 'BGN' ? money.bgn : money.eur)

/** One amount at a time, in either direction (SNG-01..05). */
export function SingleConverter() {
  const lang = useLang()
  const { alert } = useAlerts()
  const input = useRef<HTMLInputElement>(null)
  const [from, setFrom] = useState<Currency>('BGN')
  const [text, setText] = useState('')
  const [money, setMoney] = useState<Money>()
  const [recent, setRecent] = useState<RecentConversion[]>([])
  // What the device keeps is not known while the page is rendered in advance.
  useEffect(() => setRecent(loadRecent()), [])
  const to = otherCurrency(from)

  function submit(event: FormEvent) {
    event.preventDefault()
    const price = parseTypedAmount(text)
    if (!price || isZero(price))
      return alert(from === 'BGN' ? m.single_invalid_bgn() : m.single_invalid_eur())
    if (isTooLarge(price)) return alert(m.single_max({ maximum: formatMoney(MAX_AMOUNT, from, lang) }))
    finish(convert(price, from), from)
  }

  function finish(result: Money, currency: Currency) {
    setMoney(result)
    setRecent(
      addRecent({
        bgn: toDecimalText(result.bgn),
        eur: toDecimalText(result.eur),
        mode: currency === 'BGN' ? 'BGN_TO_EUR' : 'EUR_TO_BGN',
        timestamp: Date.now(),
      }),
    )
  }

  function turn() {
    setFrom(to)
    setMoney(undefined)
    input.current?.focus()
  }

  function repeat(conversion: RecentConversion) {
    const currency = conversion.mode === 'BGN_TO_EUR' ? 'BGN' : 'EUR'
    const amount = currency === 'BGN' ? conversion.bgn : conversion.eur
    setFrom(currency)
    setText(lang === 'bg' ? amount.replace('.', ',') : amount)
    const price = parseTypedAmount(amount)
    if (price) finish(convert(price, currency), currency)
    input.current?.focus()
  }

  async function copy(result: Money) {
    try {
      await navigator.clipboard.writeText(formatAmount(amountOf(result, to), lang))
      toasts.show(m.copied())
    } catch {
      toasts.show(m.copy_failed(), 'destructive')
    }
  }

  return (
    <div className="grid items-start gap-10 lg:grid-cols-[3fr_2fr]">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-[1fr_auto_1fr] sm:items-end sm:gap-3">
          <label className="grid gap-1.5">
            <span className="font-semibold">
              {from === 'BGN' ? m.single_amount_bgn() : m.single_amount_eur()}
            </span>
            <span
              className={`flex h-18 items-center border-b-4 bg-raised px-3 outline-focus focus-within:outline-3 ${EDGE[from]}`}
            >
              <input
                ref={input}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                placeholder={formatAmount(0, lang)}
                value={text}
                maxLength={64}
                onChange={(event) => {
                  setText(event.target.value)
                  setMoney(undefined)
                }}
                className="h-full w-full min-w-0 bg-transparent text-3xl font-bold outline-none"
              />
              <span className={`text-xl ${INK[from]}`}>{currencySign(from, lang)}</span>
            </span>
          </label>
          <Button
            look="plain"
            onClick={turn}
            aria-label={m.single_turn()}
            title={m.single_turn()}
            className="mb-2 size-14 justify-self-start"
          >
            <Icon name="swap" className="size-6 max-sm:rotate-90" />
          </Button>
          <div className="grid gap-1.5">
            <label htmlFor="single-result" className="font-semibold">
              {to === 'BGN' ? m.single_result_bgn() : m.single_result_eur()}
            </label>
            <div className={`flex h-18 items-center border-b-4 bg-sunken px-3 ${EDGE[to]}`}>
              <output
                id="single-result"
                aria-live="polite"
                className={`w-full min-w-0 truncate text-3xl font-bold ${money ? INK[to] : 'text-muted'}`}
              >
                {formatAmount(money ? amountOf(money, to) : 0, lang)}
              </output>
              <span className={`text-xl ${INK[to]}`}>{currencySign(to, lang)}</span>
            </div>
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button look="action" type="submit" className="px-8 text-lg">
            {m.single_convert()}
          </Button>
          {money && (
            <Button look="plain" onClick={() => void copy(money)}>
              <Icon name="copy" />
              {m.single_copy()}
            </Button>
          )}
        </div>
        <p className="max-w-prose text-muted">{from === 'BGN' ? m.single_rule_bgn() : m.single_rule_eur()}</p>
      </form>
      <RecentList
        recent={recent}
        onRepeat={repeat}
        onClear={() => {
          setRecent(clearRecent())
          focusOn('recent-title')
        }}
      />
    </div>
  )
}
