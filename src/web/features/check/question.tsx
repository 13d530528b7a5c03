import { formatCount, formatExactMoney, formatMoney } from '#money/format.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { convert } from '#money/convert.ts'
import { parseDecimal } from '#money/decimal.ts'
import { type Side, sideOf } from '#money/amount.ts'
import type { AmbiguousReading } from '#pricelist/types.ts'
import { suggestedReading } from '#pricelist/pairs/suggested-reading.ts'
import type { PriceQuestion } from '#pricelist/pairs/read-pairs.ts'
import { check } from '#engine/check/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { inkOf } from '../../ui/currency-ink.ts'
import { focusOn } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'

/** By the currency of the price that suggests a reading. */
const SUGGESTION = { BGN: m.check_question_bgn, EUR: m.check_question_eur } satisfies Record<
  Currency,
  (values: { price: string }) => string
>

/** Asks how a price like '12,500' is to be read: its row in the file, and each answer in both currencies. */
export function Question({ question }: { question: PriceQuestion }) {
  const lang = useLang()
  const { example, side, readings, currency, row, name, national, euro } = question
  const other = otherCurrency(currency)
  const suggested = suggestedReading(question)
  const cell = (column: Side) => (column === side ? 'amount ask font-semibold' : `amount ${inkOf(other)}`)
  return (
    <div
      role="group"
      aria-label={m.notice_ambiguous_choice({ example })}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-4 rounded-card bg-ask-soft p-4 inset-ring inset-ring-ask-line sm:p-6 lg:grid-cols-2"
    >
      <p className="flex max-w-prose items-start gap-2.5 text-lead">
        <Icon name="question" className="mt-1 size-5 text-ask" />
        <span>
          {m.check_question({ example })}{' '}
          {suggested
            ? SUGGESTION[other]({ price: formatExactMoney(readings[suggested], currency, lang) })
            : m.check_question_open()}
        </span>
      </p>
      <div className="sheet lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <table data-testid="asked-row">
          <thead>
            <tr>
              <th scope="col" className="number">
                {m.column_line()}
              </th>
              <th scope="col">{m.column_name()}</th>
              <th scope="col" className="amount">
                {m.check_in_lev()}
              </th>
              <th scope="col" className="amount">
                {m.check_in_euro()}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td className="number">{formatCount(row, lang)}</td>
              <td className="wrap-anywhere">{name}</td>
              <td className={cell('national')}>{national}</td>
              <td className={cell('euro')}>{euro}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {(['decimal', 'thousands'] as const).map((reading) => (
          <Button
            key={reading}
            look="answer"
            size="large"
            className={reading === suggested ? 'inset-ring-2! inset-ring-ink!' : ''}
            onClick={() => void check.tryRequest('answer', reading).then(() => focusOn('check-title'))}
          >
            <Answer price={readings[reading]} currency={currency} />
          </Button>
        ))}
      </div>
    </div>
  )
}

/** `12.50 BGN = €6.39`, each amount in the colour of its currency until it lies on the ink of a hovered button. */
function Answer({
  price,
  currency,
}: {
  price: PriceQuestion['readings'][AmbiguousReading]
  currency: Currency
}) {
  const lang = useLang()
  const other = otherCurrency(currency)
  const decimal = parseDecimal(price)
  const converted = decimal && convert(decimal, currency)[sideOf(other)]
  const ink = (one: Currency) => `${inkOf(one)} in-[button:hover]:text-surface`
  return (
    <span>
      <span className={ink(currency)}>{formatExactMoney(price, currency, lang)}</span>
      {converted !== undefined && (
        <>
          {' = '}
          <span className={ink(other)}>{formatMoney(converted, other, lang)}</span>
        </>
      )}
    </span>
  )
}
