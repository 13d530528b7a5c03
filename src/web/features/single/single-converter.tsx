import { useRef } from 'react'
import { currencySign, formatAmount } from '#money/format.ts'
import { type Currency, EURO, otherCurrency } from '#money/currency.ts'
import { amountIn, targetAmount } from '#money/amount.ts'
import { inkOf } from '../../ui/currency-ink.ts'
import { focusOn } from '../../ui/focus.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { copyWithToast } from '../../ui/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RecentList } from './recent.tsx'
import { type Converted, conversionQuery } from './shared-amount.ts'
import { useSingle } from './use-single.ts'

/** Labels and the rule, by the currency of the field or of the typed amount. */
const TEXT = {
  BGN: { amount: m.single_amount_bgn, result: m.single_result_bgn, rule: m.single_rule_bgn },
  EUR: { amount: m.single_amount_eur, result: m.single_result_eur, rule: m.single_rule_eur },
} satisfies Record<Currency, Record<'amount' | 'result' | 'rule', () => string>>

const edgeOf = (currency: Currency): string => (currency === EURO ? 'border-euro' : 'border-national')

/** One amount at a time, in either direction (SNG-01..06). */
export function SingleConverter() {
  const lang = useLang()
  const input = useRef<HTMLInputElement>(null)
  const { from, text, converted, recent, notice, ...single } = useSingle()
  const to = otherCurrency(from)

  return (
    <div className="grid items-start gap-10 noscript:hidden lg:grid-cols-[3fr_2fr]">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          single.submit()
        }}
        noValidate
        // On a phone the button is next to the direction, where the keyboard does not cover it.
        className="grid gap-5 max-sm:grid-cols-[auto_1fr] max-sm:gap-x-3"
      >
        <div className="max-sm:contents sm:grid sm:grid-cols-[1fr_auto_1fr] print:grid-cols-2 sm:items-end sm:gap-3">
          <label className="grid gap-1.5 max-sm:col-span-2">
            <span className="font-semibold">{TEXT[from].amount()}</span>
            <span
              className={`flex h-18 items-center border-b-4 bg-raised px-3 outline-focus focus-within:outline-3 ${edgeOf(from)}`}
            >
              <input
                ref={input}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                placeholder={formatAmount(0, lang)}
                value={text}
                onChange={(event) => single.edit(event.target.value)}
                onPaste={(event) => {
                  // The field removes tabs and line breaks, which would join the numbers of two cells.
                  const copied = event.clipboardData.getData('text/plain')
                  const separated = copied.replace(/(\d)\s*[\t\r\n]\s*(?=\d)/g, '$1 | ')
                  if (separated === copied) return
                  event.preventDefault()
                  single.edit(separated)
                }}
                className="h-full w-full min-w-0 bg-transparent text-h1 font-bold outline-none"
              />
              <span className={`ps-2 text-h3 ${inkOf(from)}`}>{currencySign(from, lang)}</span>
            </span>
          </label>
          <Button
            look="tinted"
            onClick={() => {
              single.swap()
              input.current?.focus()
            }}
            aria-label={m.single_turn()}
            title={m.single_turn()}
            className="size-14 max-sm:row-start-2 sm:mb-2"
          >
            <Icon name="swap" className="size-6 max-sm:rotate-90" />
          </Button>
          <div className="grid gap-1.5 max-sm:col-span-2 max-sm:row-start-3">
            <label htmlFor="single-result" className="font-semibold">
              {TEXT[to].result()}
            </label>
            <div className={`flex h-18 items-center border-b-4 bg-sunken px-3 ${edgeOf(to)}`}>
              <output
                id="single-result"
                aria-live="polite"
                className={`w-full min-w-0 truncate text-h1 font-bold ${converted ? inkOf(to) : 'text-muted'}`}
              >
                {formatAmount(converted ? amountIn(converted.money, to) : 0, lang)}
              </output>
              <span className={`ps-2 text-h3 ${inkOf(to)}`}>{currencySign(to, lang)}</span>
            </div>
          </div>
        </div>
        <div className="max-sm:contents sm:flex sm:flex-wrap sm:gap-x-5 sm:gap-y-2">
          <Button
            look="filled"
            type="submit"
            isAlwaysSent
            className="px-6 text-lead max-sm:col-start-2 max-sm:row-start-2"
          >
            {m.single_convert()}
          </Button>
          {converted && <ResultActions converted={converted} />}
        </div>
        <div
          role="status"
          className={
            notice ? 'grid gap-2 border-s-4 border-action bg-sunken px-4 py-3 max-sm:col-span-2' : 'absolute'
          }
        >
          {notice}
        </div>
        <p className="max-w-prose text-muted max-sm:order-1 max-sm:col-span-2">{TEXT[from].rule()}</p>
      </form>
      <RecentList
        recent={recent}
        onRepeat={(conversion) => {
          single.repeat(conversion)
          input.current?.focus()
        }}
        onClear={() => {
          single.clear()
          focusOn('recent-title')
        }}
      />
    </div>
  )
}

function ResultActions({ converted }: { converted: Converted }) {
  const lang = useLang()
  const result = () => formatAmount(targetAmount(converted.money, converted.from), lang)
  const link = () => {
    const query = new URLSearchParams(conversionQuery(converted))
    return new URL(`${pathOf('converter', lang)}?${query}`, window.location.origin).href
  }
  return (
    <div className="-ms-2 flex flex-wrap max-sm:order-1 max-sm:col-span-2 max-sm:-mt-3">
      <Button look="plain" className="px-2!" onClick={() => void copyWithToast(result())}>
        <Icon name="copy" />
        {m.single_copy()}
      </Button>
      <Button look="plain" className="px-2!" onClick={() => void copyWithToast(link())}>
        <Icon name="link" />
        {m.single_copy_link()}
      </Button>
    </div>
  )
}
