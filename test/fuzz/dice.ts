import fc, { type Arbitrary, type GeneratorValue } from 'fast-check'

const upTo = (max: number): Arbitrary<number> => fc.noBias(fc.nat(max))

/** Choices of a generator, one after the other; 0, the first and "no" are the simplest, to which a failure shrinks. */
export class Dice {
  readonly #draw: GeneratorValue

  constructor(draw: GeneratorValue) {
    this.#draw = draw
  }

  from(min: number, max: number): number {
    return min + this.#draw(upTo, max - min)
  }

  chance(percent: number): boolean {
    return this.from(0, 99) >= 100 - percent
  }

  pick<const T>(values: readonly [T, ...T[]]): T {
    return values[this.from(0, values.length - 1)] ?? values[0]
  }

  /** Each of the values with its weight, the first the simplest. */
  weighted<T>(values: readonly [readonly [number, T], ...(readonly [number, T])[]]): T {
    let left = this.from(0, values.reduce((sum, [weight]) => sum + weight, 0) - 1)
    for (const [weight, value] of values) {
      if (left < weight) return value
      left -= weight
    }
    return values[0][1]
  }

  times<T>(count: number, make: (i: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => make(i))
  }

  shuffled<T>(values: readonly T[]): T[] {
    const rest = [...values]
    return values.map(() => rest.splice(this.from(0, rest.length - 1), 1)[0]!)
  }
}

/** What `make` builds by the choices it asks for. */
export const rolled = <T>(make: (dice: Dice) => T): Arbitrary<T> =>
  fc.gen().map((draw) => make(new Dice(draw)))
