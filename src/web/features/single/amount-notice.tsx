import { pairInText, parsePriceText } from '#pricelist/price-text.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { sideOf, targetAmount } from '#money/amount.ts'
import { type Converted, type AmountError, convertTypedAmount } from './shared-amount.ts'
import type { ReactNode } from 'react'
import { formatDecimal } from '#money/format.ts'
import { decimalText } from '#money/decimal.ts'
import type { Lang } from '#i18n/language.ts'
import { formatThousands } from '../file/notice.tsx'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'

const NAMED = { BGN: m.single_named_bgn, EUR: m.single_named_eur } satisfies Record<Currency, () => string>

export type AmountText = {
  outcome: Converted | AmountError
  /** The text names the other currency, and was converted from that. */
  isOtherCurrency: boolean
  /** The other reading of an ambiguous amount: '1000' of '1,000'. The outcome is the decimal one. */
  thousands?: string
}

/** Reads an amount like a price cell: `12.50 лв.`, `€ 3.20`. A currency in the text overrides `from` (READ-10). */
export function parseAmountText(text: string, from: Currency): AmountText {
  const reading = parsePriceText(text)
  if (reading.kind !== 'price') {
    const isTooLarge = reading.kind === 'invalid' && reading.problem === 'too-large'
    return { outcome: isTooLarge ? 'too-large' : 'no-amount', isOtherCurrency: false }
  }
  const currency = reading.currency ?? from
  // A text with both currencies has a price in `from` too.
  const pair = currency === from ? undefined : pairInText(text, reading.price)
  if (pair) return { outcome: convertTypedAmount(pair[sideOf(from)], from), isOtherCurrency: false }
  return {
    outcome: convertTypedAmount(reading.price, currency),
    isOtherCurrency: currency === otherCurrency(from),
    ...(reading.thousands !== undefined && { thousands: reading.thousands }),
  }
}

type AmountReading = { outcome?: Converted | AmountError; notice?: ReactNode }

/**
 * Reads an amount that is not plain or is ambiguous, with a notice of how it was read. Loaded on demand.
 * @param convert called when the user chooses the other reading
 * @param unsupported an unsupported currency code from the address: nothing is converted
 */
export function readWithNotice(
  text: string,
  from: Currency,
  lang: Lang,
  convert: (amount: string, from: Currency) => void,
  unsupported: string | undefined,
): AmountReading {
  if (unsupported !== undefined)
    return { notice: <p className="wrap-anywhere">{m.single_unsupported({ currency: unsupported })}</p> }
  const { outcome, isOtherCurrency, thousands } = parseAmountText(text, from)
  if (typeof outcome === 'string' || (!isOtherCurrency && thousands === undefined)) return { outcome }
  const notice = (
    <>
      {isOtherCurrency && <p>{NAMED[outcome.from]()}</p>}
      {thousands !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p>
            {m.single_read_as({
              text: text.trim(),
              reading: formatDecimal(decimalText(outcome.amount), lang),
            })}
          </p>
          <Button
            look="answer"
            onClick={({ currentTarget }) => {
              // The button disappears with the notice.
              currentTarget.form?.querySelector('input')?.focus()
              convert(thousands, outcome.from)
            }}
          >
            {formatThousands(thousands)}?
          </Button>
          <OtherResult thousands={thousands} from={outcome.from} />
        </div>
      )}
    </>
  )
  return { outcome, notice }
}

/** The result of the other reading, next to the button that chooses it. */
function OtherResult({ thousands, from }: { thousands: string; from: Currency }) {
  const other = convertTypedAmount(thousands, from)
  if (typeof other === 'string') return null
  return (
    <p>
      <span className="text-muted">→</span>{' '}
      <Money hundredths={targetAmount(other.money, from)} currency={otherCurrency(from)} />
    </p>
  )
}
