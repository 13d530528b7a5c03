import type { JobRow } from '#api/conversions.ts'
import { cleanName } from '#pricelist/product-name.ts'
import { type Row, validateRow } from '#pricelist/row.ts'
import { LIMITS } from '#product/limits.ts'
import { lowerBound } from '#table/lower-bound.ts'

/** Where the rows of a job stand in a file. */
export type RowMatch = {
  /** The id of each row of the job, ascending. */
  readonly ids: readonly number[]
  /** Rows that the file does not have as they were converted: edited or added by the user. */
  readonly changed: number
}

/** The rows of a file: a key and an id for each, ascending; `nextId` is above every id. */
export type FileKeys = {
  readonly keys: readonly string[]
  readonly ids: readonly number[]
  readonly nextId: number
}

/** The key of a row of the file, as the server stores it with the job. */
export const keyOfRow = ({ name, price, currency }: Row): string => {
  const isEmpty = validateRow({ name, price, currency }).status === 'empty'
  return keyOf(cleanName(name), isEmpty ? '' : price.slice(0, LIMITS.priceLength), currency)
}

/** The key of a row of a job. */
export const keyOfJobRow = ({ name, originalPrice, originalCurrency }: JobRow): string =>
  keyOf(name, originalPrice, originalCurrency)

const keyOf = (name: string, price: string, currency: string): string => `${name}\n${price}\n${currency}`

/** Positions of each key, ascending. */
function positionsOf(keys: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [i, key] of keys.entries()) {
    const known = positions.get(key)
    if (known) known.push(i)
    else positions.set(key, [i])
  }
  return positions
}

/**
 * Finds the rows of a job in a file, both in their order. Rows that only the file has were not converted. As many unknown
 * rows as the file has between two known ones are edited rows; unknown rows after the last line of the file were added.
 * @returns undefined where the rows fit in no such way
 */
export function matchRows(job: readonly string[], file: FileKeys): RowMatch | undefined {
  const { keys, ids, nextId } = file
  const positions = positionsOf(keys)
  /** The next position of a key in the file, from `from` on. */
  const find = (key: string, from: number): number | undefined => {
    const places = positions.get(key) ?? []
    return places[lowerBound(places, from)]
  }
  const found: number[] = []
  let changed = 0
  let at = 0
  for (let row = 0; row < job.length;) {
    const known = find(job[row]!, at)
    if (known !== undefined) {
      found.push(ids[known]!)
      at = known + 1
      row++
      continue
    }
    let end = row + 1
    let next: number | undefined
    while (end < job.length && (next = find(job[end]!, at)) === undefined) end++
    const unknown = end - row
    const between = (next ?? keys.length) - at
    const isAdded = next === undefined && unknown > between
    if (unknown !== between && !isAdded) return undefined
    for (let i = 0; i < unknown; i++) found.push(i < between ? ids[at + i]! : nextId + i - between)
    changed += unknown
    at += between
    row = end
  }
  return { ids: found, changed }
}
