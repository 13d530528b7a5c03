/** Numbers from 0 up to 1, always the same for a seed (mulberry32). */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many items, drawn without repetition and kept in their order; the same ones for a seed. All of them, if there are fewer. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const numbers = randomNumbers(seed)
  return items
    .map((item) => ({ item, number: numbers.next().value }))
    .map((drawn, index) => ({ ...drawn, index }))
    .toSorted((a, b) => a.number - b.number)
    .slice(0, count)
    .toSorted((a, b) => a.index - b.index)
    .map(({ item }) => item)
}
