import { useEffect, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { PriceCheck } from '../features/check/price-check.tsx'
import { DropOverlay } from '../features/file/drop-overlay.tsx'
import { takeFiles } from '../features/file/pending-file.ts'
import { useOfflineCopy } from '../features/file/connection-status.tsx'
import type { PageHead } from '../routing/document-head.ts'
import { useAlerts } from '../ui/alerts.tsx'

export const head = (): PageHead => ({
  title: m.check_page_title(),
  description: m.check_description(),
})

/** The price check, which takes a file dropped anywhere on the page, or handed over by the converter (CHECK-01). */
export default function CheckPage() {
  const { alert } = useAlerts()
  const [dropped, setDropped] = useState<File>()
  useOfflineCopy()
  useEffect(() => {
    const [handedOver] = takeFiles()
    if (handedOver) setDropped(handedOver)
  }, [])
  return (
    <>
      <DropOverlay
        onDrop={([file, ...others]) => (others.length > 0 ? alert(m.drop_one()) : setDropped(file))}
      />
      <PriceCheck file={dropped} onFileReceived={() => setDropped(undefined)} />
    </>
  )
}
