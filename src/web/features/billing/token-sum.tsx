import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

/** A number of tokens in the largest type of the page, followed by the word for tokens. */
export function TokenSum({ tokens, className = '' }: { tokens: number; className?: string }) {
  const lang = useLang()
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2.5 ${className}`}>
      <span className="sum">{formatCount(tokens, lang)}</span>{' '}
      <span className="text-h3 font-semibold text-muted">{m.tokens_word({ count: tokens })}</span>
    </p>
  )
}
