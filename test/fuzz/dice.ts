import fc, { type Arbitrary } from 'fast-check'

const upTo = (max: number): Arbitrary<number> => fc.noBias(fc.nat(max))

/** Choices of a generator, one after the other; 0, the first and "no" are the simplest, to which a failure shrinks. */
export class Dice {
  readonly #upTo: (max: number) => number

  /** @param draw a number from 0 to `max` */
  constructor(draw: (max: number) => number) {
    this.#upTo = draw
  }

  from(min: number, max: number): number {
    return min + this.#upTo(max - min)
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
  fc.gen().map((draw) => make(new Dice((max) => draw(upTo, max))))

/** Choices that a seed alone fixes: the SplitMix32 generator. */
export function seededDice(seed: number): Dice {
  let state = seed | 0
  return new Dice((max) => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000) * (max + 1))
  })
}
