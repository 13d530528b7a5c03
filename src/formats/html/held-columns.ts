/** The columns that cells of rows above reach into (`rowspan`). */
export class HeldColumns {
  /** For each column the first row that is free again. */
  readonly #freeFrom: Int32Array
  /** For each column, up to which row (not with it) all columns from it to another are held, and that other one. */
  readonly #runUntil: Int32Array
  readonly #runEnd: Int32Array

  constructor(columns: number) {
    this.#freeFrom = new Int32Array(columns + 1)
    this.#runUntil = new Int32Array(columns + 1)
    this.#runEnd = new Int32Array(columns + 1)
  }

  hold(column: number, freeFrom: number): void {
    this.#freeFrom[column] = Math.max(freeFrom, this.#freeFrom[column]!)
  }

  clear(): void {
    this.#freeFrom.fill(0)
    this.#runUntil.fill(0)
  }

  /** The first column from `column` on that is free in a row. Runs once walked are leapt over: rows come in order. */
  firstFree(column: number, row: number): number {
    let [at, until] = [column, Infinity]
    for (;;) {
      if (row < this.#runUntil[at]!) {
        until = Math.min(until, this.#runUntil[at]!)
        at = this.#runEnd[at]!
      } else if (row < this.#freeFrom[at]!) until = Math.min(until, this.#freeFrom[at++]!)
      else break
    }
    if (at > column) {
      this.#runUntil[column] = until
      this.#runEnd[column] = at
    }
    return at
  }
}
