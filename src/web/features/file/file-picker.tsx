import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const ACCEPTED = '.csv,.xlsx,.xls,.xlsm,.xlsb,.json'

type Props = {
  titleId: string
  title: string
  onFile: (file: File) => void
  /** What else is to be known before a file is chosen. */
  children: ReactNode
}

/** A file by the button; dropped ones are taken anywhere on the page (BULK-02). */
export function FilePicker({ titleId, title, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid content-center justify-items-start gap-3 rounded-base border-2 border-dashed border-line-strong bg-raised p-6 sm:p-10">
      <Icon name="upload" className="-ms-1.5 size-9 text-muted" />
      <h2 id={titleId} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      <p className="text-muted">{m.bulk_upload_text()}</p>
      {children}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={m.bulk_upload()}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <Button look="action" onClick={() => input.current?.click()}>
        {m.bulk_upload()}
      </Button>
    </div>
  )
}

/** The first question in its final size, while the workbench is loaded. */
export function FilePickerSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 md:grid-cols-[3fr_2fr]">
      <div className="min-h-71 rounded-base border-2 border-dashed border-line bg-raised" />
      <div className="min-h-40 rounded-base border border-line" />
    </div>
  )
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Takes a file that is dropped anywhere on the page; Escape puts the overlay away (BULK-02). */
export function DropOverlay({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = useRef(onDrop)
  useEffect(() => {
    take.current = onDrop
  })
  useEffect(() => {
    // Escape during a drag leaves the overlay away until the drag ends or starts again.
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
      // What a dialog asks about must not change behind it.
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
      const isTaken = !isDismissed && !document.querySelector('dialog[open]')
      end()
      if (isTaken) take.current(files)
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
        <p className="text-2xl font-bold">{m.drop_title()}</p>
        <p className="text-muted">{m.drop_hint()}</p>
      </div>
    </div>
  )
}
