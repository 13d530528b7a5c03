/** Binary search: the lowest index from `from` to `end` at which an ascending list is not below `value`; `end` if none is. */
export function lowerBound(sorted: ArrayLike<number>, value: number, from = 0, end = sorted.length): number {
  let [low, high] = [from, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Binary search: the lowest index that passes a test that all higher ones pass; `length` if none does. */
export function firstPassing(length: number, passes: (i: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}
