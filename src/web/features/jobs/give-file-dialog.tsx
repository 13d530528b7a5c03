import { useRef } from 'react'
import { EXTENSIONS } from '#formats/format.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')

type Props = {
  /** Why it is needed. */
  text: string
  isBusy: boolean
  /** Why the last file was not taken. */
  error: string | undefined
  onFile: (file: File) => void
  onDismiss: () => void
}

/** Asks for the user's file, which neither the server nor this device has. */
export function GiveFileDialog({ text, isBusy, error, onFile, onDismiss }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button look="filled" isUnavailable={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? `${m.loading()}…` : m.give_file_choose()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.give_file_title()} onDismiss={onDismiss} actions={actions}>
      <p>{text}</p>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={m.give_file_choose()}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <p role="alert" className="font-medium wrap-anywhere text-error empty:hidden">
        {error}
      </p>
    </Dialog>
  )
}
