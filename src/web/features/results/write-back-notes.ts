import type { FormatId } from '#formats/format.ts'
import { columnTitle } from '#reports/labels.ts'
import type { NoRoom } from '#reports/types.ts'
import type { WriteBackWarning } from '#writeback/plan.ts'
import { m } from '#i18n/messages/messages.js'

/** What is kept of a file that comes back in another format. */
export const otherFormatText = (format: FormatId): string =>
  format === 'html' ? m.write_back_not_kept_html() : m.write_back_not_kept({ format: format.toUpperCase() })

/** What a returned file differs in from what was asked for; nothing to say where the format is named before. */
export const WRITE_BACK_NOTE = {
  'not-kept': undefined,
  'placed-at-end': m.write_back_note_end,
  'formulas-kept': m.write_back_note_formulas,
  'currency-shared': m.write_back_note_shared,
  'currency-around': m.write_back_note_around,
  'hundredths-kept': m.write_back_note_hundredths,
  'both-kept': m.write_back_note_both,
  'lists-kept': m.write_back_note_lists,
  'rows-cut': m.write_back_note_cut,
  'unread-kept': m.write_back_note_unread,
  'title-kept': m.write_back_note_title,
  'totals-kept': m.write_back_note_totals,
  'rest-waiting': m.write_back_note_waiting,
  'mixed-money': m.write_back_note_mixed,
  'edits-kept': m.write_back_note_edits,
  'fields-widened': m.write_back_note_widened,
  'fields-renamed': m.write_back_note_renamed,
  'values-kept': m.write_back_note_values,
  'fields-too-many': m.write_back_note_fields,
  'deleted-kept': m.write_back_note_deleted,
  'index-outdated': m.write_back_note_index,
  'database-differs': m.write_back_note_database,
} satisfies Record<WriteBackWarning, (() => string) | undefined>

/** Which prices the file has no room for, and what can be done. */
export function noRoomMessage({ columns, placement }: NoRoom): string {
  const names = columns
    .map(({ index, title }) => m.sheet_quoted({ name: columnTitle(index, title) }))
    .join(', ')
  return placement === 'replace'
    ? m.export_no_room_replace({ columns: names })
    : m.export_no_room({ columns: names, replace: m.write_back_replace() })
}
