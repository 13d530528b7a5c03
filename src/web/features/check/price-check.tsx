import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { check } from '#engine/check/client.ts'
import { takeResume } from '#engine/storage/preferences.ts'
import { EMPTY_CHECK_SNAPSHOT } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { focusOn } from '../../ui/focus.ts'
import { loaded } from '../../ui/loaded.tsx'
import { CheckStart } from './start.tsx'

/** What follows the choice of a file is most of the script. */
const OpenedFile = loaded(() => import('./opened-file.tsx'), m.check_not_loaded_title)

type Props = {
  /** A file dropped on the page. */
  file: File | undefined
  /** Called when the file was received: the parent then clears it. */
  onFileReceived: () => void
}

/** Checks every pair of a lev and a euro price in a price list, on this device (CHECK-01). */
export function PriceCheck({ file, onFileReceived }: Props) {
  const state = useSyncExternalStore(check.subscribe, check.snapshot, () => EMPTY_CHECK_SNAPSHOT)
  const [direction, setDirection] = useState<PairDirection>('either')
  const openedFile = useRef<File>(undefined)
  const openFile = (next: File) => check.open(next, direction)
  useEffect(() => {
    if (file === undefined || file === openedFile.current) return
    openedFile.current = file
    onFileReceived()
    void openFile(file)
  })
  // Back from the login or the payment, to the file that was checked.
  useEffect(() => {
    if (takeResume('check')) void check.openKept().then((kept) => kept && setDirection(kept))
  }, [])
  // Discards the file when the user leaves the check.
  useEffect(() => () => check.stop(), [])
  const isIdle = state.phase === 'idle'
  const wasIdle = useRef(isIdle)
  useEffect(() => {
    if (isIdle && !wasIdle.current) focusOn('check-choose-title')
    wasIdle.current = isIdle
  }, [isIdle])
  if (isIdle) return <CheckStart onFile={openFile} />
  return (
    <Suspense fallback={<OpenedFileSkeleton />}>
      <OpenedFile
        state={state}
        direction={direction}
        onFile={openFile}
        onDirection={(next) => {
          setDirection(next)
          return check.tryRequest('setDirection', next)
        }}
      />
    </Suspense>
  )
}

/** As high as the outcome begins. */
function OpenedFileSkeleton() {
  return <div aria-busy="true" className="card min-h-120" />
}
