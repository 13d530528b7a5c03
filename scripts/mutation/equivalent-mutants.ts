import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = []

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => known.file === file && known.before === before && known.after === after)
