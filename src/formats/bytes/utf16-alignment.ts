import type { Encoding } from '#table/text-source.ts'

export type Utf16 = Extract<Encoding, 'utf-16le' | 'utf-16be'>

export type Utf16Alignment = {
  readonly encoding: Utf16
  /** Whole code units only; the given bytes where nothing had to change. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Offsets in the text of `bytes`, its byte order mark not counted, at which lone bytes were replaced. */
  readonly repairedOffsets: readonly number[]
  /** How unlike a price list the code units are; 0 for plain text. */
  readonly cost: number
}

/** Cost of a byte that belongs to no code unit: more than an unusual character, less than two code units read one byte off. */
export const LONE_BYTE_COST = 4

const REPLACEMENT = 0xfffd
const BYTE_ORDER_MARK = 0xfeff
const LF = 0x0a
const CR = 0x0d
/** End-of-file mark of DOS. */
const END_MARK = 0x1a

/**
 * Repairs UTF-16 with missing or extra bytes, so that every code unit is at an even offset again. It finds the cheapest path
 * through the bytes, each of which is half of a code unit or a lone byte. A lone byte becomes U+FFFD, but half of a line end or
 * byte order mark is completed. Linear in time.
 */
export function alignUtf16(bytes: Uint8Array<ArrayBuffer>, encoding: Utf16): Utf16Alignment {
  const isOdd = bytes.length % 2 === 1
  const cost = costUnchanged(bytes, encoding) + (isOdd ? LONE_BYTE_COST : 0)
  const unchanged = { encoding, bytes, repairedOffsets: [], cost }
  if (!isOdd && cost <= 2 * LONE_BYTE_COST) return unchanged
  const path = cheapestPath(bytes, encoding)
  return isOdd || path.cost < cost ? new AlignedUnits(bytes, encoding, path).result : unchanged
}

function costUnchanged(bytes: Uint8Array, encoding: Utf16): number {
  const costs = unitCostTable()
  const isLittle = encoding === 'utf-16le'
  let cost = 0
  const high = isLittle ? 1 : 0
  for (let i = 0; i + 1 < bytes.length; i += 2) cost += costs[(bytes[i + high]! << 8) | bytes[i + 1 - high]!]!
  return cost
}

/** `steps`: for each offset the bytes of the last step to it, 2 for a code unit and 1 for a lone byte. */
type Path = { readonly steps: Uint8Array; readonly cost: number }

function cheapestPath(bytes: Uint8Array, encoding: Utf16): Path {
  const costs = unitCostTable()
  const isLittle = encoding === 'utf-16le'
  const steps = new Uint8Array(bytes.length + 1)
  let [beforeLast, last] = [Infinity, 0]
  for (let end = 1; end <= bytes.length; end++) {
    const [one, two] = [bytes[end - 2] ?? 0, bytes[end - 1]!]
    const asUnit = beforeLast + costs[isLittle ? (two << 8) | one : (one << 8) | two]!
    const asLone = last + LONE_BYTE_COST
    steps[end] = asUnit <= asLone ? 2 : 1
    beforeLast = last
    last = Math.min(asUnit, asLone)
  }
  return { steps, cost: last }
}

/** Bytes that replace a lone one, at the most. */
const MAX_INSERTED_BYTES = 6

class AlignedUnits {
  readonly result: Utf16Alignment
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #encoding: Utf16
  readonly #output: Uint8Array<ArrayBuffer>
  readonly #hasCrLf: boolean
  #length = 0

  constructor(bytes: Uint8Array<ArrayBuffer>, encoding: Utf16, { steps, cost }: Path) {
    this.#bytes = bytes
    this.#encoding = encoding
    const runs = findLoneRuns(steps)
    this.#output = new Uint8Array(bytes.length + MAX_INSERTED_BYTES * runs.length)
    this.#hasCrLf = this.#endsLinesInCrLf(steps)
    const repaired: number[] = []
    let done = 0
    for (const { start, end } of runs) {
      this.#append(bytes.subarray(done, start))
      repaired.push(this.#length / 2)
      for (const unit of end - start === 1 ? this.#completed(start) : this.#unknown())
        this.#append(this.#encoded(unit))
      done = end
    }
    this.#append(bytes.subarray(done))
    const rebuilt = this.#output.subarray(0, this.#length)
    const base = this.#unitIn(rebuilt, 0) === BYTE_ORDER_MARK ? 1 : 0
    const offsets = repaired.map((offset) => Math.max(offset - base, 0))
    this.result = { encoding, bytes: rebuilt, repairedOffsets: offsets, cost }
  }

  #append(bytes: Uint8Array): void {
    this.#output.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #encoded(unit: number): Uint8Array {
    const [low, high] = [unit & 0xff, unit >> 8]
    return this.#encoding === 'utf-16le' ? Uint8Array.of(low, high) : Uint8Array.of(high, low)
  }

  #unitIn(bytes: Uint8Array, at: number): number | undefined {
    const [one, two] = [bytes[at], bytes[at + 1]]
    if (one === undefined || two === undefined) return undefined
    return this.#encoding === 'utf-16le' ? (two << 8) | one : (one << 8) | two
  }

