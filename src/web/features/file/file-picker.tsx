import { EXTENSIONS } from '#formats/format.ts'
import { type ComponentProps, useRef } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder with all files in it (HTML, File and Directory Entries API). */
    webkitdirectory?: '' | undefined
  }
}

const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> &
  (
    | { onFile: (file: File) => Promise<void>; onFiles?: never; isFolder?: never }
    /** Several are chosen, or with `isFolder` all files of a folder. */
    | { onFile?: never; onFiles: (files: readonly File[]) => Promise<void>; isFolder?: boolean }
  )

/** A button that chooses files of prices. */
export function FileButton({ onFile, onFiles, isFolder = false, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={isFolder ? undefined : ACCEPTED}
        multiple={onFiles !== undefined}
        webkitdirectory={isFolder ? '' : undefined}
        hidden
        aria-label={isFolder ? m.many_folder() : m.bulk_upload()}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          const [file] = files
          if (file) void (onFiles ? onFiles(files) : onFile(file))
          event.target.value = ''
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}
