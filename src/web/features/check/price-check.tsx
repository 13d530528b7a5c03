import { Suspense, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { check } from '#engine/check/client.ts'
import { takeResume } from '#engine/storage/resume.ts'
import { EMPTY_CHECK_SNAPSHOT } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { focusOn } from '../../ui/focus.ts'
import { loaded } from '../../ui/loaded.tsx'
import { CheckStart } from './start.tsx'

/** Few who open the page come from a payment or the account. */
const Arrival = lazy(() => import('./arrival.tsx'))

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
  const { state: entryState }: { state: unknown } = useLocation()
  const [isArriving, setArriving] = useState(false)
  const [isLost, setLost] = useState(false)
  // The page is prerendered without it.
  useEffect(() => {
    if (entryState !== null) setArriving(true)
  }, [entryState])
  const openFile = (next: File) => {
    setArriving(false)
    setLost(false)
    return check.open(next, direction)
  }
  useEffect(() => {
    if (file === undefined || file === openedFile.current) return
    openedFile.current = file
    onFileReceived()
    void openFile(file)
  })
  // Back from the login or the payment, to the file that was checked.
  useEffect(() => {
    if (takeResume('check') === undefined) return
    void check.openKept().then((kept) => (kept ? setDirection(kept) : setLost(kept === null)))
  }, [])
  // Discards the file when the user leaves the check.
  useEffect(() => () => check.stop(), [])
  const isIdle = state.phase === 'idle'
  const wasIdle = useRef(isIdle)
  useEffect(() => {
    if (isIdle && !wasIdle.current) focusOn('check-choose-title')
    wasIdle.current = isIdle
  }, [isIdle])
  return (
    <>
      {(isArriving || isLost) && (
        <Suspense fallback={null}>
          <Arrival phase={state.phase} isLost={isLost} />
        </Suspense>
      )}
      {isIdle ? (
        <CheckStart onFile={openFile} />
      ) : (
        <Suspense fallback={<OpenedFileSkeleton />}>
          <OpenedFile
            state={state}
            direction={direction}
            onFile={openFile}
            onDirection={(next) => {
              setDirection(next)
              return check.tryRequest('setDirection', next)
            }}
            onCorrected={() => setArriving(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** As high as the outcome begins. */
function OpenedFileSkeleton() {
  return <div aria-busy="true" className="card min-h-120" />
}
