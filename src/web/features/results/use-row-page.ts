import { useEffect, useLayoutEffect, useState } from 'react'

/** Requests rows of a list that a worker holds; `offset` counts from 0. Must be the same function at each render. */
export type FetchRows<T> = (offset: number, limit: number) => Promise<readonly T[]>

/**
 * Rows of a list in a worker, requested again when `revision` or the range changes. Undefined until the first rows have
 * come; then the earlier rows stay until the new ones are there.
 * @param known the rows, where they are known already
 */
export function useRowPage<T>(
  fetchRows: FetchRows<T>,
  revision: number,
  offset: number,
  limit: number,
  known?: readonly T[],
): readonly T[] | undefined {
  const [rows, setRows] = useState<readonly T[]>()
  // In the same frame, and when what is measured before it is known.
  useLayoutEffect(() => {
    if (known !== undefined) setRows(known)
  }, [known])
  const isKnown = known !== undefined
  useEffect(() => {
    if (isKnown) return undefined
    let isCurrent = true
    fetchRows(offset, limit).then(
      (found) => isCurrent && setRows(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [fetchRows, revision, offset, limit, isKnown])
  return rows
}
