import type { ReactNode } from 'react'
import { formatDecimal, formatRate } from '#money/format.ts'
import { type MinorUnits, toDecimalText } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { BGN_EUR } from '#money/pair.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'

/** The first digits of `top / bottom` as plain decimal text, truncated: `6.391148`. */
export function digitsOf(top: bigint, bottom: bigint, decimals: number): string {
  const digits = ((top * 10n ** BigInt(decimals)) / bottom).toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

type Props = {
  what: string
  sum: string
  isWrong?: boolean
  /** A phone has no room for it. */
  isWide?: boolean
  children: ReactNode
}

/** A calculation as on paper, with the rounded result at the end of its line. */
export function Sum({ what, sum, isWrong = false, isWide = false, children }: Props) {
  return (
    <div className={`grid border-b border-line py-2 last:border-b-0 ${isWide ? 'max-sm:hidden' : ''}`}>
      <dt className={isWrong ? 'text-small font-semibold text-error' : 'text-small text-muted'}>{what}</dt>
      <dd className="flex items-baseline justify-between gap-x-6">
        <span className="min-w-0 font-medium sm:text-lead">{sum}</span>
        <span className="flex items-baseline gap-3 text-lead whitespace-nowrap">
          <span className="text-muted">→</span>
          <span className={isWrong ? '*:text-error!' : ''}>{children}</span>
        </span>
      </dd>
    </div>
  )
}

const LEV = 890 as MinorUnits<'national'>
const RATE = BigInt(BGN_EUR.rateText.replace('.', ''))
/** The rate as people round it, in hundredths. */
const ROUGH = 196

/**
 * A price converted there and back, and the result of the most common shortcut, as calculations to repeat by
 * hand.
 */
export function Accuracy() {
  const lang = useLang()
  const cents = convertMinorUnits(LEV, NATIONAL).euro
  const amount = (hundredths: number) => formatDecimal(toDecimalText(hundredths), lang)
  const lev = amount(LEV)
  const exact = digitsOf(BigInt(LEV) * 1000n, RATE, 6)
  const rough = digitsOf(BigInt(LEV), BigInt(ROUGH), 6)
  // Rounded half up like ours: only the rate is wrong.
  const shortcut = Number((BigInt(LEV) * 200n + BigInt(ROUGH)) / (2n * BigInt(ROUGH)))
  const back = digitsOf(BigInt(cents) * RATE, 10_000_000n, 7)
  return (
    <section aria-labelledby="accuracy" className="grid grid-cols-1 content-start gap-3">
      <h2 id="accuracy" className="text-h2">
        {m.home_accuracy()}
      </h2>
      <p className="max-w-prose text-muted max-sm:text-[0.9375rem] max-sm:leading-snug">
        {m.home_accuracy_text()}
      </p>
      <dl className="border-y border-line">
        <Sum
          what={m.home_accuracy_full()}
          sum={`${lev} ÷ ${formatRate(lang)} = ${formatDecimal(exact, lang)}…`}
        >
          <Money hundredths={cents} currency={EURO} />
        </Sum>
        <Sum
          isWide
          what={m.home_accuracy_back()}
          sum={`${amount(cents)} × ${formatRate(lang)} = ${formatDecimal(back, lang)}`}
        >
          <Money hundredths={convertMinorUnits(cents, EURO).national} currency={NATIONAL} />
        </Sum>
        <Sum
          isWrong
          what={m.home_accuracy_rough({ rate: amount(ROUGH) })}
          sum={`${lev} ÷ ${amount(ROUGH)} = ${formatDecimal(rough, lang)}…`}
        >
          <Money hundredths={shortcut} currency={EURO} />
        </Sum>
      </dl>
    </section>
  )
}
