import { useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../ui/toasts.tsx'
import type { DropTarget } from './drop-target.tsx'

/**
 * While the code loads and the kept rows and results are restored: the lines of a sheet, which becomes the choice of a file,
 * the rows or the results. As high as the window, so that nothing in sight moves then.
 */
export function SheetSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid min-h-rest content-start gap-6 noscript:hidden print:hidden lg:grid-cols-[minmax(0,1fr)_20.5rem]"
    >
      <div className="ruled min-h-120" />
      <div className="card min-h-76 self-start max-lg:hidden" />
    </div>
  )
}

/** What the browser tells of the type of the dragged file; '' where it is unknown, and for several files. */
function typeNameOf({ dataTransfer }: DragEvent): string {
  const [file, ...others] = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  const type = others.length === 0 ? (file?.type ?? '') : ''
  const [known = ''] = /csv|json|excel|spreadsheetml/.exec(type) ?? []
  return known.length > 4 ? 'Excel' : known.toUpperCase()
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere on the page. Escape cancels the drop (BULK-02). */
export function DropOverlay({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  /** The name of the file's type while one is dragged. */
  const [over, setOver] = useState<string>()
  /** Loaded when something is dragged; a file can be dropped without it. */
  const [Target, setTarget] = useState<typeof DropTarget>()
  const currentOnDrop = useRef(onDrop)
  useEffect(() => {
    currentOnDrop.current = onDrop
  })
  useEffect(() => {
    // Escape hides the overlay until this drag ends.
    let isDismissed = false
    let isDragging = false
    const end = () => {
      isDragging = false
      isDismissed = false
      setOver(undefined)
    }
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (!isDragging)
        void import('./drop-target.tsx').then(
          (code) => setTarget(() => code.DropTarget),
          () => undefined,
        )
      isDragging = true
      // A dropped file would replace the rows that an open dialog is about.
      if (!isDismissed && !document.querySelector('dialog[open]')) setOver(typeNameOf(event))
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget !== null) return
      end()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      // They are gone after this event.
      const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
      const isAccepted = !isDismissed && !document.querySelector('dialog[open]')
      end()
      if (!isAccepted) return
      if (!entries.some(({ isDirectory }) => isDirectory)) currentOnDrop.current(files)
      else
        void import('./drop-target.tsx').then(
          ({ openFolders }) => openFolders(entries, currentOnDrop.current),
          () => toasts.show(m.network_error(), 'destructive'),
        )
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDragging) return
      isDismissed = true
      setOver(undefined)
    }
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('keydown', escape)
    return () => {
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('keydown', escape)
    }
  }, [])
  return over === undefined || !Target ? null : <Target type={over} />
}
