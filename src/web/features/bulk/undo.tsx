import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { UndoableStep } from '#engine/types.ts'
import { useEffect, useRef } from 'react'

/** Names the step that can be undone, or was just undone. */
export function undoLabel(undo: UndoableStep, lang: Lang): string {
  const rows = { count: undo.count, n: formatCount(undo.count, lang) }
  return {
    edit: () => m.undo_edit({ line: undo.line }),
    add: () => m.undo_add({ line: undo.line }),
    count: () => m.undo_count(),
    omit: () => (undo.count > 1 ? m.undo_leave_out_rows(rows) : m.undo_leave_out({ line: undo.line })),
    include: () => m.undo_convert_too({ line: undo.line }),
    delete: () => m.undo_delete({ line: undo.line }),
    clear: () => m.undo_clear(rows),
    paste: () => m.undo_paste(rows),
  }[undo.what]()
}

export function UndoButton({ undo, onUndo }: { undo: UndoableStep; onUndo: () => void }) {
  const label = undoLabel(undo, useLang())
  return (
    <Button look="plain" size="small" onClick={onUndo} aria-label={label} title={label}>
      <Icon name="undo" />
      <span className="max-sm:sr-only">{m.undo()}</span>
    </Button>
  )
}

/** Whether the browser itself undoes what is in the field: not in a cell of the sheet with nothing typed since its last edit. */
const isTyped = ({ type, dataset }: HTMLInputElement): boolean =>
  type !== 'radio' && dataset['typing'] !== 'false'

/** Calls `onUndo` for Ctrl+Z (⌘Z), except while text is typed in a field: there the browser undoes the typing. */
export function useUndoKeys(onUndo: (() => void) | undefined): void {
  const currentOnUndo = useRef(onUndo)
  useEffect(() => {
    currentOnUndo.current = onUndo
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the letter, or by the key position on keyboards without Latin letters.
      const isLetter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 'z' : event.code === 'KeyZ'
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && isLetter
      if (!isUndo || !currentOnUndo.current || document.querySelector('dialog[open]')) return
      if (event.target instanceof HTMLInputElement && isTyped(event.target)) return
      event.preventDefault()
      currentOnUndo.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
