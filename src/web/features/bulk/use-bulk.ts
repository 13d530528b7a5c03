import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadDeviceOwner } from '#engine/storage/identity.ts'
import { useSession } from '../../session/session.ts'
import { bulk } from '#engine/bulk/client.ts'
import { EMPTY_SNAPSHOT, type PreviewRow, type Snapshot } from '#engine/types.ts'
import type { ResultRow } from '#reports/types.ts'

/** The state of the workbench, which is started when a page first looks at it. */
export function useBulk(): Snapshot {
  useOwner()
  useEffect(() => void bulk.start(), [])
  return useSyncExternalStore(bulk.subscribe, bulk.snapshot, () => EMPTY_SNAPSHOT)
}

/** Tells the workbench who is here. Whom nobody could ask yet is whoever was here last and has not signed out. */
function useOwner(): void {
  const session = useSession()
  const isStranger = session.status === 'signed-out' && session.known
  const email = session.status === 'signed-in' ? session.email : isStranger ? '' : undefined
  useEffect(() => {
    bulk.owner = email ?? loadDeviceOwner() ?? ''
  }, [email])
}

/** Asks the workbench for some of its rows; made outside of components, so that it stays the same. */
type AskRows<T> = (offset: number, limit: number) => Promise<T[]>

export const askPreview: AskRows<PreviewRow> = (offset, limit) => bulk.request('page', offset, limit)
export const askResults: AskRows<ResultRow> = (offset, limit) => bulk.request('resultsPage', offset, limit)

/** Rows from the workbench, asked again when `revision` or the slice changes; the last ones stay meanwhile. */
export function useRowPage<T>(
  ask: AskRows<T>,
  revision: number,
  offset: number,
  limit: number,
): readonly T[] {
  const [slice, setSlice] = useState<readonly T[]>([])
  useEffect(() => {
    let isCurrent = true
    ask(offset, limit).then(
      (rows) => isCurrent && setSlice(rows),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [ask, revision, offset, limit])
  return slice
}
