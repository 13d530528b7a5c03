import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadDeviceOwner } from '#engine/storage/identity.ts'
import { useSession } from '../../session/session.ts'
import { bulk } from '#engine/bulk/client.ts'
import { EMPTY_SNAPSHOT, type PreviewRow, type Snapshot } from '#engine/types.ts'
import type { ResultRow } from '#reports/types.ts'

/** The state of the workbench, which is started when a page first looks at it. */
export function useBulk(): Snapshot {
  useOwnerSync()
  useEffect(() => void bulk.start(), [])
  return useSyncExternalStore(bulk.subscribe, bulk.snapshot, () => EMPTY_SNAPSHOT)
}

/** Tells the workbench who is here. Whom nobody could ask yet is whoever was here last and has not signed out. */
function useOwnerSync(): void {
  const session = useSession()
  const isStranger = session.status === 'signed-out' && session.known
  const email = session.status === 'signed-in' ? session.email : isStranger ? '' : undefined
  useEffect(() => {
    bulk.owner = email ?? loadDeviceOwner() ?? ''
  }, [email])
}

/** Asks the workbench for some of its rows; made outside of components, so that it stays the same. */
type FetchRows<T> = (offset: number, limit: number) => Promise<T[]>

export const fetchPreviewRows: FetchRows<PreviewRow> = (offset, limit) => bulk.ask('page', offset, limit)
export const fetchResultRows: FetchRows<ResultRow> = (offset, limit) => bulk.ask('resultsPage', offset, limit)

/** Rows from the workbench, asked again when `revision` or the slice changes; the last ones stay meanwhile. */
export function useRowPage<T>(
  ask: FetchRows<T>,
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
