import type { Edit } from '../../bytes/patch-bytes.ts'
import type { ColumnShift } from '../../spreadsheet/cell-ref.ts'
import type { Span } from '../../xml/tags.ts'

/** An element that stands for `repeat` columns from `column` on: a cell, or a column itself. */
export type Run = Span & { readonly column: number; readonly repeat: number }

/** A column of the patched sheet where another element goes: in place of that of the run, or a new one. */
export type Place<R extends Run> = {
  readonly column: number
  readonly text: (replaced: R | undefined) => string
}

type Splicing<R extends Run> = {
  readonly places: readonly Place<R>[]
  readonly shift: ColumnShift
  /** The element of a run for so many of its columns. */
  readonly copy: (run: R, count: number) => string
  /** An element for so many columns that have had none. */
  readonly gap: (count: number) => string
  /** How many columns the last run loses, as those of the whole sheet are as many as there can be. */
  readonly trim: number
}

/**
 * Puts elements into their places between, behind and instead of others. An element that repeats is divided.
 * @param runs one after the other from the first column on
 * @param places in order
 * @returns the edits, and what follows the last run
 */
export function spliceRuns<R extends Run>(
  runs: readonly R[],
  { places, shift, copy, gap, trim }: Splicing<R>,
): { readonly edits: Edit[]; readonly tail: string } {
  const edits: Edit[] = []
  let i = 0
  let end = 0
  for (const run of runs) {
    const last = run.column + run.repeat - (run === runs.at(-1) ? trim : 0)
    const before: string[] = []
    const texts: string[] = []
    for (let column = run.column; column < last;) {
      const target = shift(column)
      const into = texts.length === 0 ? before : texts
      for (; i < places.length && places[i]!.column < target; i++) into.push(places[i]!.text(undefined))
      if (places[i]?.column === target) {
        texts.push(places[i++]!.text(run))
        column++
        continue
      }
      const count = Math.min(last - column, (places[i]?.column ?? Infinity) - target)
      texts.push(count === run.repeat ? WHOLE : copy(run, count))
      column += count
    }
    end = shift(last - 1) + 1
    if (texts.length === 1 && texts[0] === WHOLE) {
      if (before.length > 0) edits.push({ start: run.start, end: run.start, text: before.join('') })
    } else edits.push({ start: run.start, end: run.end, text: [...before, ...texts].join('') })
  }
  let tail = ''
  for (; i < places.length; i++) {
    const { column, text } = places[i]!
    if (column > end) tail += gap(column - end)
    tail += text(undefined)
    end = column + 1
  }
  return { edits, tail }
}

/** Stands for a run that is not changed. */
const WHOLE = '\0'
