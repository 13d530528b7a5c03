import { vi } from 'vitest'

/** Runs `done` until it no longer throws, and returns its result. */
export const until = <T>(done: () => T | Promise<T>, timeout = 20_000): Promise<T> =>
  vi.waitFor(done, { timeout, interval: 5 })
