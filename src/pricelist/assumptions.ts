import type { OpenedFile, OpenOptions } from './types.ts'
import type { Assumption, RowsReading } from './price-list.ts'

/**
 * All that was not in the file but assumed, to be said before tokens are spent: an encoding told by statistics, and what
 * the rows needed.
 */
export function assumptionsOf(file: OpenedFile, options: OpenOptions, reading?: RowsReading): Assumption[] {
  const ofRows = reading?.assumptions ?? []
  const { encoding, hasBom } = file
  const isTold =
    encoding === undefined || encoding === 'utf-8' || hasBom === true || options.encoding !== undefined
  return isTold ? [...ofRows] : [{ what: 'encoding', encoding }, ...ofRows]
}
