import type { Mutant } from './mutants.ts'

/** The environment variable with the number of the mutant that runs instead of the source, inherited by child processes. */
export const ACTIVE_MUTANT = 'LEVRO_MUTANT'

/** The environment variable with the file to which the number of every mutant is appended that is reached. */
export const REACHED_FILE = 'LEVRO_REACHED'

/**
 * Runs the mutant of this number in place of what it replaces, if it is active. Child processes and threads import no module
 * of ours for it: the function is part of each file.
 */
const SWITCH = `
function isMutant$(id: number): boolean {
  const state = ((globalThis as any).__mutation ??= { reached: new Map() })
  const file = process.env.${REACHED_FILE}
  if (file !== undefined) {
    if (!state.reached.has(file)) state.reached.set(file, new Set())
    if (!state.reached.get(file).has(id)) {
      state.reached.get(file).add(id)
      process.getBuiltinModule('node:fs').appendFileSync(file, id + '\\n')
    }
    return false
  }
  return process.env.${ACTIVE_MUTANT} === String(id)
}
`

/**
 * Returns the source with a switch for each of these mutants. An expression `a < b` becomes
 * `(isMutant$(7)?(a <= b):(a < b))`, so that one mutant after another runs without another transformation.
 * @param mutants Of this file, with their numbers; they may lie within each other, and several may replace the same part.
 */
export function withSwitches(source: string, mutants: ReadonlyMap<number, Mutant>): string {
  const opened = new Map<number, string[]>()
  const closed = new Map<number, string[]>()
  // From the outermost inwards, so that what starts at the same place opens in this order and closes in the opposite one.
  const sorted = [...mutants].toSorted(([, a], [, b]) => a.start - b.start || b.end - a.end)
  for (const [id, { start, end, after, isStatement, beginsStatement }] of sorted) {
    const [open, close] = isStatement
      ? [`{if(!isMutant$(${id})){`, '}}']
      : [`(isMutant$(${id})?(${after}):(`, '))']
    const outer = opened.get(start) ?? (beginsStatement ? [';'] : [])
    opened.set(start, [...outer, open])
    closed.set(end, [close, ...(closed.get(end) ?? [])])
  }
  const places = [...new Set([0, ...opened.keys(), ...closed.keys(), source.length])].toSorted(
    (a, b) => a - b,
  )
  const parts = places.map((place, index) => {
    const before = [...(closed.get(place) ?? []), ...(opened.get(place) ?? [])].join('')
    return before + source.slice(place, places[index + 1] ?? source.length)
  })
  return `${parts.join('')}${SWITCH}`
}
