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

/** The names of the types that are read, by the type that the browser tells before the drop. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  'text/csv': 'CSV',
  'application/json': 'JSON',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel (XLSX)',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'Excel (XLSM)',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': 'Excel (XLSB)',
}

/** The name of the dragged file's type; '' where it is unknown, and for several files. */
function typeNameOf({ dataTransfer }: DragEvent): string {
  const [file, ...others] = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  return (others.length === 0 && file && TYPE_NAMES[file.type.toLowerCase()]) || ''
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere on the page. Escape cancels the drop (BULK-02). */
export function DropOverlay({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  /** The name of the file's type while one is dragged. */
  const [over, setOver] = useState<string>()
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
      const isAccepted = !isDismissed && !document.querySelector('dialog[open]')
      end()
      if (isAccepted) currentOnDrop.current(files)
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
  if (over === undefined) return null
  return (
    <div
      data-testid="drop-overlay"
      className="pointer-events-none fixed inset-0 z-50 grid bg-surface/95 p-3 sm:p-6"
    >
      <div className="grid place-content-center justify-items-center gap-4 rounded-card border-[3px] border-dashed border-action bg-raised p-6 text-center">
        <Icon name="upload" className="size-16 text-action" />
        <p className="text-h1 font-extrabold">{m.drop_title()}</p>
        {over === '' ? (
          <p className="text-lead">{m.drop_hint()}</p>
        ) : (
          <>
            <p className="flex items-center gap-2 text-lead font-semibold">
              <Icon name="file" />
              {m.drop_type({ type: over })}
            </p>
            <p className="text-muted">{m.drop_escape()}</p>
          </>
        )}
      </div>
    </div>
  )
}
