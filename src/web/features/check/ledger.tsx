import type { ReactNode } from 'react'
import { formatCount, formatSignedMoney } from '#money/format.ts'
import type { Currency } from '#money/amount.ts'
import { judgedCurrency } from '#pricelist/pairs/price-pair.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { CheckedFile } from '#engine/check/types.ts'

const INK = { BGN: 'text-lev', EUR: 'text-euro' } satisfies Record<Currency, string>

/** The check in figures: how many pairs, how many right, and what is wrong with the others taken together. */
export function Ledger({ checked: { summary, direction } }: { checked: CheckedFile }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const wrong = judgedCurrency(direction)
  const { largest } = summary
  const sums = { BGN: summary.sumOfDifferencesBgn, EUR: summary.sumOfDifferencesEur }
  return (
    <div className="grid gap-4" data-testid="ledger">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-2xl font-semibold">
        <Entry label={m.check_checked()}>{n(summary.checked)}</Entry>
        <Entry label={m.check_exact()}>
          <span className={summary.exact > 0 ? 'text-valid' : ''}>{n(summary.exact)}</span>
        </Entry>
        <Entry label={m.check_wrong()}>
          <span className={summary.off > 0 ? 'text-invalid' : ''}>{n(summary.off)}</span>
        </Entry>
        {summary.notChecked > 0 && <Entry label={m.check_missing()}>{n(summary.notChecked)}</Entry>}
      </dl>
      {largest && (
        <dl className="flex flex-wrap gap-x-10 gap-y-3 border-t border-line pt-4 font-semibold">
          <Entry label={wrong === 'EUR' ? m.check_one_cent() : m.check_one_stotinka()}>
            {n(summary.offByOne)}
          </Entry>
          <Entry label={m.check_largest()}>
            <Signed
              difference={wrong === 'EUR' ? largest.differenceEur : largest.differenceBgn}
              currency={wrong}
            />{' '}
            <span className="font-normal text-muted">({m.check_row({ row: n(largest.row) })})</span>
          </Entry>
          <Entry label={m.check_sum()}>
            <Signed difference={sums[wrong]} currency={wrong} />
          </Entry>
        </dl>
      )}
    </div>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base font-normal text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A difference with its sign, in the colour of its currency. */
export function Signed({ difference, currency }: { difference: string; currency: Currency }) {
  const lang = useLang()
  return (
    <span className={`font-semibold whitespace-nowrap ${INK[currency]}`}>
      {formatSignedMoney(difference, currency, lang)}
    </span>
  )
}
