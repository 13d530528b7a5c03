import type {
  ListError,
  ListQuestion,
  ListReading,
  ListState,
  ManyList,
  PackedNotes,
} from '#engine/many/types.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { currencyStatementMessage } from '../results/currency-text.ts'
import { readErrorMessage } from '../file/reading.tsx'
import { WRITE_BACK_NOTE } from '../results/write-back-notes.ts'

export const MANY_TITLE_ID = 'many-title'

/** What the lists are counted and shown by. */
export const GROUPS = ['ready', 'asks', 'converted', 'unknown', 'failed', 'left', 'waiting'] as const

export type Group = (typeof GROUPS)[number]

const GROUP_OF = {
  waiting: 'waiting',
  reading: 'waiting',
  ready: 'ready',
  sending: 'ready',
  asks: 'asks',
  failed: 'failed',
  rejected: 'failed',
  unknown: 'unknown',
  converted: 'converted',
} satisfies Record<ListState, Group>

export const groupOf = ({ state, isLeft }: ManyList): Group =>
  isLeft && (state === 'ready' || state === 'asks') ? 'left' : GROUP_OF[state]

const GROUP_TEXT = {
  ready: m.many_ready,
  asks: m.many_asking,
  converted: m.many_converted,
  unknown: m.many_unanswered,
  failed: m.many_failed,
  left: m.many_left,
  waiting: m.many_unread,
} satisfies Record<Group, (about: { count: number; n: string }) => string>

export const groupText = (group: Group, count: number, lang: Lang): string =>
  GROUP_TEXT[group]({ count, n: formatCount(count, lang) })

export const countGroups = (lists: readonly ManyList[]): ReadonlyMap<Group, number> => {
  const counts = new Map<Group, number>()
  for (const group of lists.map(groupOf)) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

/** Why a list cannot be converted, and what to do. */
export function listErrorText(error: ListError, path: string, lang: Lang): string {
  if (error.code === 'too-many-rows') return m.many_rows_limit({ limit: formatCount(LIMITS.bulkRows, lang) })
  if (error.code === 'changed') return m.many_changed()
  if (error.code === 'not-kept') return m.many_not_kept()
  const { text, items } = readErrorMessage(error, path, lang)
  return [text, ...items.slice(0, 1)].join(' ')
}

/** What to do about a list whose response did not come. */
export function unknownText(error: ListError | undefined): string {
  if (error?.code === 'not-kept') return m.many_unknown_not_kept()
  return error ? m.many_unknown_changed() : m.many_state_unknown()
}

const REVIEW_TEXT = {
  columns: m.many_review_columns,
  'no-prices': m.many_review_no_prices,
  warning: m.many_review_warning,
  zero: m.many_review_zero,
  sheets: m.many_review_sheets,
  damaged: m.many_review_damaged,
} satisfies Record<Extract<ListQuestion, { what: 'review' }>['why'], () => string>

export function questionText(question: ListQuestion): string {
  switch (question.what) {
    case 'column':
      return m.many_ask_column()
    case 'ambiguous-prices':
      return m.many_ask_ambiguous({ example: question.example })
    case 'totals':
      return m.many_ask_totals({ example: question.example })
    case 'currency-conflict':
      return m.ask_currency()
    case 'review':
      return REVIEW_TEXT[question.why]()
  }
}

/** The price columns of a list, their currency, and what is not read of it. */
export function howText(
  { prices, kept = [], currency, isAssumed, otherSheets, questions, counts }: ListReading,
  lang: Lang,
): string {
  if (questions[0]?.what === 'column' || questions[0]?.what === 'review') return ''
  const quoted = (titles: readonly string[]) => titles.map((text) => m.many_quoted({ text })).join(', ')
  const named = quoted(prices)
  const parts = [`${named}, ${isAssumed ? m.many_assumed({ currency }) : m.file_in({ currency })}`]
  const unread = counts.invalidRows
  if (unread > 0) parts.push(m.many_no_price({ count: unread, n: formatCount(unread, lang) }))
  if (otherSheets > 0) parts.push(m.many_sheets({ count: otherSheets, n: formatCount(otherSheets, lang) }))
  if (kept.length > 0) parts.push(m.many_kept({ count: kept.length, columns: quoted(kept) }))
  return parts.join('; ')
}

export const CURRENCY_NAME = { BGN: m.word_leva, EUR: m.word_euro }

/** What is said about a returned list: what of it is not as it was asked for, and what still names the old currency. */
export const packedNoteTexts = ({ warnings, statement }: PackedNotes): string[] => [
  ...warnings.flatMap((warning) => WRITE_BACK_NOTE[warning]?.() ?? []),
  ...(statement ? [`${currencyStatementMessage(statement)} ${m.write_back_note_statement()}`] : []),
]
