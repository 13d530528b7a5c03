import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { UndoFacts } from '#engine/types.ts'

/** What would be taken back, or has just been. */
export function undoLabel(undo: UndoFacts, lang: Lang): string {
  const rows = { count: undo.count, n: formatCount(undo.count, lang) }
  return {
    edit: () => m.undo_edit({ line: undo.line }),
    add: () => m.undo_add({ line: undo.line }),
    count: () => m.undo_count(),
    'leave-out': () => (undo.count > 1 ? m.undo_leave_out_rows(rows) : m.undo_leave_out({ line: undo.line })),
    'convert-too': () => m.undo_convert_too({ line: undo.line }),
    delete: () => m.undo_delete({ line: undo.line }),
    clear: () => m.undo_clear(rows),
    paste: () => m.undo_paste(rows),
  }[undo.what]()
}

/** Takes the last step back, and says which it was. */
export function UndoButton({ undo, onUndo }: { undo: UndoFacts; onUndo: () => void }) {
  const label = undoLabel(undo, useLang())
  return (
    <Button look="plain" onClick={onUndo} aria-label={label} title={label}>
      <Icon name="undo" />
      <span className="max-sm:sr-only">{m.undo()}</span>
    </Button>
  )
}
