import { m } from '#i18n/messages/messages.js'
import type { PreviewStatus } from '#engine/types.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'

const MARK = {
  valid: { icon: 'check', ink: 'text-muted', word: m.status_valid },
  invalid: { icon: 'cross', ink: 'text-error', word: m.status_invalid },
  empty: { icon: 'dash', ink: 'text-muted', word: m.status_empty },
  omitted: { icon: 'equals', ink: 'text-muted', word: m.status_omitted },
} satisfies Record<PreviewStatus, { icon: IconName; ink: string; word: () => string }>

const ASKED = { icon: 'question', ink: 'text-ask' } as const

type RowMarkProps = {
  status: PreviewStatus
  isDone: boolean
  /** It has a question about a price. */
  isAsked: boolean
  /** It is not converted, and nothing in it is wrong by itself. */
  isQuiet: boolean
  /** What is wrong with it is not said yet. */
  isBeingTyped: boolean
}

/** The status of a row as a small sign, its word for assistive technology. A price that is only to be converted has none. */
export function RowMark({ status, isDone, isAsked, isQuiet, isBeingTyped }: RowMarkProps) {
  if (isBeingTyped) return null
  const { word } = MARK[status]
  const { icon, ink } = isAsked ? ASKED : MARK[status]
  return (
    <>
      {(status !== 'valid' || isDone || isAsked) && (
        <Icon
          name={icon}
          className={`absolute inset-y-0 end-1.5 my-auto size-3.5 max-sm:end-0.5 max-sm:size-3 ${isQuiet && status === 'invalid' ? 'text-muted' : ink}`}
        />
      )}
      <span className="sr-only">{word()} </span>
    </>
  )
}
