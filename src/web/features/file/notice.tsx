import type { ReactNode } from 'react'
import { DetailsChevron, Icon, type IconName } from '../../ui/icon.tsx'
import type { AmbiguousReading } from '#pricelist/types.ts'
import { formatCount, formatDecimal } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import type { UnreadEntry, Warning } from '#formats/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

/**
 * `question`: the user is to answer, in amber, which nothing else is. `warning`: a fact that may make the result useless.
 * `info`: any other one.
 */
type Kind = 'question' | 'warning' | 'info'

const LOOK = {
  question: { box: 'bg-ask-soft inset-ring inset-ring-ask-line', ink: 'text-ask', icon: 'question' },
  warning: { box: 'bg-raised inset-ring inset-ring-line', ink: 'text-ink', icon: 'warning' },
  info: { box: 'bg-sunken', ink: 'text-muted', icon: 'check' },
} as const satisfies Record<Kind, { box: string; ink: string; icon: IconName }>

type Props = {
  kind?: Kind
  /** Makes the notice focusable. */
  id?: string | undefined
  /** The number of a question, where there are several, in place of the icon. */
  step?: number | undefined
  /** In place of the icon that says what kind of notice it is. */
  icon?: IconName
  /** Smaller, where it is not alone. */
  isCompact?: boolean
  /** Shows the sentence and the answers in one line. */
  isOneLine?: boolean
  /** The statement or question that names the notice; the answers are its children. */
  sentence?: ReactNode
  children?: ReactNode
}

/** A question, a warning or information about the file, shown before tokens are spent. */
export function Notice({
  kind = 'warning',
  id,
  step,
  icon,
  isCompact = false,
  isOneLine = false,
  sentence,
  children,
}: Props) {
  const look = LOOK[kind]
  return (
    <div
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      {...(id !== undefined && { role: 'group', 'aria-labelledby': `${id}-text` })}
      data-testid="notice"
      data-kind={kind}
      className={`flex rounded-base outline-offset-2 ${isCompact ? 'gap-2 px-3 py-2.5 text-small leading-snug' : 'gap-2.5 px-3.5 py-3 text-[0.9375rem]'} ${look.box}`}
    >
      {step === undefined ? (
        <Icon
          name={icon ?? look.icon}
          className={`${isCompact ? 'size-4.5' : 'mt-0.5 size-5'} ${look.ink}`}
        />
      ) : (
        <span className="grid size-5 shrink-0 place-items-center rounded-full bg-ask text-[0.75rem] font-bold text-surface">
          {step}
        </span>
      )}
      <div
        className={`min-w-0 wrap-anywhere ${isOneLine ? 'flex grow flex-wrap items-center justify-between gap-x-2 gap-y-1' : '[&>p+*]:mt-1 [&>p+fieldset]:mt-2'}`}
      >
        {sentence !== undefined && <p id={id && `${id}-text`}>{sentence}</p>}
        {children}
      </div>
    </div>
  )
}

/** Classes of a line of what is good to know: its text, and at its end a control of one look. */
export const NOTICE_LINE =
  'flex min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-1 py-0.5 text-[0.9375rem] leading-snug [&>fieldset]:ms-auto [&>button]:ms-auto [&_fieldset_label]:px-1.5!'

type LineProps = {
  /** Makes the line focusable. */
  id?: string | undefined
  text: string
  /** The whole text, where the line has no room for it. */
  title?: string
  /** What can be done about it. */
  children?: ReactNode
}

/** What is good to know and needs no answer, in one line. */
export const NoticeLine = ({ id, text, title, children }: LineProps) => (
  <div
    id={id}
    tabIndex={id === undefined ? undefined : -1}
    {...(id !== undefined && { role: 'group', 'aria-labelledby': `${id}-text` })}
    data-testid="notice"
    className={`${NOTICE_LINE} outline-offset-2`}
  >
    <p
      id={id && `${id}-text`}
      // A long sentence has its control below it, where that is wide.
      className={`min-w-0 max-w-max flex-[1_1_7.5rem] text-muted ${title === undefined ? '' : 'truncate'}`}
      title={title}
    >
      {text}
    </p>
    {children}
  </div>
)

