import { EXTENSIONS } from '#formats/format.ts'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  onFile: (file: File) => Promise<void>
}

/** A button that chooses a file of prices. */
export function FileButton({ onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={m.bulk_upload()}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void onFile(file)
          event.target.value = ''
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}

type Props = {
  titleId: string
  title: string
  onFile: (file: File) => Promise<void>
  /** Further text above the button. */
  children?: ReactNode
}

/** Chooses a file by a button; `DropOverlay` takes dropped files (BULK-02). */
export function FilePicker({ titleId, title, onFile, children }: Props) {
  return (
    <div className="grid content-center justify-items-start gap-3 rounded-card border-2 border-dashed border-line-strong bg-raised p-6 sm:p-10">
      <Icon name="upload" className="-ms-1.5 size-9 text-muted" />
      <h2 id={titleId} tabIndex={-1} className="text-h3 outline-none">
        {title}
      </h2>
      <p className="text-muted">{m.bulk_upload_text()}</p>
      {children}
      <FileButton look="filled" onFile={onFile}>
        {m.bulk_upload()}
      </FileButton>
    </div>
  )
}
