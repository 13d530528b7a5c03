import { useEffect, useState } from 'react'
import { bulk } from '#engine/bulk/client.ts'
import type { PreviewRow } from '#engine/types.ts'
import { formatCount, formatDecimal, formatAmount, formatMoney } from '#money/format.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { planFor } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { type WaitingRows, loadFirst, waitingTitle } from '../file/waiting-rows.ts'
import { WaitingSection } from './waiting-section.tsx'

/** Rows that wait for a sign-in: the first ones, the totals, and the cost of their conversion. */
export function WaitingCard({ waiting, kind }: { waiting: WaitingRows; kind: 'login' | 'register' }) {
  const lang = useLang()
  const { prices, totals } = waiting
  const [first, setFirst] = useState(waiting.first)
  useEffect(() => {
    // Saved rows have names cut to the stored length. The full names appear once the session has reopened the file.
    const load = () => void loadFirst().then(setFirst, () => undefined)
    load()
    return bulk.subscribe(load)
  }, [])
  const n = formatCount(prices, lang)
  return (
    <WaitingSection title={waitingTitle(waiting, n)} text={m.waiting_text()}>
      <div className="sheet md:max-lg:[&_:is(th,td)]:px-2!">
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                {m.column_line()}
              </th>
              <th scope="col">{m.column_name()}</th>
              <th scope="col" className="amount">
                {m.word_leva()}
              </th>
              <th scope="col" className="amount euro">
                {m.word_euro()}
              </th>
            </tr>
          </thead>
          <tbody>
            {first.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
        <p className="flex flex-wrap items-baseline gap-x-3 border-t border-line bg-sunken px-3.5 py-3 font-bold">
          <Money hundredths={totals.bgn} currency={NATIONAL} />
          <span className="text-muted">=</span>
          <Money hundredths={totals.eur} currency={EURO} />
          <span className="ms-auto text-small font-normal text-muted">
            {m.waiting_total({ count: prices, n })}
          </span>
        </p>
      </div>
      {kind === 'register' && (
        <p className="max-w-prose">
          {m.waiting_token()} <Covering prices={prices} />
        </p>
      )}
    </WaitingSection>
  )
}

function Covering({ prices }: { prices: number }) {
  const lang = useLang()
  const plan = planFor(prices, SIGNUP_TOKENS)
  if (plan === undefined) return m.waiting_free()
  if (plan.price === undefined) return m.waiting_first()
  const price = formatMoney(plan.price, EURO, lang)
  return `${m.waiting_first()} ${m.waiting_pack({ n: formatCount(prices, lang), price })}`
}

function Row({ row }: { row: PreviewRow }) {
  const lang = useLang()
  const price = formatDecimal(row.price, lang)
  const other = formatAmount(row.converted ?? 0, lang)
  const [lev, euro] = row.currency === EURO ? [other, price] : [price, other]
  return (
    <tr>
      <td className="number">{row.line}</td>
      <td className="max-w-0 w-full truncate">{row.fullName}</td>
      <td className="amount lev">{lev}</td>
      <td className="amount euro">{euro}</td>
    </tr>
  )
}
