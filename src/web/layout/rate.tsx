import { formatRate } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

/** The emblem of the product. */
export function Rate() {
  return (
    <>
      1 <span className="text-euro">€</span> = {formatRate(useLang())}{' '}
      <span className="text-lev">{m.lev_short()}</span>
    </>
  )
}
