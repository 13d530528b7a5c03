import { formatCount } from '#money/format.ts'
import { type ReactNode, useId } from 'react'
import type { RowCounts } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { scrollToAndFocus } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { QUESTION_ID } from './questions.tsx'

type Props = {
  counts: RowCounts
  /** False while the price column is unknown, and with it the number of prices. */
  isCostKnown: boolean
  isConverting: boolean
  /** Blocks the conversion until the user has answered it. */
  question: string | undefined
  onConvert: () => void
  onClear: () => void
  undo: ReactNode
}

const scrollTo = (top: number) => {
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top, behavior: isMotionReduced ? 'auto' : 'smooth' })
}

/** A sticky bar: cost, convert, undo, clear, scroll to top and bottom (BULK-14). */
export function ConvertBar({ counts, isCostKnown, isConverting, question, onConvert, onClear, undo }: Props) {
  const lang = useLang()
  const cost = counts.tokenCost
  const reasonId = useId()
  return (
    <div
      data-sticky-bar
      className="sticky bottom-0 z-20 low:static -mx-4 border-t border-line-strong bg-surface px-4 py-3 sm:mx-0 sm:px-0"
    >
      {isConverting && (
        <progress className="mb-3 block h-1.5 w-full accent-action" aria-label={m.converting()} />
      )}
      {question !== undefined && (
        <div className="mb-2 flex flex-wrap items-center gap-x-3" role="status">
          <p id={reasonId} className="flex items-start gap-2">
            <Icon name="warning" className="mt-0.5 size-5 text-action" />
            {question}
          </p>
          <Button look="plain" className="px-0! max-sm:ms-7" onClick={() => scrollToAndFocus(QUESTION_ID)}>
            {m.to_question()}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          look="filled"
          onClick={onConvert}
          isUnavailable={isConverting || question !== undefined}
          aria-describedby={question === undefined ? undefined : reasonId}
          className="max-sm:order-last max-sm:w-full"
        >
          {isConverting
            ? m.converting_rows({ rows: m.rows_for({ count: cost, n: formatCount(cost, lang) }) })
            : m.convert_all()}
        </Button>
        <p className={`text-muted ${isCostKnown ? '' : 'max-sm:sr-only'}`} data-testid="cost">
          {isCostKnown
            ? m.cost({ tokens: m.tokens_for({ count: cost, n: formatCount(cost, lang) }) })
            : m.cost_unknown()}
        </p>
        <div className="ms-auto flex gap-2">
          {undo}
          <Button
            look="tinted"
            onClick={onClear}
            isUnavailable={isConverting}
            className="max-sm:w-11 max-sm:px-0"
          >
            <Icon name="trash" className="size-5 sm:hidden" />
            <span className="max-sm:sr-only">{m.clear()}</span>
          </Button>
          <Button
            look="tinted"
            className="w-11 px-0"
            aria-label={m.scroll_top()}
            title={m.scroll_top()}
            onClick={() => scrollTo(0)}
          >
            <Icon name="up" />
          </Button>
          <Button
            look="tinted"
            className="w-11 px-0"
            aria-label={m.scroll_bottom()}
            title={m.scroll_bottom()}
            onClick={() => scrollTo(document.documentElement.scrollHeight)}
          >
            <Icon name="down" />
          </Button>
        </div>
      </div>
    </div>
  )
}
