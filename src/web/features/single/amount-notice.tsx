import type { ReactNode } from 'react'
import { formatDecimal } from '#money/format.ts'
import { decimalText } from '#money/decimal.ts'
import type { Lang } from '#i18n/language.ts'
import type { Currency } from '#money/amount.ts'
import { thousandsText } from '../file/ambiguous.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { readAmountText } from './amount-text.ts'
import type { Converted, Fault } from './shared-amount.ts'

type Read = { outcome?: Converted | Fault; notice?: ReactNode }

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
): Read {
  if (unsupported !== undefined)
    return { notice: <p className="wrap-anywhere">{m.single_unsupported({ currency: unsupported })}</p> }
  const { outcome, isOtherCurrency, thousands } = readAmountText(text, from)
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
            {thousandsText(thousands)}?
          </Button>
        </div>
      )}
    </>
  )
  return { outcome, notice }
}
