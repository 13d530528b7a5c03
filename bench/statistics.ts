/** The value below which the share `q` of them lies. */
export function quantile(values: readonly number[], q: number): number {
  const place = Math.min(values.length - 1, Math.floor(values.length * q))
  return values.toSorted((a, b) => a - b)[place] ?? NaN
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** 99 %: one of a hundred runs still seems to distinguish two equal ones. */
const Z = 2.576

/**
 * How well a value separates two groups: Mann–Whitney's U as a share, the probability that a value of `a` is
 * the greater of a pair. 0.5 is chance, 0 and 1 are certainty. Where the interval (Hanley and McNeil)
 * contains 0.5, the groups were not separated.
 */
export function separation(
  a: readonly number[],
  b: readonly number[],
): { auc: number; low: number; high: number } {
  const wins = a.reduce(
    (sum, x) => sum + b.reduce((count, y) => count + (x > y ? 1 : x === y ? 0.5 : 0), 0),
    0,
  )
  const auc = wins / (a.length * b.length)
  const square = auc * auc
  const ofA = (a.length - 1) * (auc / (2 - auc) - square)
  const ofB = (b.length - 1) * ((2 * square) / (1 + auc) - square)
  const error = Z * Math.sqrt((auc * (1 - auc) + ofA + ofB) / (a.length * b.length))
  return { auc, low: Math.max(0, auc - error), high: Math.min(1, auc + error) }
}