type RowsProps = {
  /** How many rows the notice is about; the children may be only the first of them. */
  count: number
  /** List items. */
  children: readonly ReactNode[]
}

/** The rows that a notice is about: one at once, several when they are asked for. */
export function NoticeRows({ count, children }: RowsProps) {
  const lang = useLang()
  if (children.length <= 1) return <ul className="mt-1">{children}</ul>
  return (
    <details className="group">
      <summary className="inline-flex min-h-9 items-center gap-1.5 font-semibold pointer-coarse:min-h-11">
        {count > children.length
          ? m.notice_first_rows({ n: formatCount(children.length, lang) })
          : m.notice_rows()}
        <DetailsChevron className="size-4" />
      </summary>
      <ul className="mb-1 grid gap-1 text-small">{children}</ul>
    </details>
  )
}

/** The warnings of the reader, a notice each. */
export function FileWarnings({ warnings }: { warnings: readonly Warning[] }) {
  const lang = useLang()
  return warnings.map((warning) => <Notice key={warning.code}>{fileWarningMessage(warning, lang)}</Notice>)
}

function fileWarningMessage(warning: Warning, lang: Lang): string {
  const n = (count: number) => formatCount(count, lang)
  switch (warning.code) {
    case 'extension-differs':
      return m.warning_extension({ extension: warning.extension, format: warning.format.toUpperCase() })
    case 'rows-cut':
      return m.warning_rows_cut({ limit: n(warning.limit) })
    case 'formula-cells': {
      const { count, first } = warning.rows
      return m.warning_formulas({ count, n: n(count), list: formatRowNumbers(first, count, lang) })
    }
    case 'records-differ': {
      const { counted, present, read } = warning
      return m.warning_records({ counted: n(counted), present: n(present), read: n(read) })
    }
    case 'no-room':
      return m.warning_no_room()
    case 'entries-unread':
      return unreadEntriesText(warning.entries)
    case 'realigned-bytes':
    case 'undecodable-bytes': {
      const { code, count, rows } = warning
      const message = code === 'realigned-bytes' ? m.warning_realigned : m.warning_undecodable
      const list = formatRowNumbers(rows.first, rows.count, lang)
      const where = rows.count > 0 ? ` ${m.warning_rows({ count: rows.count, n: n(rows.count), list })}` : ''
      return message({ count, n: n(count) }) + where
    }
  }
}

/** Which files of an archive are not read, and why. */
export const unreadEntriesText = (entries: readonly UnreadEntry[]): string =>
  [
    [m.warning_entry_outside, entries.filter(({ why }) => why === 'outside')] as const,
    [m.warning_entry_archive, entries.filter(({ why }) => why === 'archive')] as const,
  ]
    .flatMap(([text, found]) =>
      found.length === 0 ? [] : text({ count: found.length, names: firstNames(found) }),
    )
    .join(' ')

const MAX_NAMES = 10

function firstNames(entries: readonly UnreadEntry[]): string {
  const names = entries.slice(0, MAX_NAMES).map(({ path }) => path)
  const more = entries.length - names.length
  return names.join(', ') + (more > 0 ? ` ${m.and_more({ count: more })}` : '')
}

/** '3, 7, 12, …': the first row numbers (1-based), with an ellipsis where `total` is more than those. */
export const formatRowNumbers = (first: readonly number[], total: number, lang: Lang): string =>
  [...first.map((row) => formatCount(row, lang)), ...(total > first.length ? ['…'] : [])].join(', ')

/** Formats '12,500' by one of its two readings: `12,50` or `12 500`. */
export function formatAmbiguousPrice(example: string, reading: AmbiguousReading, lang: Lang): string {
  const [digits = ''] = /\d[\d.,]*\d/.exec(example) ?? []
  return formatDecimal(digits.replace(/[.,]/, reading === 'thousands' ? '' : '.'), lang)
}

/** Separates the thousands of '12500' by a space in every language: a comma could be read as a decimal mark. */
export const formatThousands = (digits: string): string => digits.replace(/\d{3}$/, '\u00a0$&')
