import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { UndoableStep } from '#engine/types.ts'
import { useEffect, useRef } from 'react'

/** What would be taken back, or has just been. */
export function undoLabel(undo: UndoableStep, lang: Lang): string {
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
export function UndoButton({ undo, onUndo }: { undo: UndoableStep; onUndo: () => void }) {
  const label = undoLabel(undo, useLang())
  return (
    <Button look="plain" onClick={onUndo} aria-label={label} title={label}>
      <Icon name="undo" />
      <span className="max-sm:sr-only">{m.undo()}</span>
    </Button>
  )
}

/** Ctrl+Z (⌘Z) outside of a field takes back; inside of one the keys belong to what is typed there. */
export function useUndoKeys(onUndo: (() => void) | undefined): void {
  const current = useRef(onUndo)
  useEffect(() => {
    current.current = onUndo
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the letter, and by the place of the key where the keyboard writes no Latin letters.
      const isLetter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 'z' : event.code === 'KeyZ'
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && isLetter
      if (!isUndo || !current.current || document.querySelector('dialog[open]')) return
      if (event.target instanceof HTMLInputElement && event.target.type !== 'radio') return
      event.preventDefault()
      current.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
