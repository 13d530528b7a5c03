import type { CheckChoices, CheckSummary } from '#pricelist/pairs/check-pairs.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { OpenedFile } from '../format.ts'
import { type FoundPairs, PairSurveyor } from './pair-surveyor.ts'
import { NotPlainError } from './row-chunks.ts'
import { type TextTask, TextStream, whyHeaderNotPlain } from './text-stream.ts'

export type PairTask = TextTask & {
  readonly direction: PairDirection
  /** The columns of a file. Throws where there are none. */
  readonly choose: (file: OpenedFile) => CheckChoices
}

/** A list whose pairs of prices have been checked. */
export type CheckedList = {
  readonly file: OpenedFile
  readonly choices: CheckChoices
  readonly summary: CheckSummary
  /** The pairs that are off or cannot be checked, where they are few. */
  readonly kept: readonly FoundPairs[] | undefined
}

const MOST_KEPT = 20_000

/** The pairs of prices of a file whose rows are never all in memory. */
export class PairStream {
  readonly #text: TextStream
  readonly #task: PairTask

  private constructor(text: TextStream, task: PairTask) {
    this.#text = text
    this.#task = task
  }

  /** @throws {NotPlainError} where the file is short, or no text */
  static async open(task: PairTask): Promise<PairStream> {
    return new PairStream(await TextStream.open(task), task)
  }

  /**
   * Checks all pairs.
   * @throws {NotPlainError} where rows depend on each other
   */
  check(): CheckedList {
    let choices = this.#chosen(this.#text.head)
    for (;;) {
      const surveyor = this.#surveyorFor(choices)
      const kept = few(this.#visit(surveyor))
      const file = this.#text.fileWith(surveyor.finish(this.#text.source.length))
      surveyor.requireAligned(file.table)
      const right = this.#chosen(file)
      if (JSON.stringify(right) === JSON.stringify(choices))
        return { file, choices, summary: surveyor.checker.summary, kept }
      choices = right
    }
  }

  /** The pairs of a checked list that are off or cannot be checked, from the first row to the last. */
  pairs({ choices, kept }: CheckedList): Iterable<FoundPairs> {
    return kept ?? this.#visit(this.#surveyorFor(choices))
  }

  #visit(surveyor: PairSurveyor): Generator<FoundPairs> {
    return this.#text.visit(surveyor, { take: () => surveyor.take() })
  }

  #surveyorFor(choices: CheckChoices): PairSurveyor {
    const { dialect, head } = this.#text
    return new PairSurveyor({ dialect, head: head.table }, choices, this.#task.direction)
  }

  #chosen(file: OpenedFile): CheckChoices {
    const choices = this.#task.choose(file)
    const { pairs, columns } = choices
    const isOneTable = pairs.every(({ table }) => table === undefined)
    const reason = isOneTable ? whyHeaderNotPlain(file, columns.headerRow) : 'tables side by side'
    if (reason !== undefined) throw new NotPlainError(reason)
    return choices
  }
}

/** What was found, where it is not much. */
function few(all: Iterable<FoundPairs>): readonly FoundPairs[] | undefined {
  let kept: FoundPairs[] | undefined = []
  let count = 0
  for (const found of all) {
    count += found.mismatches.length + found.missing.length
    if (count > MOST_KEPT) kept = undefined
    kept?.push(found)
  }
  return kept
}
