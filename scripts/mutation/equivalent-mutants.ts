import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

const FILE_ROWS = 'src/engine/bulk/file-rows.ts'
const NAME_IS_READ_AGAIN = 'The name is read again from the same cell: only slower.'
const FIND_SOURCE = 'src/engine/jobs/find-source.ts'
const NOTHING_IS_BETTER = 'No later reading is better than one without a changed row: only slower.'
const WORKER_CLIENT = 'src/engine/rpc/worker-client.ts'
const IS_SETTLED = 'Ids are never used again, and a settled promise cannot be settled again.'

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: FILE_ROWS,
    before: 'this.#last?.column === column',
    after: 'false',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: FILE_ROWS,
    before: 'last && at >= last.from && at <= last.to',
    after: 'false',
    reason: NAME_IS_READ_AGAIN,
  },
  { file: FILE_ROWS, before: 'at >= last.from', after: 'at > last.from', reason: NAME_IS_READ_AGAIN },
  { file: FILE_ROWS, before: 'at <= last.to', after: 'at < last.to', reason: NAME_IS_READ_AGAIN },
  {
    file: FILE_ROWS,
    before: 'last.to = Math.max(line, last.to)',
    after: '',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: FILE_ROWS,
    before: 'Math.max(line, last.to)',
    after: 'Math.min(line, last.to)',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: FILE_ROWS,
    before: 'this.#last = { column, from: at, to: line, text }',
    after: '',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: 'src/engine/jobs/correct-again.ts',
    before: 'mismatches.length < rows.length',
    after: 'false',
    reason: 'Rows that are too few are compared, and differ: only slower.',
  },
  { file: FIND_SOURCE, before: 'isFound()', after: 'false', reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: '!isFound()', after: 'true', reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: 'break', after: '', reason: NOTHING_IS_BETTER },
  { file: WORKER_CLIENT, before: 'this.#pending.clear()', after: '', reason: IS_SETTLED },
  { file: WORKER_CLIENT, before: 'this.#pending.delete(response.id)', after: '', reason: IS_SETTLED },
]

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => known.file === file && known.before === before && known.after === after)
