import { useState } from 'react'
import type { ProtocolKind, ProtocolInput } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProtocolDialog } from '../../results/protocol-dialog.tsx'
import { exportButtonId } from './use-export.tsx'

type Props = {
  isBusy: boolean
  onExport: (kind: ProtocolKind, input: ProtocolInput) => void
}

/** Opens the protocol dialog and exports what it returns. */
export function ProtocolButton({ isBusy, onExport }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        id={exportButtonId('protocol-pdf')}
        look="tinted"
        className="shrink-0"
        aria-haspopup="dialog"
        isUnavailable={isBusy}
        onClick={() => setOpen(true)}
      >
        <Icon name="file" className="size-5" />
        {m.protocol()}
      </Button>
      {isOpen && (
        <ProtocolDialog
          onExport={(kind, input) => {
            setOpen(false)
            onExport(kind, input)
          }}
          onDismiss={() => setOpen(false)}
        />
      )}
    </>
  )
}
