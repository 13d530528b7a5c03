/** What the parts of the server count while they work, whether or not anybody asks. */
export type Counters = {
  bulkRows: number
  tokensCharged: number
  /** Large conversions that wait for a thread. */
  bulkQueue: () => number
  /** Passwords that wait to be hashed. */
  passwordQueue: () => number
}

export const makeCounters = (): Counters => ({
  bulkRows: 0,
  tokensCharged: 0,
  bulkQueue: () => 0,
  passwordQueue: () => 0,
})
