import { ACTIVE_MUTANT, REACHED_FILE } from '../../scripts/mutation/switches.ts'

/**
 * The environment that a child process of a test inherits: paths of programs, the compile cache, which saves a third of the
 * server's start time, and which small bug of `npm run mutate` runs in it.
 */
export function childSettings(): Record<string, string> {
  const names = ['PATH', 'NODE_COMPILE_CACHE', ACTIVE_MUTANT, REACHED_FILE]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
