/**
 * How long a conversion takes to feel done at least: min(3000, 600 + 35 a row + up to 200) ms (CONV-02).
 * @param random from 0 to 1
 */
export const conversionDelayMs = (rows: number, random = Math.random()): number =>
  Math.min(3000, 600 + 35 * rows + random * 200)
