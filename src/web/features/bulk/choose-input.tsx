import type { ReactNode } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { ChooseFile } from '../file/file-picker.tsx'

type Props = {
  onFile: (file: File) => void
  onManual: () => void
  /** The way back to rows that were just cleared. */
  undo: ReactNode
}

/** The first question of the bulk mode: a file, or rows by hand (BULK-01, BULK-02). */
export function ChooseInput({ onFile, onManual, undo }: Props) {
  return (
    <div className="grid gap-4 md:grid-cols-[3fr_2fr] print:hidden">
      {undo && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-2 md:col-span-2">
          <p>{m.rows_cleared()}</p>
          {undo}
        </div>
      )}
      <ChooseFile titleId="choose-title" title={m.bulk_upload_title()} onFile={onFile}>
        {null}
      </ChooseFile>
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
