import { pairInText, parsePriceText } from '#pricelist/price-text.ts'
import { type Currency, otherCurrency } from '#money/amount.ts'
import { type Converted, type AmountError, convertTypedAmount } from './shared-amount.ts'
import type { ReactNode } from 'react'
import { formatDecimal } from '#money/format.ts'
import { decimalText } from '#money/decimal.ts'
import type { Lang } from '#i18n/language.ts'
import { formatThousands } from '../file/notice.tsx'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'

export type AmountText = {
  outcome: Converted | AmountError
  /** The text names the other currency than the direction, and was converted from that one. */
  isOtherCurrency: boolean
  /** '1000' of '1,000', whose decimal reading is the outcome. */
  thousands?: string
}

/** Reads an amount as the cells of a price list are read: `12.50 лв.`, `€ 3.20`; a currency named in it is kept (READ-10). */
export function parseAmountText(text: string, from: Currency): AmountText {
  const reading = parsePriceText(text)
  if (reading.kind !== 'price') {
    const isTooLarge = reading.kind === 'invalid' && reading.problem === 'too-large'
    return { outcome: isTooLarge ? 'too-large' : 'no-amount', isOtherCurrency: false }
  }
  const named = reading.currency ?? from
  const pair = named === from ? undefined : pairInText(text, reading.price)
  // Both currencies are named: the one of the direction is among them.
  if (pair)
    return { outcome: convertTypedAmount(from === 'BGN' ? pair.bgn : pair.eur, from), isOtherCurrency: false }
  return {
    outcome: convertTypedAmount(reading.price, named),
    isOtherCurrency: named === otherCurrency(from),
    ...(reading.thousands !== undefined && { thousands: reading.thousands }),
  }
}

type AmountReading = { outcome?: Converted | AmountError; notice?: ReactNode }

/**
 * Reads what is no plain amount, or could be two, and says how it was read. It is loaded when it is needed.
 * @param convert for the other of two readings
 * @param unsupported a currency that was asked for: nothing is read
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
      {isOtherCurrency && <p>{outcome.from === 'BGN' ? m.single_named_bgn() : m.single_named_eur()}</p>}
      {thousands !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p>
            {m.single_read_as({
              text: text.trim(),
              reading: formatDecimal(decimalText(outcome.amount), lang),
            })}
          </p>
          <Button
            look="plain"
            onClick={({ currentTarget }) => {
              // The button goes with the notice.
              currentTarget.form?.querySelector('input')?.focus()
              convert(thousands, outcome.from)
            }}
          >
            {formatThousands(thousands)}?
          </Button>
        </div>
      )}
    </>
  )
  return { outcome, notice }
}
