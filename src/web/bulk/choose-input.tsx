import { type ReactNode, useRef } from 'react'
import { m } from '../i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const ACCEPTED = '.csv,.xlsx,.xls,.xlsm,.xlsb,.json'

type Props = {
  onFile: (file: File) => void
  onManual: () => void
  /** The way back to rows that were just cleared. */
  undo: ReactNode
}

/** The first question of the bulk mode: a file, or rows by hand (BULK-01, BULK-02). */
export function ChooseInput({ onFile, onManual, undo }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-4 md:grid-cols-[3fr_2fr] print:hidden">
      {undo && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-2 md:col-span-2">
          <p>{m.rows_cleared()}</p>
          {undo}
        </div>
      )}
      <div className="grid content-center justify-items-start gap-3 rounded-base border-2 border-dashed border-line-strong bg-raised p-6 sm:p-10">
        <Icon name="upload" className="-ms-1.5 size-9 text-muted" />
        <h2 id="choose-title" tabIndex={-1} className="text-xl outline-none">
          {m.bulk_upload_title()}
        </h2>
        <p className="text-muted">{m.bulk_upload_text()}</p>
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
      <div className="grid content-center justify-items-start gap-3 rounded-base border border-line p-6 sm:p-10">
        <h2 className="text-xl">{m.bulk_manual_title()}</h2>
        <p className="text-muted">{m.bulk_manual_text()}</p>
        <Button look="plain" onClick={onManual}>
          {m.bulk_manual()}
        </Button>
      </div>
    </div>
  )
}
