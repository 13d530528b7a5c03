import { useState } from 'react'
import type { ProtocolKind, ProtocolWishes } from '#engine/export/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProtocolDialog } from './protocol-dialog.tsx'
import { exportButtonId } from './use-export.ts'

type Props = {
  isBusy: boolean
  onMake: (kind: ProtocolKind, wishes: ProtocolWishes) => void
}

/** Asks what is to stand in the protocol, and has it made. */
export function ProtocolButton({ isBusy, onMake }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        id={exportButtonId('protocol-pdf')}
        look="plain"
        aria-haspopup="dialog"
        isUnavailable={isBusy}
        onClick={() => setOpen(true)}
      >
        <Icon name="file" className="size-5 max-sm:hidden" />
        {m.protocol()}
      </Button>
      {isOpen && (
        <ProtocolDialog
          onMake={(kind, wishes) => {
            setOpen(false)
            onMake(kind, wishes)
          }}
          onDismiss={() => setOpen(false)}
        />
      )}
    </>
  )
}
