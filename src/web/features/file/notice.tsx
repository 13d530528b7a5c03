import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { AmbiguousReading } from '#pricelist/types.ts'
import { formatDecimal } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import type { DamagedRows, Warning } from '#formats/format.ts'
import { m } from '#i18n/messages/messages.js'

type Props = {
  /** By which the focus finds it. */
  id?: string | undefined
  /** Nothing to beware of: what was done for the person, or could be. */
  isOffer?: boolean
  /** What is said or asked, which names the notice; beside it stand the answers. */
  sentence?: ReactNode
  children?: ReactNode
}

/** Something to know before tokens are spent. */
export function Notice({ id, isOffer = false, sentence, children }: Props) {
  return (
    <div
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      {...(id !== undefined && { role: 'group', 'aria-labelledby': `${id}-text` })}
      data-testid="notice"
      className={`flex gap-3 border-s-4 bg-sunken px-4 py-3 ${isOffer ? 'border-line-strong' : 'border-action'}`}
    >
      <Icon
        name={isOffer ? 'columns' : 'warning'}
        className={`mt-0.5 size-5 ${isOffer ? 'text-muted' : 'text-action'}`}
      />
      <div className="min-w-0 wrap-anywhere">
        {sentence !== undefined && <p id={id && `${id}-text`}>{sentence}</p>}
        {children}
      </div>
    </div>
  )
}

/** '12,500' as a person would read it one way or the other: 12,50 or 12 500. */
export function formatAmbiguousPrice(example: string, reading: AmbiguousReading, lang: Lang): string {
  const [digits = ''] = /\d[\d.,]*\d/.exec(example) ?? []
  return formatDecimal(digits.replace(/[.,]/, reading === 'thousands' ? '' : '.'), lang)
}

/** '12500' with its thousands apart by a space in both languages: a comma is what is in doubt. */
export const formatThousands = (digits: string): string => digits.replace(/\d{3}$/, '\u00a0$&')

/** What a person should know of how the file was read. */
export function fileWarningMessage(warning: Warning, n: (count: number) => string): string {
  switch (warning.code) {
    case 'extension-differs':
      return m.warning_extension({ extension: warning.extension, format: warning.format.toUpperCase() })
    case 'rows-cut':
      return m.warning_rows_cut({ limit: n(warning.limit) })
    case 'realigned-bytes':
      return (
        m.warning_realigned({ count: warning.count, n: n(warning.count) }) +
        damagedRowsMessage(warning.rows, n)
      )
    case 'undecodable-bytes':
      return (
        m.warning_undecodable({ count: warning.count, n: n(warning.count) }) +
        damagedRowsMessage(warning.rows, n)
      )
  }
}

function damagedRowsMessage({ count, first }: DamagedRows, n: (count: number) => string): string {
  const list = first.map(n).join(', ') + (count > first.length ? ', …' : '')
  return count > 0 ? ` ${m.warning_rows({ count, n: n(count), list })}` : ''
}
