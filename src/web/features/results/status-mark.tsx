import type { RowStatus } from '#pricelist/row.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon, type IconName } from '../../ui/icon.tsx'

const MARK = {
  valid: { icon: 'check', ink: 'text-ink', word: m.status_valid },
  invalid: { icon: 'cross', ink: 'text-error', word: m.status_invalid },
  empty: { icon: 'dash', ink: 'text-muted', word: m.status_empty },
} satisfies Record<RowStatus, { icon: IconName; ink: string; word: () => string }>

/** A row's status by sign, word and colour. The compact one leaves the word to screen readers on a phone. */
export function StatusMark({ status, isCompact = false }: { status: RowStatus; isCompact?: boolean }) {
  const { icon, ink, word } = MARK[status]
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${ink}`}>
      <Icon name={icon} className="size-4" />
      <span className={isCompact ? 'max-sm:sr-only' : ''}>{word()}</span>
    </span>
  )
}
