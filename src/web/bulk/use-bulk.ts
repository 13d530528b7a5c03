import { useEffect, useState, useSyncExternalStore } from 'react'
import { bulk } from './bulk-client.ts'
import { EMPTY_SNAPSHOT, type Snapshot } from './snapshot.ts'

/** The state of the workbench, which is started when a page first looks at it. */
export function useBulk(): Snapshot {
  useEffect(() => bulk.start(), [])
  return useSyncExternalStore(bulk.subscribe, bulk.snapshot, () => EMPTY_SNAPSHOT)
}

/** A slice of rows from the workbench, asked again when `revision` or the slice changes; the last one stays meanwhile. */
export function useSlice<T>(
  op: 'page' | 'resultsPage',
  revision: number,
  offset: number,
  limit: number,
): { rows: readonly T[]; offset: number } {
  const [slice, setSlice] = useState<{ rows: readonly T[]; offset: number }>({ rows: [], offset: 0 })
  useEffect(() => {
    let isCurrent = true
    bulk.ask(op, offset, limit).then(
      (rows) => isCurrent && setSlice({ rows: rows as unknown as T[], offset }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [op, revision, offset, limit])
  return slice
}
