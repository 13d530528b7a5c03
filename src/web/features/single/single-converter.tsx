import { type ReactNode, useEffect, useRef, useState } from 'react'
import { currencySign, formatAmount, isSignFirst } from '#money/format.ts'
import { type Currency, EURO, otherCurrency } from '#money/currency.ts'
import { amountIn, targetAmount } from '#money/amount.ts'
import { inkOf } from '../../ui/currency-ink.ts'
import { focusOn } from '../../ui/focus.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { RecentList } from './recent.tsx'
import { type Converted, conversionQuery, convertTypedAmount } from './shared-amount.ts'
import { useSingle } from './use-single.ts'

/** Labels and the rule, by the currency of the field or of the typed amount. */
const TEXT = {
  BGN: { amount: m.single_amount_bgn, result: m.single_result_bgn, rule: m.single_rule_bgn },
  EUR: { amount: m.single_amount_eur, result: m.single_result_eur, rule: m.single_rule_eur },
} satisfies Record<Currency, Record<'amount' | 'result' | 'rule', () => string>>

const edgeOf = (currency: Currency): string => (currency === EURO ? 'before:bg-euro' : 'before:bg-national')

const HALF = 'relative p-5 ps-7 before:absolute before:inset-y-0 before:start-0 before:w-1.5 sm:p-7 sm:ps-8'

/** Long amounts are set smaller, to be seen whole. */
const sizeOf = (text: string): string =>
  text.length > 16 ? 'text-h1' : text.length > 9 ? 'max-sm:text-h1' : ''

/** One amount at a time, in either direction (SNG-01..06). */
export function SingleConverter() {
  const lang = useLang()
  const input = useRef<HTMLInputElement>(null)
  const { from, text, converted, recent, notice, error, isUnsupported, ...single } = useSingle()
  const to = otherCurrency(from)
  const shown = formatAmount(converted ? amountIn(converted.money, to) : 0, lang)
  const sign = (currency: Currency, ink = inkOf(currency)) => (
    <span className={`text-h3 font-bold ${isSignFirst(currency, lang) ? 'text-h2!' : ''} ${ink}`}>
      {currencySign(currency, lang)}
    </span>
  )
  /** Before there is a result its zero is as faint as the placeholder of the field: it is no answer (SNG-04). */
  const resultSign = sign(to, converted ? undefined : 'text-[1.5rem]! font-normal! text-line-strong')

  return (
    <div className="grid items-start gap-x-8 gap-y-6 noscript:hidden lg:grid-cols-[minmax(0,1fr)_20.5rem]">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          single.submit()
        }}
        noValidate
        className="grid grid-cols-1 gap-5"
      >
        <div className="card relative grid grid-cols-1 overflow-clip">
          <div className={`${HALF} ${edgeOf(from)} ringed pb-3!`}>
            <label className="grid cursor-text gap-1">
              <span className="font-semibold">{TEXT[from].amount()}</span>
              <span className={`flex items-baseline ${isSignFirst(from, lang) ? '' : 'gap-x-2.5'}`}>
                {isSignFirst(from, lang) && sign(from)}
                <input
                  ref={input}
                  name="amount"
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder={formatAmount(0, lang)}
                  aria-describedby="single-hint"
                  aria-invalid={error ? true : undefined}
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
                  className={`sum h-16 field-sizing-content min-w-0 bg-transparent outline-none placeholder:font-medium placeholder:text-line-strong ${sizeOf(text)}`}
                />
                {!isSignFirst(from, lang) && sign(from)}
              </span>
            </label>
            {/* As high as an error with the hint below it, so that nothing moves. */}
            <div className="min-h-[3.125rem]">
              <p id="single-hint" className={error ? 'font-semibold text-error' : 'text-muted'}>
                {error ??
                  (converted ? (
                    <Later converted={converted} />
                  ) : (
                    !isUnsupported && (
                      <Expected text={text} from={from} onPick={(next) => single.edit(next)} />
                    )
                  ))}
              </p>
              {error && convertTypedAmount(text, from) !== 'too-large' && (
                <p className="pe-13 text-muted">{m.single_hint()}</p>
              )}
            </div>
          </div>
          <div
            className={`${HALF} ${edgeOf(to)} border-t border-line ${converted ? (to === EURO ? 'bg-euro-soft' : 'bg-national-soft') : 'bg-sunken'}`}
          >
            <Button
              look="tinted"
              onClick={() => {
                single.swap()
                input.current?.focus()
              }}
              aria-label={m.single_turn()}
              title={m.single_turn()}
              className="absolute end-5 top-0 size-12 -translate-y-1/2 rounded-full! border border-line-strong bg-raised! px-0! text-ink! hover:bg-hover!"
            >
              <Icon name="swap" className="size-5 rotate-90" />
            </Button>
            <label htmlFor="single-result" className="font-semibold">
              {TEXT[to].result()}
            </label>
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
              <span
                className={`flex min-h-14 min-w-0 items-baseline ${isSignFirst(to, lang) ? '' : converted ? 'gap-x-2.5' : 'gap-x-1.5'}`}
              >
                {isSignFirst(to, lang) && resultSign}
                <output
                  id="single-result"
                  aria-live="polite"
                  className={
                    converted ? `sum ${sizeOf(shown)} ${inkOf(to)}` : 'text-[1.5rem] text-line-strong'
                  }
                >
                  {shown}
                </output>
                {!isSignFirst(to, lang) && resultSign}
              </span>
              {converted && <ResultActions converted={converted} />}
            </div>
          </div>
        </div>
        <div
          role="status"
          className={
            notice
              ? 'grid gap-2 rounded-base bg-ask-soft px-4 py-3 inset-ring inset-ring-ask-line'
              : 'absolute'
          }
        >
          {notice}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look={converted ? 'tinted' : 'filled'}
            size="large"
            type="submit"
            isAlwaysSent
            className="px-7 max-sm:w-full"
          >
            {m.single_convert()}
          </Button>
          {!converted && (
            <span className="text-muted max-sm:hidden pointer-coarse:hidden">{m.single_or_enter()}</span>
          )}
        </div>
        <p className="max-w-prose text-muted">{TEXT[from].rule()}</p>
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