  /** The code units that replace a single lone byte: the one that it is half of, none where the byte is extra. */
  #completed(at: number): readonly number[] {
    const byte = this.#bytes[at]!
    const before = this.#unitBefore(this.#length)
    const next = this.#unitIn(this.#bytes, at + 1)
    if (before === undefined && next === BYTE_ORDER_MARK) return []
    if (before === undefined && byte >= BYTE_ORDER_MARK >> 8) return [BYTE_ORDER_MARK]
    if (next === undefined && (before === LF || before === CR) && (byte === 0 || byte === END_MARK)) return []
    // With half of a line end, the characters next to it may be lost too.
    if (this.#hasCrLf && before !== CR && next === LF && (byte === CR || byte === 0)) return [REPLACEMENT, CR]
    if (this.#hasCrLf && before === CR && next !== LF && (byte === LF || byte === 0))
      return next === undefined ? [LF] : [LF, REPLACEMENT]
    if (this.#hasCrLf || byte !== LF) return this.#unknown()
    return next === undefined ? [LF] : [REPLACEMENT, LF, REPLACEMENT]
  }

  /** U+FFFD; on both sides of a preceding line end of one code unit, which may be part of the damage. */
  #unknown(): readonly number[] {
    const end = this.#unitBefore(this.#length)
    const isPair = end === LF && this.#unitBefore(this.#length - 2) === CR
    if (isPair || (end !== LF && end !== CR)) return [REPLACEMENT]
    this.#length -= 2
    return [REPLACEMENT, end, REPLACEMENT]
  }

  #unitBefore(end: number): number | undefined {
    return this.#unitIn(this.#output, end - 2)
  }

  #endsLinesInCrLf(steps: Uint8Array): boolean {
    let [both, alone, next] = [0, 0, 0]
    for (let end = steps.length - 1; end > 0; end -= steps[end]!) {
      const unit = steps[end] === 2 ? this.#unitIn(this.#bytes, end - 2) : undefined
      if (next === LF && unit === CR) both++
      else if (next === LF) alone++
      next = unit ?? 0
    }
    return both > alone
  }
}

type Run = { readonly start: number; readonly end: number }

/** Runs of adjacent lone bytes, in the order of the file. */
function findLoneRuns(steps: Uint8Array): Run[] {
  const runs: Run[] = []
  for (let end = steps.length - 1; end > 0; end -= steps[end]!) {
    if (steps[end] !== 1) continue
    const after = runs.at(-1)
    if (after?.start === end) runs[runs.length - 1] = { start: end - 1, end: after.end }
    else runs.push({ start: end - 1, end })
  }
  return runs.toReversed()
}

const UNUSUAL_COST = 1
const PRIVATE_USE_COST = 2
const SHIFTED_CYRILLIC_COST = 3
/** Control characters, and ASCII read one byte off: '1' as U+3100. */
const NON_LETTER_COST = 4
/** High, since two rows would become one. */
const SHIFTED_LINE_END_COST = 6

/** Code units of price lists, as pairs of first and last. */
const PLAIN_RANGES: readonly (readonly [number, number])[] = [
  [0x09, 0x0a],
  [0x0d, 0x0d],
  [0x20, 0x7e],
  [0xa0, 0xab],
  [0xad, 0xfd],
  [0x100, 0x17f],
  [0x391, 0x3c9],
  [0x401, 0x401],
  [0x410, 0x44f],
  [0x451, 0x451],
  [0x2002, 0x200a],
  [0x2010, 0x2026],
  [0x202f, 0x2030],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2116, 0x2126],
  [0x215b, 0x215e],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2260, 0x2265],
  [BYTE_ORDER_MARK, BYTE_ORDER_MARK],
  [REPLACEMENT, REPLACEMENT],
]

/** The ideographic space and the most frequent Chinese character, whose lower bytes are 0. */
const CHINESE = [0x3000, 0x4e00]

let cachedUnitCosts: Uint8Array | undefined

function unitCostTable(): Uint8Array {
  if (cachedUnitCosts !== undefined) return cachedUnitCosts
  const costs = new Uint8Array(0x10000).fill(UNUSUAL_COST)
  costs.fill(NON_LETTER_COST, 0, 0x20)
  costs.fill(NON_LETTER_COST, 0x7f, 0xa0)
  costs.fill(PRIVATE_USE_COST, 0xe000, 0xf900)
  for (let high = 0x20; high < 0x7f; high++) costs[high << 8] = NON_LETTER_COST
  for (let high = 0x10; high < 0x50; high++) costs[(high << 8) | 0x04] = SHIFTED_CYRILLIC_COST
  for (const unit of [0x0900, 0x2028, 0x2029, 0xfffe, 0xffff]) costs[unit] = NON_LETTER_COST
  for (const unit of [0x0a00, 0x0d00, 0x0a0d, 0x0d0a]) costs[unit] = SHIFTED_LINE_END_COST
  for (const unit of CHINESE) costs[unit] = UNUSUAL_COST
  for (const [first, last] of PLAIN_RANGES) costs.fill(0, first, last + 1)
  return (cachedUnitCosts = costs)
}

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

const ASCII_ONE_OFF = Array.from({ length: 0x7f - 0x20 }, (_, i) => (0x20 + i) << 8)
  .filter((unit) => !CHINESE.includes(unit))
  .map(unitEscape)
  .join('')

/** Source of a pattern for what no price list has: short text between two repairs that is still read one byte off. */
export const IMPLAUSIBLE_TEXT = `[\\u0001-\\u0008\\u000e-\\u001f\\u0a00\\u0a0d\\u0d00\\u0d0a\\ufffe\\uffff]|[${ASCII_ONE_OFF}]{2}`
