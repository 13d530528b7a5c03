import { useState } from 'react'
import { MAX_AMOUNT, targetAmount } from '#money/amount.ts'
import { convert } from '#money/convert.ts'
import { type Currency, NATIONAL, otherCurrency } from '#money/currency.ts'
import { decimalText, isAboveMaximum, isZero } from '#money/decimal.ts'
import {
  currencySign,
  formatAmount,
  formatExactMoney,
  formatMoney,
  formatRate,
  isSignFirst,
  parseTypedAmount,
} from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { inkOf } from '../../ui/currency-ink.ts'
import { Icon } from '../../ui/icon.tsx'

/** In hundredths. */
const EXAMPLE = 1250

/** '1,234' is 1.234, or 1234 with a thousands separator. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

type Reading = {
  /** In hundredths of the other currency. */
  result?: number
  /** What is wrong with the text, or how it was read. */
  note?: string
}

/** Reads a typed amount with either decimal mark, and converts it. */
export function readLive(text: string, from: Currency, lang: Lang): Reading {
  if (text.trim() === '') return {}
  const amount = parseTypedAmount(text)
  if (!amount || isZero(amount)) return { note: m.home_live_wrong({ example: formatAmount(EXAMPLE, lang) }) }
  if (isAboveMaximum(amount))
    return { note: m.home_live_max({ maximum: formatMoney(MAX_AMOUNT, from, lang) }) }
  const result = targetAmount(convert(amount, from), from)
  if (!AMBIGUOUS.test(text.trim())) return { result }
  return { result, note: m.home_live_read({ reading: formatExactMoney(decimalText(amount), from, lang) }) }
}

const big = 'text-h3 font-bold sm:text-[1.875rem] tracking-tight [font-variant-numeric:proportional-nums]'

/** `€6.39`, but `6,39 €`. */
const gapOf = (currency: Currency, lang: Lang): string => (isSignFirst(currency, lang) ? 'gap-px' : 'gap-1')

/** An amount as large as the field, with a small sign. */
function BigMoney({ hundredths, currency }: { hundredths: number; currency: Currency }) {
  const lang = useLang()
  return (
    <span className={`inline-flex items-baseline wrap-anywhere ${gapOf(currency, lang)} ${inkOf(currency)}`}>
      {isSignFirst(currency, lang) && <Sign currency={currency} />}
      {formatAmount(hundredths, lang)}
      {!isSignFirst(currency, lang) && <Sign currency={currency} />}
    </span>
  )
}

const Sign = ({ currency }: { currency: Currency }) => (
  <span className="text-[0.62em] font-semibold">{currencySign(currency, useLang())}</span>
)

/** One amount that is converted while it is typed. */
export function LiveAmount() {
  const lang = useLang()
  const [from, setFrom] = useState<Currency>(NATIONAL)
  const [text, setText] = useState(() => formatAmount(EXAMPLE, lang))
  const to = otherCurrency(from)
  const { result, note } = readLive(text, from, lang)
  return (
    <div className="w-full border-y border-line py-2">
      <div className={`flex flex-wrap items-baseline gap-x-3 ${big} noscript:hidden`}>
        <label
          className={`inline-flex min-h-11 max-w-full items-baseline ${gapOf(from, lang)} border-b-2 border-current pt-1 focus-within:outline-[2.5px] focus-within:outline-offset-4 focus-within:outline-ink ${inkOf(from)}`}
        >
          <span className="sr-only">{from === NATIONAL ? m.home_live_bgn() : m.home_live_eur()}</span>
          {isSignFirst(from, lang) && <Sign currency={from} />}
          <input
            inputMode="decimal"
            autoComplete="off"
            maxLength={LIMITS.priceLength}
            size={Math.min(Math.max(text.length, 4), 14)}
            value={text}
            aria-invalid={result === undefined && note !== undefined}
            aria-describedby="live-note"
            onChange={({ target }) => setText(target.value)}
            className="min-w-0 bg-transparent outline-none [field-sizing:content]"
          />
          {!isSignFirst(from, lang) && <Sign currency={from} />}
        </label>
        <span className="font-medium text-muted">=</span>
        <output aria-live="polite">
          {result === undefined ? (
            <span className="font-medium text-muted">–</span>
          ) : (
            <BigMoney hundredths={result} currency={to} />
          )}
        </output>
        <Button
          look="plain"
          className="ms-auto size-11 self-center px-0! text-muted"
          aria-label={m.home_live_turn()}
          title={m.home_live_turn()}
          onClick={() => setFrom(to)}
        >
          <Icon name="swap" />
        </Button>
      </div>
      <noscript className="noscript:contents">
        <p className={big}>
          <BigMoney hundredths={EXAMPLE} currency={from} /> <span className="font-medium text-muted">=</span>{' '}
          {result !== undefined && <BigMoney hundredths={result} currency={to} />}
        </p>
      </noscript>
      <div className="mt-1 text-small text-muted">
        {!note && (
          <p>
            <span className="whitespace-nowrap">
              1 € = {formatRate(lang)} {currencySign(NATIONAL, lang)}
            </span>
            <span className="max-sm:sr-only"> · {m.rate_caption()}</span>
          </p>
        )}
        {/* The region must exist before its text: screen readers announce only changes in it. */}
        <p id="live-note" role="status" className={note && result === undefined ? 'text-ask' : ''}>
          {note}
        </p>
      </div>
    </div>
  )
}
