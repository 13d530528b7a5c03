/** Rows in their order, each once. */
export const sortedRows = (rows: Iterable<number>): readonly number[] =>
  [...new Set(rows)].toSorted((a, b) => a - b)

/** Those of some sorted rows that lie between two, these too. */
export const within = (sorted: readonly number[], from: number, to: number): readonly number[] =>
  sorted.slice(firstFrom(sorted, from), firstFrom(sorted, to + 1))

/** Whether any of some sorted rows lies between two, these too. */
export const isAnyWithin = (sorted: readonly number[], from: number, to: number): boolean =>
  (sorted[firstFrom(sorted, from)] ?? Infinity) <= to

/** The index of the first row that is not less. */
function firstFrom(sorted: readonly number[], from: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}