type OnPick = (text: string) => void

/** What the typed amount will give; until it is one, how to type it. The result itself waits for Convert (SNG-04). */
function Expected({ text, from, onPick }: { text: string; from: Currency; onPick: OnPick }) {
  const outcome = convertTypedAmount(text, from)
  if (typeof outcome === 'string') return m.single_hint()
  return (
    <span className="text-[1.25rem] leading-tight font-semibold">
      {'≈ '}
      <Money hundredths={targetAmount(outcome.money, from)} currency={otherCurrency(from)} />{' '}
      <Later converted={outcome} text={text} onPick={onPick} />
    </span>
  )
}

/** The part of the hint that is loaded on demand: the calculation after the conversion, the other reading before it. */
function Later({ converted, text, onPick }: { converted: Converted; text?: string; onPick?: OnPick }) {
  const lang = useLang()
  const [shown, setShown] = useState<ReactNode>()
  useEffect(() => {
    let isCurrent = true
    import('./hint.tsx').then(
      ({ hintOf }) => isCurrent && setShown(hintOf(converted, lang, text, onPick)),
      // Without it the rule below the result says enough.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [converted, lang, text, onPick])
  return shown
}

const copy = (text: string): void =>
  void import('../../ui/copy-text.ts').then(({ copyWithToast }) => copyWithToast(text))

function ResultActions({ converted }: { converted: Converted }) {
  const lang = useLang()
  const result = () => formatAmount(targetAmount(converted.money, converted.from), lang)
  const link = () => {
    const query = new URLSearchParams(conversionQuery(converted))
    return new URL(`${pathOf('converter', lang)}?${query}`, window.location.origin).href
  }
  return (
    <span className="flex gap-1 max-sm:w-full sm:ms-auto">
      <Button look="filled" className="max-sm:flex-1" onClick={() => copy(result())}>
        <Icon name="copy" />
        {m.single_copy()}
      </Button>
      <Button
        look="plain"
        className="w-11 px-0!"
        aria-label={m.single_copy_link()}
        title={m.single_copy_link()}
        onClick={() => copy(link())}
      >
        <Icon name="link" />
      </Button>
    </span>
  )
}
