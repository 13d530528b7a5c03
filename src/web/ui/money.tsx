import { currencySign, formatAmount } from '#domain/format.ts'
import type { Currency } from '#domain/money.ts'
import { useLang } from '../i18n/lang.ts'

const INK = { BGN: 'text-lev', EUR: 'text-euro' } satisfies Record<Currency, string>

/** An amount in hundredths, in the colour of its currency, its sign beside it in a quieter weight. */
export function Money({ hundredths, currency }: { hundredths: number; currency: Currency }) {
  const lang = useLang()
  const sign = <span className="font-medium">{currencySign(currency, lang)}</span>
  const signFirst = lang === 'en' && currency === 'EUR'
  return (
    <span className={`whitespace-nowrap ${INK[currency]}`}>
      {signFirst && sign}
      <span className="font-semibold">{formatAmount(hundredths, lang)}</span>
      {!signFirst && (
        <>
          {'\u00a0'}
          {sign}
        </>
      )}
    </span>
  )
}
