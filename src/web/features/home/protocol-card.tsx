import type { ReactNode } from 'react'
import { EURO, NATIONAL } from '#money/currency.ts'
import { currencySign, formatCount, formatRate } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Money } from '../../ui/money.tsx'
import { shopRows } from './shop-list.ts'

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3 border-b border-line py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </div>
  )
}

/** The protocol of the pictured list, made smaller. */
function Protocol() {
  const lang = useLang()
  const rows = shopRows()
  const sum = (side: 'national' | 'euro') => rows.reduce((total, row) => total + row[side], 0)
  return (
    <figure
      aria-label={m.home_protocol_picture()}
      className="mx-auto w-full max-w-80 self-end rounded-t-base border border-b-0 border-line bg-surface px-4 pt-4 pb-3 text-[0.8125rem] leading-snug shadow-float"
    >
      <p className="border-b-2 border-ink pb-2 text-small font-extrabold">{m.protocol_title()}</p>
      <dl>
        <Line name={m.home_protocol_file()}>{m.home_bulk_file()}.csv</Line>
        <Line name={m.home_protocol_rate()}>
          1 € = {formatRate(lang)} {currencySign(NATIONAL, lang)}
        </Line>
        <Line name={m.home_protocol_rule()}>{m.home_protocol_law()}</Line>
        <Line name={m.home_protocol_count()}>{formatCount(rows.length, lang)}</Line>
        <Line name={m.protocol_prices()}>
          <Money hundredths={sum('national')} currency={NATIONAL} />
        </Line>
        <Line name={m.protocol_by_line()}>
          <Money hundredths={sum('euro')} currency={EURO} />
        </Line>
        <Line name={m.protocol_exceptions()}>{m.protocol_none()}</Line>
      </dl>
      <div className="mt-8 grid grid-cols-2 gap-4 text-muted *:border-t *:border-line-strong *:pt-1">
        <span>{m.protocol_signed_on()}</span>
        <span>{m.protocol_signature()}</span>
      </div>
    </figure>
  )
}

export function ProtocolCard() {
  return (
    <div className="card grid gap-5 overflow-clip px-5 pt-5 sm:grid-cols-[1fr_minmax(0,18rem)] sm:px-6 sm:pt-6">
      <div className="grid content-start gap-1">
        <h3 className="text-lead">{m.home_protocol()}</h3>
        <p className="text-muted">{m.home_protocol_text()}</p>
      </div>
      <Protocol />
    </div>
  )
}
