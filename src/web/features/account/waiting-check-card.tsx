import { formatCount, formatDecimal, formatMoney } from '#money/format.ts'
import { sideOf } from '#money/amount.ts'
import { EURO, NATIONAL, type Currency } from '#money/currency.ts'
import { derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { planFor } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { type WaitingCheck, waitingCheckTitle } from '../file/waiting-check.ts'
import { WaitingSection } from './waiting-section.tsx'

type Props = { waiting: WaitingCheck; kind: 'login' | 'register' }

/** A checked file that waits for a sign-in: its wrong prices, the correct ones, and the cost of the corrected file. */
export function WaitingCheckCard({ waiting, kind }: Props) {
  const lang = useLang()
  const { found } = waiting
  const wrong = derivedCurrency(found.direction)
  const n = formatCount(found.off, lang)
  return (
    <WaitingSection title={waitingCheckTitle(waiting, n)} text={m.waiting_check_text()}>
      <div className="sheet md:max-lg:[&_:is(th,td)]:px-2!">
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                {m.column_line()}
              </th>
              <th scope="col">{m.column_name()}</th>
              <th scope="col" className="amount">
                {wrong === EURO ? m.check_in_euro() : m.check_in_lev()}
              </th>
              <th scope="col" className={`amount ${wrong === EURO ? 'euro' : 'lev'}`}>
                {m.check_right()}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.first.map((mismatch) => (
              <Row key={`${mismatch.row} ${mismatch.pair}`} mismatch={mismatch} wrong={wrong} />
            ))}
          </tbody>
        </table>
        <p className="border-t border-line bg-sunken px-3.5 py-3 text-small text-muted">
          {m.waiting_check_total({ count: found.off, n, total: formatCount(found.checked, lang) })}
        </p>
      </div>
      {kind === 'register' && (
        <p className="max-w-prose">
          {m.waiting_check_token()} <Covering prices={found.off} />
        </p>
      )}
    </WaitingSection>
  )
}

function Covering({ prices }: { prices: number }) {
  const lang = useLang()
  const plan = planFor(prices, SIGNUP_TOKENS)
  if (plan === undefined) return m.waiting_free()
  if (plan.price === undefined) return null
  return m.waiting_pack({ n: formatCount(prices, lang), price: formatMoney(plan.price, EURO, lang) })
}

function Row({ mismatch, wrong }: { mismatch: Mismatch; wrong: Currency }) {
  const lang = useLang()
  const price = wrong === NATIONAL ? mismatch.national : mismatch.euro
  return (
    <tr>
      <td className="number">{formatCount(mismatch.row, lang)}</td>
      <td className="w-full max-w-0 truncate">{mismatch.name}</td>
      <td className="amount error">
        <s>{formatDecimal(price, lang)}</s>
      </td>
      <td className={`amount font-bold! ${wrong === EURO ? 'euro' : 'lev'}`}>
        {formatDecimal(mismatch.expected[sideOf(wrong)], lang)}
      </td>
    </tr>
  )
}
