import { EXTENSIONS } from '#formats/format.ts'
import { type ComponentProps, useRef } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'

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
