/** Milliseconds since 1970, UTC. Passed in by the composition root, so that tests can set it. */
export type Clock = () => number

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How much the clocks of two processes may differ. A stored time that is further ahead was written before the clock was set back. */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS

export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString()
