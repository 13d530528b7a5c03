import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/server/rate-limit/keys.ts',
    before: '32',
    after: '33',
    reason: 'An IPv4 address has four bytes: no more of them can be kept.',
  },
]

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => known.file === file && known.before === before && known.after === after)
