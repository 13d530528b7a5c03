import { useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Icon } from '../../ui/icon.tsx'

/** Reserves the space of the file picker while its code or the worker loads. */
export function FilePickerSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 md:grid-cols-[3fr_2fr]">
      <div className="min-h-71 rounded-base border-2 border-dashed border-line bg-raised" />
      <div className="min-h-40 rounded-base border border-line" />
    </div>
  )
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere on the page. Escape cancels the drop (BULK-02). */
export function DropOverlay({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
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
      setOver(false)
    }
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isDragging = true
      // A dropped file would replace the rows that an open dialog is about.
      if (!isDismissed && !document.querySelector('dialog[open]')) setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget !== null) return
      end()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      const isAccepted = !isDismissed && !document.querySelector('dialog[open]')
      end()
      if (isAccepted) currentOnDrop.current(files)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDragging) return
      isDismissed = true
      setOver(false)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('keydown', escape)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('keydown', escape)
    }
  }, [])
  if (!isOver) return null
  return (
    <div
      data-testid="drop-overlay"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-surface/90 p-6"
    >
      <div className="grid justify-items-center gap-3 rounded-base border-2 border-dashed border-action p-12 text-center">
        <Icon name="upload" className="size-12 text-action" />
        <p className="text-h3 font-bold">{m.drop_title()}</p>
        <p className="text-muted">{m.drop_hint()}</p>
      </div>
    </div>
  )
}
