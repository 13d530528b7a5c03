import { formatRate } from '#domain/format.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'

/** The emblem of the product. */
export function Rate() {
  return (
    <>
      1 € = {formatRate(useLang())} {m.lev_short()}
    </>
  )
}
