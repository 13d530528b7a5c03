import { useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import PriceCheck from '../features/check/price-check.tsx'
import { DropOverlay } from '../features/file/drop-overlay.tsx'
import { useOfflineCopy } from '../features/offline/status.tsx'
import type { PageHead } from '../routing/document-head.ts'
import { useAlerts } from '../ui/alerts.tsx'

export const head = (): PageHead => ({
  title: m.check_page_title(),
  description: m.check_description(),
})

export default function CheckPage() {
  const { alert } = useAlerts()
  const [dropped, setDropped] = useState<File>()
  useOfflineCopy()
  return (
    <div className="grid grid-cols-1 gap-8">
      <DropOverlay
        onDrop={([file, ...others]) => (others.length > 0 ? alert(m.drop_one()) : setDropped(file))}
      />
      <div>
        <h1 className="text-h1">{m.check_page_title()}</h1>
        <p className="mt-2 max-w-prose text-muted">{m.check_lead()}</p>
      </div>
      <PriceCheck file={dropped} onFileReceived={() => setDropped(undefined)} />
    </div>
  )
}
