import { statedHundredths } from '#pricelist/rows/stated-hundredths.ts'
import type { CheckChoices, CheckSummary } from '#pricelist/pairs/check-pairs.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { OpenedFile } from '../format.ts'
import { type FoundPairs, type OnPair, PairSurveyor } from './pair-surveyor.ts'
import { IN_HUNDREDTHS, NotPlainError } from './row-chunks.ts'
import type { CellPositions } from '../text-position.ts'
import { StreamTable } from './stream-table.ts'
import { type TextTask, TextStream, whyHeaderNotPlain } from './text-stream.ts'

export type PairTask = {
  readonly direction: PairDirection
  /** The columns of a file. Throws where there are none. */
  readonly choose: (file: OpenedFile) => CheckChoices
  readonly onPair?: OnPair
}

/** A list whose pairs of prices have been checked. */
export type CheckedList = {
  readonly file: OpenedFile
  readonly choices: CheckChoices
  readonly direction: PairDirection
  readonly summary: CheckSummary
  /** The pairs that are off or cannot be checked, where they are few. */
  readonly kept: readonly FoundPairs[] | undefined
}

const MOST_KEPT = 20_000

const NONE: FoundPairs = { mismatches: [], missing: [] }

/** The pairs of prices of a file whose rows are never all in memory. */
export class PairStream {
  readonly #text: TextStream

  private constructor(text: TextStream) {
    this.#text = text
  }

  /** @throws {NotPlainError} where the file is short, or no text */
  static async open(task: TextTask): Promise<PairStream> {
    return new PairStream(await TextStream.open(task))
  }

  /** The file as far as its first rows tell. */
  get head(): OpenedFile {
    return this.#text.head
  }

  /**
   * Checks all pairs. Pauses after each chunk of rows.
   * @throws {NotPlainError} where rows depend on each other
   */
  *check({ choose, direction, onPair }: PairTask): Generator<unknown, CheckedList> {
    let choices = chosenBy(choose, this.head)
    for (;;) {
      const surveyor = this.#surveyorFor(choices, direction, onPair)
      const kept = yield* few(this.#visit(surveyor))
      const file = this.#text.fileWith(surveyor.finish(this.#text.source.length))
      surveyor.requireAligned(file.table)
      const right = chosenBy(choose, file)
      if (JSON.stringify(right) === JSON.stringify(choices))
        return { file, choices, direction, summary: surveyor.checker.summary, kept }
      choices = right
    }
  }

  /** The pairs of a checked list that are off or cannot be checked, from the first row to the last; none after each chunk of rows. */
  pairs({ choices, direction, kept }: CheckedList): Iterable<FoundPairs> {
    return kept ?? this.#visit(this.#surveyorFor(choices, direction))
  }

  /** The places of the cells of a checked list. */
  positions({ file }: CheckedList): CellPositions | undefined {
    return file.table instanceof StreamTable ? file.table.positions(this.#text.start) : undefined
  }

  #visit(surveyor: PairSurveyor): Generator<FoundPairs> {
    return this.#text.visit(surveyor, { take: () => [...surveyor.take(), NONE] })
  }

  #surveyorFor(choices: CheckChoices, direction: PairDirection, onPair?: OnPair): PairSurveyor {
    const { source, dialect, head } = this.#text
    return new PairSurveyor({ source, dialect, head: head.table }, choices, direction, onPair)
  }
}

function chosenBy(choose: PairTask['choose'], file: OpenedFile): CheckChoices {
  const choices = choose(file)
  const { pairs, columns } = choices
  const isOneTable = pairs.every(({ table }) => table === undefined)
  const reason = isOneTable
    ? whyHeaderNotPlain(file, columns.headerRow, { mayEndUntitled: false })
    : 'tables side by side'
  if (reason !== undefined) throw new NotPlainError(reason)
  const areInHundredths = pairs
    .flatMap(({ national, euro }) => [national, euro])
    .some((column) => statedHundredths(file.table, columns, column) !== undefined)
  if (areInHundredths) throw new NotPlainError(IN_HUNDREDTHS)
  return choices
}

/** What was found, where it is not much. */
function* few(all: Iterable<FoundPairs>): Generator<undefined, readonly FoundPairs[] | undefined> {
  let kept: FoundPairs[] | undefined = []
  let count = 0
  for (const found of all) {
    yield
    if (found === NONE) continue
    count += found.mismatches.length + found.missing.length
    if (count > MOST_KEPT) kept = undefined
    kept?.push(found)
  }
  return kept
}
