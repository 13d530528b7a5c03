/** Counters of this process, kept whether or not metrics are served. */
export type Counters = {
  bulkRows: number
  tokensCharged: number
  /** Reported violations of the content security policy, by directive. */
  cspReports: Map<string, number>
  /** Large conversions waiting for a worker. */
  bulkQueue: () => number
  /** Passwords waiting to be hashed. */
  passwordQueue: () => number
  /** Security events, by event and outcome. */
  securityEvents: () => readonly { event: string; outcome: string; times: number }[]
}

export const makeCounters = (): Counters => ({
  bulkRows: 0,
  tokensCharged: 0,
  cspReports: new Map(),
  bulkQueue: () => 0,
  passwordQueue: () => 0,
  securityEvents: () => [],
})
